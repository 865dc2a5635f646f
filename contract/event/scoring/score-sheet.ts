import type { TeamScore } from '#contract/people/teams/team.schema.ts'

/** An entry of a competition's score sheet, and the CSV columns that it has. */
export type ScoreSheetEntry = { key: string; score: boolean; time: boolean }
type Cell = string | number | null
/** The total of a team by the rule set of its event. */
export type RuledSheetTotal = { totalScore: number; totalTimeMs: number }
/** `ruled` is absent for a team whose scores do not come from an event with a rule set. */
type Column = { name: string; value: (scores: readonly TeamScore[], ruled?: RuledSheetTotal) => Cell }

const createEntries = (prefix: string, count: number, time: boolean): ScoreSheetEntry[] =>
  Array.from({ length: count }, (_, at) => ({ key: `${prefix}${at + 1}`, score: true, time }))
const createSingleEntry = (key: string): ScoreSheetEntry => ({ key, score: true, time: false })

/**
 * Lists the entries of the score sheet of a competition in order. A competition that is not one of the five
 * known ones has rounds with score and time. `rounds` is the number of rounds where the competition sets it.
 */
export const listScoreSheetEntryDefinitions = (slug: string, rounds: number): ScoreSheetEntry[] => {
  switch (slug) {
    case 'future_engineers':
      return [
        ...createEntries('open', 2, true),
        ...createEntries('obstacle', 2, true),
        createSingleEntry('documentation'),
      ]
    case 'robosports':
      return createEntries('game', rounds, false)
    case 'future_innovators':
      return [
        createSingleEntry('innovation'),
        createSingleEntry('solution'),
        createSingleEntry('presentation'),
      ]
    case 'virtual_robot_challenges':
      return createEntries('run', rounds, true)
    default:
      return createEntries('r', rounds, true)
  }
}

/** Returns the best score: most points, then least time. */
const findBest = (scores: readonly TeamScore[]): TeamScore | undefined =>
  scores.toSorted((a, b) => b.score - a.score || a.timeMs - b.timeMs)[0]
const roundPoints = (points: number) => Math.round(points * 1000) / 1000
const sumPoints = (scores: readonly TeamScore[]) =>
  roundPoints(scores.reduce((total, { score }) => total + score, 0))
/** Converts a time to seconds; null for one that was not measured. */
const toSecondsOrNull = (ms: number | undefined) => (ms ? ms / 1000 : null)
const findByKey = (scores: readonly TeamScore[], key: string) => scores.find((score) => score.key === key)
const filterByPrefix = (scores: readonly TeamScore[], prefix: string) =>
  scores.filter(({ key }) => key.startsWith(prefix))

/**
 * Computes the total of a team in its competition: Future Engineers (2024) best open round + best obstacle
 * round + documentation; elsewhere the points of all rounds, games or judges add up.
 */
export const computeTeamCompetitionPoints = (slug: string, scores: readonly TeamScore[]): number => {
  if (slug === 'future_engineers') {
    const parts = ['open', 'obstacle', 'documentation'].map(
      (prefix) => findBest(filterByPrefix(scores, prefix))?.score ?? 0,
    )
    return roundPoints(parts.reduce((total, part) => total + part, 0))
  }
  return sumPoints(scores)
}

const scoreAndTime = (list: readonly ScoreSheetEntry[]): Column[] =>
  list.flatMap(({ key, time }): Column[] => [
    { name: `${key || 'other'}_score`, value: (scores) => findByKey(scores, key)?.score ?? null },
    ...(time
      ? [
          {
            name: `${key || 'other'}_time`,
            value: (scores: readonly TeamScore[]) => toSecondsOrNull(findByKey(scores, key)?.timeMs),
          },
        ]
      : []),
  ])
const bestColumns: Column[] = [
  { name: 'best_score', value: (scores) => findBest(scores)?.score ?? null },
  { name: 'best_time', value: (scores) => toSecondsOrNull(findBest(scores)?.timeMs) },
]
const findFirstText = (scores: readonly TeamScore[], field: 'youtubeLink' | 'file' | 'github', prefix = '') =>
  scores.find((score) => score.key.startsWith(prefix) && score[field] !== '')?.[field] ?? ''

/** The entries that the score sheets in a file have, and the greatest number of matches of a team. */
export type ScoreSheetContents = { entries: readonly ScoreSheetEntry[]; matches: number }

/** The matches of RoboSports that a file has at least. */
const minMatches = 3
const matchColumns = (count: number): Column[] =>
  Array.from({ length: count }, (_, nth): Column[] => {
    const find = (scores: readonly TeamScore[]) => scores.flatMap(({ matches }) => matches)[nth]
    return [
      { name: `m${nth + 1}_fbs`, value: (scores) => find(scores)?.fbs ?? null },
      { name: `m${nth + 1}_obs`, value: (scores) => find(scores)?.obs ?? null },
      { name: `m${nth + 1}_youtube`, value: (scores) => find(scores)?.youtubeLink ?? '' },
    ]
  }).flat()

/**
 * Lists the columns of a competition around those of its entries or matches, `entries`. Times are in seconds.
 */
const listCompetitionColumns = (slug: string, entries: readonly Column[]): Column[] => {
  const total: Column = {
    name: 'total_score',
    value: (scores, ruled) =>
      scores.length > 0 ? (ruled?.totalScore ?? computeTeamCompetitionPoints(slug, scores)) : null,
  }
  switch (slug) {
    case 'future_engineers':
      return [
        ...entries,
        { name: 'github', value: (scores) => findFirstText(scores, 'github') },
        { name: 'youtube_open', value: (scores) => findFirstText(scores, 'youtubeLink', 'open') },
        { name: 'youtube_obstacle', value: (scores) => findFirstText(scores, 'youtubeLink', 'obstacle') },
        total,
      ]
    case 'robosports':
      return [...entries, total]
    case 'future_innovators':
      return [
        ...entries,
        total,
        { name: 'report_file', value: (scores) => findFirstText(scores, 'file') },
        { name: 'youtube_link', value: (scores) => findFirstText(scores, 'youtubeLink') },
      ]
    case 'virtual_robot_challenges':
      return [
        ...entries,
        ...bestColumns,
        { name: 'file', value: (scores) => findFirstText(scores, 'file') },
        { name: 'youtube_link', value: (scores) => findFirstText(scores, 'youtubeLink') },
      ]
    default:
      return [
        ...entries,
        ...bestColumns,
        total,
        {
          name: 'total_time',
          value: (scores, ruled) =>
            toSecondsOrNull(
              scores.length > 0
                ? (ruled?.totalTimeMs ?? scores.reduce((all, { timeMs }) => all + timeMs, 0))
                : undefined,
            ),
        },
      ]
  }
}

/**
 * Lists the CSV columns of a competition that follow the common ones. The entries of its own score sheet come
 * first, unless the scores of the file have none of them, and entries with other keys, such as the rounds of
 * an event, come last.
 */
export const listCompetitionScoreCsvColumns = (
  slug: string,
  rounds: number,
  contents: ScoreSheetContents = { entries: [], matches: 0 },
): Column[] => {
  const isRoboSports = slug === 'robosports'
  // a file of RoboSports has the matches of its own sheet, not the points of each game
  const own = isRoboSports ? [] : listScoreSheetEntryDefinitions(slug, rounds)
  const isOwn = ({ key }: ScoreSheetEntry) => own.some((entry) => entry.key === key)
  const hasOwn =
    contents.entries.length === 0 || contents.entries.some(isOwn) || (isRoboSports && contents.matches > 0)
  const ownColumns = isRoboSports ? matchColumns(Math.max(minMatches, contents.matches)) : scoreAndTime(own)
  const columns = listCompetitionColumns(slug, hasOwn ? ownColumns : [])
  const names = new Set(columns.map(({ name }) => name))
  const others = scoreAndTime(contents.entries.filter((entry) => !isOwn(entry))).map(({ name, value }) => {
    let otherName = name
    while (names.has(otherName)) otherName = `other_${otherName}`
    names.add(otherName)
    return { name: otherName, value }
  })
  return [...columns, ...others]
}
