import { Button, Text } from '@mantine/core'
import { IconChecks, IconGavel } from '@tabler/icons-react'
import type { JudgeEventData } from '#contract/judge-sheet.schema.ts'
import { useTranslation } from '#web/shared/texts.ts'

type Props = { data: JudgeEventData; onOpenReviews: () => void; onOpenHead: () => void }

/** Says when judging is closed, and shows the buttons for what a head judge has to decide and for the sheets that wait. */
export function JudgeTasks({ data, onOpenReviews, onOpenHead }: Props) {
  const { t } = useTranslation()
  const { id: ownId, isHead } = data.session.judge
  const undecided = data.reviews.filter(({ needsDecision }) => needsDecision).length
  const toConfirm = data.reviews.filter(
    ({ status, judgeId, needsDecision }) => status === 'waiting' && !needsDecision && judgeId !== ownId,
  ).length
  return (
    <>
      {data.isClosed ? <Text fw={700}>{t('judge.closed')}</Text> : null}
      {isHead ? (
        <Button size="lg" variant={undecided > 0 ? 'filled' : 'default'} leftSection={<IconGavel />} onClick={onOpenHead}>
          {t('judge.head.open', { number: undecided })}
        </Button>
      ) : null}
      {data.needsSecondJudge || data.reviews.length > 0 ? (
        <Button size="lg" variant={toConfirm > 0 ? 'filled' : 'default'} leftSection={<IconChecks />} onClick={onOpenReviews}>
          {data.needsSecondJudge || toConfirm > 0 ? t('judge.review.open', { number: toConfirm }) : t('judge.review.title')}
        </Button>
      ) : null}
    </>
  )
}
