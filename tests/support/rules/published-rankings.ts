import { parse } from 'csv-parse/sync'
import { toWesternDigits } from '#contract/accounts/identity.ts'
import type { RuleRankingKey, RuleSet, ScoreSheetField } from '#contract/event/scoring/rule-set.schema.ts'
import { reservedFieldKeys, ruleSetLimits } from '#contract/event/scoring/rule-set.ts'
import { normalizeAndClassifyTeamNumber } from '#contract/people/teams/team-number.ts'
import { formatCsvRow } from '#contract/platform/csv.ts'
import { normalizeDecimalUnlessAmbiguous, parseDurationMs } from '#contract/platform/numbers.ts'
import { normalizeHeader } from '#server/platform/lib/import-columns.ts'

/** A column that decides a published ranking. */
export type TableKey = { column: string; order: 'high' | 'low' }
/**
 * The columns of a file of published rankings. Those that are undefined are recognized by their header, and
 * '' is none. A file without an event is one ranking. Without `keys` all columns of numbers after the rank
 * decide: times lower first, others higher first.
 */
export type TableColumns = {
  event?: string | undefined
  team?: string | undefined
  name?: string | undefined
  rank?: string | undefined
  keys?: TableKey[] | undefined
}
type FoundColumns = { event: string | undefined; team: string; name: string | undefined; rank: string }
/** What is wrong with a file of published rankings. */
export class TableError extends Error {}

/** The usual headers of the columns, in the form of `normalizeHeader`. */
const usualHeaders: Record<keyof FoundColumns, string[]> = {
  rank: [
    'r',
    'rank',
    'place',
    'position',
    'pos',
    'ranking',
    'rk',
    'standing',
    '#',
    'الترتيب',
    'المركز',
    'الرتبه',
  ],
  team: [
    'num',
    'team',
    'team no',
    'team num',
    'team number',
    'teamnumber',
    'number',
    'no',
    'id',
    'رقم الفريق',
    'الفريق',
  ],
  name: ['name', 'team name', 'teamname', 'اسم الفريق', 'الاسم'],
  event: [
    'tournamentcode',
    'tournament code',
    'tournament',
    'eventcode',
    'event code',
    'event',
    'المسابقه',
    'البطوله',
    'الفعاليه',
  ],
}

type Line = Record<string, string>
/** The published rankings of a file, by event, each in its order, and the rule set with their keys. */
export type PublishedTables = {
  columns: FoundColumns
  keys: TableKey[]
  ruleSet: RuleSet
  fieldKeys: string[]
  events: Map<string, Line[]>
  unrankedCount: number
}

/** Returns a key of a rule set for the column at a position. */
const toFieldKey = (column: string, at: number): string => {
  const key = column
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return /^[a-z]/.test(key) && !reservedFieldKeys.includes(key)
    ? `${key}`.slice(0, ruleSetLimits.key)
    : `key${at + 1}_${key}`.slice(0, ruleSetLimits.key)
}
/** Returns the keys of columns, with the position where two columns would have the same. */
const toFieldKeys = (columns: readonly string[]): string[] => {
  const keys = columns.map(toFieldKey)
  return keys.map((key, at) =>
    keys.indexOf(key) === keys.lastIndexOf(key) ? key : `key${at + 1}_${key}`.slice(0, ruleSetLimits.key),
  )
}
const isTimeColumn = (cells: readonly string[]) => cells.some((cell) => cell.includes(':'))
const isNumber = (cell: string) => /^-?\d+(?:\.\d+)?$|^\d+(?::\d+){1,2}(?:\.\d+)?$/.test(cell)
/** Returns how many decimals the cells of a column have at most. */
const countDecimals = (cells: readonly string[]) =>
  Math.max(0, ...cells.map((cell) => /\.(\d+)$/.exec(cell)?.[1]?.length ?? 0))

const missingMarks = new Set([
  '',
  '-',
  '–',
  '—',
  'n/a',
  'na',
  'null',
  'none',
  'nan',
  'dq',
  'dsq',
  'dns',
  'dnf',
])
/**
 * Returns a value with western digits and a decimal point, empty where tables write that it is missing. Other
 * texts stay as they are.
 */
const normalizeCell = (cell: string): string => {
  if (missingMarks.has(cell.toLowerCase())) return ''
  const number = (
    cell.includes(':') ? toWesternDigits(cell).replace(',', '.') : normalizeDecimalUnlessAmbiguous(cell)
  )?.replace(/^[\u2212\u2013]/, '-')
  return number !== undefined && isNumber(number) ? number : cell
}
/** Returns the number of a rank such as `3`, `3.`, `=3`, `T3` or `3rd`, undefined for another text. */
const parseRank = (cell: string): number | undefined => {
  const found = /^(?:=|t-?)?(\d+)(?:st|nd|rd|th|[.=])?$/i.exec(toWesternDigits(cell))
  return found ? Number(found[1]) : undefined
}

/**
 * Reads the lines of a file that is separated by commas, semicolons or tabs: the separator that gives the
 * header the most cells.
 */
export const parseTable = (text: string): { headers: string[]; lines: Line[] } => {
  const options = { bom: true, relax_column_count: true, trim: true, skip_empty_lines: true }
  try {
    const countHeaders = (delimiter: string) =>
      (parse(text, { ...options, delimiter, to: 1 }) as string[][])[0]?.length ?? 0
    const [delimiter = ','] = [',', ';', '\t'].toSorted((a, b) => countHeaders(b) - countHeaders(a))
    const lines = parse<Line>(text, { ...options, delimiter, columns: true })
    return { headers: Object.keys(lines[0] ?? {}), lines }
  } catch (error) {
    throw new TableError(`The file is no valid CSV file: ${error instanceof Error ? error.message : error}`)
  }
}

const findColumns = (headers: readonly string[], given: TableColumns): FoundColumns => {
  const listHeaders = () => `Its columns are: ${headers.join(', ')}`
  const find = (part: keyof FoundColumns): string | undefined => {
    const column = given[part]
    if (column === '') return undefined
    if (column !== undefined && !headers.includes(column))
      throw new TableError(`The file has no column '${column}'. ${listHeaders()}`)
    const isFree = (header: string) => !Object.values(given).includes(header)
    return (
      column ??
      usualHeaders[part]
        .map((usual) => headers.find((each) => (normalizeHeader(each) || each) === usual && isFree(each)))
        .find(Boolean)
    )
  }
  const findRequired = (part: 'rank' | 'team') => {
    const column = find(part)
    if (column === undefined)
      throw new TableError(
        `The column of the ${part} is not recognized; name it with --${part}=COLUMN. ${listHeaders()}`,
      )
    return column
  }
  const name = find('name')
  const hasTeam = find('team') !== undefined
  return {
    rank: findRequired('rank'),
    team: hasTeam || name === undefined ? findRequired('team') : name,
    name,
    event: find('event'),
  }
}

/** Lists the columns of numbers after the rank that are no other column. */
const findKeys = (
  headers: readonly string[],
  { rank, ...others }: FoundColumns,
  lines: readonly Line[],
): TableKey[] =>
  headers.slice(headers.indexOf(rank) + 1).flatMap((column): TableKey[] => {
    const cells = lines.map((line) => normalizeCell(line[column] ?? ''))
    if (Object.values(others).includes(column) || !cells.some(isNumber)) return []
    return [{ column, order: isTimeColumn(cells) ? 'low' : 'high' }]
  })

/** Throws a `TableError` for teams without a number, or with two lines in one ranking. */
const checkTeams = ({ team }: FoundColumns, events: ReadonlyMap<string, Line[]>): void => {
  for (const [event, lines] of events) {
    const numbers = lines.map((line) => line[team] ?? '')
    if (numbers.includes(''))
      throw new TableError(`${event}: a line with a rank has no value in the column '${team}'.`)
    const repeated = numbers.find((number, at) => numbers.indexOf(number) < at)
    if (repeated !== undefined)
      throw new TableError(
        `${event}: '${repeated}' is in two lines of the column '${team}'. If the file has several rankings, name the column of the event with --event=COLUMN.`,
      )
  }
}

/** Reads a file of published rankings. Throws a `TableError` that says what the file lacks. */
export const readPublishedTables = (text: string, given: TableColumns): PublishedTables => {
  const { headers, lines } = parseTable(text)
  const columns = findColumns(headers, given)
  const ranked = lines.filter((line) => parseRank(line[columns.rank] ?? '') !== undefined)
  if (ranked.length === 0) throw new TableError(`No line has a rank in the column '${columns.rank}'.`)
  const keys = given.keys ?? findKeys(headers, columns, ranked)
  if (keys.length === 0)
    throw new TableError(
      'No columns of numbers follow the rank; name those that decide with --keys=COLUMN:high,COLUMN:low.',
    )
  if (keys.length > ruleSetLimits.rankingKeys)
    throw new TableError(
      `A ranking has at most ${ruleSetLimits.rankingKeys} keys, not ${keys.length}; name them with --keys.`,
    )
  for (const { column } of keys)
    if (!headers.includes(column))
      throw new TableError(`The file has no column '${column}'. Its columns are: ${headers.join(', ')}`)
  for (const line of ranked) for (const { column } of keys) line[column] = normalizeCell(line[column] ?? '')
  const fieldKeys = toFieldKeys(keys.map(({ column }) => column))
  const fields = keys.map(({ column }, at): ScoreSheetField => {
    const common = {
      key: fieldKeys[at] ?? '',
      label: { en: column, ar: column },
      isPenalty: false,
      isRequired: false,
    }
    return isTimeColumn(ranked.map((line) => line[column] ?? ''))
      ? { kind: 'time', ...common, min: 0, max: ruleSetLimits.timeMs }
      : {
          kind: 'measure',
          ...common,
          min: -ruleSetLimits.points,
          max: ruleSetLimits.points,
          step: 0.001,
          pointsPerUnit: 0,
          timeMsPerUnit: 0,
        }
  })
  const ruleSet: RuleSet = {
    template: null,
    groups: [
      {
        key: 'published',
        label: { en: 'Published values', ar: 'القيم المنشورة' },
        rounds: [{ key: 'published', label: { en: 'Published values', ar: 'القيم المنشورة' } }],
        combine: 'best',
        fields,
        caps: [],
        minPoints: null,
        maxPoints: null,
        timeLimitMs: null,
      },
    ],
    disqualification: { points: 0, timeMs: null },
    rankingKeys: keys.map(
      ({ order }, at): RuleRankingKey => ({
        of: 'field',
        group: 'published',
        field: fieldKeys[at] ?? '',
        nth: null,
        order,
      }),
    ),
  }
  const events = Map.groupBy(ranked, (line) =>
    columns.event === undefined ? 'ranking' : (line[columns.event] ?? ''),
  )
  const readRank = (line: Line) => parseRank(line[columns.rank] ?? '') ?? 0
  for (const published of events.values()) published.sort((a, b) => readRank(a) - readRank(b))
  checkTeams(columns, events)
  return { columns, keys, ruleSet, fieldKeys, events, unrankedCount: lines.length - ranked.length }
}

/**
 * Returns a cell as the import takes it. Numbers with more than three decimals are multiplied by a power of
 * ten, which changes no order.
 */
const toImportCell = (cell: string, decimals: number): string => {
  if (decimals <= 3 || cell === '' || cell.includes(':')) return cell
  const [whole = '', fraction = ''] = cell.split('.')
  const digits = fraction.padEnd(decimals, '0')
  return `${whole}${digits.slice(0, decimals - 3)}.${digits.slice(decimals - 3)}`.replace(
    /^(-?)0+(?=\d)/,
    '$1',
  )
}

/** Returns the published lines of an event as a CSV file for the import of scores, in the reverse order. */
export const toImportFile = (
  { columns, keys, fieldKeys, events }: PublishedTables,
  event: string,
): string => {
  const lines = events.get(event) ?? []
  const decimals = keys.map(({ column }) =>
    countDecimals([...events.values()].flat().map((line) => line[column] ?? '')),
  )
  return [
    formatCsvRow(['team_no', 'team_name', ...fieldKeys]),
    ...lines
      .toReversed()
      .map((line) =>
        formatCsvRow([
          line[columns.team] ?? '',
          columns.name === undefined ? '' : (line[columns.name] ?? ''),
          ...keys.map(({ column }, at) => toImportCell(line[column] ?? '', decimals[at] ?? 0)),
        ]),
      ),
  ].join('')
}

/** A line of a ranking as the API has it. */
export type ComputedLine = { teamNo: string; rank: number }
/**
 * Compares a computed ranking with the published one. Teams with equal keys may be in any order. Returns what
 * differs.
 */
export const comparePublishedRanking = (
  { columns, keys, events }: PublishedTables,
  event: string,
  computed: readonly ComputedLine[],
): string[] => {
  const published = events.get(event) ?? []
  // a ranking shows the normal form of a number
  const toTeamNo = (text = '') => normalizeAndClassifyTeamNumber(text)?.value ?? ''
  const byTeam = new Map(published.map((line) => [toTeamNo(line[columns.team]), line]))
  const readKeys = (line: Line | undefined) =>
    JSON.stringify(
      keys.map(({ column }) => {
        const cell = line?.[column] ?? ''
        return cell === '' ? null : cell.includes(':') ? (parseDurationMs(cell) ?? cell) : Number(cell)
      }),
    )
  const problems: string[] = []
  if (computed.length !== published.length)
    problems.push(`${event}: ${computed.length} entries instead of ${published.length}`)
  published.forEach((line, at) => {
    const found = computed[at]
    if (!found) return
    if (readKeys(byTeam.get(toTeamNo(found.teamNo))) !== readKeys(line))
      problems.push(
        `${event}: position ${at + 1} has team ${found.teamNo} instead of ${line[columns.team]} or an equal team`,
      )
    // equal teams share the rank of the first of them
    const rank = published.findIndex((each) => readKeys(each) === readKeys(line)) + 1
    if (found.rank !== rank)
      problems.push(`${event}: team ${found.teamNo} has rank ${found.rank} instead of ${rank}`)
  })
  return problems
}

type Reply = { status: number; body: string }
/** Calls the API as an administrator; `file` is sent as a form. */
export type CallApi = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  send?: { json?: object; form?: Record<string, string | Blob> },
) => Promise<Reply>

type RejectedImport = {
  msg: string
  details?: { problems?: { label?: string; value?: string; msg: string }[] }
}
/** Describes the first problems of a file that the import rejected. */
const describeRejectedImport = (event: string, { msg, details }: RejectedImport): string =>
  [
    `${event}: ${msg}`,
    ...(details?.problems ?? [])
      .slice(0, 5)
      .map(({ label = '', value = '', msg: problem }) => `  ${label} '${value}': ${problem}`),
  ].join('\n')

/**
 * Creates an event with the rule set, imports the published lines into it, and compares the ranking of the
 * API with the published one. Returns what differs.
 */
export const verifyPublishedRanking = async (
  tables: PublishedTables,
  event: string,
  callApi: CallApi,
): Promise<string[]> => {
  const call = async (...request: Parameters<CallApi>) => {
    const reply = await callApi(...request)
    if (reply.status === 422) throw new TableError(describeRejectedImport(event, JSON.parse(reply.body)))
    if (reply.status !== 200)
      throw new Error(`${event}: ${request[0]} ${request[1]} ${reply.status} ${reply.body.slice(0, 2000)}`)
    return JSON.parse(reply.body)
  }
  const texts = { title_en: event, title_ar: event, description_en: event, description_ar: event }
  const created = await call('POST', '/api/admin/events/', { form: texts })
  const { _id: id } = created.event
  await call('PUT', `/api/admin/events/${id}/rule-set`, { json: { ruleSet: tables.ruleSet, version: null } })
  const file = new File([toImportFile(tables, event)], `${event}.csv`, { type: 'text/csv' })
  await call('POST', `/api/admin/events/${id}/scores/import`, { form: { preview: 'false', file } })
  const computed: ComputedLine[] = []
  for (let page = 1; ; page++) {
    const { event: board } = await call('GET', `/api/v1/events/scores/${id}?per_page=1000&page=${page}`)
    computed.push(
      ...board.Scores.map((row: { rank: number; teamId: { teamNo: string } }) => ({
        rank: row.rank,
        teamNo: row.teamId.teamNo,
      })),
    )
    if (board.Scores.length < 1000) break
  }
  return comparePublishedRanking(tables, event, computed)
}
