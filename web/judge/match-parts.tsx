import { Table, Text } from '@mantine/core'
import type { RecordedAttempt } from '#contract/judge.ts'
import type { ScoreSheetValues } from '#contract/rule-set.schema.ts'
import { disqualifiedKey } from '#contract/rule-set.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { findSideOfTeam, type MatchEventData } from './judge-matches.ts'
import { useMatchFormats } from './use-match-formats.ts'

type SheetTeamsProps = { teamNo: number; teamName: string; opponent?: { teamNo: number; teamName: string } | null | undefined }

/** Names the team of a sheet, or a team of each side of a match. */
export function SheetTeams({ teamNo, teamName, opponent }: SheetTeamsProps) {
  const { t } = useTranslation()
  return (
    <>
      {teamNo} · <bdi>{teamName}</bdi>
      {opponent ? (
        <>
          {` ${t('judge.match.versus')} `}
          {opponent.teamNo} · <bdi>{opponent.teamName}</bdi>
        </>
      ) : null}
    </>
  )
}

/** Returns a function that formats the points of a sheet, with those of the other side of a match in the order of the language. */
export const useSheetPointsFormatter = () => {
  const lang = useLang()
  return (points: number, opponentPoints: number | undefined): string =>
    opponentPoints === undefined ? formatNumber(points, lang) : `${formatNumber(points, lang)} : ${formatNumber(opponentPoints, lang)}`
}

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

/** Shows the result of the sheets of a match beside the recorded one, also the attempts of sides that the sheet does not have. */
export function MatchComparison({ data, own, sides, recorded }: MatchComparisonProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatSide } = useMatchFormats(data)
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
                {t('judge.problem.theirs')} <bdi>{recorded[0]?.judgeName}</bdi>
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
