import { Alert, Anchor, Button, Group, Stack, Switch, Tabs, Text, Title } from '@mantine/core'
import { IconMessageReport } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import type { Schedule } from '#contract/schedule.ts'
import { AdminConfirmDialog } from '#web/admin/shared/confirm-dialog.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useLoadedValue } from '../shared/use-loaded-value.ts'
import type { Route } from './+types/judges-page.ts'
import { CheckInPanel } from './check-in-panel.tsx'
import { JudgeList } from './judge-list.tsx'
import styles from './judging.module.css'
import { SchedulePanel } from './schedule-panel.tsx'
import { SheetReviewTable } from './sheet-review-table.tsx'

/** In milliseconds: how often the list of sheets is loaded again. */
const refreshMs = 10_000

/** Shows the switch that requires a second judge for the sheets of an event, and the sheets that wait for one or were rejected. */
function SheetReviewPanel({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const [version, setVersion] = useState(0)
  const reviews = useLoadedValue(() => adminApi.judges.listReviews(eventId), `${eventId} ${version}`, refreshMs)
  const rules = useLoadedValue(() => adminApi.ruleSets.get(eventId), eventId)
  const [isSwitching, setSwitching] = useState(false)
  const { submitting, submit } = useAdminSubmit()
  if (!reviews || !rules) return null
  const reload = () => setVersion((before) => before + 1)
  const { needsSecondJudge } = reviews
  const change = async () => {
    const failure = await submit(async () => {
      toast.success((await adminApi.judges.setSecondJudge(eventId, !needsSecondJudge)).msg)
      reload()
    })
    if (failure) toast.error(failure.message)
    setSwitching(false)
  }
  const action = needsSecondJudge ? 'switchOff' : 'switchOn'
  return (
    <Stack>
      <Switch
        label={t('adminJudging.reviews.needed')}
        description={t('adminJudging.reviews.neededHint')}
        checked={needsSecondJudge}
        onChange={() => setSwitching(true)}
      />
      {needsSecondJudge || reviews.reviews.length > 0 ? (
        <section aria-labelledby="sheet-reviews">
          <Title order={2} size="h4" id="sheet-reviews">
            {t('adminJudging.reviews.listHeading')}
          </Title>
          {reviews.reviews.length > 0 ? (
            <SheetReviewTable eventId={eventId} ruleSet={rules.ruleSet} reviews={reviews.reviews} onDecided={reload} />
          ) : (
            <Text py="md">{t('adminJudging.reviews.none')}</Text>
          )}
        </section>
      ) : null}
      {isSwitching ? (
        <AdminConfirmDialog
          title={t(`adminJudging.reviews.${action}`)}
          text={t(`adminJudging.reviews.${action}Text`)}
          action={t(`adminJudging.reviews.${action}`)}
          color={needsSecondJudge ? 'red.9' : 'green.9'}
          busy={submitting}
          onClose={() => setSwitching(false)}
          onConfirm={() => void change()}
        />
      ) : null}
    </Stack>
  )
}

/** Holds the schedule of an event; `reload` reads it again, and shows a toast when that fails. */
const useSchedule = (initial: Schedule): { schedule: Schedule; reload: () => Promise<void> } => {
  const { t } = useTranslation()
  const [schedule, setSchedule] = useState(initial)
  const eventId = initial.event.id
  const reload = useCallback(async () => {
    try {
      setSchedule(await adminApi.schedule.get(eventId))
    } catch {
      toast.error(t('messages.loadFailed'))
    }
  }, [eventId, t])
  return { schedule, reload }
}

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
