import { useRevalidator } from 'react-router'
import { UserForm } from '#web/features/users/user-form.tsx'
import { adminApi } from '#web/lib/api/admin.ts'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/edit.ts'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => adminApi.users.one(params.id)

export default function EditUser({ loaderData: user }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t('adminUsers.edit')} · ${t('name')}`}</title>
      <UserForm key={user.id} user={user} onSaved={() => void revalidate()} />
    </>
  )
}
