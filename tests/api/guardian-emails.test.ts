import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { competitions } from '#server/db/schema/competitions.ts'
import { teamPeople, teams } from '#server/db/schema/teams.ts'
import { type GuardiansApp, startGuardiansApp } from '../support/api/guardian-confirmations.ts'

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
