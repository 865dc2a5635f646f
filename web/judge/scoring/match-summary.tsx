import { Alert, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { RecordedAttempt } from '#contract/event/judging/judge.ts'
import type { SheetReview } from '#contract/event/judging/judge-sheet.schema.ts'
import type { ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { disqualifiedKey } from '#contract/event/scoring/rule-set.ts'
import { computeSheetPointsAndTime } from '#contract/event/scoring/rule-set-sheet.ts'
import type { QueueEntry } from '#web/judge/judge-store.ts'
import { SheetSummary } from '#web/judge/sheet-summary.tsx'
import { useMatchFormatters } from '#web/judge/use-judge-formats.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import styles from '../judge.module.css'
import {
  computeMatchSheetsResult,
  findSideOfTeam,
  type MatchEventData,
  type MatchSheets,
  predictMatchSheetChanges,
} from './judge-matches.ts'
import type { JudgeRound } from './selectable-rounds.ts'

type SideResult = { teamId: string; values: ScoreSheetValues | null; points: number }
type MatchComparisonProps = {
  data: MatchEventData
  /** What the result of the sheet is called. */
  own: string
  /** The result of the sheet. */
  sides: readonly [SideResult, SideResult]
  /** The recorded attempts of the match. */
  recorded: readonly RecordedAttempt[]
}

/**
 * Shows the result of the sheets of a match beside the recorded one, also the attempts of sides that the
 * sheet does not have.
 */
export function MatchResultComparison({ data, own, sides, recorded }: MatchComparisonProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatSide } = useMatchFormatters(data)
  const columns = sides.map(({ teamId }) => findSideOfTeam(data, teamId))
  const bySide = Map.groupBy(recorded, ({ teamId }) => findSideOfTeam(data, teamId))
  const formatPoints = (points: number, values: ScoreSheetValues | null) =>
    values?.[disqualifiedKey] === true ? t('judge.match.absentShort') : formatNumber(points, lang)
  return (
    <>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('judge.problem.version')}</Table.Th>
            {columns.map((side) => (
              <Table.Th key={side} ta="end">
                {formatSide(side)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Td>{own}</Table.Td>
            {sides.map(({ teamId, points, values }) => (
              <Table.Td key={teamId} ta="end">
                {formatPoints(points, values)}
              </Table.Td>
            ))}
          </Table.Tr>
          {recorded.length > 0 ? (
            <Table.Tr>
              <Table.Td>
                {t('judge.problem.theirs')} <Bdi>{recorded[0]?.judgeName}</Bdi>
              </Table.Td>
              {columns.map((side) => {
                const attempt = bySide.get(side)?.at(-1)
                return (
                  <Table.Td key={side} ta="end">
                    {attempt ? formatPoints(attempt.score, attempt.values) : '–'}
                  </Table.Td>
                )
              })}
            </Table.Tr>
          ) : null}
        </Table.Tbody>
      </Table>
      {[...bySide].map(([side, attempts]) => {
        const attempt = attempts.at(-1)
        return columns.includes(side) || !attempt ? null : (
          <Text key={side}>
            {t('judge.problem.theirs')}: {formatSide(side)}, {formatPoints(attempt.score, attempt.values)}
          </Text>
        )
      })}
    </>
  )
}

type MatchSummaryProps = {
  data: MatchEventData
  queue: readonly QueueEntry[]
  /** The matches with their names. */
  rounds: readonly JudgeRound[]
  sheets: MatchSheets
}

/**
 * Shows the filled-in sheets of both sides of a match with the result, and what it changes in other matches.
 */
export function MatchSheetsAndTournamentChanges({ data, queue, rounds, sheets }: MatchSummaryProps) {
  const { t, i18n } = useTranslation()
  const { formatSide, formatResult, formatChange } = useMatchFormatters(data)
  const changes = useMemo(() => predictMatchSheetChanges(data, queue, sheets), [data, queue, sheets])
  const nameMatch = (match: number) =>
    rounds.find(({ number }) => number === match)?.label[i18n.language] ?? String(match)
  const [group] = data.ruleSet.groups
  const both = [sheets, ...(sheets.opponent ? [sheets.opponent] : [])].map(({ teamId, values }) => ({
    teamId,
    values: values ?? {},
  }))
  const sides = [
    findSideOfTeam(data, sheets.teamId),
    findSideOfTeam(data, sheets.opponent?.teamId ?? ''),
  ] as const
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
                result={{ points: computeSheetPointsAndTime(data.ruleSet, group, values).points }}
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
      {changes.ownSides === 'expected' ? null : (
        <Alert color="yellow">{t(`judge.match.ownSides.${changes.ownSides}`)}</Alert>
      )}
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

type ReviewProps = Pick<MatchSummaryProps, 'data' | 'queue' | 'rounds'> & {
  review: SheetReview
  opponent: NonNullable<SheetReview['opponent']>
}

/** Shows the sheets of a match that wait, beside the recorded result. */
export function MatchReviewWithRecordedResult({ data, queue, rounds, review, opponent }: ReviewProps) {
  const { t } = useTranslation()
  const sides = [
    { ...review, points: review.score },
    { ...opponent, points: opponent.score },
  ] as const
  return (
    <>
      <MatchSheetsAndTournamentChanges data={data} queue={queue} rounds={rounds} sheets={review} />
      {review.recorded.length > 0 ? (
        <MatchResultComparison
          data={data}
          own={t('judge.review.sentBy', { judge: review.judgeName || '–' })}
          sides={sides}
          recorded={review.recorded}
        />
      ) : null}
    </>
  )
}
