import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { certificates } from '#server/platform/db/schema/results.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

let t: TeamsApp
let counter = 0
beforeAll(async () => {
  t = await startTeamsApp()
})
afterAll(() => t.close())

type Listed = { code: string; name: string; teamName: string; rank: number | null }
const createFinalEvent = async () => {
  const number = ++counter
  const values = {
    slug: `cup-${number}`,
    titleEn: `Cup ${number}`,
    titleAr: 'كأس',
    descriptionEn: 'A',
    descriptionAr: 'ب',
    endDate: '2026-03-03',
  }
  const [event] = await t.db.insert(events).values(values).returning()
  const coach = await t.person({ role: 'coach', emailConfirmedAt: new Date() })
  const team = { competitionId: t.robo.id, teamNo: 6000 + number, name: 'Desert Falcons', userId: coach.id }
  const [{ id: teamId } = { id: '' }] = await t.db.insert(teams).values(team).returning()
  for (const name of ['Sara Al Nasser', 'منى السالم'])
    await t.db.insert(teamPeople).values({ teamId, competitionId: t.robo.id, kind: 'member', name })
  const eventId = event?.id as string
  const insert = (entry: Partial<typeof scoreEntries.$inferInsert> & { participantKey: string }) =>
    t.db.insert(scoreEntries).values({ eventId, ...entry })
  await insert({ participantKey: `team:${teamId}`, teamId, teamName: team.name, totalScore: 90 })
  const student = await t.person({ role: 'student', emailConfirmedAt: new Date() })
  await insert({
    participantKey: `user:${student.id}`,
    userId: student.id,
    playerName: 'Omar Haddad',
    totalScore: 80,
  })
  for (let index = 0; index < 10; index++)
    await insert({
      participantKey: `guest:player ${index}`,
      playerName: `Player ${index}`,
      totalScore: index,
    })
  await publish(eventId)
  return { eventId, teamId, coach, student }
}
const publish = async (eventId: string) =>
  expect(
    (
      await t.json(
        'PUT',
        getPath('PUT /api/admin/events/:eventId/results/publication', { eventId }),
        t.adminToken,
        { status: 'final' },
      )
    ).statusCode,
  ).toBe(200)
const takeBack = (eventId: string) =>
  t.json(
    'POST',
    getPath('POST /api/admin/events/:eventId/results/publication/take-back', { eventId }),
    t.adminToken,
    { reason: 'A mistake.' },
  )
const listOfEvent = async (eventId: string): Promise<Listed[]> =>
  (
    await t.send('GET', getPath('GET /api/admin/events/:eventId/certificates', { eventId }), t.adminToken)
  ).json().certificates
const listOfAccount = async (email: string): Promise<Listed[]> =>
  (await t.send('GET', getPath('GET /api/account/certificates'), await t.tokenOf(email))).json().certificates
const verify = (code: string) => t.app.inject({ url: getPath('GET /api/v1/certificates/:code', { code }) })

it('Final results issue a certificate for each player and each member of a team, with the rank of the first ten', async () => {
  const { eventId, coach, student } = await createFinalEvent()
  const listed = await listOfEvent(eventId)
  expect(listed).toHaveLength(13)
  expect(listed.slice(0, 3).map(({ name, teamName, rank }) => [name, teamName, rank])).toEqual(
    expect.arrayContaining([
      ['Sara Al Nasser', 'Desert Falcons', 1],
      ['منى السالم', 'Desert Falcons', 1],
      ['Omar Haddad', '', 2],
    ]),
  )
  expect(listed.filter(({ rank }) => rank === null)).toHaveLength(2)
  expect(new Set(listed.map(({ code }) => code)).size).toBe(13)
  for (const { code } of listed) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
  expect((await listOfAccount(coach.email)).map(({ name }) => name).toSorted()).toEqual(
    ['Sara Al Nasser', 'منى السالم'].toSorted(),
  )
  expect((await listOfAccount(student.email)).map(({ name }) => name)).toEqual(['Omar Haddad'])
})

it('Anybody can verify a certificate, typed in any form, and reads the initial of the last name only', async () => {
  const { eventId } = await createFinalEvent()
  const { code = '' } = (await listOfEvent(eventId)).find(({ name }) => name === 'Sara Al Nasser') ?? {}
  const reply = await verify(`${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`.toLowerCase())
  expect([reply.statusCode, reply.headers['cache-control'], reply.headers['x-robots-tag']]).toEqual([
    200,
    'no-store',
    'noindex',
  ])
  expect(reply.json().certificate).toMatchObject({
    code,
    name: 'Sara N.',
    teamName: 'Desert Falcons',
    rank: 1,
    revokedAt: null,
    issuer: { en: 'Botola' },
  })
  expect(reply.body).not.toContain('Nasser')
  expect((await verify('000000000000')).statusCode).toBe(404)
})

it('Taking results back revokes their certificates, and the next publication issues others', async () => {
  const { eventId } = await createFinalEvent()
  const [before] = await listOfEvent(eventId)
  await takeBack(eventId)
  expect(await listOfEvent(eventId)).toEqual([])
  expect((await verify(before?.code ?? '')).json().certificate.revokedAt).not.toBeNull()
  await publish(eventId)
  const after = await listOfEvent(eventId)
  expect(after).toHaveLength(13)
  expect(after.map(({ code }) => code)).not.toContain(before?.code)
})

it('A member or player who is erased has no name on the certificate any more', async () => {
  const { eventId, teamId, student } = await createFinalEvent()
  const [member] = await t.db
    .select({ code: certificates.code, personId: certificates.personId })
    .from(certificates)
    .innerJoin(teamPeople, eq(teamPeople.id, certificates.personId))
    .where(and(eq(teamPeople.teamId, teamId), eq(teamPeople.name, 'Sara Al Nasser')))
  await t.db.delete(teamPeople).where(eq(teamPeople.id, member?.personId ?? ''))
  expect((await verify(member?.code ?? '')).json().certificate).toMatchObject({
    name: '',
    teamName: 'Desert Falcons',
    rank: 1,
  })
  const player = (await listOfEvent(eventId)).find(({ name }) => name === 'Omar Haddad')
  const erased = await t.json('POST', getPath('POST /api/admin/users/erasure'), t.adminToken, {
    id: student.id,
    decision: 'erase',
    ground: 'asked',
  })
  if (erased.statusCode !== 200) throw new Error(erased.body)
  expect((await verify(player?.code ?? '')).json().certificate).toMatchObject({ name: '', rank: 2 })
})

const revoke = (eventId: string, code: string, reason = 'Another pupil took part.') =>
  t.json(
    'POST',
    getPath('POST /api/admin/events/:eventId/certificates/:code/revoke', { eventId, code }),
    t.adminToken,
    { reason },
  )
const reissue = (eventId: string, code: string) =>
  t.json(
    'POST',
    getPath('POST /api/admin/events/:eventId/certificates/:code/reissue', { eventId, code }),
    t.adminToken,
    {},
  )
const listRevoked = async (eventId: string): Promise<(Listed & { revokedAt: string })[]> =>
  (
    await t.send('GET', getPath('GET /api/admin/events/:eventId/certificates', { eventId }), t.adminToken)
  ).json().revoked
const findCode = async (eventId: string, holder: string) =>
  (await listOfEvent(eventId)).find(({ name }) => name === holder)?.code ?? ''

it('One certificate can be revoked: the public page says when, its holder does not see it any more, the others stay', async () => {
  const { eventId, coach } = await createFinalEvent()
  const code = await findCode(eventId, 'Sara Al Nasser')
  expect(await listRevoked(eventId)).toEqual([])
  expect((await revoke(eventId, code, ' ')).statusCode).toBe(400)
  expect((await verify(code)).json().certificate.revokedAt).toBeNull()
  expect((await revoke(eventId, code)).statusCode).toBe(200)
  expect((await verify(code)).json().certificate).toMatchObject({
    name: 'Sara N.',
    rank: 1,
    revokedAt: expect.any(String),
  })
  expect(await listOfEvent(eventId)).toHaveLength(12)
  expect(await listRevoked(eventId)).toMatchObject([
    { code, name: 'Sara Al Nasser', rank: 1, revokedAt: expect.any(String) },
  ])
  expect((await listOfAccount(coach.email)).map(({ name }) => name)).toEqual(['منى السالم'])
  expect((await revoke(eventId, code)).statusCode).toBe(409)
  expect((await revoke(eventId, '000000000000')).statusCode).toBe(404)
  const other = await createFinalEvent()
  expect((await revoke(other.eventId, await findCode(eventId, 'Omar Haddad'))).statusCode).toBe(404)
})

it('A revoked certificate is issued again once, with the same rank and a new code, while the results are final', async () => {
  const { eventId } = await createFinalEvent()
  const code = await findCode(eventId, 'Omar Haddad')
  expect((await reissue(eventId, code)).statusCode).toBe(409)
  await revoke(eventId, code)
  expect((await reissue(eventId, code)).statusCode).toBe(200)
  const again = (await listOfEvent(eventId)).find(({ name }) => name === 'Omar Haddad')
  expect(again).toMatchObject({ rank: 2 })
  expect(again?.code).not.toBe(code)
  expect([(await listOfEvent(eventId)).length, await listRevoked(eventId)]).toEqual([13, []])
  expect((await verify(code)).json().certificate.revokedAt).not.toBeNull()
  expect((await verify(again?.code ?? '')).json().certificate.revokedAt).toBeNull()
  expect((await reissue(eventId, code)).statusCode).toBe(409)

  await revoke(eventId, again?.code ?? '')
  expect((await listRevoked(eventId)).map((each) => each.code)).toEqual([again?.code])
  await takeBack(eventId)
  expect(await listRevoked(eventId)).toEqual([])
  expect((await reissue(eventId, again?.code ?? '')).statusCode).toBe(409)
  await publish(eventId)
  expect([(await listOfEvent(eventId)).length, await listRevoked(eventId)]).toEqual([13, []])
})

it('The audit log has the reason of a revoked certificate until the person is erased, and no name', async () => {
  const { eventId, student } = await createFinalEvent()
  const code = await findCode(eventId, 'Omar Haddad')
  await revoke(eventId, code, 'Omar Haddad was not there.')
  await reissue(eventId, code)
  const readRows = async () =>
    (
      await t.database.pool.query(
        "select action, entity, label, after from audit_log where action in ('revoke-certificate', 'reissue-certificate') and after->>'event' = $1 order by id",
        [eventId],
      )
    ).rows
  expect(await readRows()).toEqual([
    {
      action: 'revoke-certificate',
      entity: 'score',
      label: '',
      after: { event: eventId, reason: 'Omar Haddad was not there.' },
    },
    { action: 'reissue-certificate', entity: 'score', label: '', after: { event: eventId } },
  ])
  const erased = await t.json('POST', getPath('POST /api/admin/users/erasure'), t.adminToken, {
    id: student.id,
    decision: 'erase',
    ground: 'asked',
  })
  expect(erased.statusCode).toBe(200)
  const { rows } = await t.database.pool.query(
    "select 1 from audit_log where after::text like '%Omar Haddad%'",
  )
  expect(rows).toEqual([])
})

it('Certificates are chosen by holders, team, competition, region, rank or code, and come in parts of 50', async () => {
  const { eventId, teamId } = await createFinalEvent()
  await t.db
    .insert(teamPeople)
    .values({ teamId, competitionId: t.robo.id, kind: 'coach', name: 'Omar Coach' })
  const [team] = await t.db.select().from(teams).where(eq(teams.id, teamId))
  await t.db.insert(scoreEntries).values(
    Array.from({ length: 60 }, (_, at) => ({
      eventId,
      participantKey: `guest:late ${at}`,
      playerName: `Late ${at}`,
    })),
  )
  await takeBack(eventId)
  await publish(eventId)
  const ask = async (query: Record<string, string | number> = {}) =>
    (
      await t.send(
        'GET',
        `${getPath('GET /api/admin/events/:eventId/certificates', { eventId })}?${new URLSearchParams(
          Object.entries(query).map(([key, value]) => [key, String(value)]),
        )}`,
        t.adminToken,
      )
    ).json()
  const all = await ask()
  expect([all.certificates.length, all.pageCount]).toEqual([50, 74])
  expect(all.options).toEqual({
    hasTeams: true,
    team: null,
    competitions: [{ id: t.robo.id, name: expect.any(Object) }],
    regions: [],
    holders: ['participants', 'coaches'],
  })
  const rest = await ask({ part: 2 })
  expect(rest.certificates).toHaveLength(24)
  expect((await ask({ part: 9 })).certificates).toEqual(rest.certificates)
  const codes = [...all.certificates, ...rest.certificates].map(({ code }: Listed) => code)
  expect(new Set(codes).size).toBe(74)

  const names = async (query: Record<string, string | number>) =>
    (await ask(query)).certificates.map(({ name }: Listed) => name)
  expect(await names({ holders: 'coaches' })).toEqual(['Omar Coach'])
  expect(await names({ holders: 'judges' })).toEqual([])
  expect((await names({ teamId })).toSorted()).toEqual(
    ['Omar Coach', 'Sara Al Nasser', 'منى السالم'].toSorted(),
  )
  expect((await ask({ teamId })).options.team).toEqual({
    id: teamId,
    teamNo: team?.teamNo,
    name: team?.name,
  })
  expect((await ask({ competitionId: t.robo.id })).pageCount).toBe(3)
  expect((await ask({ competitionId: teamId })).pageCount).toBe(0)
  expect((await ask({ regionId: teamId })).pageCount).toBe(0)
  expect(await names({ rankFrom: 2, rankTo: 3 })).toEqual(['Omar Haddad', 'Player 9'])
  expect((await ask({ rankFrom: 12 })).pageCount).toBe(61)
  const typed = `${codes[60]?.slice(0, 4)} ${codes[60]?.slice(4)}`.toLowerCase()
  expect((await ask({ code: typed })).certificates.map(({ code }: Listed) => code)).toEqual([codes[60]])
  expect((await ask({ code: codes[60] as string, teamId })).pageCount).toBe(0)
})
