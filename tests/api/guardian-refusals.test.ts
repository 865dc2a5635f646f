import { randomUUIDv7 } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { paths } from '#contract/paths.ts'
import { getTeamNextStep } from '#contract/rules/team-next-step.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { events } from '#server/db/schema/events.ts'
import { eventTeams } from '#server/db/schema/judging.ts'
import { createRecurringJobs } from '#server/jobs.ts'
import { type GuardiansApp, startGuardiansApp, toSubmitted } from '../support/api/guardian-confirmations.ts'
import { startPaymentsApp } from '../support/api/payments.ts'
import { createMember } from '../support/api/teams.ts'
import { silentLog } from '../support/services/cluster.ts'

let t: GuardiansApp
beforeAll(async () => {
  t = await startGuardiansApp()
})
afterAll(() => t.close())
beforeEach(() => setCompetition({ fee: 15_000, maxTeams: 5, paymentDays: 14 }))
afterEach(async () => {
  await t.db.delete(events)
  await t.reset()
  await setCompetition({ fee: 0, maxTeams: null, paymentDays: 14, minMembers: t.robo.minMembers })
})

const setCompetition = (values: Partial<typeof competitions.$inferInsert>) =>
  t.db.update(competitions).set(values).where(eq(competitions.id, t.robo.id))
const guardian = { guardian: 'Huda', contact: 'guardian@family.test', agreed: true, publish: false }
const adult = () =>
  createMember({ birthDate: `${new Date().getUTCFullYear() - 18}-01-01`, consent: undefined })
const createRefusedTeam = async (fields: Record<string, unknown> = {}) => {
  const made = await t.createTeamWithMinor(fields)
  const token = await made.createToken()
  expect((await t.decide(token, false)).statusCode).toBe(200)
  return { ...made, token }
}
/** Stores the refusal of the guardian of a member. */
const refuse = ({ team: { id } }: { team: { id: string } }, personId: string) =>
  t.database.pool.query(
    `with minor as (update team_people set birth_date = current_date - interval '15 years' where id = $1 and team_id = $2 returning id)
      insert into guardian_confirmations (person_id, state, method, text_version) select id, 'refused', 'paper', '2026-11-24' from minor`,
    [personId, id],
  )
type Made = Awaited<ReturnType<typeof createRefusedTeam>>
/** Submits the team with other members, as its owner. */
const submit = async ({ owner, team, readTeam }: Made, members: unknown[], more: object = {}) => {
  const current = await readTeam()
  return t.send('PUT', paths.teams, owner.token, {
    ...t.team({ ageLevel: 'senior', name: current.name, coaches: current.coaches.map(toSubmitted) }),
    members,
    id: team.id,
    version: current.version,
    ...more,
  })
}
const updatePlaces = () =>
  createRecurringJobs(t, silentLog)
    .find(({ name }) => name === 'update-team-places')
    ?.run()
/** Moves the times of a place, of its pause and of the answers of guardians into the past. */
const age = async (id: string, days: number) => {
  await t.database.pool.query(
    `update teams set status_at = status_at - make_interval(days => $2), place_notice_at = place_notice_at - make_interval(days => $2),
      payment_paused_at = payment_paused_at - make_interval(days => $2) where id = $1`,
    [id, days],
  )
  await t.database.pool.query(
    'update guardian_confirmations set decided_at = decided_at - make_interval(days => $1)',
    [days],
  )
}
const addEvent = async (teamId: string, startDate: string) => {
  const id = randomUUIDv7()
  const texts = { titleEn: 'Final', titleAr: 'النهائي', descriptionEn: '', descriptionAr: '' }
  await t.db.insert(events).values({ id, slug: `event-${id}`, ...texts, startDate })
  await t.db.insert(eventTeams).values({ eventId: id, teamId, badgeCode: id })
}

it('the coach is mailed at once, once a day for each member, in the language of the account', async () => {
  const { owner, team, token } = await createRefusedTeam()
  const mail = await t.mails.next(owner.email, `A guardian declined: ${team.name}`)
  expect(mail.text).toContain('The parent or guardian of \u2068عبد الله\u2069')
  expect(mail.text).toContain(`/account/teams/${team.id}`)
  await t.decide(token, true)
  await t.decide(token, false)
  const { rows } = await t.database.pool.query(
    `select count(*)::int as count from team_notices where kind = 'guardian-refused' and team_id = $1`,
    [team.id],
  )
  expect(rows).toEqual([{ count: 1 }])
})

it('the coaches of a team that no account owns are mailed', async () => {
  const made = await t.createTeamWithMinor({
    coaches: [{ name: 'Omar', email: 'refusal@school.test', phone: '+966501234567' }],
  })
  const token = await made.createToken()
  await t.database.pool.query('update teams set user_id = null where id = $1', [made.team.id])
  await t.decide(token, false)
  expect((await t.mails.next('refusal@school.test')).text).toContain('لم يوافق ولي أمر')
})

it('the next step is to replace the member, the team is not complete, and the payment waits', async () => {
  await setCompetition({ minMembers: 2 })
  const made = await createRefusedTeam()
  const refused = await made.readTeam()
  expect([refused.complete, refused.canReplaceMembers, getTeamNextStep(refused, false)]).toEqual([
    false,
    true,
    'replace-member',
  ])
  const office = await t.send('GET', `${paths.adminTeams}?id=${made.team.id}`, t.adminToken)
  expect(office.json().team.complete).toBe(false)
  await t.decide(made.token, true)
  expect((await made.readTeam()).complete).toBe(true)
  await t.decide(made.token, false)
  const [first, second] = (await made.readTeam()).members
  expect(first.id).toBe(made.child.id)
  const replaced = await submit(made, [adult(), toSubmitted(second)])
  expect(replaced.statusCode, replaced.body).toBe(200)
  const { team } = replaced.json()
  expect([team.complete, getTeamNextStep(team, false)]).toEqual([true, 'pay-until'])
})

it('no order is created while a guardian refuses', async () => {
  const paying = await startPaymentsApp()
  try {
    const teamId = await paying.team()
    const personId = randomUUIDv7()
    await paying.query(
      `insert into team_people (id, team_id, competition_id, kind, name, birth_date) select $1, id, competition_id, 'member', 'Noura', current_date - interval '12 years' from teams where id = $2`,
      [personId, teamId],
    )
    await paying.query(
      `insert into guardian_confirmations (person_id, state, method, text_version) values ($1, 'refused', 'copied-link', '2026-11-24')`,
      [personId],
    )
    const refused = await paying.ask('POST', paths.payments, { teamId })
    expect([refused.status, refused.json().code]).toEqual([409, 'guardian-refused'])
    expect(await paying.telr.orders()).toEqual([])
    await paying.query(`update guardian_confirmations set state = 'confirmed'`)
    expect((await paying.ask('POST', paths.payments, { teamId })).status).toBe(200)
  } finally {
    await paying.close()
  }
})

it('the payment deadline stands still while a guardian refuses, for seven days', async () => {
  const made = await createRefusedTeam()
  const readDaysLeft = async () =>
    Math.round((Date.parse((await made.readTeam()).payBy) - Date.now()) / 86_400_000)
  await updatePlaces()
  expect(await readDaysLeft()).toBe(14)
  await age(made.team.id, 5)
  await updatePlaces()
  expect(await readDaysLeft()).toBe(14)
  await age(made.team.id, 5)
  expect(await readDaysLeft()).toBe(11)
  // the deadline goes on after the answer changes, with the days that are left
  await t.decide(made.token, true)
  await updatePlaces()
  expect(await readDaysLeft()).toBe(11)
  await age(made.team.id, 3)
  await updatePlaces()
  expect(await readDaysLeft()).toBe(8)
  // the seven days are used up
  await t.decide(made.token, false)
  await updatePlaces()
  await age(made.team.id, 3)
  expect(await readDaysLeft()).toBe(5)
})

it('a place does not lapse during the pause, and lapses after it', async () => {
  const made = await createRefusedTeam()
  await updatePlaces()
  await age(made.team.id, 17)
  await updatePlaces()
  expect((await made.readTeam()).status).toBe('registered')
  await age(made.team.id, 5)
  await updatePlaces()
  await age(made.team.id, 4)
  await updatePlaces()
  expect((await made.readTeam()).status).toBe('lapsed')
})

it('after the registration has closed, only members whose guardian refused are replaced or removed', async () => {
  await setCompetition({ minMembers: 1 })
  const made = await createRefusedTeam()
  await setCompetition({ closesAt: new Date(Date.now() - 60_000) })
  const { members, ...closed } = await made.readTeam()
  expect([closed.editable, closed.canReplaceMembers]).toEqual([false, true])
  const [refused, other] = members.map(toSubmitted)
  for (const [change, more] of [
    [[refused, { ...other, name: 'Another name' }], {}],
    [[{ ...refused, name: 'Another name' }, other], {}],
    [[{ ...refused, consent: { ...guardian, guardian: 'Mona' } }, other], {}],
    [[refused], {}],
    [[refused, other, adult()], {}],
    [[adult(), other, adult()], {}],
    [[refused, other], { schoolName: 'Another school' }],
  ] as const) {
    const reply = await submit(made, [...change], more)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'replace-refused-only'])
  }
  const replaced = await submit(made, [adult(), other])
  expect(replaced.statusCode, replaced.body).toBe(200)
  expect(replaced.json().team.members.map(({ id }: { id: string }) => id)).not.toContain(made.child.id)
  // nobody is left to replace
  const again = await submit(made, replaced.json().team.members.map(toSubmitted))
  expect([again.statusCode, again.json().code]).toEqual([409, 'not-open'])
})

it('a refused member is removed or replaced where the minimum is the maximum, also above a narrowed maximum', async () => {
  const made = await createRefusedTeam()
  const third = await submit(made, [...(await made.readTeam()).members.map(toSubmitted), adult()])
  expect(third.statusCode, third.body).toBe(200)
  try {
    for (const limits of [
      { minMembers: 3, maxMembers: 3 },
      { minMembers: 2, maxMembers: 2 },
    ]) {
      await setCompetition({ ...limits, closesAt: new Date(Date.now() - 60_000) })
      const [refused, ...others] = (await made.readTeam()).members.map(toSubmitted)
      for (const members of [[...others, adult(), adult()], [refused, ...others.slice(1)]])
        expect([400, 409]).toContain((await submit(made, members)).statusCode)
      const replaced = await submit(made, [adult(), ...others])
      expect(replaced.statusCode, replaced.body).toBe(200)
      await refuse(made, replaced.json().team.members[0].id)
    }
    const [, ...others] = (await made.readTeam()).members.map(toSubmitted)
    const removed = await submit(made, others)
    expect(removed.statusCode, removed.body).toBe(200)
    expect(removed.json().team).toMatchObject({ complete: true, members: [{}, {}] })
  } finally {
    await setCompetition({ maxMembers: t.robo.maxMembers })
  }
})

it('the data of another child in place of the refused one needs a consent of its own, and gets no photo', async () => {
  const made = await createRefusedTeam()
  await t.database.pool.query(`update team_people set picture = 'old.webp' where id = $1`, [made.child.id])
  const [refused, other] = (await made.readTeam()).members.map(toSubmitted)
  const { nationalId, birthDate } = createMember()
  const child = { ...refused, name: 'Reem Saleh', birthDate: `${new Date().getUTCFullYear() - 14}-05-06` }
  for (const values of [{ ...child, nationalId }, child, { ...refused, nationalId, birthDate }]) {
    const reply = await submit(made, [values, other])
    expect(reply.statusCode, reply.body).toBe(400)
    expect(reply.json().fields.map(({ field }: { field: string }) => field)).toContain('members.0.consent.agreed')
  }
  const consent = { ...guardian, contact: 'reem@family.test', publish: true }
  await setCompetition({ closesAt: new Date(Date.now() - 60_000) })
  const replaced = await submit(made, [{ ...child, nationalId, consent }, other])
  expect(replaced.statusCode, replaced.body).toBe(200)
  const { team } = replaced.json()
  expect(team.members[0]).toMatchObject({ name: 'Reem Saleh', picture: null, consent: { publish: false } })
  expect(team.members[0].id).not.toBe(made.child.id)
  expect(team.guardianConfirmations).toMatchObject([{ personId: team.members[0].id, state: 'missing' }])
  // the guardian of the new child is asked, and the one who declined is not
  await t.runJob('send-team-mails')
  expect((await t.mails.next('reem@family.test')).text).toContain('Reem')
  expect(t.mails.arrived.filter(({ to }) => to?.some(({ address }) => address === made.address))).toEqual([])
})

it('the office enters another child with a consent of its own', async () => {
  const made = await createRefusedTeam()
  await t.database.pool.query(`update team_people set picture = 'old.webp' where id = $1`, [made.child.id])
  const [member] = (await made.readTeam()).members
  const { id, ...values } = toSubmitted(member)
  const { nationalId } = createMember()
  const save = (more: Record<string, unknown>) =>
    t.send('PUT', paths.adminTeamPerson(made.team.id, 'member', id), t.adminToken, {
      ...{ ...values, nationalId, version: member.version },
      ...more,
    })
  expect((await save({})).json().fields).toMatchObject([{}, {}, { field: 'consent.agreed' }])
  const saved = await save({ consent: guardian })
  expect(saved.statusCode, saved.body).toBe(200)
  expect(saved.json().person).toMatchObject({ picture: null, consent: { guardian: 'Huda' } })
  expect(await made.readState()).toMatchObject([{ state: 'missing' }])
})

it('a refusal stays when the coach corrects the child or its guardian, until the next answer', async () => {
  const made = await createRefusedTeam()
  for (const change of [
    { consent: { ...guardian, guardian: 'Hudaa' } },
    { consent: { ...guardian, contact: '+966501112233' } },
    { name: 'عبد الله Saleem' },
  ]) {
    await made.saveTeam(change)
    expect(await made.readState()).toMatchObject([{ state: 'refused' }])
    expect((await t.read(made.token)).json().code).toBe('ticket-spent')
  }
  await t.decide(await made.createToken(), true)
  expect(await made.readState()).toMatchObject([{ state: 'confirmed' }])
  await made.saveTeam({ name: 'عبد الله Salem' })
  expect(await made.readState()).toMatchObject([{ state: 'missing' }])
})

it('texts that only cleaning changes do not stop the replacement after closing', async () => {
  const made = await createRefusedTeam()
  await t.database.pool.query(`update teams set school = $2 where id = $1`, [made.team.id, 'School\u00a0of the Oasis'])
  await t.database.pool.query(
    `update team_people set name = name || $2, email = upper(email), phone = phone || $2 where team_id = $1`,
    [made.team.id, '\u200f'],
  )
  await setCompetition({ closesAt: new Date(Date.now() - 60_000) })
  const [, other] = (await made.readTeam()).members.map(toSubmitted)
  const replaced = await submit(made, [adult(), other])
  expect(replaced.statusCode, replaced.body).toBe(200)
})

it('a member is removed after closing until an event of the team begins', async () => {
  await setCompetition({ minMembers: 1 })
  const made = await createRefusedTeam()
  await setCompetition({ closesAt: new Date(Date.now() - 60_000) })
  const [, other] = (await made.readTeam()).members.map(toSubmitted)
  await addEvent(made.team.id, '2020-01-01')
  expect((await made.readTeam()).canReplaceMembers).toBe(false)
  expect((await submit(made, [other])).json().code).toBe('not-open')
  await t.db.update(events).set({ startDate: '2099-01-01' })
  expect((await submit(made, [other])).statusCode).toBe(200)
})

it('the email about a payment says that a guardian refused', async () => {
  const made = await createRefusedTeam()
  await t.send('PUT', paths.adminTeams, t.adminToken, {
    id: made.team.id,
    name: made.team.name,
    payment_status: 'true',
    reason: 'Bank transfer',
  })
  await t.runJob('send-team-mails')
  const mail = await t.mails.next(made.owner.email, 'Your team is marked as paid')
  expect(mail.text).toContain('The guardian of a member declined.')
})
