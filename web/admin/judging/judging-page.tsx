import { Anchor, Stack, Tabs, Title } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import type { Language } from '#i18n/languages.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/judging-page.ts'
import { JudgeList } from './judge-list.tsx'
import styles from './judging.module.css'

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const { event } = await adminApi.scores.getPage(params.id, { per_page: 10 })
  return { event }
}

const tabs = ['judges'] as const
type Tab = (typeof tabs)[number]

/** The judges, the schedule and the check-in of an event. The URL has the open tab. */
export default function JudgingPage({ loaderData: { event } }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const open = tabs.find((tab) => tab === address.get('tab')) ?? tabs[0]
  const title = t('adminJudging.of', { event: `\u2068${event.title[i18n.language as Language]}\u2069` })
  const panels = {
    judges: <JudgeList event={event} />,
  } satisfies Record<Tab, unknown>
  return (
    <Stack gap="lg">
      <title>{`${title} · ${t('name')}`}</title>
      <div className={styles.screenOnly}>
        <Anchor component={Link} to={`/admin/events/${event.id}/scores`} size="sm">
          {t('adminJudging.back')}
        </Anchor>
        <Title order={1} size="h2">
          {title}
        </Title>
      </div>
      <Tabs
        value={open}
        keepMounted={false}
        onChange={(tab) => setAddress(tab && tab !== tabs[0] ? { tab } : {}, { replace: true, preventScrollReset: true })}
      >
        <Tabs.List mb="lg" className={styles.screenOnly}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`adminJudging.tabs.${tab}`)}
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
