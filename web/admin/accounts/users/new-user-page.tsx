import { useNavigate } from 'react-router'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/new-user-page.ts'
import { UserForm } from './user-form.tsx'

export const clientLoader = async () => ({ regions: await getBrowserApi().content.regions() })

export default function NewUserPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <title>{`${t('adminEntities.user.new')} · ${t('name')}`}</title>
      <UserForm
        regions={loaderData.regions}
        onSaved={({ id }) => void navigate(`/admin/users/${id}/edit`, { replace: true })}
      />
    </>
  )
}
