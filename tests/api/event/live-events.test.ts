import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { EventCard } from '#contract/event/event.schema.ts'
import { getEventPhase } from '#contract/event/event-phase.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { addDays, getStartOfDay, toDateInTimeZone } from '#contract/platform/time-zone.ts'
import { findPublicEvent } from '#server/event/events/queries.ts'
import { createForm, eventTexts } from '../../support/api/events.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'

let t: ScoresApp
beforeAll(async () => {
  t = await startScoresApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  await setClock(today(), 3_600_000)
})
afterEach(() => {
  vi.useRealTimers()
})

const timeZone = 'Asia/Riyadh'
const today = () => toDateInTimeZone(new Date(), timeZone)
/** Sets the clock to the start of a day and some milliseconds. The administrator stays signed in. */
const setClock = async (date: string, offsetMs: number) => {
  vi.setSystemTime(getStartOfDay(date, timeZone).getTime() + offsetMs)
  await t.database.pool.query(
    'update sessions set created_at = $1, last_seen_at = $1, confirmed_at = $1, expires_at = $2',
    [new Date(), new Date(Date.now() + 86_400_000)],
  )
}
const score = { name: 'Sara Nasser', score: 90, time: 60 }

type Live = { liveStatus: boolean; finalResults?: boolean }
/** Reads whether an event is live in every reply that tells it. */
const readLive = async (id: string) => {
  const inList = async (url: string, headers?: { authorization: string }) =>
    (await t.visitor(url, headers)).json().events.find(({ _id }: { _id: string }) => _id === id) as Live
  const { event } = (await t.visitor(`/api/v1/events/${id}`)).json()
  const replies = [
    await inList('/api/events/?status=true'),
    event as Live,
    await inList('/api/admin/events/?per_page=100', { authorization: t.authorization }),
    (await t.ask('GET', `/api/admin/events/?id=${id}`)).json().event as Live,
  ]
  expect(new Set(replies.map(({ liveStatus }) => liveStatus)).size, JSON.stringify(replies)).toBe(1)
  expect(new Set(replies.map(({ finalResults }) => finalResults)).size).toBe(1)
  return replies[0] as Live
}
const isLive = async (id: string) => (await readLive(id)).liveStatus
const isOver = async (id: string) => (await t.board(id)).event.over === true
const publish = async (id: string, status: string) =>
  t.ok(
    await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId: id }), {
      payload: { status },
    }),
  )

it('an event is live by date from midnight of its first day to midnight after its last day, also in cached replies', async () => {
  const first = addDays(today(), 2)
  const event = await t.event({ title_en: 'Two Days', startDate: first, endDate: addDays(first, 1) })
  await setClock(first, -5000)
  expect(await isLive(event._id)).toBe(false)
  await setClock(first, 0)
  expect(await isLive(event._id)).toBe(true)
  await setClock(addDays(first, 2), -1)
  expect(await isLive(event._id)).toBe(true)
  await setClock(addDays(first, 2), 0)
  expect(await isLive(event._id)).toBe(false)
})

it('a new time zone of the site moves midnight at once', async () => {
  const event = await t.event({ title_en: 'Zones', startDate: today() })
  await setClock(today(), 60_000)
  expect(await isLive(event._id)).toBe(true)
  await t.database.pool.query(
    `update settings set value = jsonb_set(value, '{timeZone}', '"America/New_York"')`,
  )
  await t.invalidator.invalidate('settings')
  expect(await isLive(event._id)).toBe(false)
  await t.database.pool.query(`update settings set value = jsonb_set(value, '{timeZone}', '"Asia/Riyadh"')`)
  await t.invalidator.invalidate('settings')
  expect(await isLive(event._id)).toBe(true)
})

it('an event without dates is live from its first result until its results are final', async () => {
  const event = await t.event({ title_en: 'Undated' })
  expect(await isLive(event._id)).toBe(false)
  const entry = await t.add(event._id, score)
  expect(await isLive(event._id)).toBe(true)
  await publish(event._id, 'provisional')
  expect(await readLive(event._id)).toMatchObject({ liveStatus: true })
  await publish(event._id, 'final')
  expect(await readLive(event._id)).toMatchObject({ liveStatus: false, finalResults: true })
  t.ok(
    await t.ask(
      'POST',
      getPath('POST /api/admin/events/:eventId/results/publication/take-back', { eventId: event._id }),
      {
        payload: { reason: 'A sheet was read wrongly.' },
      },
    ),
  )
  expect(await isLive(event._id)).toBe(true)
  await t.ask('DELETE', `${t.path(event._id)}/${entry.id ?? entry._id}`)
  expect(await isLive(event._id)).toBe(false)
})

it('an event that has only a last day is live from its first result until that day ends, and on that day without one', async () => {
  const last = addDays(today(), 2)
  const event = await t.event({ title_en: 'Only an End', endDate: last })
  const readPhase = async () =>
    getEventPhase((await findPublicEvent(t.database.db, event._id, today())) as EventCard, today())
  expect([await isLive(event._id), await readPhase()]).toEqual([false, 'upcoming'])
  await setClock(last, 0)
  expect([await isLive(event._id), await readPhase()]).toEqual([true, 'running'])
  await setClock(addDays(last, -1), 0)
  await t.add(event._id, score)
  expect([await isLive(event._id), await readPhase()]).toEqual([true, 'running'])
  await setClock(addDays(last, 1), 0)
  expect([await isLive(event._id), await readPhase()]).toEqual([false, 'past'])
})

it('the first result of a frozen ranking is not told', async () => {
  const event = await t.event({ title_en: 'Frozen' })
  t.ok(
    await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId: event._id }), {
      payload: { at: null },
    }),
  )
  await t.add(event._id, score)
  expect(await isLive(event._id)).toBe(false)
  t.ok(
    await t.ask(
      'DELETE',
      getPath('DELETE /api/admin/events/:eventId/results/freeze', { eventId: event._id }),
    ),
  )
  expect(await isLive(event._id)).toBe(true)
})

it('the published switch sets on and off, and the form can return to by date', async () => {
  const event = await t.event({ title_en: 'Switches', startDate: today() })
  const readMode = async () =>
    (await t.ask('GET', `/api/admin/events/?id=${event._id}`)).json().event.liveMode
  expect([event.liveMode, event.liveStatus]).toEqual(['by-date', true])
  const patched = t.ok(
    await t.ask('PATCH', '/api/admin/events/', {
      payload: { id: event._id, name: 'liveStatus', status: false },
    }),
  )
  expect([patched.event.liveMode, patched.event.liveStatus, await isLive(event._id)]).toEqual([
    'off',
    false,
    false,
  ])
  const toggled = t.ok(await t.ask('GET', `/api/admin/events/?id=${event._id}&name=liveStatus&status=true`))
  expect([toggled.event.liveMode, toggled.event.liveStatus, await isLive(event._id)]).toEqual([
    'on',
    true,
    true,
  ])
  const edit = { ...eventTexts, title_en: 'Switches', id: event._id }
  await t.save({ ...edit, liveStatus: 'false' }, 'PUT')
  expect(await readMode()).toBe('off')
  await t.save(edit, 'PUT')
  expect(await readMode()).toBe('off')
  expect(
    (await t.save({ ...edit, liveMode: 'by-date', liveStatus: 'true' }, 'PUT')).json().event,
  ).toMatchObject({
    liveMode: 'by-date',
    liveStatus: true,
  })
  const wrong = await t.save({ ...edit, liveMode: 'sometimes' }, 'PUT')
  expect([wrong.status, wrong.json().fields]).toMatchObject([400, [{ field: 'liveMode' }]])
  // on stays on after the last day
  await t.ask('PATCH', '/api/admin/events/', { payload: { id: event._id, name: 'liveStatus', status: true } })
  await setClock(addDays(today(), 2), 0)
  expect(await isLive(event._id)).toBe(true)
})

it('a ranking is over with final results, or 12 hours after the last result when its last day is past', async () => {
  const day = today()
  const event = await t.event({ title_en: 'Over', startDate: day }, [score])
  const undated = await t.event({ title_en: 'Over Undated' })
  expect(await isOver(event._id)).toBe(false)
  const setLastResult = (hours: number) =>
    t.database.pool.query('update score_entries set updated_at = $1 where event_id = $2', [
      new Date(Date.now() - hours * 3_600_000),
      event._id,
    ])
  await setClock(addDays(day, 1), 60_000)
  await setLastResult(11)
  await t.invalidator.invalidate(`scores:${event._id}`)
  expect(await isOver(event._id)).toBe(false)
  await setLastResult(12)
  await t.invalidator.invalidate(`scores:${event._id}`)
  expect(await isOver(event._id)).toBe(true)
  expect(await isOver(undated._id)).toBe(false)
  await t.add(undated._id, score)
  await publish(undated._id, 'final')
  expect(await isOver(undated._id)).toBe(true)
})

it('the list is sorted by what holds, and the dashboard and the CSV file tell it', async () => {
  const event = await t.event({ title_en: 'Sorted', startDate: today() })
  const { events } = (await t.ask('GET', '/api/admin/events/?per_page=100&sort=-live')).json()
  const states = events.map(({ liveStatus }: Live) => liveStatus)
  expect(states).toEqual(states.toSorted((a: boolean, b: boolean) => Number(b) - Number(a)))
  const csv = (await t.ask('GET', '/api/admin/events/?download=true&format=csv&s=sorted')).body.split('\r\n')
  const cell = (name: string) => csv[1]?.split(',')[csv[0]?.split(',').indexOf(name) ?? -1]
  expect([cell('live'), cell('live_mode')]).toEqual(['true', 'by-date'])
  const count = states.filter(Boolean).length
  const finals = events.filter(({ finalResults, liveStatus }: Live) => finalResults && liveStatus).length
  const { dashboard } = (await t.ask('GET', '/api/admin/dashboard')).json()
  expect(dashboard.events.live).toBe(count - finals)
  await publish(event._id, 'final')
  expect(await readLive(event._id)).toEqual(
    expect.objectContaining({ liveStatus: false, finalResults: true }),
  )
})

it('a change of the former switch is shown in the audit log and can be reverted', async () => {
  const event = await t.event({ title_en: 'Audited' })
  const edit = { ...eventTexts, title_en: 'Audited', id: event._id, liveMode: 'on' }
  t.ok(await t.ask('PUT', '/api/admin/events/', await createForm(edit)))
  // the entry as it was before the live mode
  await t.ownerPool.query(
    `update audit_log set before = before - 'liveMode' || '{"live":false}', after = after - 'liveMode' || '{"live":true}' where entity_id = $1 and action = 'update'`,
    [event._id],
  )
  const { entries } = (
    await t.ask('GET', `${getPath('GET /api/admin/audit')}?s=${event._id}&per_page=50`)
  ).json()
  const entry = entries.find(({ action }: { action: string }) => action === 'update')
  expect([entry.before.live, entry.after.live]).toEqual([false, true])
  t.ok(await t.ask('POST', getPath('POST /api/admin/audit/:entryId/revert', { entryId: entry.id })))
  expect((await t.ask('GET', `/api/admin/events/?id=${event._id}`)).json().event.liveMode).toBe('by-date')
  const again = await t.ask('POST', getPath('POST /api/admin/audit/:entryId/revert', { entryId: entry.id }))
  expect([again.status, again.json().code]).toEqual([409, 'revert-changed'])
})
