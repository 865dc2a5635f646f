import { Paper, Title } from '@mantine/core'
import type { RuleSet } from '#contract/rule-set.ts'
import { useLoadedValue } from '#web/admin/shared/use-loaded-value.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { SheetReviewTable } from '../judging/sheet-review-table.tsx'

type Props = {
  eventId: string
  ruleSet: RuleSet | null
  /** Increases after each change of the scores, which reloads the sheets. */
  version: number
  onDecided: () => void
}

/** Shows the sheets of an event that wait for a second judge and do not count yet; nothing when there are none. */
export function WaitingSheetsSection({ eventId, ruleSet, version, onDecided }: Props) {
  const { t } = useTranslation()
  const loaded = useLoadedValue(() => adminApi.judges.listReviews(eventId), `${eventId} ${version}`)
  const waiting = loaded?.reviews.filter(({ status }) => status === 'waiting') ?? []
  if (waiting.length === 0) return null
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="waiting-sheets">
      <Title order={2} size="h4" id="waiting-sheets">
        {t('adminJudging.reviews.heading')}
      </Title>
      <SheetReviewTable eventId={eventId} ruleSet={ruleSet} reviews={waiting} onDecided={onDecided} />
    </Paper>
  )
}
