import { useRevalidator } from 'react-router'
import { Profile } from '#web/features/profile/profile.tsx'
import { adminApi } from '#web/lib/api/admin.ts'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/profile.ts'

export const clientLoader = async () => {
  const [account, sessions] = await Promise.all([adminApi.account.read(), adminApi.account.sessions()])
  return { account, sessions }
}

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t('adminAccount.title')} · ${t('name')}`}</title>
      <Profile {...loaderData} onChanged={() => void revalidate()} />
    </>
  )
}
