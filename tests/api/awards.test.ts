import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { paths } from '#contract/paths.ts'
import { awardLimits } from '#contract/results.ts'
import { events } from '#server/db/schema/events.ts'
import { eventTeams, judges } from '#server/db/schema/judging.ts'
import { awards } from '#server/db/schema/results.ts'
import { scoreEntries } from '#server/db/schema/scores.ts'
import { teamPeople, teams } from '#server/db/schema/teams.ts'
import { openEventStream } from '../support/api/scores-live.ts'
import { startTeamsApp, type TeamsApp } from '../support/api/teams.ts'

let t: TeamsApp
let counter = 0
beforeAll(async () => {
  t = await startTeamsApp()
})
afterAll(() => t.close())

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any
const design = { en: 'Best design', ar: 'أفضل تصميم' }

/** Creates an event with two teams, each with a score, a coach and a member, and a judge. */
const createEvent = async () => {
  const number = ++counter
  const texts = { titleEn: `Awards ${number}`, titleAr: 'جوائز', descriptionEn: 'A', descriptionAr: 'ب' }
  const [event] = await t.db
    .insert(events)
    .values({ slug: `awards-${number}`, ...texts, endDate: '2026-03-03' })
    .returning()
  const eventId = event?.id as string
  const createTeam = async (index: number, name: string) => {
    const owner = await t.person({ role: 'coach', emailConfirmedAt: new Date() })
    const row = { competitionId: t.robo.id, teamNo: 7000 + number * 10 + index, name, schoolName: 'Najd School', userId: owner.id }
    const [team] = await t.db.insert(teams).values(row).returning()
    const teamId = team?.id as string
    const person = { teamId, competitionId: t.robo.id }
    await t.db.insert(teamPeople).values([
      { ...person, kind: 'member', name: `Member ${name}` },
      { ...person, kind: 'coach', name: `Huda ${name}` },
    ])
    const entry = { eventId, participantKey: `team:${teamId}`, teamId, teamName: name, totalScore: 100 - index }
    const [score] = await t.db.insert(scoreEntries).values(entry).returning()
    return { teamId, teamNo: row.teamNo, owner, entryId: score?.id as string }
  }
  const [falcons, hawks] = [await createTeam(1, 'Falcons'), await createTeam(2, 'Hawks')]
  const [judge] = await t.db
    .insert(judges)
    .values({ eventId, name: 'Layla Al Harbi', codeHash: `hash-${number}`, hint: 'AB' })
    .returning()
  return { eventId, slug: `awards-${number}`, falcons, hawks, judgeId: judge?.id as string }
}
const create = (eventId: string, json: object, token = t.adminToken) => t.json('POST', paths.adminAwards(eventId), token, json)
const give = async (eventId: string, teamId: string, name = design): Promise<string> => {
  const reply = await create(eventId, { name, teamId })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().award.id
}
const publish = async (eventId: string, status: 'provisional' | 'final' = 'final') =>
  expect((await t.json('PUT', paths.adminPublishedResults(eventId), t.adminToken, { status })).statusCode).toBe(200)
const takeBack = (eventId: string) =>
  t.json('POST', `${paths.adminPublishedResults(eventId)}/take-back`, t.adminToken, { reason: 'A mistake.' })
const freeze = (eventId: string) => t.json('PUT', `${paths.adminResults(eventId)}/freeze`, t.adminToken, { at: null })
const readEvent = async (slug: string): Promise<Body> => (await t.app.inject({ url: paths.event(slug) })).json().event
const listAdmin = async (eventId: string): Promise<Body> => (await t.send('GET', paths.adminAwards(eventId), t.adminToken)).json()
const listCertificates = async (eventId: string): Promise<Body> =>
  (await t.send('GET', paths.adminCertificates(eventId), t.adminToken)).json()

it('An organizer gives teams of the event awards, in their order, and changes and deletes them', async () => {
  const { eventId, falcons, hawks } = await createEvent()
  expect((await listAdmin(eventId)).teams.map(({ name }: Body) => name)).toEqual(['Falcons', 'Hawks'])
  const first = await give(eventId, falcons.teamId)
  const second = await give(eventId, hawks.teamId, { en: 'Team spirit', ar: 'روح الفريق' })
  const changed = await t.json('PUT', `${paths.adminAwards(eventId)}/${second}`, t.adminToken, {
    ...{ name: { en: 'Best spirit', ar: 'روح الفريق' }, teamId: falcons.teamId, position: 0 },
  })
  expect(changed.json().award).toMatchObject({ name: { en: 'Best spirit' }, teamId: falcons.teamId, position: 0 })
  const { awards: listed } = await listAdmin(eventId)
  expect(listed.map(({ id, team }: Body) => [id, team])).toEqual([
    [second, { teamNo: falcons.teamNo, name: 'Falcons', schoolName: 'Najd School' }],
    [first, { teamNo: falcons.teamNo, name: 'Falcons', schoolName: 'Najd School' }],
  ])
  expect((await t.send('DELETE', `${paths.adminAwards(eventId)}/${first}`, t.adminToken)).statusCode).toBe(200)
  expect((await listAdmin(eventId)).awards).toHaveLength(1)
  const { rows } = await t.database.pool.query(
    "select action, label, before, after from audit_log where entity = 'award' and entity_id = $1",
    [first],
  )
  const values = { event: eventId, nameEn: 'Best design', nameAr: 'أفضل تصميم', team: falcons.teamId, position: 1 }
  expect(rows).toEqual([
    { action: 'create', label: 'Best design · أفضل تصميم', before: null, after: values },
    { action: 'delete', label: 'Best design · أفضل تصميم', before: values, after: null },
  ])
})

it('An award needs a name in both languages and a team of the event, and belongs to its event', async () => {
  const { eventId, falcons } = await createEvent()
  const other = await createEvent()
  const ask = async (json: object, lang = 'en') =>
    (await t.json('POST', `${paths.adminAwards(eventId)}?lang=${lang}`, t.adminToken, json)).json()
  const unnamed = { name: { en: 'Best design', ar: ' ' }, teamId: falcons.teamId }
  const [english, arabic] = [await ask(unnamed), await ask(unnamed, 'ar')]
  expect(english.code).toBe('bad-input')
  expect(english.fields).toEqual([{ field: 'name.ar', code: 'required', msg: expect.stringMatching(/^[^\u0600-\u06FF]+$/) }])
  expect(arabic.fields).toEqual([{ field: 'name.ar', code: 'required', msg: expect.stringMatching(/[\u0600-\u06FF]/) }])
  for (const teamId of [other.falcons.teamId, '01890000-0000-7000-8000-000000000000'])
    expect((await ask({ name: design, teamId })).fields).toMatchObject([{ field: 'teamId', code: 'not-found' }])
  const long = { en: 'x'.repeat(awardLimits.name + 1), ar: 'أ' }
  expect((await ask({ name: long, teamId: falcons.teamId })).fields).toMatchObject([{ field: 'name.en' }])

  const id = await give(eventId, falcons.teamId)
  const path = `${paths.adminAwards(other.eventId)}/${id}`
  expect((await t.json('PUT', path, t.adminToken, { name: design, teamId: other.falcons.teamId })).statusCode).toBe(404)
  expect((await t.send('DELETE', path, t.adminToken)).statusCode).toBe(404)
  expect((await listAdmin(eventId)).awards).toHaveLength(1)
})

it('An event has at most the maximum of awards', async () => {
  const { eventId, falcons } = await createEvent()
  const rows = Array.from({ length: awardLimits.perEvent - 1 }, (_, index) => ({ eventId, teamId: falcons.teamId, position: index }))
  await t.db.insert(awards).values(rows.map((row) => ({ ...row, nameEn: 'A', nameAr: 'أ' })))
  const replies = await Promise.all([1, 2, 3].map(() => create(eventId, { name: design, teamId: falcons.teamId })))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
})

it('Visitors see awards with final results only: not before, while provisional, frozen, or taken back', async () => {
  const { eventId, slug, falcons } = await createEvent()
  await give(eventId, falcons.teamId)
  const expectHidden = async () => expect(await readEvent(slug)).not.toHaveProperty('awards')
  await expectHidden()
  await publish(eventId, 'provisional')
  await expectHidden()
  await freeze(eventId)
  await give(eventId, falcons.teamId, { en: 'Secret award', ar: 'جائزة سرية' })
  await expectHidden()
  await t.send('DELETE', `${paths.adminResults(eventId)}/freeze`, t.adminToken)
  await expectHidden()
  await publish(eventId)
  const team = { teamNo: falcons.teamNo, name: 'Falcons', schoolName: 'Najd School' }
  expect((await readEvent(slug)).awards).toEqual([
    { id: expect.any(String), name: design, team },
    { id: expect.any(String), name: { en: 'Secret award', ar: 'جائزة سرية' }, team },
  ])
  // a published award can be corrected
  const [{ id }] = (await listAdmin(eventId)).awards
  await t.json('PUT', `${paths.adminAwards(eventId)}/${id}`, t.adminToken, {
    name: { en: 'Best robot', ar: 'أفضل روبوت' },
    teamId: falcons.teamId,
  })
  expect((await readEvent(slug)).awards[0].name.en).toBe('Best robot')
  const [{ code }] = (await listCertificates(eventId)).certificates
  await takeBack(eventId)
  await expectHidden()
  await give(eventId, falcons.teamId, { en: 'Later award', ar: 'جائزة لاحقة' })
  // the certificate was revoked, and tells nothing of what is not published
  expect((await t.app.inject({ url: paths.certificate(code) })).json().certificate).toMatchObject({ rank: 1, awards: [] })
})

it('A reveal shows each award in a step after the ranks, and tells nothing of it before', async () => {
  const { eventId, falcons, hawks } = await createEvent()
  await give(eventId, hawks.teamId)
  const second = await give(eventId, falcons.teamId, { en: 'Team spirit', ar: 'روح الفريق' })
  await freeze(eventId)
  const address = await t.listen()
  const stream = await openEventStream(`${address}${paths.revealLive(eventId)}`)
  await stream.next()
  const path = `${paths.adminResults(eventId)}/reveal`
  const started: Body = (await t.json('POST', path, t.adminToken, { isRehearsal: false })).json()
  const { id } = started.reveal
  const seen: Body[] = [(await stream.next()).data.reveal]
  const open = async (openedCount: number): Promise<Body> => {
    const reply = await t.json('PATCH', path, t.adminToken, { id, openedCount })
    expect(reply.statusCode, reply.body).toBe(200)
    seen.push((await stream.next()).data.reveal)
    return reply.json().reveal
  }
  expect(started.reveal).toMatchObject({ stepCount: 4, awardCount: 2, award: null, nextAward: null })
  expect(await open(1)).toMatchObject({ step: { name: 'Hawks' }, award: null, nextAward: null })
  expect(await open(2)).toMatchObject({ step: { name: 'Falcons' }, nextStep: null, award: null, nextAward: { name: design } })
  for (const state of seen) expect(JSON.stringify(state)).not.toMatch(/Best design|Team spirit|nextAward/)
  const third = await open(3)
  expect(third).toMatchObject({ award: { name: design, team: { teamNo: hawks.teamNo, name: 'Hawks' } }, nextAward: { id: second } })
  expect(seen.at(-1).award).toEqual({
    id: third.award.id,
    name: design,
    team: { teamNo: hawks.teamNo, name: 'Hawks', schoolName: 'Najd School' },
  })
  expect(JSON.stringify(seen.at(-1))).not.toContain('Team spirit')
  expect(await open(4)).toMatchObject({ award: { id: second }, nextAward: null, isOutdated: false })
  // a removed award has no step
  await t.send('DELETE', `${paths.adminAwards(eventId)}/${second}`, t.adminToken)
  const removed: Body = (await stream.next()).data.reveal
  expect(removed).toMatchObject({ stepCount: 3, openedCount: 3, awardCount: 1, award: { name: design } })
  expect((await t.send('GET', paths.adminResults(eventId), t.adminToken)).json().reveal.isOutdated).toBe(true)
  stream.close()
})

it('Certificates have the awards of the team, also those of its coach, and judges get certificates without a rank', async () => {
  const { eventId, falcons, judgeId } = await createEvent()
  await t.db.insert(judges).values({ eventId, name: 'Never came', codeHash: `revoked-${counter}`, hint: 'CD', revokedAt: new Date() })
  await give(eventId, falcons.teamId)
  await publish(eventId)
  const { certificates, signer } = await listCertificates(eventId)
  expect(signer).toEqual({ name: { en: '', ar: '' }, title: { en: '', ar: '' }, signature: null, seal: null })
  expect(certificates.map(({ kind, name, teamName, rank, awards: names }: Body) => [kind, name, teamName, rank, names])).toEqual([
    ['member', 'Member Falcons', 'Falcons', 1, [design]],
    ['coach', 'Huda Falcons', 'Falcons', 1, [design]],
    ['member', 'Member Hawks', 'Hawks', 2, []],
    ['coach', 'Huda Hawks', 'Hawks', 2, []],
    ['judge', 'Layla Al Harbi', '', null, []],
  ])
  const own = (await t.send('GET', paths.accountCertificates, await t.tokenOf(falcons.owner.email))).json()
  expect(own.certificates.map(({ kind, name }: Body) => [kind, name])).toEqual([
    ['member', 'Member Falcons'],
    ['coach', 'Huda Falcons'],
  ])
  // the public page has the initial of the last name only, also of coaches and judges
  const verify = async (kind: string) => {
    const { code } = certificates.find((each: Body) => each.kind === kind)
    const reply = await t.app.inject({ url: paths.certificate(code) })
    expect(reply.body).not.toMatch(/Harbi|Huda Falcons|signature/)
    return reply.json().certificate
  }
  expect(await verify('judge')).toMatchObject({ name: 'Layla H.', teamName: '', rank: null, revokedAt: null })
  expect(await verify('coach')).toMatchObject({ name: 'Huda F.', teamName: 'Falcons', rank: 1, awards: [design] })

  // one is revoked and issued again like those of members; the audit log names the judge by its id
  const { code } = certificates.at(-1)
  const path = paths.adminCertificate(eventId, code)
  expect((await t.json('POST', `${path}/revoke`, t.adminToken, { reason: 'Twice.' })).statusCode).toBe(200)
  expect((await listCertificates(eventId)).revoked).toMatchObject([{ code, kind: 'judge', name: 'Layla Al Harbi' }])
  expect((await t.json('POST', `${path}/reissue`, t.adminToken, {})).statusCode).toBe(200)
  expect((await listCertificates(eventId)).certificates.at(-1)).toMatchObject({ kind: 'judge', name: 'Layla Al Harbi', rank: null })
  const { rows } = await t.database.pool.query(
    "select entity, entity_id, label from audit_log where action = 'revoke-certificate' and entity_id = $1",
    [judgeId],
  )
  expect(rows).toEqual([{ entity: 'judge', entity_id: judgeId, label: '' }])
  await t.db.update(judges).set({ name: '' }).where(eq(judges.id, judgeId))
  expect((await listCertificates(eventId)).certificates.at(-1)).toMatchObject({ kind: 'judge', name: '' })
})

it('A team with an award and no result gets certificates without a rank, also for an award that is given after the final results', async () => {
  const { eventId, falcons, hawks } = await createEvent()
  const { eventId: otherEventId } = await createEvent()
  await t.db.delete(scoreEntries).where(eq(scoreEntries.eventId, eventId))
  await t.db.insert(eventTeams).values([falcons, hawks].map(({ teamId }) => ({ eventId, teamId, badgeCode: teamId })))
  await give(eventId, falcons.teamId)
  await publish(eventId)
  const list = async () =>
    (await listCertificates(eventId)).certificates.map(({ kind, name, teamName, rank, awards: names }: Body) => [
      ...[kind, name, teamName, rank, names],
    ])
  const judge = ['judge', 'Layla Al Harbi', '', null, []]
  const ofFalcons = [
    ['member', 'Member Falcons', 'Falcons', null, [design]],
    ['coach', 'Huda Falcons', 'Falcons', null, [design]],
  ]
  expect(await list()).toEqual([...ofFalcons, judge])
  const spirit = { en: 'Team spirit', ar: 'روح الفريق' }
  await give(eventId, hawks.teamId, spirit)
  await give(eventId, hawks.teamId)
  const ofHawks = [
    ['member', 'Member Hawks', 'Hawks', null, [spirit, design]],
    ['coach', 'Huda Hawks', 'Hawks', null, [spirit, design]],
  ]
  expect((await list()).toSorted()).toEqual([...ofFalcons, ...ofHawks, judge].toSorted())
  expect((await listCertificates(otherEventId)).certificates).toEqual([])
  const own = (await t.send('GET', paths.accountCertificates, await t.tokenOf(hawks.owner.email))).json()
  expect(own.certificates.map(({ kind }: Body) => kind)).toEqual(['member', 'coach'])

  const { code } = (await listCertificates(eventId)).certificates.find(({ name }: Body) => name === 'Member Hawks')
  expect((await t.app.inject({ url: paths.certificate(code) })).json().certificate).toMatchObject({
    name: 'Member H.',
    awards: [spirit, design],
  })
  const path = paths.adminCertificate(eventId, code)
  expect((await t.json('POST', `${path}/revoke`, t.adminToken, { reason: 'Twice.' })).statusCode).toBe(200)
  expect((await t.json('POST', `${path}/reissue`, t.adminToken, {})).statusCode).toBe(200)
  expect(await list()).toHaveLength(5)
  await takeBack(eventId)
  expect(await list()).toEqual([])
})

it('A team without members and without a result gets the certificate of its award itself, without its name once it is deleted', async () => {
  const { eventId, falcons } = await createEvent()
  await t.db.delete(scoreEntries).where(eq(scoreEntries.teamId, falcons.teamId))
  await t.db.delete(teamPeople).where(eq(teamPeople.teamId, falcons.teamId))
  await t.db.insert(eventTeams).values({ eventId, teamId: falcons.teamId, badgeCode: falcons.teamId })
  await give(eventId, falcons.teamId)
  await publish(eventId)
  const ofTeam = (await listCertificates(eventId)).certificates.find(({ kind }: Body) => kind === 'entry')
  expect(ofTeam).toMatchObject({ name: '', teamName: 'Falcons', rank: null, awards: [design] })
  const path = paths.adminCertificate(eventId, ofTeam.code)
  expect((await t.json('POST', `${path}/revoke`, t.adminToken, { reason: 'Twice.' })).statusCode).toBe(200)
  expect(
    await t.database.pool.query('select entity, entity_id from audit_log where action = $1 and entity_id = $2', [
      'revoke-certificate',
      falcons.teamId,
    ]),
  ).toMatchObject({ rows: [{ entity: 'team' }] })
  await t.db.delete(teams).where(eq(teams.id, falcons.teamId))
  expect((await t.json('POST', `${path}/reissue`, t.adminToken, {})).statusCode).toBe(409)
  expect((await t.app.inject({ url: paths.certificate(ofTeam.code) })).json().certificate).toMatchObject({
    name: '',
    teamName: '',
    awards: [],
  })
})

it('A deleted team has no award any more, and an erasure of its owner removes the award', async () => {
  const { eventId, slug, falcons, hawks } = await createEvent()
  await give(eventId, falcons.teamId)
  await give(eventId, hawks.teamId)
  await publish(eventId)
  await t.db.update(teams).set({ deletedAt: new Date() }).where(eq(teams.id, hawks.teamId))
  await t.invalidator.invalidate('teams')
  expect((await readEvent(slug)).awards).toHaveLength(1)
  const erased = await t.json('POST', paths.adminErasure, t.adminToken, { id: falcons.owner.id, decision: 'erase', ground: 'asked' })
  expect(erased.statusCode, erased.body).toBe(200)
  expect((await readEvent(slug)).awards).toBeUndefined()
  expect(await t.db.$count(awards, eq(awards.teamId, falcons.teamId))).toBe(0)
})

it('The signer of certificates is a setting, with a signature and a seal that are uploaded as the logo is', async () => {
  const { settings } = (await t.send('GET', paths.adminSettings, t.adminToken)).json()
  const signer = { name: { en: 'Dr. Noura Saleh', ar: 'د. نورة صالح' }, title: { en: 'Director', ar: 'المديرة' } }
  const saved = await t.json('PUT', paths.adminSettings, t.adminToken, { ...settings, certificateSigner: signer })
  expect(saved.statusCode, saved.body).toBe(200)
  const { eventId } = await createEvent()
  expect((await listCertificates(eventId)).signer).toEqual({ ...signer, signature: null, seal: null })
  const refused = await t.json('PUT', paths.adminSettings, t.adminToken, {
    ...settings,
    certificateSigner: { ...signer, title: { en: 'x'.repeat(200), ar: '' } },
  })
  expect(refused.json()).toMatchObject({ code: 'bad-input', fields: [{ field: 'certificateSigner.title.en' }] })
  await t.resetSettings()
})
