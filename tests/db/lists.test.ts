import { eq } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScoreRow } from '#contract/event/scores/score.schema.ts'
import { compareByTimeReachedThenId, sortAndRankScoreRows } from '#contract/event/scoring/ranking.ts'
import {
  getSearchMatchTier,
  normalizeAndSplitSearch,
  normalizeSearchText,
} from '#contract/platform/search-form.ts'
import { readUserPage } from '#server/accounts/users/queries.ts'
import { competitionSearchText } from '#server/event/competitions/queries.ts'
import { readAdminEventPage } from '#server/event/events/queries.ts'
import { createAdminScoreReader } from '#server/event/scores/ranking/admin-rankings.ts'
import { selectFilteredRankingPage } from '#server/event/scores/ranking/queries.ts'
import { readPaymentPage } from '#server/money/payments/queries.ts'
import { seasonYearSearchText } from '#server/people/seasons/queries.ts'
import { readAdminTeamPage } from '#server/people/teams/queries.ts'
import { readAuditPage } from '#server/platform/audit/queries.ts'
import { type CrudTable, readRowPage, type SearchText } from '#server/platform/crud/queries.ts'
import type { Db } from '#server/platform/db/open.ts'
import { auditLog } from '#server/platform/db/schema/audit-log.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { continents, faqs, organizers, partners, regions } from '#server/platform/db/schema/content.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { judgePeople } from '#server/platform/db/schema/judge-people.ts'
import { downloads } from '#server/platform/db/schema/media.ts'
import { messages } from '#server/platform/db/schema/messages.ts'
import { payments } from '#server/platform/db/schema/payments.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { continentSearchText, regionSearchText } from '#server/site/contents/queries.ts'
import { readSimulatorRegistrantPage } from '#server/site/downloads/queries.ts'
import { readMessagePage } from '#server/site/messages/queries.ts'
import { insertListRows, sampleSearches } from '../support/api/list-rows.ts'
import { createTestDatabase } from '../support/services/database.ts'

let fresh: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
let eventId: string
beforeAll(async () => {
  fresh = await createTestDatabase()
  db = fresh.database.db
  eventId = (await insertListRows(db)).eventId
})
afterAll(() => fresh.drop())

type Row = Record<string, unknown> & { id: string }
type ListQuery = { page: number; perPage: number; search: string } & Record<string, unknown>
type Page = { items: unknown[]; total: number }
type List = {
  readPage: (query: ListQuery) => Promise<Page>
  /** All rows of the table, whatever their order. */
  readAll: () => Promise<Row[]>
  /** The text that a search looks at. */
  textOf: (row: Row) => string
  compare: (one: Row, other: Row) => number
  /** Filters of the list, each with the rows that it keeps. */
  filters: { query: Record<string, unknown>; keeps: (row: Row) => boolean }[]
  /** What a page shows of a row; its id by default. */
  itemOf?: (row: Row) => unknown
}

/** Joins the searched fields, one on each line; a field may consist of several columns. */
const joined = (...fields: (string | string[])[]) => {
  return (row: Row) =>
    fields
      .map((columns) =>
        [columns]
          .flat()
          .map((column) => row[column] ?? '')
          .join(' '),
      )
      .join('\n')
}
const byId = (one: Row, other: Row) => (one.id < other.id ? -1 : 1)
const newestFirst = (column: string) => (one: Row, other: Row) =>
  Number(other[column]) - Number(one[column]) || byId(other, one)
const byPosition = (one: Row, other: Row) => Number(one.position) - Number(other.position) || byId(one, other)
const isPresent = ({ deletedAt }: Row) => deletedAt === null
const isRestorable = ({ deletedAt }: Row) =>
  deletedAt !== null && Number(deletedAt) > Date.now() - 30 * 86_400_000
const readAll = (table: PgTable) => async () => (await db.select().from(table)) as Row[]
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const onDay = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const dayOf = (value: unknown) => (value as Date).toISOString().slice(0, 10)
const presence = [
  { query: {}, keeps: isPresent },
  { query: { deleted: true }, keeps: isRestorable },
]

const crud = (table: CrudTable, searchText: SearchText, textOf: List['textOf']): List => ({
  readPage: async (query) => {
    const { rows, total } = await readRowPage(db, table, { searchText }, query)
    return { items: ids(rows as Row[]), total }
  },
  readAll: readAll(table),
  textOf,
  compare: byPosition,
  filters: presence,
})

const ranking = (
  readPage: (query: ListQuery) => Promise<{ rows: { id: string; rank: number }[]; total: number }>,
): List => ({
  readPage: async (query) => {
    const { rows, total } = await readPage(query)
    return { items: rows.map(({ id, rank }) => `${rank} ${id}`), total }
  },
  readAll: async () => {
    const entries = await db.select().from(scoreEntries).where(eq(scoreEntries.eventId, eventId))
    return sortAndRankScoreRows(
      entries.map((entry) => ({ ...entry, reachedAt: entry.reachedAt.toISOString() }) as never),
    ) as (ScoreRow & Row)[]
  },
  textOf: joined('playerName', 'teamName', 'teamNo', 'schoolName'),
  compare: (one, other) =>
    Number(one.rank) - Number(other.rank) || compareByTimeReachedThenId(one as never, other as never),
  filters: [
    { query: {}, keeps: () => true },
    { query: { missionType: 2 }, keeps: ({ missionType }) => missionType === 2 },
  ],
  itemOf: ({ id, rank }) => `${rank} ${id}`,
})

const lists: Record<string, List> = {
  users: {
    readPage: async (query) => {
      const { records, total } = await readUserPage(db, { ...query, regionLimit: null }, '2026-01-01')
      return { items: ids(records), total }
    },
    readAll: readAll(users),
    textOf: joined(['firstName', 'lastName'], 'email', 'phone', 'school'),
    compare: newestFirst('createdAt'),
    filters: [
      ...presence,
      {
        query: { role: 'coach', active: true },
        keeps: (row) => isPresent(row) && row.role === 'coach' && row.active === true,
      },
      {
        query: { erasureReason: 'asked' },
        keeps: (row) => isPresent(row) && row.erasureRequestedAt !== null,
      },
      { query: { erasureReason: 'unused' }, keeps: (row) => isPresent(row) && row.unusedNoticeAt !== null },
    ],
  },
  registrants: {
    readPage: async (query) => {
      const { registrants, total } = await readSimulatorRegistrantPage(db, query)
      return { items: ids(registrants), total }
    },
    readAll: readAll(downloads),
    textOf: joined('name', 'email', 'phone', 'country'),
    compare: newestFirst('createdAt'),
    filters: [
      { query: {}, keeps: () => true },
      {
        query: { country: 'egypt', platform: 'win' },
        keeps: (row) => row.country === 'egypt' && row.platform === 'win',
      },
      { query: { userType: 'coach' }, keeps: (row) => row.userType === 'coach' },
    ],
  },
  messages: {
    readPage: async (query) => {
      const page = await readMessagePage(db, { ...query, regionLimit: null })
      return { items: ids(page.messages), total: page.total }
    },
    readAll: readAll(messages),
    textOf: joined(['firstName', 'lastName'], 'email', 'body'),
    compare: newestFirst('createdAt'),
    filters: [
      { query: {}, keeps: () => true },
      { query: { state: 'new' }, keeps: (row) => row.state === 'new' },
    ],
  },
  'audit log': {
    readPage: async ({ page, perPage, ...filter }) => {
      const { rows, total } = await readAuditPage(
        db,
        filter,
        'UTC',
        { page, perPage },
        { regionLimit: null, permissions: [] },
      )
      return { items: ids(rows), total }
    },
    readAll: readAll(auditLog),
    textOf: joined('actorName', 'label', 'entityId'),
    compare: newestFirst('at'),
    filters: [
      { query: {}, keeps: () => true },
      {
        query: { entity: 'user', action: 'update' },
        keeps: (row) => row.entity === 'user' && row.action === 'update',
      },
      { query: { from: onDay(9) }, keeps: (row) => dayOf(row.at) >= onDay(9) },
      {
        query: { from: onDay(9), to: onDay(4) },
        keeps: (row) => dayOf(row.at) >= onDay(9) && dayOf(row.at) <= onDay(4),
      },
    ],
  },
  teams: {
    readPage: async (query) => {
      const { rows, total } = await readAdminTeamPage(db, {
        ...query,
        today: '2026-11-20',
        regionLimit: null,
      })
      return {
        items: rows.map(({ team, people }) =>
          [team.id, ...people.flatMap(({ kind, name }) => (kind === 'member' ? [name] : []))].join(),
        ),
        total,
      }
    },
    readAll: async () => {
      const people = await db.select().from(teamPeople)
      const membersOf = (teamId: string) =>
        people
          .filter((person) => person.teamId === teamId && person.kind === 'member')
          .toSorted((one, other) => one.position - other.position)
      return (await db.select().from(teams)).map((team) => ({
        ...team,
        members: membersOf(team.id).map(({ name }) => name),
      }))
    },
    textOf: joined('name', 'school', 'teamNo'),
    compare: newestFirst('createdAt'),
    filters: [
      ...presence,
      {
        query: { stage: 'regional', paid: true },
        keeps: (row) => isPresent(row) && row.stage === 'regional' && row.paid === true,
      },
      { query: { stage: '' }, keeps: (row) => isPresent(row) && row.stage === '' },
    ],
    itemOf: (row) => [row.id, ...(row.members as string[])].join(),
  },
  payments: {
    readPage: async (query) => {
      const { rows, total } = await readPaymentPage(db, { ...query, regionLimit: null })
      return { items: rows.map(({ payment, team }) => `${payment.id} ${team.id}`), total }
    },
    readAll: async () =>
      (await db.select().from(payments).innerJoin(teams, eq(teams.id, payments.teamId))).map((row) => ({
        ...row.teams,
        ...row.payments,
      })),
    textOf: joined('name', 'school', 'teamNo'),
    compare: newestFirst('createdAt'),
    filters: [
      { query: {}, keeps: () => true },
      {
        query: { state: 'paid', method: 'telr' },
        keeps: (row) => row.state === 'paid' && row.method === 'telr',
      },
    ],
    itemOf: ({ id, teamId }) => `${id} ${teamId}`,
  },
  events: {
    readPage: async (query) => {
      const page = await readAdminEventPage(db, { today: '2026-01-01', regionLimit: null, ...query })
      return { items: ids(page.events), total: page.total }
    },
    readAll: readAll(events),
    textOf: joined('titleEn', 'titleAr', 'descriptionEn', 'descriptionAr', 'eventCode', 'tags'),
    compare: (one, other) => byId(other, one),
    filters: presence,
  },
  'people who judge': crud(judgePeople, judgePeople.search, joined('name', 'email')),
  FAQs: crud(faqs, faqs.search, joined('questionEn', 'questionAr', 'answerEn', 'answerAr')),
  partners: crud(partners, partners.search, joined('name')),
  organizers: crud(organizers, organizers.search, joined('nameEn', 'nameAr', 'country')),
  regions: crud(regions, regionSearchText, joined('nameEn', 'nameAr', 'country')),
  continents: crud(continents, continentSearchText, joined('nameEn', 'nameAr')),
  seasons: crud(seasonYears, seasonYearSearchText, joined('nameEn', 'nameAr', 'year')),
  competitions: crud(competitions, competitionSearchText, joined('nameEn', 'nameAr', 'slug')),
  ranking: ranking(async (query) => {
    const { scores, totalItems } = await createAdminScoreReader(fresh.database).getPage(eventId, query)
    return { rows: scores, total: totalItems }
  }),
  'ranking beyond the first places': ranking((query) => selectFilteredRankingPage(db, eventId, query)),
}

/** The rows that a list must show, worked out in TypeScript: the best matches of a search first. */
const expectedItems = (list: List, all: Row[], search: string, keeps: (row: Row) => boolean): unknown[] => {
  const terms = normalizeAndSplitSearch(search)
  const rate = (row: Row) => getSearchMatchTier(normalizeSearchText(list.textOf(row)), terms)
  const rows = all.filter((row) => keeps(row) && rate(row) !== undefined)
  const ordered = rows.toSorted((one, other) => Number(rate(one)) - Number(rate(other)))
  return ordered.map((row) => list.itemOf?.(row) ?? row.id)
}

test.each(Object.keys(lists))(
  'every page of the list of %s has the rows that match in their order, and the exact total',
  async (name) => {
    const list = lists[name] as List
    const all = (await list.readAll()).toSorted(list.compare)
    const totals = new Set<number>()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sampleSearches),
        fc.constantFrom(...list.filters),
        fc.constantFrom(7, 10, 100),
        async (search, { query, keeps }, perPage) => {
          const expected = expectedItems(list, all, search, keeps)
          totals.add(expected.length)
          const pages = Math.ceil(expected.length / perPage)
          // The page that follows the last one is empty and has the same total.
          for (let page = 1; page <= pages + 1; page++)
            expect(await list.readPage({ ...query, search, page, perPage })).toEqual({
              items: expected.slice((page - 1) * perPage, page * perPage),
              total: expected.length,
            })
        },
      ),
      { numRuns: 40 },
    )
    expect(totals.size).toBeGreaterThan(4)
  },
)

test.each(Object.keys(lists))('the list of %s finds a name in every Arabic spelling', async (name) => {
  const list = lists[name] as List
  const [{ query, keeps }] = list.filters as [List['filters'][number]]
  const present = (await list.readAll()).filter(keeps)
  const expected = present.filter((row) => /أحمد|احمد|إحْمَد/.test(list.textOf(row))).length
  expect(expected).toBeGreaterThan(0)
  for (const search of ['أحمد', 'احمد', 'إحْمَد', 'آحمـد'])
    expect((await list.readPage({ ...query, search, page: 1, perPage: 10 })).total).toBe(expected)
})
