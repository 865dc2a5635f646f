import { useNavigate } from 'react-router'
import { useTranslation } from '#web/shared/texts.ts'
import { UserForm } from './user-form.tsx'

export default function NewUserPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <title>{`${t('adminEntities.user.new')} · ${t('name')}`}</title>
      <UserForm onSaved={({ id }) => void navigate(`/admin/users/${id}/edit`, { replace: true })} />
    </>
  )
}
