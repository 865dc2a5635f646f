import { Alert, Badge, Group, Stack, Text, Title } from '@mantine/core'
import type { JudgeEventData } from '#contract/judge-sheet.ts'
import type { SheetReview } from '#contract/sheet-review.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './judge.module.css'
import { JudgePanelHeader } from './judge-panel-header.tsx'
import { listJudgeRounds, listKnownAttempts } from './judge-rounds.ts'
import { RejectedSheetCard } from './rejected-sheet-card.tsx'
import { SheetReviewActions } from './sheet-review-actions.tsx'
import { SheetSummary } from './sheet-summary.tsx'
import { useAttemptFormatter } from './use-attempt-formatter.ts'
import type { Judge } from './use-judge-app.ts'
import { usePlainLabels } from './use-plain-labels.ts'

/** Shows the sheets of an event that wait for a second judge, first those of others, and the rejected sheets of this judge. */
export function ReviewPanel({ judge, data, onClose }: { judge: Judge; data: JudgeEventData; onClose: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const formatAttempt = useAttemptFormatter()
  const rounds = listJudgeRounds(data, usePlainLabels())
  const isOwn = ({ judgeId }: SheetReview) => judgeId === data.session.judge.id
  const waiting = data.reviews.filter(({ status }) => status === 'waiting').toSorted((a, b) => Number(isOwn(a)) - Number(isOwn(b)))
  const rejected = data.reviews.filter((review) => review.status === 'rejected' && isOwn(review))

  const renderSheet = (review: SheetReview) => {
    const { sheetId, teamId, teamNo, teamName, judgeName, score, timeMs, ruleVersion } = review
    const round = rounds.find(({ number }) => number === review.round)
    return (
      <li key={sheetId} data-review={isOwn(review) ? 'own' : 'other'}>
        <Stack gap="sm" className={styles.card}>
          <Group justify="space-between" align="flex-start">
            <div>
              <Title order={2} size="h4">
                {teamNo} · <bdi>{teamName}</bdi>
              </Title>
              <Text size="sm">
                {round ? `${round.label[lang]} · ` : ''}
                {t('judge.review.sentBy', { judge: `\u2068${judgeName || '–'}\u2069` })}
                {ruleVersion === null ? '' : ` · ${t('judge.review.ruleVersion', { version: ruleVersion })}`}
              </Text>
            </div>
            <Badge variant="outline" tt="none">
              {t('judge.review.waiting')}
            </Badge>
          </Group>
          {round ? (
            <SheetSummary
              group={round.group}
              values={data.ruleSet ? (review.values ?? {}) : { points: score, time: timeMs }}
              result={{ points: score, timeMs }}
            />
          ) : null}
          {review.replaces === null ? null : <Text>{t('judge.review.correction')}</Text>}
          {listKnownAttempts(data.attempts, teamId, review.round).map((attempt) => (
            <Text key={attempt.id}>{formatAttempt('judge.review.recorded', attempt)}</Text>
          ))}
          {isOwn(review) ? <Text>{t('judge.review.own')}</Text> : <SheetReviewActions judge={judge} review={review} />}
        </Stack>
      </li>
    )
  }
  return (
    <Stack gap="lg">
      <JudgePanelHeader title={t('judge.review.title')} onClose={onClose} />
      <Text>{t('judge.review.text')}</Text>
      {judge.isOnline ? null : <Alert color="yellow">{t('judge.review.offline')}</Alert>}
      {waiting.length === 0 ? <Text>{t('judge.review.empty')}</Text> : <ul className={styles.list}>{waiting.map(renderSheet)}</ul>}
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
