import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { paths } from '#contract/paths.ts'
import { currentConsentVersion } from '#contract/rules/guardian-consent.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { guardianConfirmations, guardianLinks } from '#server/db/schema/guardians.ts'
import { teams } from '#server/db/schema/teams.ts'
import { createRecurringJobs } from '#server/jobs.ts'
import { silentLog } from '../support/cluster.ts'
import { startMailServer } from '../support/mail-server.ts'
import { createCoach, createMember, startTeamsApp, type TeamsApp } from './teams-support.ts'

type Stored = { id: string; name: string } & Record<string, unknown>
type StoredTeam = { id: string; version: number; teamNo: number; name: string; coaches: Stored[]; members: Stored[] }
let t: TeamsApp
let mails: Awaited<ReturnType<typeof startMailServer>>
let serial = 0
let address: string
let owner: { id: string; email: string; token: string }
let team: StoredTeam
let child: Stored
const adultBirthDate = `${new Date().getUTCFullYear() - 18}-01-01`

beforeAll(async () => {
  mails = await startMailServer()
  t = await startTeamsApp({ fee: 0 }, { SMTP_URL: mails.url, MAIL_FROM: 'botola@school.test' })
})
afterAll(async () => {
  await t.close()
  await mails.close()
})
beforeEach(async () => {
  address = `guardian${++serial}@family.test`
  const account = await t.person({ role: 'coach', lang: 'en', emailConfirmedAt: new Date() })
  owner = { ...account, token: await t.tokenOf(account.email) }
  team = await register({
    members: [withContact(address, { name: 'عبد الله Salem' }), createMember({ birthDate: adultBirthDate, consent: undefined })],
  })
  child = team.members[0] as Stored
})
afterEach(async () => {
  await t.db.delete(teams)
  await t.db.update(competitions).set({ closesAt: null })
})

const createSenior = (more: Record<string, unknown> = {}) =>
  createMember({ birthDate: `${new Date().getUTCFullYear() - 15}-03-04`, ...more })
const withContact = (contact: string, more: Record<string, unknown> = {}) =>
  createSenior({ consent: { guardian: 'Huda', contact, agreed: true, publish: true }, ...more })
const register = async (more: Record<string, unknown> = {}): Promise<StoredTeam> => {
  const reply = await t.send('POST', paths.teams, owner.token, t.team({ ageLevel: 'senior', ...more }))
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().team
}
const run = (name: 'send-team-mails' | 'send-reminders') =>
  createRecurringJobs(t, silentLog)
    .find((job) => job.name === name)
    ?.run()
const readTeam = async (token = owner.token) => (await t.send('GET', `${paths.teams}?id=${team.id}`, token)).json().team
const readState = async () => (await readTeam()).guardianConfirmations
const call = (method: 'POST' | 'PUT', payload: object) => t.app.inject({ method, url: paths.guardianConfirmation, payload })
const read = (token: string) => call('POST', { token })
const decide = (token: string, agrees: boolean, more: object = {}) =>
  call('PUT', { token, agrees, ...(agrees ? { textVersion: currentConsentVersion } : {}), ...more })
const copyLink = (token = owner.token, personId = child.id) => t.send('POST', paths.memberGuardianLink(team.id, personId), token)
const getToken = (link: string) => new URL(link).hash.slice(1)
const createToken = async () => getToken((await copyLink()).json().link)
const mailLink = (token = owner.token, personId = child.id) => t.send('POST', paths.memberGuardianMail(team.id, personId), token)
const toSubmitted = ({ id, name, email, phone, birthDate, gender }: Stored) => ({ id, name, email, phone, birthDate, gender })
/** Saves the team again with a change of the child. */
const saveTeam = async (change: Record<string, unknown> = {}) => {
  const current = await readTeam()
  const members = current.members.map((member: Stored) => ({ ...toSubmitted(member), ...(member.id === child.id ? change : {}) }))
  const form = {
    ...t.team({ ageLevel: 'senior', name: current.name, coaches: current.coaches.map(toSubmitted), members }),
    id: team.id,
    version: current.version,
  }
  const reply = await t.send('PUT', paths.teams, owner.token, form)
  expect(reply.statusCode, reply.body).toBe(200)
}
const listAuditActions = async () => {
  const { rows } = await t.database.pool.query('select action, actor_id, after from audit_log where entity_id = $1 order by at, id', [
    child.id,
  ])
  return rows.map(({ action, actor_id, after }) => [action, actor_id, after?.method])
}

it('a link shows the team and the first name, and stores one answer however often it is sent', async () => {
  expect(await readState()).toEqual([
    { personId: child.id, state: 'missing', method: null, at: null, textVersion: null, mailedAt: null, hasEmail: true },
  ])
  const copied = await copyLink()
  expect(copied.statusCode, copied.body).toBe(200)
  expect(copied.json().link).toMatch(/^http:\/\/botola\.test\/guardian\/#[\w-]{43}$/)
  const token = getToken(copied.json().link)
  const shown = await read(token)
  expect(shown.headers['cache-control']).toBe('no-store')
  expect(shown.headers['x-robots-tag']).toBe('noindex')
  expect(shown.json().request).toEqual({
    state: 'missing',
    at: null,
    textVersion: currentConsentVersion,
    publish: false,
    firstName: 'عبد الله',
    teamName: team.name,
    competition: { en: t.robo.nameEn, ar: t.robo.nameAr },
    validUntil: expect.any(String),
  })
  const first = (await decide(token, true, { publish: true })).json()
  expect(first).toMatchObject({ success: true, request: { state: 'confirmed', publish: true, textVersion: currentConsentVersion } })
  const repeated = (await decide(token, true, { publish: true })).json()
  expect(repeated.request).toEqual(first.request)
  expect(await readState()).toMatchObject([{ state: 'confirmed', method: 'copied-link', at: first.request.at }])
  expect((await readTeam()).members[0].consent).toMatchObject({ guardian: 'Huda', publish: true })
  expect(await listAuditActions()).toEqual([
    ['create', owner.id, undefined],
    ['send-guardian-link', owner.id, 'copied-link'],
    ['confirm-guardian', null, 'copied-link'],
  ])
  const copy = (await t.send('GET', paths.accountExport, owner.token)).json()
  const people: { guardianConfirmation: unknown }[] = copy.teams[0].people
  expect(people.map(({ guardianConfirmation }) => guardianConfirmation).filter(Boolean)).toEqual([
    { state: 'confirmed', method: 'copied-link', textVersion: currentConsentVersion, decidedAt: first.request.at },
  ])
  const stored = await t.db.select().from(guardianLinks)
  expect(JSON.stringify(stored)).not.toContain(token)
  // the next answer withdraws the consent
  expect((await decide(token, false)).json().request).toMatchObject({ state: 'refused', publish: false })
  expect((await readTeam()).members[0].consent.publish).toBe(false)
  expect((await decide(token, true)).json().request).toMatchObject({ state: 'confirmed', publish: false })
})

it('an answer needs the current text, a confirmed guardian gets no more links, and adults need none', async () => {
  const token = await createToken()
  const outdated = await decide(token, true, { textVersion: '2020-01-01' })
  expect([outdated.statusCode, outdated.json().fields]).toMatchObject([400, [{ field: 'textVersion', code: 'consent-outdated' }]])
  expect((await copyLink(owner.token, team.members[1]?.id)).statusCode).toBe(409)
  await decide(token, true)
  expect((await copyLink()).statusCode).toBe(409)
  expect((await mailLink()).statusCode).toBe(409)
  await decide(token, false)
  expect((await copyLink()).statusCode).toBe(200)
})

it('an unknown or expired link and one of a deleted member or team do not work', async () => {
  const token = await createToken()
  const expectInvalid = async () => {
    for (const reply of [await read(token), await decide(token, true)])
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'ticket-spent'])
  }
  expect((await read('x'.repeat(43))).json().code).toBe('ticket-spent')
  await t.database.pool.query(`update guardian_links set expires_at = now() - interval '1 minute'`)
  await expectInvalid()
  await t.database.pool.query(`update guardian_links set expires_at = now() + interval '1 minute'`)
  expect((await read(token)).statusCode).toBe(200)
  const person = paths.adminTeamPerson(team.id, 'member', child.id)
  expect((await t.send('DELETE', person, t.adminToken)).statusCode).toBe(200)
  await expectInvalid()
  expect((await t.send('POST', `${person}/restore`, t.adminToken)).statusCode).toBe(200)
  expect((await read(token)).statusCode).toBe(200)
  expect((await t.send('DELETE', `${paths.teams}?id=${team.id}`, owner.token)).statusCode).toBe(200)
  await expectInvalid()
  await t.database.pool.query(`update guardian_links set expires_at = now() - interval '1 minute'`)
  await run('send-reminders')
  expect(await t.db.select().from(guardianLinks)).toEqual([])
})

it('a change of the child or the guardian makes links and the confirmation invalid, and other changes do not', async () => {
  const consent = { guardian: 'Huda', contact: address, agreed: true, publish: true }
  for (const change of [
    { name: 'Another child' },
    { birthDate: `${new Date().getUTCFullYear() - 16}-05-06` },
    { consent: { ...consent, contact: '+966501112233' } },
    { consent: { ...consent, guardian: 'Mona', contact: '+966501112233' } },
  ]) {
    const token = await createToken()
    await decide(token, true, { publish: true })
    await saveTeam({ phone: '+966501234567' })
    expect(await readState()).toMatchObject([{ state: 'confirmed' }])
    await saveTeam(change)
    expect(await readState()).toMatchObject([{ state: 'missing' }])
    expect((await read(token)).statusCode).toBe(400)
  }
  // in the back office, too
  const token = await createToken()
  const { version } = (await readTeam()).members[0]
  const [current] = (await readTeam()).members
  const saved = await t.send('PUT', paths.adminTeamPerson(team.id, 'member', child.id), t.adminToken, {
    ...toSubmitted(current),
    name: 'Third child',
    version,
  })
  expect(saved.statusCode, saved.body).toBe(200)
  expect((await read(token)).statusCode).toBe(400)
})

it('the account of the team cannot make the photo of a minor public', async () => {
  expect((await readTeam()).members[0].consent.publish).toBe(false)
  await decide(await createToken(), true, { publish: false })
  await saveTeam({ consent: { guardian: 'Huda', contact: address, agreed: true, publish: true } })
  expect((await readTeam()).members[0].consent.publish).toBe(false)
  expect(await readState()).toMatchObject([{ state: 'confirmed' }])
})

it('the owner and the coaches of a team create links, and nobody else', async () => {
  const coach = await t.person({ role: 'coach', emailConfirmedAt: new Date() })
  const stranger = await t.tokenOf((await t.person({ role: 'coach', emailConfirmedAt: new Date() })).email)
  team = await register({ coaches: [createCoach({ email: coach.email })], members: [withContact(address), createSenior()] })
  child = team.members[0] as Stored
  const coachToken = await t.tokenOf(coach.email)
  expect((await copyLink(coachToken)).statusCode).toBe(200)
  expect((await mailLink(coachToken)).statusCode).toBe(200)
  for (const token of [stranger, t.adminToken]) {
    expect((await copyLink(token)).statusCode).toBe(404)
    expect((await mailLink(token)).statusCode).toBe(404)
  }
  const other = await register({ members: [withContact(address), createSenior()] })
  expect((await t.send('POST', paths.memberGuardianLink(other.id, child.id), owner.token)).statusCode).toBe(404)
})

it('a guardian with an e-mail address gets one mail in both languages, and further ones only on request and within a limit', async () => {
  expect(Number(await run('send-team-mails'))).toBe(2)
  expect(Number(await run('send-team-mails'))).toBe(0)
  const mail = await mails.next(address)
  expect(mail.subject).toContain(`مشاركة طفل في \u2068${t.robo.nameAr}\u2069`.replace(/[\u2068\u2069]/g, ''))
  expect(mail.subject).toContain(t.robo.nameEn)
  expect(mail.text).toContain('عبد الله')
  expect(mail.text).not.toContain('Salem')
  expect(mail.text).toContain('Botola')
  expect(mail.text).toContain('بطولة')
  const links = [...(mail.text ?? '').matchAll(/http:\/\/botola\.test\/guardian\/\?lang=(ar|en)#([\w-]{43})/g)]
  expect(links.map(([, lang]) => lang)).toEqual(['ar', 'en'])
  expect((await readState())[0].mailedAt).toEqual(expect.any(String))
  await decide(links[0]?.[2] ?? '', true)
  expect(await readState()).toMatchObject([{ state: 'confirmed', method: 'mailed-link' }])

  await decide(links[0]?.[2] ?? '', false)
  for (let sent = 2; sent <= 4; sent++) {
    expect((await mailLink()).json()).toMatchObject({ success: true })
    await mails.next(address, sent)
  }
  const refused = await mailLink()
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many'])
  await saveTeam({ consent: { guardian: 'Huda', contact: '+966501112233', agreed: true, publish: false } })
  expect((await mailLink()).json().code).toBe('no-mail')
})

it('a mail to a guardian names the number of a team whose name has a link', async () => {
  team = await register({ name: 'Win at prizes.com', members: [withContact(address), createSenior()] })
  await run('send-team-mails')
  for (const mail of [await mails.next(address), await mails.next(address, 2)]) expect(mail.text).not.toContain('prizes.com')
})

it('guardians and the owner get one reminder some days before the registration closes', async () => {
  await run('send-team-mails')
  await mails.next(owner.email)
  await t.db.update(competitions).set({ closesAt: new Date(Date.now() + 4 * 86_400_000) })
  expect(await run('send-reminders')).toBe(0)
  await t.db.update(teams).set({ createdAt: new Date(Date.now() - 9 * 86_400_000), complete: true })
  const sent = await Promise.all([run('send-reminders'), run('send-reminders')])
  expect(Number(sent[0]) + Number(sent[1]) + Number(await run('send-reminders'))).toBe(2)
  expect((await mails.next(address, 2)).subject).toContain('Reminder')
  const mail = await mails.next(owner.email, 2)
  expect(mail.subject).toBe('Registration closes soon, and guardian confirmations are missing')
  expect(mail.text).toContain(`/account/teams/${team.id}`)
  expect(mail.text).not.toContain('Salem')
})

it('organizers record a paper and take it back, with their permission, and the list finds teams without confirmations', async () => {
  const record = (method: 'PUT' | 'DELETE', token = t.adminToken, personId = child.id) =>
    t.app.inject({
      method,
      url: paths.adminGuardianConfirmation(team.id, personId),
      headers: { authorization: token },
      ...(method === 'PUT' ? { payload: { publish: true } } : {}),
    })
  const listFound = async (value: boolean) =>
    (await t.send('GET', `${paths.adminTeams}?guardian_missing=${value}`, t.adminToken)).json().teams.map(({ _id }: { _id: string }) => _id)
  const listStates = async () => (await t.send('GET', paths.adminGuardianConfirmations(team.id), t.adminToken)).json().confirmations
  expect([await listFound(true), await listFound(false)]).toEqual([[team.id], []])
  const csv = await t.send('GET', `${paths.adminTeams}?download=true&format=csv&guardian_missing=false`, t.adminToken)
  expect(csv.body).not.toContain(team.name)

  const { email } = await t.person({ role: 'admin', permissions: ['finance'] })
  const finance = String((await t.signIn(email, undefined, { type: 4 })).headers.authorization)
  expect((await t.send('GET', paths.adminGuardianConfirmations(team.id), finance)).statusCode).toBe(200)
  expect((await record('PUT', finance)).statusCode).toBe(403)
  expect((await record('DELETE')).statusCode).toBe(409)
  const recorded = await record('PUT')
  expect(recorded.json().confirmations).toMatchObject([{ state: 'confirmed', method: 'paper', recordedBy: expect.stringMatching(/\w/) }])
  expect(await listStates()).toEqual(recorded.json().confirmations)
  expect((await readTeam()).members[0].consent.publish).toBe(true)
  expect((await readState())[0]).not.toHaveProperty('recordedBy')
  expect([await listFound(true), await listFound(false)]).toEqual([[], [team.id]])
  expect((await record('PUT')).statusCode).toBe(409)
  expect((await record('DELETE')).json().confirmations).toMatchObject([{ state: 'missing', method: null }])
  expect((await readTeam()).members[0].consent.publish).toBe(false)
  expect((await record('PUT', t.adminToken, team.members[1]?.id)).statusCode).toBe(409)
  expect((await listAuditActions()).map(([action]) => action)).toEqual(['create', 'record-guardian-paper', 'remove-guardian-paper'])

  // a refusal counts as missing, and a paper replaces it
  await decide(await createToken(), false)
  expect(await listStates()).toMatchObject([{ state: 'refused', method: 'copied-link' }])
  expect(await listFound(true)).toEqual([team.id])
  expect((await record('PUT')).json().confirmations).toMatchObject([{ state: 'confirmed', method: 'paper' }])
})

it('a team that is deleted for good takes links and confirmations along', async () => {
  await decide(await createToken(), true)
  await t.db.delete(teams)
  expect(await t.db.select().from(guardianLinks)).toEqual([])
  expect(await t.db.select().from(guardianConfirmations)).toEqual([])
})
