import { Alert, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type {
  JudgeEventData,
  ReviewSheetRequest,
  SheetReview,
} from '#contract/event/judging/judge-sheet.schema.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './judge.module.css'
import { listRecordedAttemptsOfTeamInRound } from './judge-rounds.ts'
import {
  OnlineCallProblem,
  PanelTitleAndCloseButton,
  SheetRejectionForm,
  useOnlineCallWithSuccessToast,
} from './panel-parts.tsx'
import { listRoundsOrDrawnMatches } from './scoring/selectable-rounds.ts'
import { UnreviewedSheetValues } from './scoring/sheet-screens.tsx'
import { SheetTeamNames, useSheetPointsFormatter } from './sheet-summary.tsx'
import type { Judge } from './use-judge-app.ts'
import {
  useAttemptFormatter,
  useDefaultSheetLabels,
  useReviewRejectionFormatter,
} from './use-judge-formats.ts'

/**
 * Shows the buttons with which a second judge confirms a sheet, or rejects it with a reason. They need a
 * connection.
 */
function SheetReviewActions({ judge, review }: { judge: Judge; review: SheetReview }) {
  const { t } = useTranslation()
  const [isRejecting, setRejecting] = useState(false)
  const { isSending, problem, run } = useOnlineCallWithSuccessToast()
  const send = (decision: ReviewSheetRequest) => {
    const text = decision.decision === 'confirm' ? 'judge.review.confirmed' : 'judge.review.rejected'
    return run(
      () => judge.callOnline((api) => api.reviewSheet(review.sheetId, decision)),
      t(text, { team: review.teamName }),
    )
  }
  const isDisabled = !judge.isOnline || isSending
  return (
    <Stack gap="sm">
      <OnlineCallProblem problem={problem} />
      {isRejecting ? (
        <SheetRejectionForm
          label={t('judge.review.reason')}
          action={t('judge.review.rejectNow')}
          isDisabled={isDisabled}
          onReject={(reason) => void send({ decision: 'reject', reason })}
          onCancel={() => setRejecting(false)}
        />
      ) : (
        <Group>
          <Button
            size="lg"
            disabled={isDisabled}
            onClick={() => void send({ decision: 'confirm', reason: '' })}
          >
            {t('judge.review.confirm')}
          </Button>
          <Button size="lg" variant="default" disabled={isDisabled} onClick={() => setRejecting(true)}>
            {t('judge.review.reject')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

type Props = {
  judge: Judge
  review: SheetReview
  roundLabel: string | undefined
  hasRuleSet: boolean
  onEdit: () => void
}

/**
 * Shows a sheet of this judge that another one rejected, with the reason and a button that opens its values
 * as a new sheet.
 */
function RejectedSheetCard({ judge, review, roundLabel, hasRuleSet, onEdit }: Props) {
  const { t } = useTranslation()
  const formatRejection = useReviewRejectionFormatter()
  const formatPoints = useSheetPointsFormatter()
  const { teamId, round, score, timeMs, opponent } = review
  const edit = () => {
    const values = hasRuleSet ? (review.values ?? {}) : { points: score, time: timeMs }
    const ofOpponent = opponent ? { opponent: { teamId: opponent.teamId, values: opponent.values } } : {}
    void judge.writeDraft({ teamId, round, values, replaces: null, ...ofOpponent }).then(onEdit)
  }
  return (
    <Alert color="red" role="group" data-review="rejected">
      <Stack gap="sm">
        <Text fw={600}>
          <SheetTeamNames {...review} />
        </Text>
        <Text size="sm">
          {roundLabel ? `${roundLabel} · ` : ''}
          {t('judge.queue.points', { points: formatPoints(score, opponent?.score) })}
        </Text>
        <Text>{formatRejection(review)}</Text>
        <Button size="md" variant="default" onClick={edit}>
          {t('judge.review.correct')}
        </Button>
      </Stack>
    </Alert>
  )
}

/**
 * Shows the sheets of an event that wait, first those of others, and the rejected sheets of this judge. A
 * head judge decides about sheets in a conflict in another panel.
 */
export function SheetReviewAndCorrectionPanel({
  judge,
  data,
  onClose,
}: {
  judge: Judge
  data: JudgeEventData
  onClose: () => void
}) {
  const { t } = useTranslation()
  const lang = useLang()
  const formatAttempt = useAttemptFormatter()
  const rounds = listRoundsOrDrawnMatches(data, useDefaultSheetLabels())
  const isOwn = ({ judgeId }: SheetReview) => judgeId === data.session.judge.id
  const { isHead } = data.session.judge
  const waiting = data.reviews
    .filter(({ status, needsDecision }) => status === 'waiting' && !(isHead && needsDecision))
    .toSorted((a, b) => Number(isOwn(a)) - Number(isOwn(b)))
  const rejected = data.reviews.filter((review) => review.status === 'rejected' && isOwn(review))

  const renderSheet = (review: SheetReview) => {
    const { sheetId, teamId, judgeName, ruleVersion, opponent } = review
    const round = rounds.find(({ number }) => number === review.round)
    return (
      <li key={sheetId} data-review={isOwn(review) ? 'own' : 'other'}>
        <Stack gap="sm" className={styles.card}>
          <Group justify="space-between" align="flex-start">
            <div>
              <Title order={2} size="h4">
                <SheetTeamNames {...review} />
              </Title>
              <Text size="sm">
                {round ? `${round.label[lang]} · ` : ''}
                {t('judge.review.sentBy', { judge: judgeName || '–' })}
                {ruleVersion === null ? '' : ` · ${t('judge.review.ruleVersion', { version: ruleVersion })}`}
              </Text>
            </div>
            <Badge variant="outline" tt="none">
              {t(review.needsDecision ? 'judge.review.undecided' : 'judge.review.waiting')}
            </Badge>
          </Group>
          <UnreviewedSheetValues judge={judge} data={data} review={review} rounds={rounds} />
          {review.replaces === null ? null : <Text>{t('judge.review.correction')}</Text>}
          {opponent
            ? null
            : listRecordedAttemptsOfTeamInRound(data.attempts, teamId, review.round).map((attempt) => (
                <Text key={attempt.id}>{formatAttempt('judge.review.recorded', attempt)}</Text>
              ))}
          {isOwn(review) && !review.needsDecision ? <Text>{t('judge.review.own')}</Text> : null}
          {isOwn(review) || review.needsDecision ? null : (
            <SheetReviewActions judge={judge} review={review} />
          )}
        </Stack>
      </li>
    )
  }
  return (
    <Stack gap="lg">
      <PanelTitleAndCloseButton title={t('judge.review.title')} onClose={onClose} />
      {data.needsSecondJudge ? <Text>{t('judge.review.text')}</Text> : null}
      {judge.isOnline ? null : <Alert color="yellow">{t('judge.review.offline')}</Alert>}
      {waiting.length === 0 ? (
        <Text>{t('judge.review.empty')}</Text>
      ) : (
        <ul className={styles.list}>{waiting.map(renderSheet)}</ul>
      )}
      {rejected.length > 0 ? (
        <section aria-labelledby="rejected-sheets">
          <Title order={2} size="h4" id="rejected-sheets" mb="xs">
            {t('judge.review.rejectedTitle')}
          </Title>
          <ul className={styles.list}>
            {rejected.map((review) => (
              <li key={review.sheetId}>
                <RejectedSheetCard
                  judge={judge}
                  review={review}
                  roundLabel={rounds.find(({ number }) => number === review.round)?.label[lang]}
                  hasRuleSet={data.ruleSet !== null}
                  onEdit={onClose}
                />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Stack>
  )
}
