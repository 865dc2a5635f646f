import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { sheetReviewLimits } from '#contract/event/judging/judge.ts'
import type { ReviewSheetRequest, SheetReview } from '#contract/event/judging/judge-sheet.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { findRound, findRoundLabel } from '#contract/event/scoring/rule-set-sheet.ts'
import { isolateText } from '#i18n/text-direction.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { ConfirmWithReasonDialog } from '#web/admin/shared/dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { StatusBadge } from '#web/admin/shared/table-cells.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatSheetValues } from '#web/shared/event/score-sheet/sheet-values.ts'
import { formatNumber, formatPointsAndTime } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'

type Props = {
  eventId: string
  ruleSet: RuleSet | null
  reviews: readonly SheetReview[]
  onDecided: () => void
}

/**
 * Shows the sheets of an event that wait or were rejected, with buttons that confirm and reject those that
 * wait. An administrator decides how a sheet in a conflict counts.
 */
export function SheetReviewTable({ eventId, ruleSet, reviews, onDecided }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const [rejected, setRejected] = useState<SheetReview>()
  const { saving, errors, save } = useSubmitWithToasts({
    isShownByField: ({ fields }) => fields.reason !== undefined,
  })
  const close = () => setRejected(undefined)
  const decide = ({ sheetId }: SheetReview, decision: ReviewSheetRequest) =>
    save(
      () =>
        callApi('POST /api/admin/events/:eventId/judge-sheets/:sheetId/review', {
          params: { eventId, sheetId },
          json: decision,
        }),
      () => {
        close()
        onDecided()
      },
    )
  /** Decides a conflict: the sheet replaces a recorded attempt, or is a further one. */
  const resolve = (review: SheetReview, replaces: string | null) => {
    const expected = review.recorded.map(({ id, version }) => ({ id, version }))
    void decide(review, { decision: 'confirm', reason: '', resolution: { expected, replaces } })
  }
  const describeSheet = (review: SheetReview) => {
    const { round, values, score, timeMs, ruleVersion, replaces, needsDecision, recorded, opponent } = review
    const group = ruleSet ? findRound(ruleSet, round)?.group : undefined
    const sides = opponent ? [review, opponent] : []
    const nameSide = (teamId: string) => {
      const side = sides.find((each) => each.teamId === teamId)
      return side ? `${isolateText(side.teamName, lang)}: ` : ''
    }
    return (
      <>
        {sides.map((side) => (
          <div key={side.teamId}>
            <Bdi>{side.teamName}</Bdi>: <bdi dir="ltr">{formatNumber(side.score, lang)}</bdi>
            {group && side.values ? (
              <Text size="sm">{formatSheetValues(t, lang, group, side.values)}</Text>
            ) : null}
          </div>
        ))}
        {opponent ? null : (
          <>
            {t('scoreSheet.total')}: <bdi dir="ltr">{formatPointsAndTime(score, timeMs, lang)}</bdi>
            {group && values ? <Text size="sm">{formatSheetValues(t, lang, group, values)}</Text> : null}
          </>
        )}
        {ruleVersion === null ? null : (
          <Text size="sm">{t('adminJudging.reviews.ruleVersion', { version: ruleVersion })}</Text>
        )}
        {needsDecision
          ? recorded.map((attempt) => (
              <Text key={attempt.id} size="sm">
                {nameSide(attempt.teamId)}
                {t('adminJudging.sheets.recorded', {
                  result: formatPointsAndTime(attempt.score, attempt.timeMs, lang),
                  judge: attempt.judgeName || '–',
                })}
              </Text>
            ))
          : null}
        {replaces === null ? null : <Text size="sm">{t('adminJudging.reviews.correction')}</Text>}
      </>
    )
  }
  const describeRejection = ({ reviewerName, reason: why }: SheetReview) =>
    reviewerName
      ? t('adminJudging.reviews.rejectedBy', {
          name: reviewerName,
          reason: why,
        })
      : t('adminJudging.reviews.rejectedByOrganizer', { reason: why })
  return (
    <>
      <StackedTable
        label={t('adminJudging.tabs.reviews')}
        minWidth={900}
        rows={reviews}
        getKey={({ sheetId }) => sheetId}
        columns={[
          {
            title: t('adminJudging.reviews.team'),
            render: (review) =>
              [review, ...(review.opponent ? [review.opponent] : [])].map(({ teamNo, teamName }) => (
                <div key={teamNo}>
                  <b>
                    {teamNo} · <Bdi>{teamName}</Bdi>
                  </b>
                </div>
              )),
          },
          {
            title: t('adminJudging.reviews.round'),
            render: ({ round, opponent }) =>
              opponent
                ? t('adminJudging.reviews.match', { number: round })
                : (findRoundLabel(ruleSet, round)?.[lang] ?? round),
          },
          { title: t('adminJudging.reviews.sheet'), render: describeSheet },
          {
            title: t('adminJudging.reviews.judge'),
            render: ({ judgeName, judgedAt }) => (
              <>
                <Bdi>{judgeName}</Bdi>
                <Text size="sm">{formatDateTime(judgedAt)}</Text>
              </>
            ),
          },
          {
            title: t('adminJudging.reviews.state'),
            render: (review) => (
              <>
                <StatusBadge status={review.status === 'rejected' ? 'problem' : 'open'}>
                  {t(`adminJudging.reviews.states.${review.needsDecision ? 'undecided' : review.status}`)}
                </StatusBadge>
                {review.status === 'rejected' ? <Text size="sm">{describeRejection(review)}</Text> : null}
              </>
            ),
          },
          {
            title: t('adminScores.actions'),
            isActions: true,
            render: (review) =>
              review.status === 'waiting' ? (
                <Group gap="xs" {...(review.needsDecision ? {} : { wrap: 'nowrap' })}>
                  {review.needsDecision ? (
                    <>
                      {(review.opponent ? [] : review.recorded).map((attempt) => (
                        <Button
                          key={attempt.id}
                          size="xs"
                          disabled={saving}
                          onClick={() => resolve(review, attempt.id)}
                        >
                          {t('adminJudging.reviews.replace', { points: formatNumber(attempt.score, lang) })}
                        </Button>
                      ))}
                      <Button
                        size="xs"
                        variant="default"
                        disabled={saving}
                        onClick={() => resolve(review, null)}
                      >
                        {t(
                          `adminJudging.reviews.${review.recorded.length === 0 ? 'confirm' : review.opponent ? 'replaceMatch' : 'add'}`,
                        )}
                      </Button>
                    </>
                  ) : (
                    <Button
                      size="xs"
                      disabled={saving}
                      onClick={() => void decide(review, { decision: 'confirm', reason: '' })}
                    >
                      {t('adminJudging.reviews.confirm')}
                    </Button>
                  )}
                  <Button size="xs" variant="default" disabled={saving} onClick={() => setRejected(review)}>
                    {t('adminJudging.reviews.reject')}
                  </Button>
                </Group>
              ) : null,
          },
        ]}
      />
      {rejected ? (
        <ConfirmWithReasonDialog
          title={t('adminJudging.reviews.rejectTitle', { team: rejected.teamName })}
          text={t('adminJudging.reviews.rejectText')}
          action={t('adminJudging.reviews.reject')}
          label={t('adminJudging.reviews.reason')}
          description={t('adminJudging.reviews.reasonHint')}
          maxLength={sheetReviewLimits.reason}
          busy={saving}
          error={errors.reason}
          onClose={close}
          onConfirm={(reason) => void decide(rejected, { decision: 'reject', reason })}
        />
      ) : null}
    </>
  )
}
