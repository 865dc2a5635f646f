import { v7 as randomUUIDv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { getTeamNextStep } from '#contract/people/teams/team-next-step.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { createRecurringJobs } from '#server/jobs.ts'
import { moveTeamsToSeasonAndSetPaid } from '#server/people/seasons/queries.ts'
import type { competitions } from '#server/platform/db/schema/competitions.ts'
import { events } from '#server/platform/db/schema/events.ts'
import {
  addEventOfTeam,
  createAdult,
  createTeamOfRefusedMinor,
  type GuardiansApp,
  setLimits,
  startGuardiansApp,
  submitTeam,
  toSubmitted,
} from '../../support/api/guardian-confirmations.ts'
import { startPaymentsApp } from '../../support/api/payments.ts'
import { silentLog } from '../../support/services/cluster.ts'

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

const createRefusedTeam = (fields?: Record<string, unknown>) => createTeamOfRefusedMinor(t, fields)
type Made = Awaited<ReturnType<typeof createRefusedTeam>>
const submit = (made: Made, members: unknown[], more?: object) => submitTeam(t, made, members, more)
const setCompetition = (values: Partial<typeof competitions.$inferInsert>) => setLimits(t, values)
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

it('the coach is mailed at once about each of three refusals a day, in the language of the account', async () => {
  const { owner, team, token } = await createRefusedTeam()
  const mail = await t.mails.next(owner.email, `A guardian declined: ${team.name}`)
  expect(mail.text).toContain('The parent or guardian of \u2068عبد الله\u2069')
  expect(mail.text).toContain(`/account/teams/${team.id}`)
  for (const text of [/next step is to replace/, /fee can’t be paid/, /deadline stands still/])
    expect(mail.text).toMatch(text)
  const count = async () => {
    const { rows } = await t.database.pool.query(
      `select count(*)::int as count from team_notices where kind = 'guardian-refused' and team_id = $1`,
      [team.id],
    )
    return rows[0].count
  }
  for (const reported of [2, 3, 3]) {
    await t.decide(token, false)
    await t.decide(token, true)
    await t.decide(token, false)
    expect(await count()).toBe(reported)
  }
})

it('an email about a refusal names no fee without one, and no replacement after the event has begun', async () => {
  await setCompetition({ fee: 0 })
  const free = await createRefusedTeam()
  const mail = await t.mails.next(free.owner.email, `A guardian declined: ${free.team.name}`)
  expect(mail.text).toContain('next step is to replace')
  expect(mail.text).not.toMatch(/fee|deadline/)
  await setCompetition({ closesAt: new Date(Date.now() - 60_000) })
  await addEventOfTeam(t, free.team.id, '2020-01-01')
  await t.decide(free.token, true)
  await t.decide(free.token, false)
  const mails = () =>
    t.mails.arrived.filter(
      ({ subject, to }) =>
        subject === `A guardian declined: ${free.team.name}` &&
        to?.some(({ address }) => address === free.owner.email),
    )
  await expect.poll(() => mails().length).toBe(2)
  expect(
    mails()
      .map(({ text }) => text?.includes('can no longer be replaced'))
      .toSorted(),
  ).toEqual([false, true])
})

it('a refusal in a team that nobody can be mailed about is reported to the organizers', async () => {
  const made = await t.createTeamWithMinor()
  const token = await made.createToken()
  await t.database.pool.query('update teams set user_id = null where id = $1', [made.team.id])
  await t.database.pool.query(`update team_people set email = '' where kind = 'coach'`)
  await t.decide(token, false)
  const { rows } = await t.database.pool.query(
    'select kind, body from messages order by created_at desc limit 1',
  )
  expect(rows).toEqual([{ kind: 'issue', body: expect.stringContaining(made.team.name) }])
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
  const office = await t.send('GET', `${getPath('GET /api/admin/teams')}?id=${made.team.id}`, t.adminToken)
  expect(office.json().team.complete).toBe(false)
  const list = async (query: string) =>
    (await t.send('GET', `${getPath('GET /api/admin/teams')}?${query}`, t.adminToken))
      .json()
      .teams.map(({ _id, guardian_refused }: Record<string, unknown>) => [_id, guardian_refused])
  expect(await list('guardian_refused=true')).toEqual([[made.team.id, true]])
  expect(await list('guardian_refused=false')).toEqual([])
  await t.decide(made.token, true)
  expect((await made.readTeam()).complete).toBe(true)
  await t.decide(made.token, false)
  const [first, second] = (await made.readTeam()).members
  expect(first.id).toBe(made.child.id)
  const replaced = await submit(made, [createAdult(), toSubmitted(second)])
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
    const refused = await paying.ask('POST', getPath('POST /api/payments'), { teamId })
    expect([refused.status, refused.json().code]).toEqual([409, 'guardian-refused'])
    expect(await paying.telr.orders()).toEqual([])
    await paying.query(`update guardian_confirmations set state = 'confirmed'`)
    expect((await paying.ask('POST', getPath('POST /api/payments'), { teamId })).status).toBe(200)
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

it('the days of the pause begin anew with each place, and `status_at` stays', async () => {
  const made = await createRefusedTeam()
  const { id } = made.team
  const read = async () => {
    const { rows } = await t.database.pool.query('select * from teams where id = $1', [id])
    return rows[0]
  }
  const use = () =>
    t.database.pool.query(
      `update teams set status_at = now() - interval '8 days', payment_paused_at = now() - interval '7 days', payment_paused_seconds = 5,
        place_notice_at = now() where id = $1`,
      [id],
    )
  await use()
  const { status_at: begun } = await read()
  await t.decide(made.token, true)
  await updatePlaces()
  expect(await read()).toMatchObject({
    status_at: begun,
    payment_paused_at: null,
    payment_paused_seconds: 604_800,
  })
  const pay = (payment_status: string) =>
    t.send('PUT', getPath('PUT /api/admin/teams'), t.adminToken, {
      id,
      name: made.team.name,
      payment_status,
      reason: 'Bank',
    })
  const moveSeason = async () => {
    const { rows } = await t.database.pool.query('select id from season_years where active')
    await moveTeamsToSeasonAndSetPaid(t.db, [id], rows[0].id, false)
  }
  const lapse = () => t.database.pool.query(`update teams set status = 'lapsed' where id = $1`, [id])
  for (const begin of [
    async () => [await pay('true'), await pay('false')],
    moveSeason,
    async () => [
      await lapse(),
      await t.json('POST', getPath('POST /api/teams/:teamId/place', { teamId: id }), made.owner.token, {}),
    ],
  ]) {
    await use()
    await begin()
    expect(await read()).toMatchObject({
      ...{ status: 'registered', place_notice_at: null, payment_paused_at: null },
      payment_paused_seconds: 0,
    })
    expect((await read()).status_at.getTime()).toBeGreaterThan(begun.getTime())
  }
})

it('a member whose guardian refused counts from the birthday that makes an adult', async () => {
  await setCompetition({ minMembers: 2 })
  const made = await createRefusedTeam()
  expect((await made.readTeam()).complete).toBe(false)
  await t.database.pool.query(
    `update team_people set birth_date = current_date - interval '18 years 1 day' where id = $1`,
    [made.child.id],
  )
  await updatePlaces()
  expect((await made.readTeam()).complete).toBe(true)
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

it('the email about a payment says that a guardian refused', async () => {
  const made = await createRefusedTeam()
  await t.send('PUT', getPath('PUT /api/admin/teams'), t.adminToken, {
    id: made.team.id,
    name: made.team.name,
    payment_status: 'true',
    reason: 'Bank transfer',
  })
  await t.runJob('send-team-mails')
  const mail = await t.mails.next(made.owner.email, 'Your team is marked as paid')
  expect(mail.text).toContain('The guardian of \u2068عبد الله\u2069 declined. Replace the member')
  expect(mail.text).not.toContain('fee can’t be paid')
})
