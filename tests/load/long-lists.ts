import { readFileSync } from 'node:fs'
import { sealLists } from '#server/db/lists/seal.ts'
import { connectTo, type Database } from '#server/db/open.ts'
import { auditPage } from '#server/features/audit/queries.ts'
import { listRegistrants } from '#server/features/downloads/queries.ts'
import { listMessages } from '#server/features/messages/queries.ts'
import { adminScores } from '#server/features/scores/service.ts'
import { listTeams, peopleOf } from '#server/features/teams/queries.ts'
import { listUsers } from '#server/features/users/queries.ts'
import { AppError } from '#server/lib/app-error.ts'
import { silent } from '../support/cluster.ts'
import { type Filled, fillList, fillRanking } from './fill-lists.ts'

type At = { page: number; perPage: number; search?: string }
type Ask = (at: At & Record<string, unknown>) => Promise<number>

/** The lists of the back office by name: each asks one page as the product does and gives the total. */
const asks = (database: Database, event: string): Record<Filled | 'score_entries', Ask> => ({
  users: async (at) => (await listUsers(database.db, at)).total,
  downloads: async (at) => (await listRegistrants(database.db, at)).total,
  messages: async (at) => (await listMessages(database.db, at)).total,
  audit_log: async ({ page, perPage, ...filter }) => (await auditPage(database.db, filter, { page, perPage })).total,
  teams: async (at) => {
    const { rows, total } = await listTeams(database.db, at)
    await peopleOf(
      database.db,
      rows.map(({ team }) => team.id),
    )
    return total
  },
  score_entries: async (at) => (await adminScores(database).list(event, at)).total,
})

const searches = {
  rare: 'ahmed777',
  'rare, a number': '123456',
  'nobody has it': 'zzzz',
  'nobody has it, common parts': 'محمدية',
  'common, Arabic': 'احمد',
  'common, Latin': 'omar',
  'common, part of a word': 'حمد',
  'two words, common': 'احمد الغامدي',
  'two words, one rare': 'سارة 4321',
}
const filters: Record<Filled | 'score_entries', Record<string, unknown>> = {
  users: { role: 'coach', active: true },
  downloads: { platform: 'mac', userType: 'coach', country: 'egypt' },
  messages: { state: 'new' },
  audit_log: { entity: 'score', action: 'update', from: '2024-03-01', to: '2025-01-31' },
  teams: { stage: 'regional', paid: true },
  score_entries: { missionType: 2 },
}

export type ListFigures = {
  table: string
  questions: number
  /** Milliseconds, each the median of one question's rounds: the middle one and the slowest of them. */
  median: number
  slowest: number
  slowestQuestion: string
  /** Milliseconds that PostgreSQL works for a question, on the average of its rounds: the middle one and the most. Other work on the machine is not in it. */
  work: number
  mostWork: number
  /** Milliseconds for a common word that nobody foresaw, the first time: one alone, and the last one of several at once. */
  first: number
  several: number
}

/** Asks again for what the server said it is too busy for, as a visitor does. */
const patiently = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'overloaded')) throw error
    }
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

/** Fills a list and seals it as the server does; gives the event of a ranking. */
export const prepareList = async (
  database: Database,
  table: Filled | 'score_entries',
  rows: number,
): Promise<{ table: Filled | 'score_entries'; event: string; fillSeconds: number; sealSeconds: number }> => {
  const begun = performance.now()
  let event = ''
  if (table === 'score_entries') event = await fillRanking(database.pool, rows)
  else await fillList(database.pool, table, rows)
  const filled = performance.now()
  await sealLists(database)
  return { table, event, fillSeconds: (filled - begun) / 1000, sealSeconds: (performance.now() - filled) / 1000 }
}

/** Asks for first, middle and last pages of every kind of question. Throws when a total is not what counting gives. */
export const measureList = async (opened: Database, table: Filled | 'score_entries', event = '', rounds = 9): Promise<ListFigures> => {
  // one connection, so that there is one process whose work is read
  const database = connectTo(opened.connection, { max: 1, log: silent })
  try {
    return await askAll(database, table, event, rounds)
  } finally {
    await database.close()
  }
}

/** Milliseconds that a process has worked (Linux, in steps of ten). */
const workOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const askAll = async (database: Database, table: Filled | 'score_entries', event: string, rounds: number): Promise<ListFigures> => {
  const { rows: own } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = own[0]?.pid as number
  const ask = asks(database, event)[table]
  const started = performance.now()
  await patiently(() => ask({ page: 1, perPage: 10, search: 'احم' }))
  const first = performance.now() - started
  const severalStarted = performance.now()
  await Promise.all(['حمد', 'غام', 'امد', 'لغا'].map((search) => patiently(() => ask({ page: 2, perPage: 10, search }))))
  const several = performance.now() - severalStarted
  const questions = [
    ['all', {}],
    ['filtered', filters[table]],
    ...Object.entries(searches).flatMap(([name, search]) => [
      [name, { search }],
      [`${name}, filtered`, { search, ...filters[table] }],
    ]),
  ] as [string, Record<string, unknown>][]
  const figures: { name: string; time: number; work: number }[] = []
  for (const [name, question] of questions) {
    const perPage = 10
    const total = await ask({ page: 1, perPage, ...question })
    const last = Math.max(1, Math.ceil(total / perPage))
    for (const [where, page] of [
      ['first', 1],
      ['middle', Math.max(1, last >> 1)],
      ['last', last],
    ] as const) {
      const times: number[] = []
      const before = workOf(pid)
      for (let round = 0; round < rounds; round++) {
        const start = performance.now()
        const again = await ask({ page, perPage, ...question })
        times.push(performance.now() - start)
        if (again !== total) throw new Error(`${table}, ${name}: ${again} are found, then ${total}`)
      }
      figures.push({ name: `${name}, ${where} page`, time: middle(times), work: (workOf(pid) - before) / rounds })
    }
    if (question.search === 'احمد' && !name.includes('filtered')) {
      const counted = await database.pool.query(`select count(*)::int as n from ${table} where search like '%احمد%'`)
      if (counted.rows[0].n !== total) throw new Error(`${table}: ${total} are found, ${counted.rows[0].n} are there`)
    }
  }
  const slowest = figures.toSorted((a, b) => b.time - a.time)[0] as (typeof figures)[number]
  return {
    table,
    questions: figures.length,
    median: middle(figures.map(({ time }) => time)),
    slowest: slowest.time,
    slowestQuestion: slowest.name,
    work: middle(figures.map(({ work }) => work)),
    mostWork: Math.max(...figures.map(({ work }) => work)),
    first,
    several,
  }
}

/** Single rows a second into the registrants, with the notes that the lists need and without them, in turns. */
export const measureNotes = async ({ pool }: Database, { turns = 6, rows = 1000 }: { turns?: number; rows?: number } = {}) => {
  const client = await pool.connect()
  const times = { with: [] as number[], without: [] as number[] }
  try {
    // one commit for all: the disk is not what is measured
    for (let turn = 0; turn < turns; turn++)
      for (const kind of ['with', 'without'] as const) {
        await client.query('begin')
        await client.query(`alter table downloads ${kind === 'with' ? 'enable' : 'disable'} trigger downloads_insert_noted`)
        const start = performance.now()
        for (let i = 0; i < rows; i++)
          await client.query(
            `insert into downloads (id, name, email, phone, platform, user_type) values (gen_random_uuid(), 'احمد الغامدي', $1, '+201001234567', 'win', 'student')`,
            [`ahmed${i}@school.test`],
          )
        times[kind].push(performance.now() - start)
        await client.query('rollback')
      }
  } finally {
    client.release()
  }
  const perSecond = (values: number[]) => rows / (middle(values) / 1000)
  return { with: perSecond(times.with), without: perSecond(times.without) }
}
