import { UserList } from '#web/features/users/user-list.tsx'
import { useTranslation } from '#web/lib/texts.ts'

export default function Users() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminUsers.title')} · ${t('name')}`}</title>
      <UserList />
    </>
  )
}
