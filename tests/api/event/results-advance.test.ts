import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createRecurringJobs } from '#server/jobs.ts'
import { auditLog } from '#server/platform/db/schema/audit-log.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { closedJudging } from '#server/platform/db/schema/judging.ts'
import { advancements } from '#server/platform/db/schema/results.ts'
import { eventTeams } from '#server/platform/db/schema/schedule.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { startTeamsAppWithMails, type TeamsAppWithMails } from '../../support/api/teams.ts'
import { silentLog } from '../../support/services/cluster.ts'

let t: TeamsAppWithMails
let counter = 0
beforeAll(async () => {
  t = await startTeamsAppWithMails()
})
afterAll(() => t.close())

const createEvent = async (title: string) => {
  const values = {
    slug: `advance-${++counter}`,
    titleEn: title,
    titleAr: `نهائي ${counter}`,
    descriptionEn: 'A',
    descriptionAr: 'ب',
  }
  const [event] = await t.db.insert(events).values(values).returning()
  return event as typeof events.$inferSelect
}
const createTeam = async (userId: string | null = null) => {
  const number = 5000 + ++counter
  const values = {
    competitionId: t.robo.id,
    teamNo: number,
    name: `Falcons ${number}`,
    stage: 'regional',
    userId,
    createdAt: new Date('2026-01-01'),
  }
  const [team] = await t.db.insert(teams).values(values).returning()
  return team as typeof teams.$inferSelect
}
/** Creates an event with final results in which these teams have these points. */
const createFinalEvent = async (ranked: readonly [team: { id: string; name: string }, points: number][]) => {
  const event = await createEvent('Regional Cup')
  for (const [team, points] of ranked)
    await t.db.insert(scoreEntries).values({
      eventId: event.id,
      participantKey: `team:${team.id}`,
      teamId: team.id,
      teamName: team.name,
      totalScore: points,
    })
  expect(
    (
      await t.json(
        'PUT',
        getPath('PUT /api/admin/events/:eventId/results/publication', { eventId: event.id }),
        t.adminToken,
        { status: 'final' },
      )
    ).statusCode,
  ).toBe(200)
  return event
}
const preview = (eventId: string, selection: object) =>
  t.json(
    'POST',
    getPath('POST /api/admin/events/:eventId/results/advancements/preview', { eventId }),
    t.adminToken,
    selection,
  )
const advance = (eventId: string, selection: object) =>
  t.json(
    'POST',
    getPath('POST /api/admin/events/:eventId/results/advancements', { eventId }),
    t.adminToken,
    selection,
  )
const undo = (eventId: string, id: string) =>
  t.json(
    'POST',
    getPath('POST /api/admin/events/:eventId/results/advancements/:advancementId/undo', {
      eventId,
      advancementId: id,
    }),
    t.adminToken,
    {},
  )
const getStage = async (id: string) =>
  (await t.db.select({ stage: teams.stage }).from(teams).where(eq(teams.id, id)))[0]?.stage
const runMails = () =>
  createRecurringJobs(t, silentLog)
    .find((job) => job.name === 'send-team-mails')
    ?.run()

it('Teams advance from final results only', async () => {
  const event = await createEvent('Open Cup')
  const reply = await preview(event.id, { lastRank: 1, stage: 'national' })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'results-not-final'])
})

it('Organizers see who advances, advance the teams to a stage and an event, and undo it in one step', async () => {
  const all = [await createTeam(), await createTeam(), await createTeam(), await createTeam()] as const
  const [first, second, tied, last] = all
  const event = await createFinalEvent([
    [first, 90],
    [second, 80],
    [tied, 80],
    [last, 70],
  ])
  const target = await createEvent('National Final')
  const selection = { lastRank: 2, perRegion: false, stage: 'national', targetEventId: target.id }
  const { teams: previewed } = (await preview(event.id, selection)).json()
  expect(
    previewed.map((team: { id: string; isTiedAtLimit: boolean }) => [team.id, team.isTiedAtLimit]),
  ).toEqual(
    expect.arrayContaining([
      [first.id, false],
      [second.id, true],
      [tied.id, true],
    ]),
  )
  const other = await advance(event.id, { ...selection, count: 2 })
  expect([other.statusCode, other.json().code]).toEqual([409, 'conflict'])
  const { advancement } = (await advance(event.id, { ...selection, count: 3 })).json()
  expect(advancement).toMatchObject({
    stage: 'national',
    count: 3,
    targetEvent: { id: target.id },
    undoneAt: null,
  })
  expect(await Promise.all(all.map(({ id }) => getStage(id)))).toEqual([
    'national',
    'national',
    'national',
    'regional',
  ])
  expect(await t.db.$count(eventTeams, eq(eventTeams.eventId, target.id))).toBe(3)
  const logged = await t.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.entityId, first.id))
  expect(logged.map(({ action }) => action)).toContain('advance')

  expect((await undo(event.id, advancement.id)).json().advancement.undoneAt).not.toBeNull()
  expect(await getStage(first.id)).toBe('regional')
  expect(await t.db.$count(eventTeams, eq(eventTeams.eventId, target.id))).toBe(0)
  expect((await undo(event.id, advancement.id)).statusCode).toBe(409)
  const { advancements: listed } = (
    await t.send(
      'GET',
      getPath('GET /api/admin/events/:eventId/results/advancements', { eventId: event.id }),
      t.adminToken,
    )
  ).json()
  expect(listed).toHaveLength(1)
})

it('The preview says that the next event is over or its judging is closed, and an event with final results takes no teams', async () => {
  const team = await createTeam()
  const event = await createFinalEvent([[team, 90]])
  const target = await createEvent('Past Final')
  const selection = { lastRank: 1, stage: 'national', targetEventId: target.id }
  const readTarget = async () => (await preview(event.id, selection)).json().targetEvent
  expect(await readTarget()).toEqual({ hasEnded: false, isJudgingClosed: false, guestCount: 0 })
  await t.db
    .update(events)
    .set({ startDate: '2020-01-01', endDate: '2999-01-01' })
    .where(eq(events.id, target.id))
  expect(await readTarget()).toEqual({ hasEnded: false, isJudgingClosed: false, guestCount: 0 })
  await t.db.update(events).set({ endDate: null }).where(eq(events.id, target.id))
  await t.db.insert(closedJudging).values({ eventId: target.id })
  expect(await readTarget()).toEqual({ hasEnded: true, isJudgingClosed: true, guestCount: 0 })
  expect((await preview(event.id, { ...selection, targetEventId: null })).json().targetEvent).toBeNull()
  await t.json(
    'PUT',
    getPath('PUT /api/admin/events/:eventId/results/publication', { eventId: target.id }),
    t.adminToken,
    { status: 'provisional' },
  )
  expect(await readTarget()).toEqual({ hasEnded: true, isJudgingClosed: true, guestCount: 0 })
  await t.json(
    'PUT',
    getPath('PUT /api/admin/events/:eventId/results/publication', { eventId: target.id }),
    t.adminToken,
    { status: 'final' },
  )
  for (const reply of [
    await preview(event.id, selection),
    await advance(event.id, { ...selection, count: 1 }),
  ])
    expect([reply.statusCode, reply.json().fields]).toEqual([
      400,
      [
        {
          field: 'targetEventId',
          code: 'final-event',
          msg: 'The results of this event are final. Choose another event.',
        },
      ],
    ])
  expect(await getStage(team.id)).toBe('regional')
})

it('Teams that have advanced do not advance again to the same stage and event, and a later advancement is undone first', async () => {
  const createOwner = async () => (await t.person({ role: 'coach', emailConfirmedAt: new Date() })).id
  const all = [await createTeam(await createOwner()), await createTeam(await createOwner())] as const
  const [first, second] = all
  const event = await createFinalEvent([
    [first, 90],
    [second, 80],
  ])
  const target = await createEvent('Second Final')
  const selection = { lastRank: 1, stage: 'national', targetEventId: target.id, count: 1 }
  const one = (await advance(event.id, selection)).json().advancement
  const repeated = await advance(event.id, selection)
  expect([repeated.statusCode, repeated.json().code]).toEqual([409, 'already-advanced'])
  const passTime = (id: string) =>
    t.db
      .update(advancements)
      .set({ createdAt: sql`${advancements.createdAt} - interval '10 minutes'` })
      .where(eq(advancements.id, id))
  await passTime(one.id)
  expect(await runMails()).toBe(1)
  const two = (await advance(event.id, { ...selection, lastRank: 2, count: 2 })).json().advancement
  const tooEarly = await undo(event.id, one.id)
  expect([tooEarly.statusCode, tooEarly.json().code]).toEqual([409, 'advanced-again'])
  await passTime(two.id)
  expect(await runMails()).toBe(1)
  expect((await undo(event.id, two.id)).statusCode).toBe(200)
  expect(await Promise.all(all.map(({ id }) => getStage(id)))).toEqual(['national', 'regional'])
  expect((await undo(event.id, one.id)).statusCode).toBe(200)
  expect(await Promise.all(all.map(({ id }) => getStage(id)))).toEqual(['regional', 'regional'])
  expect(await t.db.$count(eventTeams, eq(eventTeams.eventId, target.id))).toBe(0)
})

it('An advancement is not undone after a team has another stage or is checked in', async () => {
  const [first, second] = [await createTeam(), await createTeam()]
  const event = await createFinalEvent([
    [first, 90],
    [second, 80],
  ])
  const target = await createEvent('Final')
  const { advancement } = (
    await advance(event.id, { lastRank: 2, stage: 'national', targetEventId: target.id, count: 2 })
  ).json()
  await t.db.update(eventTeams).set({ checkedInAt: new Date() }).where(eq(eventTeams.teamId, first.id))
  expect((await undo(event.id, advancement.id)).statusCode).toBe(409)
  await t.db.update(eventTeams).set({ checkedInAt: null }).where(eq(eventTeams.teamId, first.id))
  await t.db.update(teams).set({ stage: 'international' }).where(eq(teams.id, second.id))
  expect((await undo(event.id, advancement.id)).statusCode).toBe(409)
  expect(await getStage(first.id)).toBe('national')
})

it('The owner of a team that advanced gets one email in the language of the account, unless it was undone', async () => {
  const owner = await t.person({ role: 'coach', lang: 'ar', emailConfirmedAt: new Date() })
  const team = await createTeam(owner.id)
  const event = await createFinalEvent([[team, 90]])
  const passTime = () =>
    t.db
      .update(advancements)
      .set({ createdAt: new Date(Date.now() - 600_000) })
      .where(eq(advancements.eventId, event.id))
  const selection = { lastRank: 1, stage: 'national', targetEventId: null, count: 1 }
  const undone = (await advance(event.id, selection)).json().advancement
  await undo(event.id, undone.id)
  await passTime()
  expect(await runMails()).toBe(0)
  await advance(event.id, selection)
  expect(await runMails()).toBe(0)
  await passTime()
  expect(await runMails()).toBe(1)
  expect(await runMails()).toBe(0)
  const mail = await t.mails.next(owner.email)
  expect(mail.subject).toBe('تأهل فريقك إلى المرحلة التالية: وطنية')
  expect(mail.text).toContain('المركز 1')
})

it('The owner of a team gets an email when its advancement is undone after the first email, unless the team advanced again', async () => {
  const owner = await t.person({ role: 'coach', lang: 'en', emailConfirmedAt: new Date() })
  const team = await createTeam(owner.id)
  const event = await createFinalEvent([[team, 90]])
  const passTime = async () => {
    const past = new Date(Date.now() - 600_000)
    await t.db.update(advancements).set({ createdAt: past }).where(eq(advancements.eventId, event.id))
    await t.db
      .update(advancements)
      .set({ undoneAt: past })
      .where(and(eq(advancements.eventId, event.id), isNotNull(advancements.undoneAt)))
  }
  const selection = { lastRank: 1, stage: 'national', targetEventId: null, count: 1 }
  const advanceAndMail = async (mailCount: number) => {
    const { id } = (await advance(event.id, selection)).json().advancement
    await passTime()
    expect(await runMails()).toBe(1)
    expect((await t.mails.next(owner.email, mailCount)).subject).toBe('Your team advances: National')
    return id
  }
  const first = await advanceAndMail(1)
  await undo(event.id, first)
  // an email about the undone advancement waits for five minutes
  expect(await runMails()).toBe(0)
  const second = await advanceAndMail(2)
  await undo(event.id, second)
  await passTime()
  expect(await runMails()).toBe(1)
  expect(await runMails()).toBe(0)
  const mail = await t.mails.next(owner.email, 'Correction: your team doesn’t advance')
  expect(mail.text).toContain('Regional Cup')
})
