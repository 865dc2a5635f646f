import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import type { competitions } from '#server/platform/db/schema/competitions.ts'
import { events } from '#server/platform/db/schema/events.ts'
import {
  addEventOfTeam,
  createAdult as adult,
  createTeamOfRefusedMinor,
  type GuardiansApp,
  setLimits,
  startGuardiansApp,
  submitTeam,
  toSubmitted,
} from '../../support/api/guardian-confirmations.ts'
import { createMember } from '../../support/api/teams.ts'

let t: GuardiansApp
beforeAll(async () => {
  t = await startGuardiansApp()
})
afterAll(() => t.close())
afterEach(async () => {
  await t.db.delete(events)
  await t.reset()
  await setCompetition({ minMembers: t.robo.minMembers, maxMembers: t.robo.maxMembers })
})

const guardian = { guardian: 'Huda', contact: 'guardian@family.test', agreed: true, publish: false }
const createRefusedTeam = () => createTeamOfRefusedMinor(t)
type Made = Awaited<ReturnType<typeof createRefusedTeam>>
const submit = (made: Made, members: unknown[], more?: object) => submitTeam(t, made, members, more)
const setCompetition = (values: Partial<typeof competitions.$inferInsert>) => setLimits(t, values)
const closeRegistration = () => setCompetition({ closesAt: new Date(Date.now() - 60_000) })
/** Stores that the guardian of a member refuses, who is made a minor. */
const refuse = ({ team: { id } }: { team: { id: string } }, personId: string) =>
  t.database.pool.query(
    `with minor as (update team_people set birth_date = current_date - interval '15 years' where id = $1 and team_id = $2 returning id)
      insert into guardian_confirmations (person_id, state, method, text_version) select id, 'refused', 'paper', '2026-11-24' from minor`,
    [personId, id],
  )

it('after the registration has closed, only members whose guardian refused are replaced or removed', async () => {
  await setCompetition({ minMembers: 1 })
  const made = await createRefusedTeam()
  await closeRegistration()
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
      for (const members of [
        [...others, adult(), adult()],
        [refused, ...others.slice(1)],
      ])
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
    expect(reply.json().fields.map(({ field }: { field: string }) => field)).toContain(
      'members.0.consent.agreed',
    )
  }
  const consent = { ...guardian, contact: 'reem@family.test', publish: true }
  await closeRegistration()
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
    t.send(
      'PUT',
      getPath('PUT /api/admin/teams/:teamId/members/:personId', { teamId: made.team.id, personId: id }),
      t.adminToken,
      {
        ...{ ...values, nationalId, version: member.version },
        ...more,
      },
    )
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
  await t.database.pool.query(`update teams set school = $2 where id = $1`, [
    made.team.id,
    'School\u00a0of the Oasis',
  ])
  await t.database.pool.query(
    `update team_people set name = name || $2, email = upper(email), phone = phone || $2 where team_id = $1`,
    [made.team.id, '\u200f'],
  )
  await closeRegistration()
  const [, other] = (await made.readTeam()).members.map(toSubmitted)
  const replaced = await submit(made, [adult(), other])
  expect(replaced.statusCode, replaced.body).toBe(200)
})

it('a member is removed after closing until an event of the team begins', async () => {
  await setCompetition({ minMembers: 1 })
  const made = await createRefusedTeam()
  await closeRegistration()
  const [, other] = (await made.readTeam()).members.map(toSubmitted)
  await addEventOfTeam(t, made.team.id, '2020-01-01')
  expect((await made.readTeam()).canReplaceMembers).toBe(false)
  expect((await submit(made, [other])).json().code).toBe('not-open')
  await t.db.update(events).set({ startDate: '2099-01-01' })
  expect((await submit(made, [other])).statusCode).toBe(200)
})
