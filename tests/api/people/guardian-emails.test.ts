import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { lockAndFilterUnansweredChildren } from '#server/people/guardian-confirmations/children-of-guardian.ts'
import { listUnansweredMembersByOwnerOrTeam } from '#server/people/guardian-confirmations/queries-emails.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import {
  type GuardiansApp,
  startGuardiansApp,
  toSubmitted,
} from '../../support/api/guardian-confirmations.ts'
import { recordStatements } from '../../support/api/recorded-statements.ts'
import { createCoach, createMember } from '../../support/api/teams.ts'

const thisYear = new Date().getUTCFullYear()
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

it('a guardian of children in two teams of one owner gets one reminder', async () => {
  const { address, owner, team, register } = await t.createTeamWithMinor()
  await register({ name: 'Hawks' })
  await t.runJob('send-team-mails')
  await t.db.update(competitions).set({ closesAt: new Date(Date.now() + 4 * 86_400_000) })
  await t.db.update(teams).set({ createdAt: new Date(Date.now() - 9 * 86_400_000), complete: true })
  // one to the guardian, and one about each team to the owner
  expect(await t.runJob('send-reminders')).toBe(3)
  const mail = await t.mails.next(address, 2)
  expect([mail.text?.includes(team.name), mail.text?.includes('Hawks')]).toEqual([true, true])
  await t.mails.next(owner.email, 'Registration closes soon, and guardian confirmations are missing')
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

/** Returns the people whom a link opens. */
const readPeople = async (token: string): Promise<string[]> => {
  const { request, others } = (await t.read(token)).json()
  return [request, ...others].map(({ personId }) => personId).toSorted()
}
const query = (text: string, values: unknown[] = []) => t.database.pool.query(text, values)
const askNewLink = (token: string) =>
  t.app.inject({
    method: 'POST',
    url: getPath('POST /api/guardian-confirmation/new-link'),
    payload: { token },
  })

it('the link to two children stays with the second when the first is replaced, and its team changes', async () => {
  const { address, team, child, register, readTeam, owner } = await t.createTeamWithMinor()
  const second = await register({ name: 'Hawks' })
  const sibling = second.members[0]?.id as string
  await t.runJob('send-team-mails')
  const token = readToken((await t.mails.next(address)).text)
  expect((await t.decide(token, true)).json().fields).toMatchObject([{ field: 'personId' }])
  await t.decide(token, false, { personId: child.id })
  const { members, coaches, version } = await readTeam()
  const form = t.team({ ageLevel: 'senior', coaches: coaches.map(toSubmitted) })
  const replaced = await t.send('PUT', getPath('PUT /api/teams'), owner.token, {
    ...{ ...form, id: team.id, version },
    members: [
      createMember({ birthDate: `${thisYear - 18}-01-01`, consent: undefined }),
      toSubmitted(members[1]),
    ],
  })
  expect(replaced.statusCode, replaced.body).toBe(200)
  const expectToAnswer = async () => {
    expect(await readPeople(token)).toEqual([sibling])
    for (const agrees of [true, false])
      expect((await t.decide(token, agrees, { personId: sibling })).statusCode).toBe(200)
  }
  await expectToAnswer()
  const stranger = await t.person({ role: 'coach' })
  await query('update teams set user_id = $2 where id = $1', [second.id, stranger.id])
  await expectToAnswer()
  await query(`update guardian_links set expires_at = now() - interval '1 day'`)
  expect((await askNewLink(token)).statusCode).toBe(200)
  expect(await readPeople(readToken((await t.mails.next(address, 2)).text))).toEqual([sibling])
  await query(`update guardian_links set expires_at = now() + interval '1 day'`)
  await query(`update teams set status = 'lapsed' where id = $1`, [second.id])
  await expectToAnswer()
  await query(
    `with made as (insert into season_years (id, year, name_en, name_ar) values (gen_random_uuid(), $2, '', '') returning id)
        update teams set season_year_id = made.id from made where teams.id = $1`,
    [second.id, 1999],
  )
  await expectToAnswer()
  // nobody is asked again about a team of another season
  expect((await askNewLink(token)).json().code).toBe('ticket-spent')
})

it('a child of the same guardian who is registered later is asked about with the first, and one link opens both', async () => {
  const { address, child, register } = await t.createTeamWithMinor()
  await t.runJob('send-team-mails')
  const first = readToken((await t.mails.next(address)).text)
  const sibling = (await register({ name: 'Hawks' })).members[0]?.id
  await t.runJob('send-team-mails')
  const both = readToken((await t.mails.next(address, 2)).text)
  expect(await readPeople(both)).toEqual([child.id, sibling].toSorted())
  expect(await readPeople(first)).toEqual([child.id])
})

it('a coach who sends the link of one child again sends that of the others who are not answered for', async () => {
  const { address, child, emailLink, register } = await t.createTeamWithMinor()
  const sibling = (await register()).members[0]?.id
  expect((await emailLink()).statusCode).toBe(200)
  expect(await readPeople(readToken((await t.mails.next(address)).text))).toEqual(
    [child.id, sibling].toSorted(),
  )
})

it('a copied link opens one child only, and so does an emailed one for children of another owner or guardian', async () => {
  const { address, child, copyLink, createToken, register, saveTeam } = await t.createTeamWithMinor()
  const sibling = (await register()).members[0]?.id
  expect((await copyLink()).statusCode).toBe(200)
  const copied = await createToken()
  expect((await t.read(copied)).json().others).toEqual([])
  expect((await t.decide(copied, true, { personId: sibling })).json().code).toBe('not-found')
  const consent = { guardian: 'Huda', contact: address, agreed: true, publish: false }
  const members = [
    createMember({ birthDate: `${thisYear - 15}-03-04`, consent }),
    createMember({ birthDate: `${thisYear - 15}-03-04`, consent }),
  ]
  const stranger = await t.createTeamWithMinor({ members })
  await t.runJob('send-team-mails')
  const opened = []
  for (const which of [1, 2])
    opened.push(await readPeople(readToken((await t.mails.next(address, which)).text)))
  expect(opened).toContainEqual([child.id, sibling].toSorted())
  expect(opened).toContainEqual(stranger.team.members.map(({ id }) => id).toSorted())
  // another guardian gets another email
  await saveTeam({ consent: { ...consent, guardian: 'Mona' } })
  await t.runJob('send-team-mails')
  expect(await readPeople(readToken((await t.mails.next(address, 3)).text))).toEqual([child.id])
})

it('teams that organizers registered are of different coaches: only children of one team are grouped', async () => {
  const { address, register, team } = await t.createTeamWithMinor()
  const consent = { guardian: 'Huda', contact: address, agreed: true, publish: false }
  const members = [1, 2].map(() => createMember({ birthDate: `${thisYear - 15}-03-04`, consent }))
  const other = await register({ name: 'Hawks', members })
  for (const owner of ['null', `(select id from users where role = 'admin' limit 1)`]) {
    await query('delete from guardian_links')
    await query(`update teams set user_id = ${owner}`)
    expect(await t.runJob('send-team-mails')).toBe(2)
  }
  const mails = await Promise.all([1, 2, 3, 4].map((which) => t.mails.next(address, which)))
  const named = mails.map(({ text = '' }) => [team.name, other.name].filter((name) => text.includes(name)))
  expect(named.toSorted()).toEqual([[team.name], [team.name], [other.name], [other.name]].toSorted())
})

it('the children of a guardian are looked at again after their teams are locked', async () => {
  const { child, owner, register } = await t.createTeamWithMinor()
  const sibling = (await register()).members[0]?.id
  const rows = await listUnansweredMembersByOwnerOrTeam(
    t.db,
    [owner.id],
    new Date().toISOString().slice(0, 10),
  )
  expect(rows.map(({ person }) => person.id).toSorted()).toEqual([child.id, sibling].toSorted())
  const ordered = rows.toSorted(({ person }) => (person.id === child.id ? -1 : 1))
  await query(`update team_people set consent = consent || '{"guardian": "Mona"}' where id = $1`, [sibling])
  const locked = await inTransaction(t.db, (tx) => lockAndFilterUnansweredChildren(tx, ordered))
  expect(locked.map(({ person }) => person.id)).toEqual([child.id])
})

it('fifty children of one team are read by three statements', async () => {
  await t.db.update(competitions).set({ maxMembers: 50 }).where(eq(competitions.id, t.robo.id))
  try {
    const members = Array.from({ length: 50 }, (_, at) =>
      createMember({
        birthDate: `${thisYear - 15}-03-04`,
        consent: { guardian: 'Huda', contact: `of-fifty-${at}@family.test`, agreed: true, publish: false },
      }),
    )
    await t.createTeamWithMinor({ members })
    const statements = await recordStatements(async () => t.runJob('send-team-mails'))
    expect(statements.filter((text) => text.includes('coalesce("users"."id", "teams"."id")'))).toHaveLength(3)
    const { rows } = await query(`select count(*)::int as count from guardian_links`)
    expect(rows).toEqual([{ count: 50 }])
    // the next tests would wait for these emails
    await query("delete from pgboss.job where name = 'mail' and state = 'created'")
  } finally {
    await t.db
      .update(competitions)
      .set({ maxMembers: t.robo.maxMembers })
      .where(eq(competitions.id, t.robo.id))
  }
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
  const { address, createToken, emailLink } = await t.createTeamWithMinor()
  const token = await createToken()
  await query(`update guardian_links set expires_at = now() - interval '10 days'`)
  await t.runJob('send-reminders')
  expect((await t.read(token)).json().code).toBe('ticket-spent')
  expect((await askNewLink(token)).json()).toMatchObject({ success: true })
  const { text } = await t.mails.next(address)
  expect((await t.read(readToken(text))).statusCode).toBe(200)
  for (const status of [200, 200, 429]) expect((await askNewLink(token)).statusCode).toBe(status)
  // the emails of the coach have limits of their own
  expect((await emailLink()).statusCode).toBe(200)
  expect((await askNewLink('x'.repeat(43))).json().code).toBe('ticket-spent')
  await query(
    `update team_people set consent = consent || '{"contact": "+966501112233"}' where consent is not null`,
  )
  expect((await askNewLink(token)).json().code).toBe('ticket-spent')
})

it('an expired link of an adult and of the demo content emails nothing', async () => {
  const { createToken } = await t.createTeamWithMinor()
  const token = await createToken()
  await query(`update guardian_links set expires_at = now() - interval '10 days'`)
  await query('update teams set demo = true')
  expect((await askNewLink(token)).json().code).toBe('ticket-spent')
  await query('update teams set demo = false')
  await query(`update team_people set birth_date = current_date - interval '18 years'`)
  expect((await askNewLink(token)).json().code).toBe('ticket-spent')
})
