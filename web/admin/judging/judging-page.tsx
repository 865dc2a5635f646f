import { Alert, Anchor, Button, Group, Stack, Tabs, Title } from '@mantine/core'
import { IconMessageReport } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/judging-page.ts'
import { CheckInPanel } from './check-in-panel.tsx'
import { JudgeList } from './judge-list.tsx'
import styles from './judging.module.css'
import { SchedulePanel } from './schedule-panel.tsx'
import { SheetReviewPanel } from './sheet-review-panel.tsx'
import { useSchedule } from './use-schedule.ts'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => adminApi.schedule.get(params.id)

const tabs = ['judges', 'reviews', 'schedule', 'checkIn'] as const
type Tab = (typeof tabs)[number]

/** Shows the judges, the sheets for a second judge, the schedule and the check-in of an event. The URL has the open tab. Users without the permission `results` have the check-in only. */
export default function JudgingPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const maySeeResults = useHasPermission('results')
  const [address, setAddress] = useSearchParams()
  const { schedule, reload } = useSchedule(loaderData)
  const { event } = schedule
  const shown: readonly Tab[] = maySeeResults ? tabs : ['checkIn']
  const open = shown.find((tab) => tab === address.get('tab')) ?? shown[0]
  const tabList = useRef<HTMLDivElement>(null)
  // the tabs scroll sideways on a phone
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is selected when `open` changes
  useEffect(() => {
    tabList.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open])
  const title = t('adminJudging.of', { event: `\u2068${getEventTitleWithFallback(event.title, lang)}\u2069` })
  const panels = {
    judges: <JudgeList event={event} />,
    reviews: <SheetReviewPanel eventId={event.id} />,
    schedule: <SchedulePanel schedule={schedule} onChanged={reload} />,
    checkIn: <CheckInPanel schedule={schedule} onChanged={reload} />,
  } satisfies Record<Tab, unknown>
  return (
    <Stack gap="lg">
      <title>{`${title} · ${t('name')}`}</title>
      <Group justify="space-between" align="flex-end" className={styles.screenOnly}>
        <div>
          <Anchor component={Link} to="/admin/judging" size="sm">
            {t('adminJudging.back')}
          </Anchor>
          <Title order={1} size="h2">
            {title}
          </Title>
        </div>
        {maySeeResults ? (
          <Button
            component={Link}
            to={`/admin/events/${event.id}/protests`}
            variant="default"
            leftSection={<IconMessageReport size={18} />}
          >
            {t('adminProtests.open')}
          </Button>
        ) : null}
      </Group>
      {schedule.isJudgingClosed ? <Alert color="yellow">{t('adminJudging.schedule.closed')}</Alert> : null}
      <Tabs
        value={open ?? null}
        keepMounted={false}
        onChange={(tab) => setAddress(tab && tab !== shown[0] ? { tab } : {}, { replace: true, preventScrollReset: true })}
      >
        <Tabs.List ref={tabList} mb="lg" className={styles.screenOnly}>
          {shown.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`adminJudging.tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map((tab) => (
          <Tabs.Panel key={tab} value={tab}>
            {panels[tab]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  )
}
