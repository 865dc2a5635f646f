import { type ScoreField, scoreFields } from '#contract/score.ts'
import { adminScores as arScores } from '#i18n/ar/admin-scores.ts'
import { common as arCommon } from '#i18n/ar/common.ts'
import { adminScores as enScores } from '#i18n/en/admin-scores.ts'
import { common as enCommon } from '#i18n/en/common.ts'
import { importColumnTexts, missionTypeSpellings, toColumnTitles, toImportOptions } from '#server/http/import-column-titles.ts'
import type { ImportColumn } from '#server/lib/import-columns.ts'
import type { ScoreColumn, ScoreImportColumns } from './import.ts'

const { en, ar } = importColumnTexts
/** The columns of our own file of a ranking that become the attempt of a line: the total of each entry. */
const rankingColumns: Partial<Record<ScoreField, string[]>> = {
  playerName: ['player_name'],
  playerEmail: ['player_email'],
  score: ['total_score'],
  timeMs: ['total_time'],
  at: ['reached_at'],
}
const ignored = new Set(['rank', 'total_score', 'total_time', 'last_score', 'last_time', 'attempts', 'reached_at'])

/** The columns of a file of attempts. */
export const scoreImportColumns: ScoreImportColumns = {
  columns: (Object.keys(scoreFields) as ScoreField[]).map(
    (field): ImportColumn<ScoreColumn> => ({
      name: scoreFields[field].column,
      ...toColumnTitles({ en: enScores.fields[field], ar: arScores.fields[field] }, { en: en.score[field], ar: ar.score[field] }),
      alternatives: rankingColumns[field] ?? [],
      required: field === 'score' || field === 'timeMs',
      ...(field === 'playerEmail' ? { format: 'email' as const } : {}),
      ...(field === 'at' ? { format: 'instant' as const } : {}),
      ...(field === 'missionType'
        ? { options: toImportOptions({ en: enCommon.missionType, ar: arCommon.missionType }, missionTypeSpellings) }
        : {}),
    }),
  ),
  isIgnored: (header) => ignored.has(header),
}
