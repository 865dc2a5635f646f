import { Alert, Button, Stack, Text } from '@mantine/core'
import type { SheetReview } from '#contract/sheet-review.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Judge } from './use-judge-app.ts'
import { useRejectionFormatter } from './use-rejection-formatter.ts'

type Props = { judge: Judge; review: SheetReview; roundLabel: string | undefined; hasRuleSet: boolean; onEdit: () => void }

/** Shows a sheet of this judge that another one rejected, with the reason and a button that opens its values as a new sheet. */
export function RejectedSheetCard({ judge, review, roundLabel, hasRuleSet, onEdit }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const formatRejection = useRejectionFormatter()
  const { teamId, teamNo, teamName, round, score, timeMs } = review
  const edit = () => {
    const values = hasRuleSet ? (review.values ?? {}) : { points: score, time: timeMs }
    void judge.writeDraft({ teamId, round, values, replaces: null }).then(onEdit)
  }
  return (
    <Alert color="red" role="group" data-review="rejected">
      <Stack gap="sm">
        <Text fw={600}>
          {teamNo} · <bdi>{teamName}</bdi>
        </Text>
        <Text size="sm">
          {roundLabel ? `${roundLabel} · ` : ''}
          {t('judge.queue.points', { points: formatNumber(score, lang) })}
        </Text>
        <Text>{formatRejection(review)}</Text>
        <Button size="md" variant="default" onClick={edit}>
          {t('judge.review.correct')}
        </Button>
      </Stack>
    </Alert>
  )
}
