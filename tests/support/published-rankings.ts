import { parse } from 'csv-parse/sync'
import { type RuleRankingKey, type RuleSet, reservedFieldKeys, ruleSetLimits, type ScoreSheetField } from '#contract/rule-set.ts'
import { formatCsvRow } from '#contract/rules/csv.ts'
import { parseDurationMs } from '#contract/rules/numbers.ts'

/** A column that decides a published ranking. */
export type TableKey = { column: string; order: 'high' | 'low' }
/**
 * The columns of a file of published rankings. Those that are undefined are recognized by their header, and '' is none. A file without an event is one ranking.
 * Without `keys` all columns of numbers after the rank decide: times lower first, others higher first.
 */
export type TableColumns = {
  event?: string | undefined
  team: string
  name?: string | undefined
  rank: string
  keys?: TableKey[] | undefined
}
/** The columns of the tables of the FIRST Tech Challenge. */
export const defaultTableColumns: TableColumns = { event: 'TournamentCode', team: 'Num', name: 'Name', rank: 'R' }

type Line = Record<string, string>
/** The published rankings of a file, by event, each in its order, and the rule set with their keys. */
export type PublishedTables = {
  columns: TableColumns
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
const isTimeColumn = (cells: readonly string[]) => cells.some((cell) => cell.includes(':'))
/** Returns how many decimals the cells of a column have at most. */
const countDecimals = (cells: readonly string[]) => Math.max(0, ...cells.map((cell) => /\.(\d+)$/.exec(cell)?.[1]?.length ?? 0))

/** Reads a file of published rankings. Throws an error when it has no such columns. */
export const readPublishedTables = (text: string, columns: TableColumns): PublishedTables => {
  const lines = parse<Line>(text, { columns: true, bom: true, relax_column_count: true, trim: true, skip_empty_lines: true })
  const headers = Object.keys(lines[0] ?? {})
  const keys = columns.keys ?? headers.slice(headers.indexOf(columns.rank) + 1).map((column): TableKey => ({ column, order: 'high' }))
  for (const column of [columns.event, columns.team, columns.name, columns.rank, ...keys.map((key) => key.column)])
    if (column !== undefined && !headers.includes(column))
      throw new Error(`The file has no column '${column}'. Its columns are: ${headers.join(', ')}`)
  const ranked = lines.filter((line) => /^\d+$/.test(line[columns.rank] ?? ''))
  const fieldKeys = keys.map(({ column }, at) => toFieldKey(column, at))
  const fields = keys.map(({ column }, at): ScoreSheetField => {
    const common = { key: fieldKeys[at] ?? '', label: { en: column, ar: column }, isPenalty: false, isRequired: false }
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
      ({ order }, at): RuleRankingKey => ({ of: 'field', group: 'published', field: fieldKeys[at] ?? '', nth: null, order }),
    ),
  }
  const events = Map.groupBy(ranked, (line) => (columns.event === undefined ? 'ranking' : (line[columns.event] ?? '')))
  for (const published of events.values()) published.sort((a, b) => Number(a[columns.rank]) - Number(b[columns.rank]))
  return { columns, keys, ruleSet, fieldKeys, events, unrankedCount: lines.length - ranked.length }
}

/** Returns a cell as the import takes it. Numbers with more than three decimals are multiplied by a power of ten, which changes no order. */
const toImportCell = (cell: string, decimals: number): string => {
  if (decimals <= 3 || cell === '' || cell.includes(':')) return cell
  const [whole = '', fraction = ''] = cell.split('.')
  const digits = fraction.padEnd(decimals, '0')
  return `${whole}${digits.slice(0, decimals - 3)}.${digits.slice(decimals - 3)}`.replace(/^(-?)0+(?=\d)/, '$1')
}

/** Returns the published lines of an event as a CSV file for the import of scores, in the reverse order. */
export const toImportFile = ({ columns, keys, fieldKeys, events }: PublishedTables, event: string): string => {
  const lines = events.get(event) ?? []
  const decimals = keys.map(({ column }) => countDecimals([...events.values()].flat().map((line) => line[column] ?? '')))
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
/** Compares a computed ranking with the published one. Teams with equal keys may be in any order. Returns what differs. */
export const comparePublishedRanking = (
  { columns, keys, events }: PublishedTables,
  event: string,
  computed: readonly ComputedLine[],
): string[] => {
  const published = events.get(event) ?? []
  const byTeam = new Map(published.map((line) => [line[columns.team] ?? '', line]))
  const readKeys = (line: Line | undefined) =>
    JSON.stringify(
      keys.map(({ column }) => {
        const cell = line?.[column] ?? ''
        return cell === '' ? null : cell.includes(':') ? (parseDurationMs(cell) ?? cell) : Number(cell)
      }),
    )
  const problems: string[] = []
  if (computed.length !== published.length) problems.push(`${event}: ${computed.length} entries instead of ${published.length}`)
  published.forEach((line, at) => {
    const found = computed[at]
    if (!found) return
    if (readKeys(byTeam.get(found.teamNo)) !== readKeys(line))
      problems.push(`${event}: position ${at + 1} has team ${found.teamNo} instead of ${line[columns.team]} or an equal team`)
    // equal teams share the rank of the first of them
    const rank = published.findIndex((each) => readKeys(each) === readKeys(line)) + 1
    if (found.rank !== rank) problems.push(`${event}: team ${found.teamNo} has rank ${found.rank} instead of ${rank}`)
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

/** Creates an event with the rule set, imports the published lines into it, and compares the ranking of the API with the published one. Returns what differs. */
export const verifyPublishedRanking = async (tables: PublishedTables, event: string, callApi: CallApi): Promise<string[]> => {
  const call = async (...request: Parameters<CallApi>) => {
    const reply = await callApi(...request)
    if (reply.status !== 200) throw new Error(`${event}: ${request[0]} ${request[1]} ${reply.status} ${reply.body.slice(0, 2000)}`)
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
      ...board.Scores.map((row: { rank: number; teamId: { teamNo: string } }) => ({ rank: row.rank, teamNo: row.teamId.teamNo })),
    )
    if (board.Scores.length < 1000) break
  }
  return comparePublishedRanking(tables, event, computed)
}
