import { drawGroupsOrSeedsAndLots, type MatchDraw } from '#contract/event/scoring/match-draw.ts'
import { listPairings } from '#contract/event/scoring/match-list.ts'
import { computeTournamentState, type TournamentState } from '#contract/event/scoring/match-pairings.ts'
import type { MatchAttempt, MatchRuleSet } from '#contract/event/scoring/match-result.ts'
import type { ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { ruleSet as ruleSetSchema } from '#contract/event/scoring/rule-set.schema.ts'
import { disqualifiedKey } from '#contract/event/scoring/rule-set.ts'
import { listSheetValueProblems } from '#contract/event/scoring/rule-set-sheet.ts'
import { parseTable, TableError } from './published-rankings.ts'

type Line = Record<string, string>
/**
 * A match of the file: its line, the label of its group, both sides, and their sheets, undefined when it was
 * not played.
 */
type TableMatch = {
  line: number
  group: string
  /** The numbers of the seeds, empty where the file has none. */
  seeds: [string, string]
  sides: [string, string]
  sheets: [ScoreSheetValues, ScoreSheetValues] | undefined
}
/**
 * A tournament of a file, with what in it contradicts the rules. The ids of entries are the names of teams; a
 * side of several joins them by '+'.
 */
export type MatchTable = { state: TournamentState; groupLabels: string[]; problems: string[] }

/** A text without capitals, spaces and signs: 'Extra time 1' is 'extratime1'. */
const simplify = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
const createReader = (headers: readonly string[]) => {
  const columnByName = new Map(headers.map((header) => [simplify(header), header]))
  return (line: Line, ...names: string[]): string => {
    const column = names.map((name) => columnByName.get(name)).find((found) => found !== undefined)
    return column === undefined ? '' : (line[column] ?? '').trim()
  }
}
/** Returns the name of a side: those of its teams, joined by '+'. */
const normalizeSide = (text: string): string =>
  text
    .split('+')
    .map((name) => name.trim())
    .join('+')
const toEntryIds = ({ matches }: MatchRuleSet, side: string): string[] =>
  matches.teamsPerSide === 1 ? [side] : side.split('+')

/** Reads a rule set with matches from JSON. Throws a `TableError` that names what is wrong. */
export const parseMatchRuleSet = (text: string): MatchRuleSet => {
  const parse = () => {
    try {
      return ruleSetSchema.safeParse(JSON.parse(text))
    } catch (error) {
      throw new TableError(`The rules are no JSON: ${error instanceof Error ? error.message : error}`)
    }
  }
  const { data, error } = parse()
  if (error) {
    const problems = error.issues.map(({ path, message, ...issue }) => {
      const { code = message } = ('params' in issue && issue.params) || {}
      return `  ${path.join('.')}: ${code}`
    })
    throw new TableError(`The rules are not valid:\n${problems.join('\n')}`)
  }
  if (!data.matches) throw new TableError("The rules have no part 'matches'.")
  return { ...data, matches: data.matches }
}

const parseSheet = (
  { groups }: MatchRuleSet,
  read: (...names: string[]) => string,
  nth: 1 | 2,
  lineNumber: number,
): ScoreSheetValues => {
  const [group] = groups
  if (!group) return {}
  const entries = group.fields.flatMap((field): [string, ScoreSheetValues[string]][] => {
    const cell = read(`${simplify(field.key)}${nth}`, `${simplify(field.label.en)}${nth}`)
    if (cell === '') return []
    if (field.kind === 'choice') return [[field.key, cell]]
    return [[field.key, field.kind === 'yesNo' ? /^(?:yes|true|1)$/i.test(cell) : Number(cell)]]
  })
  const isAbsent = read('absent').includes(String(nth))
  const values = { ...Object.fromEntries(entries), ...(isAbsent ? { [disqualifiedKey]: true } : {}) }
  // a walkover needs no score
  const [problem] = listSheetValueProblems(group, values).filter(
    ({ code }) => code !== 'required' || read('absent') === '',
  )
  if (problem)
    throw new TableError(`Line ${lineNumber}: ${problem.field}${nth} is not valid (${problem.code}).`)
  return values
}

const readMatches = (text: string, ruleSet: MatchRuleSet): TableMatch[] => {
  const { headers, lines } = parseTable(text)
  const read = createReader(headers)
  const fields = ruleSet.groups[0]?.fields ?? []
  return lines.map((line, at) => {
    const readCell = (...names: string[]) => read(line, ...names)
    const sides: [string, string] = [
      normalizeSide(readCell('team1', 'side1', 'home')),
      normalizeSide(readCell('team2', 'side2', 'away')),
    ]
    if (sides.includes(''))
      throw new TableError(`Line ${at + 2} has no two teams in the columns Team1 and Team2.`)
    const isPlayed =
      readCell('absent') !== '' ||
      fields.some(({ key, label }) => readCell(`${simplify(key)}1`, `${simplify(label.en)}1`) !== '')
    return {
      line: at + 2,
      group: readCell('group'),
      seeds: [readCell('seed1'), readCell('seed2')],
      sides,
      sheets: isPlayed
        ? [parseSheet(ruleSet, readCell, 1, at + 2), parseSheet(ruleSet, readCell, 2, at + 2)]
        : undefined,
    }
  })
}

/**
 * Creates the draw that the file shows: the sides of its groups, or those of the knock-out in the order of
 * their seeds. `lots` begin the order of the lots.
 */
const createDraw = (
  ruleSet: MatchRuleSet,
  matches: readonly TableMatch[],
  labels: readonly string[],
  lots: readonly string[],
): MatchDraw => {
  const { matches: rules } = ruleSet
  const seeds = new Map(
    matches.flatMap(({ sides, seeds: own }) =>
      sides.map((name, nth) => [name, Number(own[nth] || Number.NaN)] as const),
    ),
  )
  if (!rules.groups && [...seeds.values()].some((number) => !Number.isInteger(number)))
    throw new TableError(
      'A knock-out without groups needs the number of each seed in the columns Seed1 and Seed2.',
    )
  const names = [...seeds.keys()].toSorted((a, b) => (seeds.get(a) ?? 0) - (seeds.get(b) ?? 0))
  const inGroups = labels.map(
    (label) => new Set(matches.filter(({ group }) => group === label).flatMap(({ sides }) => sides)),
  )
  const ordered = rules.groups ? inGroups.flatMap((sides) => [...sides]) : names
  for (const name of lots)
    if (!ordered.includes(name)) throw new TableError(`The lot of '${name}' is of no team in the file.`)
  const sides = ordered.map((name) => toEntryIds(ruleSet, name))
  const drawn = drawGroupsOrSeedsAndLots(rules, sides, '1'.repeat(32))
  const first = lots.map((name) => ordered.indexOf(name))
  return {
    ...drawn,
    sides,
    groups: inGroups.map((group) => [...group].map((name) => ordered.indexOf(name))),
    lots: [...first, ...drawn.lots.filter((side) => !first.includes(side))],
  }
}

/**
 * Reads a tournament from a file of matches: each match of a group by its sides, and each match of a
 * knock-out as the pairing that follows from the matches before it. Throws a `TableError` for a file that
 * cannot be read.
 */
export const readMatchTable = (
  text: string,
  ruleSet: MatchRuleSet,
  lots: readonly string[] = [],
): MatchTable => {
  const matches = readMatches(text, ruleSet)
  const hasGroups = ruleSet.matches.groups !== undefined
  const isInGroup = ({ group }: TableMatch) =>
    hasGroups && (group !== '' || ruleSet.matches.knockOuts.length === 0)
  const groupLabels = hasGroups
    ? [...new Set(matches.filter(isInGroup).map(({ group }) => group))].sort()
    : []
  if (hasGroups && groupLabels.length !== ruleSet.matches.groups?.count)
    throw new TableError(
      `The file has ${groupLabels.length} groups, the rules have ${ruleSet.matches.groups?.count}.`,
    )
  const draw = createDraw(ruleSet, matches, groupLabels, lots)
  const sideByName = new Map(draw.sides.map((entryIds, side) => [entryIds.join('+'), side]))
  const findSide = (name: string) => sideByName.get(name) ?? -1
  const attempts: MatchAttempt[] = []
  const problems: string[] = []
  const used = new Set<number>()
  const pairings = listPairings(ruleSet.matches, draw)
  for (const match of matches) {
    const sides = match.sides.map(findSide)
    const candidates = isInGroup(match)
      ? pairings.flatMap(({ sources, numbers }) => {
          const drawn = sources.map((source) => (source.of === 'draw' ? source.side : -1))
          return sides.every((side) => drawn.includes(side))
            ? [{ numbers, isReversed: drawn[0] !== sides[0] }]
            : []
        })
      : computeTournamentState({ ruleSet, draw, attempts }).pairings.flatMap((pairing) =>
          pairing.part.of === 'knockOut' && sides.every((side) => pairing.sides.includes(side))
            ? [{ numbers: pairing.numbers, isReversed: false }]
            : [],
        )
    const number = candidates
      .toSorted((a, b) => Number(a.isReversed) - Number(b.isReversed))
      .flatMap(({ numbers }) => numbers)
      .find((each) => !used.has(each))
    if (number === undefined)
      problems.push(
        `Line ${match.line}: ${match.sides.join(' – ')} does not follow from the rules and the matches before it.`,
      )
    else if (match.sheets) {
      used.add(number)
      for (const [nth, values] of match.sheets.entries())
        for (const entryId of draw.sides[sides[nth] ?? -1] ?? [])
          attempts.push({ entryId, mission: number, values, at: match.line })
    }
  }
  return { state: computeTournamentState({ ruleSet, draw, attempts }), groupLabels, problems }
}

/**
 * Compares the standings of the groups, or the ranking of the tournament, with a published table. Returns
 * what differs.
 */
export const comparePublishedStandings = (
  { state, groupLabels }: MatchTable,
  text: string,
  ranks: ReadonlyMap<string, number>,
): string[] => {
  const { headers, lines } = parseTable(text)
  const read = createReader(headers)
  const rows = new Map(
    state.groups.flatMap(({ rows: all }, group) =>
      all.map(
        (row) =>
          [state.input.draw.sides[row.side]?.join('+') ?? '', { ...row, group: groupLabels[group] }] as const,
      ),
    ),
  )
  const isOfGroups =
    headers.some((header) => simplify(header) === 'group') ||
    (groupLabels.length === 1 && rows.size === lines.length)
  const columns = {
    played: ['played'],
    won: ['won'],
    drawn: ['drawn'],
    lost: ['lost'],
    scored: ['for', 'scored'],
    conceded: ['against', 'conceded'],
    points: ['points'],
  } as const
  return lines.flatMap((line) => {
    const name = normalizeSide(read(line, 'team', 'side'))
    const row = rows.get(name)
    const rank = Number(read(line, 'rank', 'place', 'position'))
    const found = isOfGroups ? row?.place : ranks.get(name)
    const group = read(line, 'group')
    const where = group === '' ? '' : `${group}: `
    const problems =
      found === rank ? [] : [`${where}${name} is on place ${found ?? 'none'} instead of ${rank}`]
    if (isOfGroups && row && group !== '' && row.group !== group)
      problems.push(`${where}${name} is in ${row.group}`)
    for (const [part, names] of Object.entries(columns) as [keyof typeof columns, readonly string[]][]) {
      const cell = read(line, ...names)
      if (isOfGroups && row && cell !== '' && Number(cell) !== row[part])
        problems.push(`${where}${name} has ${part} ${row[part]} instead of ${cell}`)
    }
    return problems
  })
}
