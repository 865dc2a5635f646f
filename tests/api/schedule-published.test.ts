import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventFilePaths } from '#contract/event-file-paths.ts'
import { paths } from '#contract/paths.ts'
import { type JudgesApp, startJudgesApp } from '../support/api/judges.ts'
import { addEventTeam } from '../support/api/judging.ts'
import { createRegistration } from '../support/api/person.ts'

describe('a schedule', () => {
  let t: JudgesApp
  let account: { email: string; token: string }
  beforeAll(async () => {
    t = await startJudgesApp()
    const { email, password, ...person } = createRegistration({ role: 'coach' })
    t.ok(await t.ask('POST', '/api/register', { payload: { ...person, email, password }, visitor: true }))
    const signIn = await t.ask('POST', '/api/adduser', {
      payload: { national_id: email, password },
      visitor: true,
    })
    account = { email, token: String(signIn.headers.authorization) }
  })
  afterAll(() => t.close())

  const schedulePath = (eventId: string) => `/api/admin/events/${eventId}/schedule`
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
      next: t.ok(await t.visitor(paths.eventSchedule(slug))),
      whole: t.ok(await t.visitor(paths.eventScheduleSlots(slug))),
      calendar: calendar.status === 200 ? calendar.body : calendar.status,
      ofTeam: t.ok(
        await t.ask('GET', paths.teamSchedule(teamId), { headers: { authorization: account.token } }),
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
    const { entries } = t.ok(await t.ask('GET', `${paths.adminAudit}?entity=schedule&s=${eventId}`))
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
      t.ask('GET', paths.teamSchedule(teamId), { headers: { authorization: account.token } })
    expect((await read(team.id)).status).toBe(200)
    expect((await read(other.id)).status).toBe(404)
    expect((await t.ask('GET', paths.teamSchedule(team.id), { visitor: true })).status).toBe(401)
  })
})
