import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { currentConsentVersion } from '#contract/people/guardians/guardian-consent.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { guardianConfirmations, guardianLinks } from '#server/platform/db/schema/guardians.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import {
  type GuardiansApp,
  getToken,
  startGuardiansApp,
  toSubmitted,
} from '../../support/api/guardian-confirmations.ts'
import { createCoach } from '../../support/api/teams.ts'

let t: GuardiansApp
beforeAll(async () => {
  t = await startGuardiansApp()
})
afterAll(() => t.close())
afterEach(() => t.reset())

it('a link shows the team and the first name, and stores one answer however often it is sent', async () => {
  const { owner, team, child, readTeam, readState, copyLink, listAuditActions } =
    await t.createTeamWithMinor()
  expect(await readState()).toEqual([
    {
      personId: child.id,
      state: 'missing',
      method: null,
      at: null,
      textVersion: null,
      mailedAt: null,
      hasEmail: true,
    },
  ])
  const copied = await copyLink()
  expect(copied.statusCode, copied.body).toBe(200)
  expect(copied.json().link).toMatch(/^http:\/\/botola\.test\/guardian\/\?lang=en#[\w-]{43}$/)
  const token = getToken(copied.json().link)
  const shown = await t.read(token)
  expect(shown.headers['cache-control']).toBe('no-store')
  expect(shown.headers['x-robots-tag']).toBe('noindex')
  expect(shown.json().others).toEqual([])
  expect(shown.json().request).toEqual({
    personId: child.id,
    state: 'missing',
    at: null,
    textVersion: currentConsentVersion,
    publish: false,
    firstName: 'عبد الله',
    teamName: team.name,
    competition: { en: t.robo.nameEn, ar: t.robo.nameAr },
    validUntil: expect.any(String),
  })
  const first = (await t.decide(token, true, { publish: true })).json()
  expect(first).toMatchObject({
    success: true,
    request: { state: 'confirmed', publish: true, textVersion: currentConsentVersion },
  })
  const repeated = (await t.decide(token, true, { publish: true })).json()
  expect(repeated.request).toEqual(first.request)
  expect(await readState()).toMatchObject([
    { state: 'confirmed', method: 'copied-link', at: first.request.at },
  ])
  expect((await readTeam()).members[0].consent).toMatchObject({ guardian: 'Huda', publish: true })
  expect(await listAuditActions()).toEqual([
    ['create', owner.id, undefined],
    ['send-guardian-link', owner.id, 'copied-link'],
    ['confirm-guardian', null, 'copied-link'],
  ])
  const copy = (await t.send('GET', getPath('GET /api/account/export'), owner.token)).json()
  const people: { guardianConfirmation: unknown }[] = copy.teams[0].people
  expect(people.map(({ guardianConfirmation }) => guardianConfirmation).filter(Boolean)).toEqual([
    {
      state: 'confirmed',
      method: 'copied-link',
      textVersion: currentConsentVersion,
      decidedAt: first.request.at,
    },
  ])
  const stored = await t.db.select().from(guardianLinks)
  expect(JSON.stringify(stored)).not.toContain(token)
  // the next answer withdraws the consent
  expect((await t.decide(token, false)).json().request).toMatchObject({ state: 'refused', publish: false })
  expect((await readTeam()).members[0].consent.publish).toBe(false)
  expect((await t.decide(token, true)).json().request).toMatchObject({ state: 'confirmed', publish: false })
})

it('an answer needs the current text, a confirmed guardian gets no more links, and adults need none', async () => {
  const { owner, team, copyLink, createToken, emailLink } = await t.createTeamWithMinor()
  const token = await createToken()
  const outdated = await t.decide(token, true, { textVersion: '2020-01-01' })
  expect([outdated.statusCode, outdated.json().fields]).toMatchObject([
    400,
    [{ field: 'textVersion', code: 'consent-outdated' }],
  ])
  expect((await copyLink(owner.token, team.members[1]?.id)).statusCode).toBe(409)
  await t.decide(token, true)
  expect((await copyLink()).statusCode).toBe(409)
  expect((await emailLink()).statusCode).toBe(409)
  await t.decide(token, false)
  expect((await copyLink()).statusCode).toBe(200)
})

it('an unknown or expired link and one of a deleted member or team do not work', async () => {
  const { owner, team, child, createToken } = await t.createTeamWithMinor()
  const token = await createToken()
  const expectInvalid = async () => {
    for (const reply of [await t.read(token), await t.decide(token, true)])
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'ticket-spent'])
  }
  expect((await t.read('x'.repeat(43))).json().code).toBe('ticket-spent')
  await t.database.pool.query(`update guardian_links set expires_at = now() - interval '1 minute'`)
  await expectInvalid()
  await t.database.pool.query(`update guardian_links set expires_at = now() + interval '1 minute'`)
  expect((await t.read(token)).statusCode).toBe(200)
  const person = getPath('PUT /api/admin/teams/:teamId/members/:personId', {
    teamId: team.id,
    personId: child.id,
  })
  expect((await t.send('DELETE', person, t.adminToken)).statusCode).toBe(200)
  await expectInvalid()
  expect((await t.send('POST', `${person}/restore`, t.adminToken)).statusCode).toBe(200)
  expect((await t.read(token)).statusCode).toBe(200)
  expect(
    (await t.send('DELETE', `${getPath('DELETE /api/teams')}?id=${team.id}`, owner.token)).statusCode,
  ).toBe(200)
  await expectInvalid()
  await t.database.pool.query(`update guardian_links set expires_at = now() - interval '61 days'`)
  await t.runJob('send-reminders')
  expect(await t.db.select().from(guardianLinks)).toEqual([])
})

it('a change of the child or the guardian makes links and the confirmation invalid, and other changes do not', async () => {
  const { address, team, child, readTeam, readState, createToken, saveTeam } = await t.createTeamWithMinor()
  const consent = { guardian: 'Huda', contact: address, agreed: true, publish: true }
  for (const change of [
    { name: 'Another child' },
    { birthDate: `${new Date().getUTCFullYear() - 16}-05-06` },
    { consent: { ...consent, contact: '+966501112233' } },
    { consent: { ...consent, guardian: 'Mona', contact: '+966501112233' } },
  ]) {
    const token = await createToken()
    await t.decide(token, true, { publish: true })
    await saveTeam({ phone: '+966501234567' })
    expect(await readState()).toMatchObject([{ state: 'confirmed' }])
    await saveTeam(change)
    expect(await readState()).toMatchObject([{ state: 'missing' }])
    expect((await t.read(token)).statusCode).toBe(400)
  }
  // in the back office, too
  const token = await createToken()
  const { version } = (await readTeam()).members[0]
  const { id: _, ...current } = toSubmitted((await readTeam()).members[0])
  const saved = await t.send(
    'PUT',
    getPath('PUT /api/admin/teams/:teamId/members/:personId', { teamId: team.id, personId: child.id }),
    t.adminToken,
    {
      ...current,
      name: 'Third child',
      version,
    },
  )
  expect(saved.statusCode, saved.body).toBe(200)
  expect((await t.read(token)).statusCode).toBe(400)
})

it('the account of the team cannot make the photo of a minor public', async () => {
  const { address, readTeam, readState, createToken, saveTeam } = await t.createTeamWithMinor()
  expect((await readTeam()).members[0].consent.publish).toBe(false)
  await t.decide(await createToken(), true, { publish: false })
  await saveTeam({ consent: { guardian: 'Huda', contact: address, agreed: true, publish: true } })
  expect((await readTeam()).members[0].consent.publish).toBe(false)
  expect(await readState()).toMatchObject([{ state: 'confirmed' }])
})

it('the owner and the coaches of a team create links, and nobody else', async () => {
  const coach = await t.person({ role: 'coach', emailConfirmedAt: new Date() })
  const { owner, child, register, copyLink, emailLink } = await t.createTeamWithMinor({
    coaches: [createCoach({ email: coach.email })],
  })
  const stranger = await t.tokenOf((await t.person({ role: 'coach', emailConfirmedAt: new Date() })).email)
  const coachToken = await t.tokenOf(coach.email)
  expect((await copyLink(coachToken)).statusCode).toBe(200)
  expect((await emailLink(coachToken)).statusCode).toBe(200)
  for (const token of [stranger, t.adminToken]) {
    expect((await copyLink(token)).statusCode).toBe(404)
    expect((await emailLink(token)).statusCode).toBe(404)
  }
  const other = await register()
  expect(
    (
      await t.send(
        'POST',
        getPath('POST /api/teams/:teamId/members/:personId/guardian-link', {
          teamId: other.id,
          personId: child.id,
        }),
        owner.token,
      )
    ).statusCode,
  ).toBe(404)
})

it('a copied link opens in the language of the account of the team, also when a coach copies it', async () => {
  const coach = await t.person({ role: 'coach', lang: 'en', emailConfirmedAt: new Date() })
  const { owner, copyLink } = await t.createTeamWithMinor({ coaches: [createCoach({ email: coach.email })] })
  await t.database.pool.query(`update users set lang = 'ar' where id = $1`, [owner.id])
  for (const token of [owner.token, await t.tokenOf(coach.email)])
    expect((await copyLink(token)).json().link).toMatch(/\/guardian\/\?lang=ar#[\w-]{43}$/)
})

it('a team that is deleted for good takes links and confirmations along', async () => {
  const { createToken } = await t.createTeamWithMinor()
  await t.decide(await createToken(), true)
  await t.db.delete(teams)
  expect(await t.db.select().from(guardianLinks)).toEqual([])
  expect(await t.db.select().from(guardianConfirmations)).toEqual([])
})
