import { type ScoreField, scoreFields, scoreLimits } from '#contract/event/scores/score.ts'
import type { RuleSet, ScoreSheetField } from '#contract/event/scoring/rule-set.schema.ts'
import { disqualifiedKey, judgeKey, rankingColumns } from '#contract/event/scoring/rule-set.ts'
import { listRoundsOrPossibleMatches } from '#contract/event/scoring/rule-set-sheet.ts'
import type { TextKind } from '#contract/platform/text.ts'
import { adminJudging as arJudging } from '#i18n/ar/admin-judging.ts'
import { adminScores as arScores } from '#i18n/ar/admin-scores.ts'
import { common as arCommon } from '#i18n/ar/common.ts'
import { scoreSheet as arScoreSheet } from '#i18n/ar/judging.ts'
import { adminJudging as enJudging } from '#i18n/en/admin-judging.ts'
import { adminScores as enScores } from '#i18n/en/admin-scores.ts'
import { common as enCommon } from '#i18n/en/common.ts'
import {
  buildImportColumnValueOptions,
  buildTitleAndOtherTitlesOfColumn,
  importColumnTexts,
  missionTypeSpellings,
  yesNoOptions,
} from '#server/platform/http/import-column-texts.ts'
import { createCsvImport } from '#server/platform/imports/define-import.ts'
import type { ImportColumn, ImportColumns, ImportOption } from '#server/platform/lib/import-columns.ts'
import { type JudgeName, toJudgeNamesOrIdsIfAmbiguous } from '../write/queries-judges.ts'
import {
  isScoreImportKeyUsed,
  listAlreadyStoredAttemptWarnings,
  parseAndCheckScoreImport,
  readScoreImportContextOrThrow,
  toScoreImportReplyRow,
  undoScoreImport,
  writeImportedScoresWithLogs,
} from './import-scores.ts'
import type { ScoreColumn } from './parse-files.ts'

const { en, ar } = importColumnTexts
const commonScoreFields = [
  'playerName',
  'playerEmail',
  'teamNo',
  'teamName',
  'schoolName',
  'missionType',
  'at',
  'note',
] as const
/** The columns of our own file of a ranking that become the attempt of a line: the total of each entry. */
const rankingAlternatives: Partial<Record<ScoreField, string[]>> = {
  playerName: ['player_name'],
  playerEmail: ['player_email'],
  score: ['total_score'],
  timeMs: ['total_time'],
  at: ['reached_at'],
}
/** The columns of our own files that an import does not need. */
const ignored = new Set<string>(rankingColumns)

const cellKinds: Partial<Record<ScoreField, TextKind>> = {
  playerName: 'name',
  teamName: 'name',
  schoolName: 'name',
  teamNo: 'name',
  note: 'lines',
}
const buildColumn = (field: ScoreField): ImportColumn<ScoreColumn> => ({
  name: scoreFields[field].column,
  ...buildTitleAndOtherTitlesOfColumn(
    { en: enScores.fields[field], ar: arScores.fields[field] },
    { en: en.score[field], ar: ar.score[field] },
  ),
  alternatives: rankingAlternatives[field] ?? [],
  ...(cellKinds[field] ? { text: cellKinds[field] } : {}),
  required: field === 'score',
  ...(field === 'teamName' ? { numbersAre: scoreFields.teamNo.column } : {}),
  ...(field === 'playerEmail' ? { format: 'email' as const } : {}),
  ...(field === 'at' ? { format: 'instant' as const } : {}),
  ...(field === 'missionType'
    ? {
        options: buildImportColumnValueOptions(
          { en: enCommon.missionType, ar: arCommon.missionType },
          missionTypeSpellings,
        ),
      }
    : {}),
})

/** The competition of a team whose number teams of several competitions have. */
const competitionColumn: ImportColumn<'competition'> = {
  name: 'competition',
  ...buildTitleAndOtherTitlesOfColumn(
    { en: enJudging.schedule.columns.competition, ar: arJudging.schedule.columns.competition },
    { en: en.score.competition, ar: ar.score.competition },
  ),
}

/** The columns of a file of attempts. */
export const scoreImportColumns: ImportColumns<ScoreColumn> = {
  columns: [...(Object.keys(scoreFields) as ScoreField[]).map(buildColumn), competitionColumn],
  isIgnored: (header) => ignored.has(header),
}

/**
 * Returns the allowed values of a column: those of all its fields, which have the same key in different
 * groups.
 */
const toFieldOptions = (fields: readonly ScoreSheetField[]): Pick<ImportColumn, 'options'> => {
  const options = fields.flatMap((field): readonly ImportOption[] =>
    field.kind === 'choice'
      ? field.options.map(({ key, label }) => ({ value: key, label }))
      : field.kind === 'yesNo'
        ? yesNoOptions
        : [],
  )
  return options.length > 0
    ? { options: [...new Map(options.map((option) => [option.value, option])).values()] }
    : {}
}

/**
 * Returns the columns of a file of score sheets: those of the participant, the round, the judge where a round
 * has a panel, and the fields of all rounds by their keys. A line is one attempt. A judge has the name as
 * value where no other judge has it, or the id.
 */
export const buildSheetImportColumns = (
  { groups, matches }: RuleSet,
  judges: readonly JudgeName[] = [],
): ImportColumns => {
  const fields = Map.groupBy(
    groups.flatMap((group) => group.fields),
    ({ key }) => key,
  )
  return {
    columns: [
      ...commonScoreFields.map((field) => buildColumn(field)),
      // a field of the sheets may have the key
      ...(fields.has(competitionColumn.name) ? [] : [competitionColumn]),
      {
        name: 'round',
        title: { en: en.round, ar: ar.round },
        alternatives: ['mission'],
        options: listRoundsOrPossibleMatches({ groups, matches }).map(({ number, round }) => ({
          value: round.key,
          label: round.label,
          others: [String(number)],
        })),
      },
      ...[...fields].map(([name, [field, ...others]]) => ({
        name,
        title: field?.label ?? { en: name, ar: name },
        otherTitles: others.flatMap(({ label }) => [label.en, label.ar]),
        ...toFieldOptions([field, ...others].filter((each) => each !== undefined)),
      })),
      {
        name: disqualifiedKey,
        title: { en: en.disqualified, ar: ar.disqualified },
        otherTitles: [arScoreSheet.disqualified],
        options: yesNoOptions,
      },
      ...(groups.some(({ panel }) => panel)
        ? [
            {
              name: judgeKey,
              title: { en: en.judge, ar: ar.judge },
              options: judges.map(({ id, name }) => ({ value: id, label: { en: name, ar: name } })),
            },
          ]
        : []),
    ],
    isIgnored: (header) => ignored.has(header),
  }
}

/** The import of attempts, in an event with a rule set of score sheets. A repeat with the same key changes nothing. */
export const scoreImport = createCsvImport('scores', {
  maxRows: scoreLimits.importLines,
  open: readScoreImportContextOrThrow,
  columns: ({ rules: { ruleSet }, judges, needsTimes }): ImportColumns =>
    ruleSet
      ? buildSheetImportColumns(ruleSet, judges && toJudgeNamesOrIdsIfAmbiguous(judges))
      : {
          ...scoreImportColumns,
          columns: scoreImportColumns.columns.map((column) =>
            column.name === 'time' ? { ...column, required: needsTimes } : column,
          ),
        },
  parse: (file, target) => parseAndCheckScoreImport(file, target, buildSheetImportColumns),
  toRow: toScoreImportReplyRow,
  listPreviewWarnings: listAlreadyStoredAttemptWarnings,
  isRepeated: isScoreImportKeyUsed,
  write: writeImportedScoresWithLogs,
  undo: undoScoreImport,
})
