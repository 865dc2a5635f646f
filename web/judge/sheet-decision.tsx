import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type {
  JudgeEventData,
  ReviewSheetRequest,
  SheetReview,
} from '#contract/event/judging/judge-sheet.schema.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './judge.module.css'
import { OnlineCallProblem, SheetRejectionForm, useOnlineCallWithSuccessToast } from './panel-parts.tsx'
import type { JudgeRound } from './scoring/selectable-rounds.ts'
import { ConflictingSheetComparison } from './scoring/sheet-screens.tsx'
import { SheetTeamNames } from './sheet-summary.tsx'
import type { Judge } from './use-judge-app.ts'

type Props = { judge: Judge; data: JudgeEventData; review: SheetReview; rounds: readonly JudgeRound[] }

/** Shows a sheet in a conflict beside the recorded results, with the decisions of a head judge. */
export function HeadJudgeConflictDecision({ judge, data, review, rounds }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatTimeUnlessOtherDay } = useDateFormat()
  const [isRejecting, setRejecting] = useState(false)
  const { isSending, problem, run } = useOnlineCallWithSuccessToast()
  const { sheetId, teamName, judgedAt, recorded, opponent } = review
  const round = rounds.find(({ number }) => number === review.round)
  const decide = (decision: ReviewSheetRequest) =>
    void run(
      () => judge.callOnline((api) => api.reviewSheet(sheetId, decision)),
      t(decision.decision === 'confirm' ? 'judge.review.confirmed' : 'judge.review.rejected', {
        team: teamName,
      }),
    )
  const confirm = (replaces: string | null) => {
    const expected = recorded.map(({ id, version }) => ({ id, version }))
    decide({ decision: 'confirm', reason: '', resolution: { expected, replaces } })
  }
  const isDisabled = !judge.isOnline || isSending
  return (
    <Stack gap="sm" className={styles.card}>
      <div>
        <Title order={3} size="h4">
          <SheetTeamNames {...review} />
        </Title>
        <Text size="sm">
          {round ? `${round.label[lang]} · ` : ''}
          {formatTimeUnlessOtherDay(judgedAt, data.serverTime)}
        </Text>
      </div>
      <ConflictingSheetComparison judge={judge} data={data} review={review} rounds={rounds} />
      <OnlineCallProblem problem={problem} />
      {isRejecting ? (
        <SheetRejectionForm
          label={t('judge.head.reason')}
          action={t('judge.head.rejectNow')}
          isDisabled={isDisabled}
          onReject={(reason) => decide({ decision: 'reject', reason })}
          onCancel={() => setRejecting(false)}
        />
      ) : (
        <Group>
          {opponent
            ? null
            : recorded.map((attempt) => (
                <Button
                  key={attempt.id}
                  size="lg"
                  h="auto"
                  mih={50}
                  py="xs"
                  className={styles.wrapping}
                  disabled={isDisabled}
                  onClick={() => confirm(attempt.id)}
                >
                  {t('judge.problem.replace', { points: formatNumber(attempt.score, lang) })}
                </Button>
              ))}
          <Button size="lg" variant="default" disabled={isDisabled} onClick={() => confirm(null)}>
            {t(
              recorded.length === 0
                ? 'judge.review.confirm'
                : opponent
                  ? 'judge.match.replace'
                  : 'judge.problem.add',
            )}
          </Button>
          <Button size="lg" variant="default" disabled={isDisabled} onClick={() => setRejecting(true)}>
            {t('judge.head.reject')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
