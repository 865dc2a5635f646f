import { msPerDay } from '../../platform/time.ts'

export const ruleSetTemplateKeys = [
  'robo_mission',
  'future_engineers',
  'robosports',
  'future_innovators',
  'virtual_robot_challenges',
] as const
export type RuleSetTemplateKey = (typeof ruleSetTemplateKeys)[number]

/**
 * How results by a rule set are calculated. 1: a time that was not recorded counts as 0. 2: it is missing and
 * ranks last, and the values of fields are compared in thousandths. 3: places of judges who have placed
 * different numbers of teams are compared by their share of the teams, a time that its condition leaves out
 * adds nothing to a sum, and ranks count an alliance once. 4: such a time adds nothing to a mean, a median or
 * a trimmed mean of rounds either. The score log names the version in its rows about rules; a row without one
 * means 1.
 */
export const calculationVersions = [1, 2, 3, 4] as const
export type CalculationVersion = (typeof calculationVersions)[number]
/** The version with which new events and newly saved rule sets are calculated. */
export const newestCalculation: CalculationVersion = 4

/**
 * How the rounds of a group give one result. `trimmedMean` is the mean without the best and the worst round.
 */
export const roundCombinations = ['best', 'sum', 'mean', 'median', 'trimmedMean'] as const
export type RoundCombination = (typeof roundCombinations)[number]
/**
 * How the sheets of the judges of a panel give one result. `trimmedMean` is the mean without the highest and
 * the lowest sheet; `sumOfPlaces` ranks by the places that each judge gives.
 */
export const panelCombinations = ['mean', 'trimmedMean', 'sumOfPlaces'] as const
export type PanelCombination = (typeof panelCombinations)[number]
/**
 * What a round without an attempt counts as: nothing, a fixed result, or the result of its group is missing.
 */
export const missingRoundKinds = ['zero', 'value', 'missing'] as const
export type MissingRoundKind = (typeof missingRoundKinds)[number]
/**
 * `count` is a number of things, `measure` a decimal, `time` milliseconds, `yesNo` a box to tick, `choice`
 * one of several options.
 */
export const scoreSheetFieldKinds = ['count', 'measure', 'time', 'yesNo', 'choice'] as const
export type ScoreSheetFieldKind = (typeof scoreSheetFieldKinds)[number]
/** Maximum number of changed ranks in the preview of a rule set. */
export const previewedRankChanges = 200
export const rankingOrders = ['high', 'low'] as const
export type RankingOrder = (typeof rankingOrders)[number]

/**
 * Maximum numbers of the parts of a rule set; texts in characters. `points` limits points and values in both
 * directions, `timeMs` limits times.
 */
export const ruleSetLimits = {
  groups: 10,
  rounds: 40,
  totalRounds: 100,
  fields: 40,
  choices: 20,
  caps: 10,
  factors: 10,
  factor: 100,
  rankingKeys: 20,
  judges: 20,
  key: 40,
  label: 100,
  points: 100_000_000,
  timeMs: msPerDay,
} as const

/** Keys have lower-case letters, digits and underscores, because they are columns of CSV files. */
export const ruleSetKeyPattern = /^[a-z][a-z0-9_]*$/
/** The key of the value that marks an attempt as disqualified. */
export const disqualifiedKey = 'disqualified'
/** The key of the value that has the id of the judge of a sheet, in the rounds of a panel. */
export const judgeKey = 'judge'
/** The columns of the CSV file of a ranking that the file of single attempts does not have. */
export const rankingColumns = [
  'rank',
  'attempts',
  'reached_at',
  'total_score',
  'total_time',
  'last_score',
  'last_time',
  'round_score',
  'round_time',
] as const
/** The keys that no field may have: other columns of CSV files of scores. */
export const reservedFieldKeys: readonly string[] = [
  disqualifiedKey,
  judgeKey,
  'name',
  'player_name',
  'email',
  'player_email',
  'team_no',
  'team_name',
  'school',
  'mission_type',
  'mission',
  'round',
  'at',
  'note',
  ...rankingColumns,
]
