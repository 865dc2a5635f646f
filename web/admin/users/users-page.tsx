import { useTranslation } from '#web/shared/texts.ts'
import { UserList } from './user-list.tsx'

export default function UsersPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminUsers.title')} · ${t('name')}`}</title>
      <UserList />
    </>
  )
}
