import { Alert, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { SheetReview } from '#contract/judge-sheet.schema.ts'
import { computeSheetResult } from '#contract/rules/rule-set-sheet.ts'
import { isolate } from '#contract/rules/text.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './judge.module.css'
import { computeMatchSheetsResult, findMatchChanges, findSideOfTeam, type MatchEventData, type MatchSheets } from './judge-matches.ts'
import type { JudgeRound } from './judge-rounds.ts'
import type { QueueEntry } from './judge-store.ts'
import { MatchComparison } from './match-parts.tsx'
import { SheetSummary } from './sheet-summary.tsx'
import { useMatchFormats } from './use-match-formats.ts'

type Props = {
  data: MatchEventData
  queue: readonly QueueEntry[]
  /** The matches with their names. */
  rounds: readonly JudgeRound[]
  sheets: MatchSheets
}

/** Shows the filled-in sheets of both sides of a match with the result, and what it changes in other matches. */
export function MatchSummary({ data, queue, rounds, sheets }: Props) {
  const { t, i18n } = useTranslation()
  const { formatSide, formatResult, formatChange } = useMatchFormats(data)
  const changes = useMemo(() => findMatchChanges(data, queue, sheets), [data, queue, sheets])
  const nameMatch = (match: number) => rounds.find(({ number }) => number === match)?.label[i18n.language] ?? String(match)
  const [group] = data.ruleSet.groups
  const both = [sheets, ...(sheets.opponent ? [sheets.opponent] : [])].map(({ teamId, values }) => ({ teamId, values: values ?? {} }))
  const sides = [findSideOfTeam(data, sheets.teamId), findSideOfTeam(data, sheets.opponent?.teamId ?? '')] as const
  const result = computeMatchSheetsResult(data, sheets)
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {both.map(({ teamId, values }, at) => (
          <section key={teamId} className={styles.card}>
            <Text fw={700} size="lg">
              {formatSide(sides[at])}
            </Text>
            {group ? (
              <SheetSummary
                group={group}
                values={values}
                result={{ points: computeSheetResult(data.ruleSet, group, values).points }}
                disqualifiedLabel={t('judge.match.absent')}
              />
            ) : null}
          </section>
        ))}
      </SimpleGrid>
      {result ? (
        <Text fw={700} size="xl">
          {formatResult(result, sides)}
        </Text>
      ) : null}
      {changes.ownSides === 'expected' ? null : <Alert color="yellow">{t(`judge.match.ownSides.${changes.ownSides}`)}</Alert>}
      {changes.matches.length > 0 ? (
        <Alert color="yellow">
          <Text fw={600}>{t('judge.match.changes.title')}</Text>
          {changes.matches.map((changed) => (
            <Text key={changed.match}>{formatChange(changed, nameMatch(changed.match))}</Text>
          ))}
        </Alert>
      ) : null}
    </Stack>
  )
}

type ReviewProps = Pick<Props, 'data' | 'queue' | 'rounds'> & { review: SheetReview; opponent: NonNullable<SheetReview['opponent']> }

/** Shows the sheets of a match that wait, beside the recorded result. */
export function MatchReview({ data, queue, rounds, review, opponent }: ReviewProps) {
  const { t } = useTranslation()
  const sides = [
    { ...review, points: review.score },
    { ...opponent, points: opponent.score },
  ] as const
  return (
    <>
      <MatchSummary data={data} queue={queue} rounds={rounds} sheets={review} />
      {review.recorded.length > 0 ? (
        <MatchComparison
          data={data}
          own={t('judge.review.sentBy', { judge: isolate(review.judgeName || '–') })}
          sides={sides}
          recorded={review.recorded}
        />
      ) : null}
    </>
  )
}
