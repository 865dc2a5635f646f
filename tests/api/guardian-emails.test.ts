import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { paths } from '#contract/paths.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { teamPeople, teams } from '#server/db/schema/teams.ts'
import { type GuardiansApp, startGuardiansApp } from '../support/api/guardian-confirmations.ts'
import { createCoach, createMember } from '../support/api/teams.ts'

let t: GuardiansApp
beforeAll(async () => {
  t = await startGuardiansApp()
})
afterAll(() => t.close())
afterEach(() => t.reset())

it('a guardian with an email address gets one email in both languages, and further ones only on request and within a limit', async () => {
  const { address, readState, emailLink, saveTeam } = await t.createTeamWithMinor()
  expect(Number(await t.runJob('send-team-mails'))).toBe(2)
  expect(Number(await t.runJob('send-team-mails'))).toBe(0)
  const mail = await t.mails.next(address)
  expect(mail.subject).toContain(`مشاركة طفل في ${t.robo.nameAr}`)
  expect(mail.subject).toContain(t.robo.nameEn)
  expect(mail.text).toContain('عبد الله')
  expect(mail.text).not.toContain('Salem')
  expect(mail.text).toContain('Botola')
  expect(mail.text).toContain('بطولة')
  const links = [
    ...(mail.text ?? '').matchAll(/http:\/\/botola\.test\/guardian\/\?lang=(ar|en)#([\w-]{43})/g),
  ]
  expect(links.map(([, lang]) => lang)).toEqual(['ar', 'en'])
  expect((await readState())[0].mailedAt).toEqual(expect.any(String))
  await t.decide(links[0]?.[2] ?? '', true)
  expect(await readState()).toMatchObject([{ state: 'confirmed', method: 'mailed-link' }])

  await t.decide(links[0]?.[2] ?? '', false)
  for (let sent = 2; sent <= 4; sent++) {
    expect((await emailLink()).json()).toMatchObject({ success: true })
    await t.mails.next(address, sent)
  }
  const refused = await emailLink()
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many'])
  await saveTeam({ consent: { guardian: 'Huda', contact: '+966501112233', agreed: true, publish: false } })
  expect((await emailLink()).json().code).toBe('no-mail')
})

it('an email to a guardian names the number of a team whose name has a link', async () => {
  const { address, team } = await t.createTeamWithMinor({ name: 'Win at prizes.com' })
  await t.runJob('send-team-mails')
  const { text } = await t.mails.next(address)
  expect(text).not.toContain('prizes.com')
  expect(text).toContain(String(team.teamNo))
})

it('guardians and the owner get one reminder some days before the registration closes', async () => {
  const { address, owner, team } = await t.createTeamWithMinor()
  await t.runJob('send-team-mails')
  await t.mails.next(owner.email)
  await t.db.update(competitions).set({ closesAt: new Date(Date.now() + 4 * 86_400_000) })
  expect(await t.runJob('send-reminders')).toBe(0)
  await t.db.update(teams).set({ createdAt: new Date(Date.now() - 9 * 86_400_000), complete: true })
  const sent = await Promise.all([t.runJob('send-reminders'), t.runJob('send-reminders')])
  expect(Number(sent[0]) + Number(sent[1]) + Number(await t.runJob('send-reminders'))).toBe(2)
  expect((await t.mails.next(address, 2)).subject).toContain('Reminder')
  const mail = await t.mails.next(
    owner.email,
    'Registration closes soon, and guardian confirmations are missing',
  )
  expect(mail.text).toContain(`/account/teams/${team.id}`)
  expect(mail.text).not.toContain('Salem')
})

it('the guardians of a waiting team are asked when the team has a place, also days after it was registered', async () => {
  const { address, team, copyLink, emailLink } = await t.createTeamWithMinor()
  const longAgo = new Date(Date.now() - 9 * 86_400_000)
  await t.db.update(teams).set({ status: 'waiting', statusAt: longAgo, createdAt: longAgo })
  expect(Number(await t.runJob('send-team-mails'))).toBe(0)
  expect([(await copyLink()).statusCode, (await emailLink()).statusCode]).toEqual([409, 409])
  await t.db.update(teamPeople).set({ updatedAt: longAgo })
  await t.db.update(teams).set({ status: 'registered', statusAt: new Date() }).where(eq(teams.id, team.id))
  expect(Number(await t.runJob('send-team-mails'))).toBe(1)
  expect((await t.mails.next(address)).subject).toContain(t.robo.nameEn)
})

/** Returns the token of the first link in an email. */
const readToken = (text = '') => /\/guardian\/\?lang=ar#([\w-]{43})/.exec(text)?.[1] ?? ''

it('a guardian of children in several teams of one owner gets one email, whose link answers for each of them alone', async () => {
  const { address, owner, team, child, register } = await t.createTeamWithMinor()
  const second = await register({ name: 'Hawks' })
  const [sibling] = second.members
  // two emails about the registrations, and one to the guardian
  expect(await t.runJob('send-team-mails')).toBe(3)
  expect(await t.runJob('send-team-mails')).toBe(0)
  const mail = await t.mails.next(address)
  expect(mail.text).toContain(team.name)
  expect(mail.text).toContain('Hawks')
  const token = readToken(mail.text)
  const shown = (await t.read(token)).json()
  expect([shown.request, ...shown.others].map(({ personId }) => personId).toSorted()).toEqual(
    [child.id, sibling?.id].toSorted(),
  )
  expect((await t.decide(token, false, { personId: sibling?.id })).json().request).toMatchObject({
    personId: sibling?.id,
    state: 'refused',
  })
  const readStates = async (id: string) =>
    (await t.send('GET', `/api/teams?id=${id}`, owner.token))
      .json()
      .team.guardianConfirmations.map(({ state }: { state: string }) => state)
  expect([await readStates(team.id), await readStates(second.id)]).toEqual([['missing'], ['refused']])
  expect((await t.decide(token, true, { personId: child.id })).statusCode).toBe(200)
  expect([await readStates(team.id), await readStates(second.id)]).toEqual([['confirmed'], ['refused']])
})

it('a copied link opens one child only, and so does an emailed one for children of another owner or guardian', async () => {
  const { address, copyLink, createToken, register } = await t.createTeamWithMinor()
  const [sibling] = (await register()).members
  expect((await copyLink()).statusCode).toBe(200)
  const copied = await createToken()
  expect((await t.read(copied)).json().others).toEqual([])
  expect((await t.decide(copied, true, { personId: sibling?.id })).json().code).toBe('not-found')
  await t.runJob('send-team-mails')
  const token = readToken((await t.mails.next(address)).text)
  const stranger = await t.createTeamWithMinor()
  expect((await t.decide(token, true, { personId: stranger.child.id })).json().code).toBe('not-found')
  // another name of the guardian, or the team of another account
  await t.database.pool.query(
    `update team_people set consent = consent || '{"guardian": "Mona"}' where id = $1`,
    [sibling?.id],
  )
  expect((await t.read(token)).json().others).toEqual([])
  await t.database.pool.query(
    `update team_people set consent = consent || jsonb_build_object('contact', $2::text) where id = $1`,
    [stranger.child.id, address],
  )
  expect((await t.read(token)).json().others).toEqual([])
})

it('children are not grouped by the address of their coach', async () => {
  const address = 'coach-of-many@school.test'
  const consent = { guardian: 'Huda', contact: address, agreed: true, publish: false }
  const birthDate = `${new Date().getUTCFullYear() - 15}-03-04`
  const members = () => [createMember({ birthDate, consent }), createMember({ birthDate, consent })]
  await t.createTeamWithMinor({ members: members(), coaches: [createCoach({ email: address })] })
  // the email about the registration, and one to the guardian of each child
  expect(await t.runJob('send-team-mails')).toBe(3)
  for (const which of [1, 2]) {
    const { text } = await t.mails.next(address, which)
    expect((await t.read(readToken(text))).json().others).toEqual([])
  }
})

it('a link that has expired emails a new one to the stored address only, three times a day', async () => {
  const { address, createToken } = await t.createTeamWithMinor()
  const ask = (token: string) =>
    t.app.inject({ method: 'POST', url: paths.guardianNewLink, payload: { token } })
  const token = await createToken()
  await t.database.pool.query(`update guardian_links set expires_at = now() - interval '10 days'`)
  await t.runJob('send-reminders')
  expect((await t.read(token)).json().code).toBe('ticket-spent')
  expect((await ask(token)).json()).toMatchObject({ success: true })
  const { text } = await t.mails.next(address)
  expect((await t.read(readToken(text))).statusCode).toBe(200)
  for (const status of [200, 200, 429]) expect((await ask(token)).statusCode).toBe(status)
  expect((await ask('x'.repeat(43))).json().code).toBe('ticket-spent')
  await t.database.pool.query(
    `update team_people set consent = consent || '{"contact": "+966501112233"}' where consent is not null`,
  )
  expect((await ask(token)).json().code).toBe('ticket-spent')
})
