import { useNavigate } from 'react-router'
import { UserForm } from '#web/features/users/user-form.tsx'
import { useTranslation } from '#web/lib/texts.ts'

export default function NewUser() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <title>{`${t('adminUsers.new')} · ${t('name')}`}</title>
      <UserForm onSaved={({ id }) => void navigate(`/admin/users/${id}/edit`, { replace: true })} />
    </>
  )
}
