import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '#contract/accounts/permissions.ts'
import { createScheduleRevertWithAudit } from '#server/event/schedule/change-schedule.ts'
import { createScheduleService } from '#server/event/schedule/service.ts'
import { eventTexts } from '../../support/api/events.ts'
import { type RegionalApp, startRegionalApp } from '../../support/api/regional-app.ts'

type Entry = {
  id: string
  action: string
  entity: string
  entityId: string
  references: object
  after: Record<string, unknown> | null
}

let { t, own, other, officer, read, send, ok, readOtherRecords } = {} as RegionalApp
beforeAll(async () => {
  ;({ t, own, other, officer, read, send, ok, readOtherRecords } = await startRegionalApp())
})
afterAll(() => t.close())

const list = async (query = '', token = officer.token) => {
  const { entries, totalItems } = await ok('GET', `/api/admin/audit?per_page=100${query}`, {}, token)
  return { entries: entries as Entry[], total: totalItems as number }
}
const revert = (entryId: string, token = officer.token) =>
  send('POST', `/api/admin/audit/${entryId}/revert`, {}, token)
const signInOfficer = async (name: string, permissions: Permission[], regionIds: string[] | null) => {
  const person = await t.person({ role: 'admin', permissions, regionIds, email: `${name}@office.test` })
  return String((await t.signIn(person.email, undefined, { type: 4 })).headers.authorization)
}
/** Saves the event of the region as an administrator, and returns the entry about it. */
const saveEvent = async (fields: Record<string, string>): Promise<string> => {
  const form = { ...eventTexts, id: own.eventId, title_en: `${own.mark}event`, ...fields }
  await ok('PUT', '/api/admin/events', { form }, t.adminToken)
  const [{ id }] = await read(
    "select id from audit_log where entity = 'event' and entity_id = $1 order by at desc, id desc limit 1",
    [own.eventId],
  )
  return id
}

describe('the audit log of an officer of a region', () => {
  it('has the entries about the records of the region, and counts and searches only these', async () => {
    const { entries, total } = await list()
    expect(total).toBe(entries.length)
    const entities = new Set(entries.map(({ entity }) => entity))
    for (const entity of [
      'team',
      'payment',
      'event',
      'score',
      'schedule',
      'schedule-slot',
      'message',
      'announcement',
    ])
      expect(entities, entity).toContain(entity)
    for (const entity of ['user', 'region', 'settings', 'competition', 'season-year'])
      expect(entities, entity).not.toContain(entity)
    const about = (id: string) => entries.some(({ entityId }) => entityId === id)
    for (const id of [
      own.teamId,
      own.deletedTeamId,
      own.eventId,
      own.deletedEventId,
      own.paymentId,
      own.entryId,
    ])
      expect(about(id), id).toBe(true)
    expect(JSON.stringify(entries)).not.toContain(other.mark)
    for (const search of [other.mark, other.teamId, other.eventId, `${other.mark}officer`])
      expect([search, await list(`&s=${search}`)]).toEqual([search, { entries: [], total: 0 }])
    expect((await list(`&s=${own.teamId}`)).total).toBeGreaterThan(0)
    expect((await list(`&s=${own.mark}team&entity=team`)).total).toBeGreaterThan(0)
    expect((await list('&entity=user')).total).toBe(0)
    const pages = await Promise.all(
      [1, 2].map((page) => ok('GET', `/api/admin/audit?per_page=25&page=${page}`)),
    )
    expect(pages.flatMap((page) => page.entries.map(({ id }: Entry) => id))).toEqual(
      entries.slice(0, 50).map(({ id }) => id),
    )
    const beyond = await ok('GET', '/api/admin/audit?per_page=25&page=40')
    expect([beyond.entries, beyond.totalItems]).toEqual([[], total])
  })

  it('finds a team of the region by its name beside many teams of other regions', async () => {
    const insertTeams = (count: number, regionId: string, firstNo: number) =>
      read(
        `insert into teams (id, name, competition_id, team_no, region_id)
        select gen_random_uuid(), 'Crowd ' || n, $1, $2::int + n, $3 from generate_series(1, $4) n returning id`,
        [t.robo.id, firstNo, regionId, count],
      )
    await insertTeams(250, other.regionId, 2000)
    const [{ id }] = await insertTeams(1, own.regionId, 3000)
    await read(
      `insert into audit_log (id, action, entity, entity_id) values (gen_random_uuid(), 'update', 'team', $1)`,
      [id],
    )
    const { entries } = await list('&s=crowd')
    expect(entries.map(({ entityId }) => entityId)).toEqual([id])
    await read("delete from teams where name like 'Crowd %'")
  })

  it('has only the entries that the permissions are for', async () => {
    const finance = await list('', await signInOfficer('finance', ['finance'], [own.regionId]))
    expect(new Set(finance.entries.map(({ entity }) => entity))).toEqual(new Set(['payment']))
    const results = await list('', await signInOfficer('results', ['results'], [own.regionId]))
    expect(results.entries.map(({ entity }) => entity)).not.toContain('team')
    const [{ id: importId }] = await read(
      `insert into audit_log (id, action, entity, entity_id) values (gen_random_uuid(), 'undo', 'import', $1) returning id`,
      [own.importId],
    )
    const eventId = await own.createEvent('Withdrawal', own.regionSlug)
    await own.takePart(eventId, '2026-12-09T09:00:00.000Z')
    await ok('PUT', `/api/admin/events/${eventId}/teams/${own.teamId}/withdrawal`, {
      json: { isWithdrawn: true, reason: 'The coach is ill' },
    })
    const content = await list('', await signInOfficer('content', ['content'], [own.regionId]))
    const actions = content.entries.flatMap(({ entity, action }) => (entity === 'event' ? [action] : []))
    expect(actions).toContain('update')
    expect(actions).not.toContain('withdraw-team')
    const isShown = ({ entries }: { entries: Entry[] }, ...names: string[]) =>
      entries.some(({ id, action }) => id === importId || names.includes(action))
    expect(isShown(content)).toBe(false)
    expect(isShown(await list('&entity=import'))).toBe(true)
    expect(isShown(await list('&entity=event'), 'withdraw-team')).toBe(true)
    const unlimited = await signInOfficer('everything', ['content', 'registration', 'privacy'], null)
    expect((await send('GET', '/api/admin/audit', {}, unlimited)).code).toBe('no-permission')
    expect((await revert(own.auditEntryId, unlimited)).code).toBe('no-permission')
  })

  it('follows the region of a record and of the account', async () => {
    const { team } = await ok('POST', '/api/admin/teams', {
      form: { name: 'Nomads', competion: t.robo.id, region: own.regionSlug },
    })
    const entriesAbout = async (token = officer.token) => (await list(`&s=${team._id}`, token)).total
    expect(await entriesAbout()).toBeGreaterThan(0)
    const form = { id: team._id, name: 'Nomads', region: other.regionSlug }
    await ok('PUT', '/api/admin/teams', { form }, t.adminToken)
    expect(await entriesAbout()).toBe(0)
    const token = await signInOfficer('moving', ['registration'], [other.regionId])
    expect(await entriesAbout(token)).toBeGreaterThan(1)
    await read("update users set region_ids = $1 where email = 'moving@office.test'", [[own.regionId]])
    expect(await entriesAbout(token)).toBe(0)
    // a region that is gone
    await read("update users set region_ids = $1 where email = 'moving@office.test'", [[own.teamId]])
    expect(await list('', token)).toEqual({ entries: [], total: 0 })
    // a team without a region belongs to no office
    await read('update teams set region_id = null where id = $1', [team._id])
    expect(await entriesAbout()).toBe(0)
  })

  it('names no records of other regions that a value has the id of', async () => {
    const after = { userId: other.userId, event: other.eventId, team: other.teamId, judge: own.userId }
    await read(
      `insert into audit_log (id, action, entity, entity_id, after) values (gen_random_uuid(), 'advance', 'team', $1, $2)`,
      [own.teamId, after],
    )
    const find = async (token: string) =>
      (await list('&entity=team&action=advance', token)).entries.find(
        ({ entityId }) => entityId === own.teamId,
      )
    expect(Object.keys((await find(officer.token))?.references ?? {})).toEqual([own.userId])
    expect(Object.keys((await find(t.adminToken))?.references ?? {}).length).toBe(4)
  })

  it('keeps the entries about removed scores, slots and awards of the event', async () => {
    const eventId = await own.createEvent('Removals', own.regionSlug)
    const { entryId, slotId } = await own.takePart(eventId, '2026-12-08T09:00:00.000Z')
    const path = `/api/admin/events/${eventId}`
    await ok('DELETE', `${path}/scores/${entryId}`)
    await ok('DELETE', `${path}/schedule/slots/${slotId}`)
    const { award } = await ok('POST', `${path}/results/awards`, {
      json: { name: { en: 'Spirit', ar: 'روح' }, teamId: own.teamId },
    })
    await ok('DELETE', `${path}/results/awards/${award.id}`)
    const ids = [entryId, slotId, award.id]
    const removed = (await list('&action=delete')).entries.map(({ entityId }) => entityId)
    expect(removed).toEqual(expect.arrayContaining(ids))
    const elsewhere = await signInOfficer('elsewhere', ['results', 'registration'], [other.regionId])
    const { entries } = await list('&action=delete', elsewhere)
    expect(entries.filter(({ entityId }) => ids.includes(entityId))).toEqual([])
  })
})

describe('the undo of an officer of a region', () => {
  it('sets fields of an own event back', async () => {
    const entryId = await saveEvent({ eventCode: 'NEW' })
    expect((await revert(entryId)).status).toBe(200)
    const [event] = await read('select event_code from events where id = $1', [own.eventId])
    expect(event.event_code).toBe('OLD')
    const results = await signInOfficer('judging', ['results'], [own.regionId])
    expect((await revert(entryId, results)).code).toBe('no-permission')
  })

  it('is refused for records of other regions, and for those of no region', async () => {
    const before = await readOtherRecords()
    expect((await revert(other.auditEntryId)).code).toBe('not-found')
    const [{ id: region }] = await read(
      `insert into audit_log (id, action, entity, entity_id, before, after)
      values (gen_random_uuid(), 'update', 'region', $1, '{"nameEn":"Old"}', '{"nameEn":"New"}') returning id`,
      [own.regionId],
    )
    expect((await revert(region)).code).toBe('not-found')
    expect(await readOtherRecords()).toBe(before)
  })

  it('checks the region of the event again when it changes its schedule', async () => {
    const actor = { userId: officer.id, name: 'Officer', regionLimit: [own.regionId] }
    const before = await readOtherRecords()
    await expect(createScheduleService(t).revertSlot(other.slotId, [], actor)).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(createScheduleRevertWithAudit(t)(other.eventId, [], actor)).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await readOtherRecords()).toBe(before)
  })

  it('moves no event to another region', async () => {
    const event = await own.createEvent('Moved here', other.regionSlug)
    const form = { ...eventTexts, id: event, title_en: 'Moved here', region: own.regionSlug }
    await ok('PUT', '/api/admin/events', { form }, t.adminToken)
    const [{ id }] = await read(
      "select id from audit_log where entity_id = $1 and action = 'update' and after ? 'regionId'",
      [event],
    )
    expect((await revert(id)).code).toBe('revert-invalid')
    expect(await read('select region_id from events where id = $1', [event])).toEqual([
      { region_id: own.regionId },
    ])
  })

  it('brings no slots of a team back that the event no longer has', async () => {
    const eventId = await own.createEvent('Guests leave', own.regionSlug)
    await other.takePart(eventId, '2026-12-07T09:00:00.000Z')
    const path = `/api/admin/events/${eventId}`
    const { slotsHash } = await ok('GET', `${path}/schedule`)
    await ok('POST', `${path}/schedule/shift`, { json: { minutes: 10, slotsHash, acceptOtherDays: true } })
    const [{ id }] = await read(
      "select id from audit_log where entity = 'schedule' and entity_id = $1 and after ? 'slotsHash'",
      [eventId],
    )
    expect((await revert(id)).status).toBe(200)
    const [again] = await read(
      "select id from audit_log where entity = 'schedule' and entity_id = $1 and after ? 'undoes'",
      [eventId],
    )
    await read('delete from event_teams where event_id = $1 and team_id = $2', [eventId, other.teamId])
    expect((await revert(again.id)).code).toBe('revert-invalid')
  })
})
