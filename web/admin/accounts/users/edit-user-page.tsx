import { useRevalidator } from 'react-router'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/edit-user-page.ts'
import { UserForm } from './user-form.tsx'
import { UserProviderLinksAndInvitation } from './user-provider-section.tsx'

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [user, regions] = await Promise.all([
    adminApi.users.one(params.id),
    getBrowserApi().content.regions(),
  ])
  return { user, regions }
}

export default function EditUserPage({ loaderData: { user, regions } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t('adminEntities.user.edit')} · ${t('name')}`}</title>
      <UserForm key={user.id} user={user} regions={regions} onSaved={() => void revalidate()} />
      {user.role === 'admin' ? <UserProviderLinksAndInvitation user={user} /> : null}
    </>
  )
}
