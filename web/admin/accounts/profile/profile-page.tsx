import { useRevalidator } from 'react-router'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/profile-page.ts'
import { ProfileTabs } from './profile-tabs.tsx'

export const clientLoader = async () => {
  const [account, sessions, providerLinks, passkeys] = await Promise.all([
    adminApi.account.read(),
    adminApi.account.listSessions(),
    adminApi.account.listProviderLinks(),
    adminApi.account.listPasskeys(),
  ])
  return { account, sessions, providerLinks, passkeys }
}

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t('adminAccount.title')} · ${t('name')}`}</title>
      <ProfileTabs {...loaderData} onChanged={() => void revalidate()} />
    </>
  )
}
