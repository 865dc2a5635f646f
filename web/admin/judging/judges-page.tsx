import { Button, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { EventTabHeading, useOpenedEvent } from '#web/admin/events/event-tab-heading.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/confirm-dialog.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useLoadedValue } from '../shared/use-loaded-value.ts'
import { AllowAttemptDialog } from './allow-attempt-dialog.tsx'
import { JudgeList } from './judge-list.tsx'
import styles from './judging.module.css'
import { SheetReviewTable } from './sheet-review-table.tsx'

/** In milliseconds: how often the list of sheets is loaded again. */
const refreshMs = 10_000

/** Shows the switch that requires a second judge for the sheets of an event, and the sheets that wait for one or for a decision, or were rejected. */
function SheetReviewPanel({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const [version, setVersion] = useState(0)
  const reviews = useLoadedValue(() => adminApi.judges.listReviews(eventId), `${eventId} ${version}`, refreshMs)
  const rules = useLoadedValue(() => adminApi.ruleSets.get(eventId), eventId)
  const [isSwitching, setSwitching] = useState(false)
  const [isAllowing, setAllowing] = useState(false)
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
      <Group justify="space-between">
        <Switch
          label={t('adminJudging.reviews.needed')}
          description={t('adminJudging.reviews.neededHint')}
          checked={needsSecondJudge}
          onChange={() => setSwitching(true)}
        />
        <Button variant="default" onClick={() => setAllowing(true)}>
          {t('adminJudging.reviews.allow')}
        </Button>
      </Group>
      {needsSecondJudge || reviews.reviews.length > 0 ? (
        <section aria-labelledby="sheet-reviews">
          <Title order={3} size="h4" id="sheet-reviews">
            {t('adminJudging.reviews.listHeading')}
          </Title>
          {reviews.reviews.length > 0 ? (
            <SheetReviewTable eventId={eventId} ruleSet={rules.ruleSet} reviews={reviews.reviews} onDecided={reload} />
          ) : (
            <Text py="md">{t('adminJudging.reviews.none')}</Text>
          )}
        </section>
      ) : null}
      {isAllowing ? <AllowAttemptDialog eventId={eventId} ruleSet={rules.ruleSet} onClose={() => setAllowing(false)} /> : null}
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

/** Shows the judges of an event, whether its sheets need a second judge, and the sheets that wait for a decision. */
export default function JudgesPage() {
  const event = useOpenedEvent()
  return (
    <Stack gap="lg">
      <EventTabHeading tab="judges" />
      <JudgeList event={event} />
      <div className={styles.screenOnly}>
        <SheetReviewPanel eventId={event.id} />
      </div>
    </Stack>
  )
}
