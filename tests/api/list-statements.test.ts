import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { paths } from '#contract/paths.ts'
import { insertListRows } from '../support/list-rows.ts'
import { startScoresApp } from './scores-support.ts'
import { type SessionsApp, startSessionsApp } from './session-support.ts'

let server: SessionsApp
let token: string
let eventId: string
beforeAll(async () => {
  server = await startSessionsApp()
  token = await server.admin()
  eventId = (await insertListRows(server.database.db, 120)).eventId
})
afterAll(() => server.close())

/** Lists the statements that a call sends to the database, except those that read its session and the settings of the site. */
const recordStatements = async (call: () => Promise<unknown>) => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await call()
    return query.mock.calls
      .map(([statement]) => (typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? '')))
      .filter((text) => !/pgboss|"sessions"|"settings"/.test(text))
  } finally {
    query.mockRestore()
  }
}
const listStatements = (url: string) =>
  recordStatements(async () => {
    const reply = await server.app.inject({ url, headers: { authorization: token } })
    expect(reply.statusCode, reply.body).toBe(200)
  })

const queries = [
  'page=1&per_page=10',
  'page=3&per_page=10',
  'page=1&per_page=100&s=karim',
  `page=2&per_page=10&s=${encodeURIComponent('أحمد')}`,
]

test.each([
  ['users', paths.adminUsers],
  ['registrants', paths.adminDownloads],
  ['messages', paths.adminMessages],
  ['announcements', paths.adminAnnouncements],
  ['audit log', paths.adminAudit],
  ['teams', paths.adminTeams],
  ['payments', paths.adminPayments],
  ['events', paths.adminEvents],
  ['FAQs', paths.adminFaqs],
  ['partners', paths.adminPartners],
  ['organizers', paths.adminOrganizers],
  ['regions', paths.adminRegions],
  ['continents', paths.adminContinents],
  ['competitions', paths.adminCompetitions],
  ['moves between seasons', paths.adminSeasonMoves],
])('a page of the list of %s takes two statements, with or without a search', async (_, path) => {
  for (const query of queries) expect(await listStatements(`${path}/?${query}`)).toHaveLength(2)
})

test('a page of a ranking takes two statements, and for visitors a third one that checks the freeze, with or without a search', async () => {
  for (const query of [...queries, 'page=11&per_page=100']) {
    expect(await listStatements(`${paths.adminScores(eventId)}?${query}`), query).toHaveLength(2)
    expect(await listStatements(`${paths.scores(eventId)}?${query}`), query).toHaveLength(3)
  }
})

test('a posted score of a known participant takes 14 statements with those that begin and end the transaction', async () => {
  const t = await startScoresApp()
  const event = await t.event({ title_en: 'Posted', eventCode: 'POST-14' })
  const key = await t.key(event._id)
  const post = async (mission: number) => {
    const reply = await t.post('POST-14', key, { email: 'sara@x.org', name: 'Sara', mission, score: 10, time: 20 })
    expect(reply.status).toBe(200)
  }
  // the first one also creates the entry and the score log
  await post(1)
  expect(await recordStatements(() => post(2))).toHaveLength(14)
  await t.close()
})
