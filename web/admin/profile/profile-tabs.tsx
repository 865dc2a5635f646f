import { Stack, Tabs, Title } from '@mantine/core'
import { useSearchParams } from 'react-router'
import type { Account, ActiveSession } from '#contract/account.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionTable } from './session-table.tsx'

const tabs = ['data', 'password', 'secondFactor', 'sessions'] as const
type Tab = (typeof tabs)[number]

/** Shows tabs with the administrator's own data, password, second factor and sessions. The URL has the open tab. */
export function ProfileTabs({ account, sessions, onChanged }: { account: Account; sessions: ActiveSession[]; onChanged: () => void }) {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const open = tabs.find((tab) => tab === address.get('tab')) ?? 'data'
  const panels = {
    data: <ProfileForm account={account} onSaved={onChanged} />,
    password: <ChangePasswordForm onChanged={onChanged} />,
    secondFactor: <SecondFactorSection account={account} onChanged={onChanged} />,
    sessions: <SessionTable sessions={sessions} onChanged={onChanged} />,
  } satisfies Record<Tab, unknown>
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        {t('adminAccount.title')}
      </Title>
      <Tabs
        value={open}
        keepMounted={false}
        onChange={(tab) => setAddress(tab && tab !== 'data' ? { tab } : {}, { replace: true, preventScrollReset: true })}
      >
        <Tabs.List mb="lg">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`adminAccount.tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((tab) => (
          <Tabs.Panel key={tab} value={tab}>
            {panels[tab]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  )
}
