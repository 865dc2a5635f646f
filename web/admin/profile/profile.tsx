import { Stack, Tabs, Title } from '@mantine/core'
import { useSearchParams } from 'react-router'
import type { Account, OpenSession } from '#contract/account.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { ProfileForm } from './data-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

const tabs = ['data', 'password', 'secondFactor', 'sessions'] as const
type Tab = (typeof tabs)[number]

/** Everything about the own account; which part is open stands in the address. */
export function Profile({ account, sessions, onChanged }: { account: Account; sessions: OpenSession[]; onChanged: () => void }) {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const open = tabs.find((tab) => tab === address.get('tab')) ?? 'data'
  const panels = {
    data: <ProfileForm account={account} onSaved={onChanged} />,
    password: <PasswordForm onChanged={onChanged} />,
    secondFactor: <SecondFactor account={account} onChanged={onChanged} />,
    sessions: <Sessions sessions={sessions} onChanged={onChanged} />,
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
