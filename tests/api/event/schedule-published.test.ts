import { v7 as randomUUIDv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventFilePaths } from '#contract/event/event-file-paths.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { hashPassword } from '#server/platform/lib/password.ts'
import { type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam, addRegisteredTeam } from '../../support/api/judging.ts'
import { createRegistration } from '../../support/api/person.ts'
import { password } from '../../support/api/session.ts'

describe('a schedule', () => {
  let t: JudgesApp
  let account: { email: string; token: string }
  beforeAll(async () => {
    t = await startJudgesApp()
    const person = createRegistration({ role: 'coach' })
    t.ok(await t.ask('POST', '/api/register', { payload: person, visitor: true }))
    const { email } = person
    const signIn = await t.ask('POST', '/api/adduser', {
      payload: { national_id: email, password: person.password },
      visitor: true,
    })
    account = { email, token: String(signIn.headers.authorization) }
  })
  afterAll(() => t.close())

  const schedulePath = (eventId: string) => `/api/admin/events/${eventId}/schedule`
  const teamsPath = (eventId: string) => getPath('GET /api/admin/events/:eventId/teams', { eventId })
  const publish = (eventId: string, isPublished: boolean, more: object = {}) =>
    t.ask('POST', `${schedulePath(eventId)}/published`, { payload: { isPublished }, ...more })
  /** Creates an event with a slot of the team Falcons, which the signed-in participant owns. */
  const prepare = async (title: string) => {
    const event = await t.event({ title_en: title })
    const team = await addEventTeam(t, event._id, 'Falcons')
    await t.ownerPool.query(
      'update teams set user_id = (select id from users where email = $2) where id = $1',
      [team.id, account.email],
    )
    const content = {
      round: 1,
      table: 'A1',
      startsAt: '2099-12-05T06:30:00.000Z',
      durationMinutes: 10,
      teamId: team.id,
    }
    const slot = t.ok(await t.ask('POST', `${schedulePath(event._id)}/slots`, { payload: content })).slot
    return { eventId: String(event._id), slug: String(event.slug), team, content, slot }
  }
  /** Reads what visitors and the account of the team see. */
  const readPublic = async (slug: string, teamId: string) => {
    const calendar = await t.visitor(eventFilePaths.teamCalendar(slug, teamId))
    return {
      next: t.ok(await t.visitor(getPath('GET /api/v1/events/:idOrSlug/schedule', { idOrSlug: slug }))),
      whole: t.ok(
        await t.visitor(getPath('GET /api/v1/events/:idOrSlug/schedule/slots', { idOrSlug: slug })),
      ),
      calendar: calendar.status === 200 ? calendar.body : calendar.status,
      ofTeam: t.ok(
        await t.ask('GET', getPath('GET /api/teams/:teamId/schedule', { teamId }), {
          headers: { authorization: account.token },
        }),
      ).schedules,
    }
  }
  const nothing = {
    next: { success: true, isPublished: false, slots: [] },
    whole: { success: true, isPublished: false, teams: [], slots: [] },
    calendar: 404,
    ofTeam: [],
  }

  it('is in no public reply until it is published, in all of them then, and in none after it is taken back; judges always see it', async () => {
    const { eventId, slug, team, slot } = await prepare('Published')
    const { token } = await t.createSignedInJudge(eventId)
    expect(t.ok(await t.ask('GET', schedulePath(eventId))).isPublished).toBe(false)
    expect(await readPublic(slug, team.id)).toEqual(nothing)
    expect(t.ok(await t.askAsJudge('GET', '/api/v1/judge/event', token)).slots).toHaveLength(1)

    t.ok(await publish(eventId, true))
    expect(t.ok(await t.ask('GET', schedulePath(eventId))).isPublished).toBe(true)
    const shown = {
      id: slot.id,
      round: 1,
      table: 'A1',
      startsAt: '2099-12-05T06:30:00.000Z',
      durationMinutes: 10,
    }
    const published = await readPublic(slug, team.id)
    expect(published).toEqual({
      next: {
        success: true,
        isPublished: true,
        slots: [{ ...shown, teamNo: team.teamNo, teamName: 'Falcons' }],
      },
      whole: {
        success: true,
        isPublished: true,
        teams: [{ id: team.id, teamNo: team.teamNo, name: 'Falcons' }],
        slots: [{ ...shown, teamId: team.id }],
      },
      calendar: expect.stringContaining(`UID:${slot.id}`),
      ofTeam: [{ event: { slug, title: expect.objectContaining({ en: 'Published' }) }, slots: [shown] }],
    })
    expect(published.calendar).toContain('DTSTART:20991205T063000Z\r\nDTEND:20991205T064000Z')
    expect(published.calendar).toContain('Table A1\\, round 1')

    t.ok(await publish(eventId, false))
    expect(await readPublic(slug, team.id)).toEqual(nothing)
    expect(t.ok(await t.askAsJudge('GET', '/api/v1/judge/event', token)).slots).toHaveLength(1)
  })

  it('shows visitors every change of a slot at once', async () => {
    const { eventId, slug, team, content, slot } = await prepare('Changed')
    t.ok(await publish(eventId, true))
    await readPublic(slug, team.id)
    const slotPath = `${schedulePath(eventId)}/slots/${slot.id}`
    t.ok(await t.ask('PUT', slotPath, { payload: { ...content, table: 'B2', version: 1 } }))
    const moved = await readPublic(slug, team.id)
    expect([moved.next.slots[0].table, moved.whole.slots[0].table, moved.ofTeam[0].slots[0].table]).toEqual([
      'B2',
      'B2',
      'B2',
    ])
    expect(moved.calendar).toContain('Table B2')
    expect(moved.calendar).toContain('SEQUENCE:1')
    t.ok(await t.ask('DELETE', slotPath))
    expect(await readPublic(slug, team.id)).toMatchObject({
      next: { slots: [] },
      whole: { slots: [], teams: [] },
      calendar: 404,
      ofTeam: [],
    })
  })

  it('is published by those who may change results only, and the audit log has it', async () => {
    const { eventId } = await prepare('Permissions')
    expect((await publish(eventId, true, { visitor: true })).status).toBe(401)
    expect((await publish(eventId, true, { headers: { authorization: account.token } })).status).toBe(403)
    t.ok(await publish(eventId, true))
    t.ok(await publish(eventId, true))
    t.ok(await publish(eventId, false))
    const { entries } = t.ok(
      await t.ask('GET', `${getPath('GET /api/admin/audit')}?entity=schedule&s=${eventId}`),
    )
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'update', before: { isSchedulePublished: true }, after: { isSchedulePublished: false } },
      { action: 'update', before: { isSchedulePublished: false }, after: { isSchedulePublished: true } },
    ])
    expect((await publish('01890000-0000-7000-8000-000000000001', true)).status).toBe(404)
  })

  it('of a team is shown to the accounts of the team only', async () => {
    const { eventId, team } = await prepare('Own team')
    const other = await addEventTeam(t, eventId, 'Oryx')
    t.ok(await publish(eventId, true))
    const read = (teamId: string) =>
      t.ask('GET', getPath('GET /api/teams/:teamId/schedule', { teamId }), {
        headers: { authorization: account.token },
      })
    expect((await read(team.id)).status).toBe(200)
    expect((await read(other.id)).status).toBe(404)
    expect(
      (await t.ask('GET', getPath('GET /api/teams/:teamId/schedule', { teamId: team.id }), { visitor: true }))
        .status,
    ).toBe(401)
  })

  const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  type Slot = {
    id: string
    round: number
    table: string
    startsAt: string
    isPlayed?: boolean
    teamName: string
  }
  /** Creates an event with two teams that have two runs each at a table, and its published schedule. */
  const prepareRuns = async (title: string, startTimes: readonly string[]) => {
    const { eventId, slug, team: falcons, slot } = await prepare(title)
    const oryx = await addEventTeam(t, eventId, 'Oryx')
    t.ok(await t.ask('DELETE', `${schedulePath(eventId)}/slots/${slot.id}`))
    const runs = [
      [falcons, 1],
      [oryx, 1],
      [falcons, 2],
      [oryx, 2],
    ] as const
    for (const [index, [team, round]] of runs.entries())
      t.ok(
        await t.ask('POST', `${schedulePath(eventId)}/slots`, {
          payload: { round, table: 'A1', startsAt: startTimes[index], durationMinutes: 10, teamId: team.id },
        }),
      )
    t.ok(await publish(eventId, true))
    const names = (slots: readonly Slot[]) => slots.map(({ teamName, round }) => `${teamName} ${round}`)
    return {
      ...{ eventId, slug, falcons, oryx },
      record: async (teamId: string, mission: number) =>
        t.ok(
          await t.ask('POST', t.path(eventId), {
            payload: { teamId, attempts: [{ mission, score: 10, timeMs: 1000 }] },
          }),
        ),
      readNext: async () => {
        const next = t.ok(
          await t.visitor(getPath('GET /api/v1/events/:idOrSlug/schedule', { idOrSlug: slug })),
        )
        const { tables } = t.ok(
          await t.visitor(getPath('GET /api/v1/events/:idOrSlug/schedule/tables', { idOrSlug: slug })),
        )
        return {
          next: names(next.slots),
          tables: tables.map((each: { table: string; slots: Slot[] }) => names(each.slots)),
          hasSeveralDays: next.hasSeveralDays,
        }
      },
      listSlots: async (): Promise<string[]> =>
        t
          .ok(await t.ask('GET', schedulePath(eventId)))
          .slots.map(
            ({ teamId, round }: { teamId: string; round: number }) =>
              `${teamId === falcons.id ? 'Falcons' : teamId === oryx.id ? 'Oryx' : 'other'} ${round}`,
          ),
    }
  }

  it('has what is next: no run that has taken place, a late one until a later one has, and nothing after final results', async () => {
    const event = await prepareRuns('Next', [-15, 20, 40, 60].map(minutesFromNow))
    const { eventId, slug, falcons, oryx } = event
    // without any result the clock decides
    const open = ['Oryx 1', 'Falcons 2', 'Oryx 2']
    expect(await event.readNext()).toMatchObject({ next: open, tables: [open] })
    // results come in, and a run at another table shows that the first team is late
    const other = await addEventTeam(t, eventId, 'Hawks')
    const slot = {
      round: 1,
      table: 'B1',
      startsAt: minutesFromNow(-30),
      durationMinutes: 10,
      teamId: other.id,
    }
    t.ok(await t.ask('POST', `${schedulePath(eventId)}/slots`, { payload: slot }))
    await event.record(other.id, 1)
    expect(await event.readNext()).toMatchObject({
      next: ['Falcons 1', ...open],
      tables: [['Falcons 1', 'Oryx 1', 'Falcons 2']],
    })
    const isLate = async () =>
      (await readPublic(slug, falcons.id)).ofTeam
        .find((each: { event: { slug: string } }) => each.event.slug === slug)
        .slots.map((each: { isLate?: boolean }) => each.isLate ?? false)
    expect(await isLate()).toEqual([true, false])
    // the judge goes on without it, and is ahead of the schedule
    await event.record(oryx.id, 1)
    expect(await isLate()).toEqual([false, false])
    expect(await event.readNext()).toMatchObject({
      next: ['Falcons 2', 'Oryx 2'],
      tables: [['Falcons 2', 'Oryx 2']],
    })
    const { slots } = t.ok(
      await t.visitor(getPath('GET /api/v1/events/:idOrSlug/schedule/slots', { idOrSlug: slug })),
    )
    expect(slots.map(({ isPlayed }: Slot) => isPlayed ?? false)).toEqual([true, false, true, false, false])
    // during a freeze results are hidden, but not that a run has taken place
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId }), {
        payload: { at: null },
      }),
    )
    await event.record(falcons.id, 2)
    expect((await event.readNext()).next).toEqual(['Oryx 2'])
    t.ok(await t.ask('DELETE', getPath('DELETE /api/admin/events/:eventId/results/freeze', { eventId })))
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId }), {
        payload: { status: 'final' },
      }),
    )
    expect(await event.readNext()).toMatchObject({ next: [], tables: [] })
    const ofTeam = t
      .ok(
        await t.ask('GET', getPath('GET /api/teams/:teamId/schedule', { teamId: falcons.id }), {
          headers: { authorization: account.token },
        }),
      )
      .schedules.find((each: { event: { slug: string } }) => each.event.slug === slug)
    expect(ofTeam.event.areResultsFinal).toBe(true)
    expect(ofTeam.slots.map(({ isPlayed }: Slot) => isPlayed ?? false)).toEqual([false, true])
  })

  it('says that it is on several days, to visitors and to every judge', async () => {
    const event = await prepareRuns('Two days', [
      ...['2099-12-05T06:00:00.000Z', '2099-12-05T06:10:00.000Z'],
      ...['2099-12-06T06:00:00.000Z', '2099-12-06T06:10:00.000Z'],
    ])
    expect((await event.readNext()).hasSeveralDays).toBe(true)
    const { token } = await t.createSignedInJudge(event.eventId, { tables: ['B9'] })
    const data = t.ok(await t.askAsJudge('GET', '/api/v1/judge/event', token))
    expect([data.slots, data.hasSeveralDays]).toEqual([[], true])
  })

  it('is left by the open slots of a team that withdraws, which come back where their places are free', async () => {
    const event = await prepareRuns('Withdrawn', [20, 40, 60, 80].map(minutesFromNow))
    const { eventId, falcons, oryx } = event
    await event.record(falcons.id, 1)
    const withdraw = (payload: object, teamId = falcons.id) =>
      t.ask('PUT', `/api/admin/events/${eventId}/teams/${teamId}/withdrawal`, { payload })
    const refused = await withdraw({ isWithdrawn: true })
    expect(refused.json().fields).toMatchObject([{ field: 'reason' }])
    expect((await withdraw({ isWithdrawn: true, reason: 'x' }, eventId)).status).toBe(400)
    const { team, slotCount } = t.ok(await withdraw({ isWithdrawn: true, reason: 'Robot broken' }))
    expect([slotCount, team.withdrawal.reason]).toEqual([1, 'Robot broken'])
    expect(t.ok(await withdraw({ isWithdrawn: true, reason: 'Again' })).slotCount).toBe(0)
    // the recorded result and its slot stay
    expect(await event.listSlots()).toEqual(['Falcons 1', 'Oryx 1', 'Oryx 2'])
    expect((await event.readNext()).next).toEqual(['Oryx 1', 'Oryx 2'])
    expect((await t.board(eventId)).event.Scores).toHaveLength(1)
    const { overview } = t.ok(await t.ask('GET', `/api/admin/events/${eventId}/overview`))
    expect(overview).toMatchObject({
      ...{ runs: { planned: 3, recorded: 1 }, teamCount: 1 },
      missingTeams: [{ id: oryx.id }],
    })
    const { token } = await t.createSignedInJudge(eventId)
    const data = t.ok(await t.askAsJudge('GET', '/api/v1/judge/event', token))
    expect(
      data.teams.map(({ name, isWithdrawn }: { name: string; isWithdrawn?: boolean }) => [
        name,
        isWithdrawn ?? false,
      ]),
    ).toEqual([
      ['Falcons', true],
      ['Oryx', false],
    ])
    // nothing gives it a slot, and it is not checked in
    const slot = {
      round: 2,
      table: 'B1',
      startsAt: minutesFromNow(90),
      durationMinutes: 10,
      teamId: falcons.id,
    }
    const added = await t.ask('POST', `${schedulePath(eventId)}/slots`, { payload: slot })
    const checkedIn = await t.ask('POST', `/api/admin/events/${eventId}/check-in`, {
      payload: { teamId: falcons.id },
    })
    for (const reply of [added, checkedIn])
      expect([reply.status, reply.json().fields[0].field]).toEqual([400, 'teamId'])
    const plan = { tables: ['A1'], startsAt: minutesFromNow(120), runMinutes: 5, rounds: 1 }
    expect(
      t.ok(await t.ask('POST', `${schedulePath(eventId)}/generate/preview`, { payload: plan })).count,
    ).toBe(1)

    expect(t.ok(await withdraw({ isWithdrawn: false })).slotCount).toBe(1)
    expect(await event.listSlots()).toEqual(['Falcons 1', 'Oryx 1', 'Falcons 2', 'Oryx 2'])
    const { entries } = t.ok(
      await t.ask('GET', `${getPath('GET /api/admin/audit')}?entity=event&s=${eventId}&per_page=10`),
    )
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'take-back-withdrawal', after: { team: falcons.id, slots: 1 } },
      { action: 'withdraw-team', after: { team: falcons.id, reason: 'Robot broken', slots: 1 } },
    ])
    // a place that another team has taken meanwhile stays with it
    t.ok(await withdraw({ isWithdrawn: true, reason: 'Ill' }))
    const late = await addRegisteredTeam(t, 'Late')
    const add = (payload: object) =>
      t.ask('POST', `/api/admin/events/${eventId}/teams`, {
        payload: { competitionId: late.competitionId, teamNo: late.teamNo, ...payload },
      })
    expect((await add({ slots: 'free', teamNo: undefined })).status).toBe(400)
    expect(t.ok(await add({ slots: 'free' }))).toMatchObject({ count: 1, slotCount: 2 })
    expect(await event.listSlots()).toEqual(['Falcons 1', 'Oryx 1', 'other 1', 'Oryx 2', 'other 2'])
    expect(t.ok(await add({ slots: 'end' }))).toMatchObject({ count: 0, slotCount: 0 })
    // those who may not withdraw teams do not see why
    const email = 'clerk@school.test'
    await t.database.db.insert(users).values({
      ...{ id: randomUUIDv7(), firstName: 'Huda', lastName: 'Omar', email, role: 'admin' },
      ...{ permissions: ['registration'], passwordHash: await hashPassword(password) },
    })
    const signIn = await t.ask('POST', '/api/adduser', {
      payload: { national_id: email, password, type: 4 },
      visitor: true,
    })
    const readReason = async (authorization = t.authorization) => {
      const { teams } = t.ok(await t.ask('GET', schedulePath(eventId), { headers: { authorization } }))
      const list = t.ok(await t.ask('GET', teamsPath(eventId), { headers: { authorization } }))
      expect(list).toEqual({ success: true, teams, hasTeamSlots: true, areMatchesDrawn: false })
      return teams.find(({ id }: { id: string }) => id === falcons.id).withdrawal.reason
    }
    const undone = await t.ask('POST', `/api/admin/events/${eventId}/check-in`, {
      payload: { teamId: falcons.id, isCheckedIn: false },
    })
    expect(t.ok(undone).team.withdrawal.reason).toBe('')
    expect([await readReason(), await readReason(String(signIn.headers.authorization))]).toEqual(['Ill', ''])
    expect(t.ok(await withdraw({ isWithdrawn: false }))).toMatchObject({ slotCount: 0, lostSlotCount: 1 })
    // nor does a slot of a round that the schedule no longer has come back
    expect(t.ok(await withdraw({ isWithdrawn: true, reason: 'Ill' }, oryx.id)).slotCount).toBe(2)
    const { slots } = t.ok(await t.ask('GET', schedulePath(eventId)))
    const { id } = slots.find(({ round }: { round: number }) => round === 2)
    t.ok(await t.ask('DELETE', `${schedulePath(eventId)}/slots/${id}`))
    expect(t.ok(await withdraw({ isWithdrawn: false }, oryx.id))).toMatchObject({
      ...{ slotCount: 1, lostSlotCount: 1 },
    })
    expect(await event.listSlots()).toEqual(['Falcons 1', 'Oryx 1', 'other 1'])
  })
})
