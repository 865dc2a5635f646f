import { disqualifiedKey, type RuleSet, type ScoreSheetField } from '#contract/rule-set.ts'
import { formatCsvRow } from '#contract/rules/csv.ts'
import { getFieldMaxValue } from '#contract/rules/rule-set-sheet.ts'
import { scoreFields } from '#contract/score.ts'
import { formatAttemptTime } from '#web/shared/format-attempt-time.ts'

const participantColumns = (['playerName', 'playerEmail', 'teamNo', 'teamName', 'schoolName', 'missionType'] as const).map(
  (field) => scoreFields[field].column,
)

const formatExampleValue = (group: RuleSet['groups'][number], field: ScoreSheetField | undefined): string => {
  if (!field) return ''
  if (field.kind === 'yesNo') return 'true'
  if (field.kind === 'choice') return field.options[0]?.key ?? ''
  return field.kind === 'time' ? formatAttemptTime(getFieldMaxValue(group, field)) : String(getFieldMaxValue(group, field))
}

/** Builds the columns of a CSV file of score sheets, and a line for the first round of each group. */
export const buildSheetImportExample = ({ groups }: RuleSet): { columns: string[]; example: string } => {
  const keys = [...new Set(groups.flatMap(({ fields }) => fields.map(({ key }) => key)))]
  const rows = groups.map((group) =>
    formatCsvRow([
      ...['', '', '12', 'Falcons', 'Al Noor School', '2'],
      group.rounds[0]?.key,
      ...keys.map((key) =>
        formatExampleValue(
          group,
          group.fields.find((field) => field.key === key),
        ),
      ),
      '',
      '2026-03-01T10:30:00Z',
      '',
    ]),
  )
  return {
    columns: [...participantColumns, 'round', ...keys, disqualifiedKey, scoreFields.at.column, scoreFields.note.column],
    example: rows.join(''),
  }
}
