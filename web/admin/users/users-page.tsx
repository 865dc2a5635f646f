import { useTranslation } from '#web/shared/texts.ts'
import { UserList } from './user-list.tsx'

export default function UsersPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.user.many')} · ${t('name')}`}</title>
      <UserList />
    </>
  )
}
