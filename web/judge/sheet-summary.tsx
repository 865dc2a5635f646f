import { Table, Text } from '@mantine/core'
import type {
  RoundGroup,
  ScoreSheetField,
  ScoreSheetValues,
} from '#contract/event/scoring/rule-set.schema.ts'
import { disqualifiedKey } from '#contract/event/scoring/rule-set.ts'
import type { SheetResult } from '#contract/event/scoring/rule-set-sheet.ts'
import { isolateText } from '#i18n/text-direction.ts'
import { formatAttemptTime, formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import styles from './judge.module.css'

type SheetTeamsProps = {
  teamNo: number
  teamName: string
  opponent?: { teamNo: number; teamName: string } | null | undefined
}

/** Names the team of a sheet, or a team of each side of a match. */
export function SheetTeamNames({ teamNo, teamName, opponent }: SheetTeamsProps) {
  const { t } = useTranslation()
  return (
    <>
      {teamNo} · <Bdi>{teamName}</Bdi>
      {opponent ? (
        <>
          {` ${t('judge.match.versus')} `}
          {opponent.teamNo} · <Bdi>{opponent.teamName}</Bdi>
        </>
      ) : null}
    </>
  )
}

/**
 * Returns a function that formats the points of a sheet, with those of the other side of a match in the order
 * of the language.
 */
export const useSheetPointsFormatter = () => {
  const lang = useLang()
  return (points: number, opponentPoints: number | undefined): string =>
    opponentPoints === undefined
      ? formatNumber(points, lang)
      : `${formatNumber(points, lang)} : ${formatNumber(opponentPoints, lang)}`
}

type SheetSummaryProps = {
  group: RoundGroup
  values: ScoreSheetValues
  result: Omit<SheetResult, 'timeMs'>
  /** What a disqualification is called, when it means more. */
  disqualifiedLabel?: string
}

/** Shows the values of a filled-in sheet with the result, for the captain of the team. */
export function SheetSummary({ group, values, result, disqualifiedLabel }: SheetSummaryProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const formatValue = (field: ScoreSheetField): string => {
    const value = values[field.key]
    if (field.kind === 'yesNo') return t(value === true ? 'scoreSheet.yes' : 'scoreSheet.no')
    if (field.kind === 'choice') return field.options.find(({ key }) => key === value)?.label[lang] ?? '–'
    if (typeof value !== 'number') return '–'
    return field.kind === 'time' ? isolateText(formatAttemptTime(value), lang) : formatNumber(value, lang)
  }
  const isDisqualified = values[disqualifiedKey] === true
  return (
    <div>
      {isDisqualified ? (
        <Text fw={700}>{disqualifiedLabel ?? t('scoreSheet.disqualified')}</Text>
      ) : (
        <Table fz="lg">
          <Table.Tbody>
            {group.fields.map((field) => (
              <Table.Tr key={field.key}>
                <Table.Th scope="row">{field.label[lang]}</Table.Th>
                <Table.Td ta="end">{formatValue(field)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Text mt="sm">
        {t('judge.sheet.total')} <span className={styles.points}>{formatNumber(result.points, lang)}</span>
      </Text>
    </div>
  )
}
