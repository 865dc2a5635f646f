import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { cubesRuleSet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam } from '../../support/api/judging.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

describe('a schedule that is generated or changed as a whole', () => {
  let t: JudgesApp
  beforeAll(async () => {
    t = await startJudgesApp()
  })
  afterAll(() => t.close())

  const arabic = { headers: { cookie: 'lang=ar' } }
  const stripIsolates = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')
  const schedulePath = (eventId: string) => `/api/admin/events/${eventId}/schedule`
  const read = async (eventId: string): Promise<Body> => t.ok(await t.ask('GET', schedulePath(eventId)))
  const describeSlots = (slots: Body[]) =>
    slots.map(({ startsAt, table, teamId, round }) => `${startsAt.slice(11, 16)} ${table} ${teamId} ${round}`)
  const readSlots = async (eventId: string) => describeSlots((await read(eventId)).slots)
  const post = (eventId: string, path: string, payload: object, more: object = {}) =>
    t.ask('POST', `${schedulePath(eventId)}/${path}`, { payload, ...more })
  const generate = async (eventId: string, fields: object = {}, more: object = {}) =>
    post(eventId, 'generate', { ...plan, slotsHash: (await read(eventId)).slotsHash, ...fields }, more)
  const shift = async (eventId: string, minutes: number, fields: object = {}, more: object = {}) =>
    post(eventId, 'shift', { minutes, slotsHash: (await read(eventId)).slotsHash, ...fields }, more)
  const readProblems = (reply: { json: () => Body }) =>
    reply.json().fields.map(({ field, msg }: { field: string; msg: string }) => [field, stripIsolates(msg)])
  const findEntry = async (eventId: string): Promise<Body> =>
    t.ok(
      await t.ask(
        'GET',
        `${getPath('GET /api/admin/audit')}?entity=schedule&action=update&s=${eventId}&per_page=50`,
      ),
    ).entries[0]
  const revert = (entryId: string) =>
    t.ask('POST', getPath('POST /api/admin/audit/:entryId/revert', { entryId }))
  /** 5 December 2099, 09:00 in Riyadh; a time that is not over. */
  const plan = {
    rounds: 2,
    tables: ['A1', 'A2'],
    startsAt: '2099-12-05T06:00:00Z',
    runMinutes: 5,
    betweenMinutes: 5,
    teamPauseMinutes: 5,
  }
  const prepare = async (title: string, fields: Record<string, string> = {}) => {
    const event = await t.event({ title_en: title, ...fields })
    const eventId = String(event._id)
    const [falcons, oryx] = [
      await addEventTeam(t, eventId, 'Falcons'),
      await addEventTeam(t, eventId, 'Oryx'),
    ]
    return { eventId, slug: String(event.slug), falcons, oryx }
  }

  it('is previewed without being saved, and saved with the same slots', async () => {
    const { eventId, falcons, oryx } = await prepare('Generated')
    const third = await addEventTeam(t, eventId, 'Hawks')
    const { success, ...preview } = t.ok(await post(eventId, 'generate/preview', plan))
    expect(preview).toEqual({
      ...{ count: 6, startsAt: '2099-12-05T06:00:00.000Z', endsAt: '2099-12-05T06:25:00.000Z' },
      ...{ missing: [], missingCount: 0, unusedTables: [] },
    })
    expect(await readSlots(eventId)).toEqual([])
    expect(t.ok(await generate(eventId))).toMatchObject({ count: 6, missingCount: 0 })
    expect(await readSlots(eventId)).toEqual([
      `06:00 A1 ${falcons.id} 1`,
      `06:00 A2 ${oryx.id} 1`,
      `06:10 A1 ${third.id} 1`,
      `06:10 A2 ${falcons.id} 2`,
      `06:20 A1 ${oryx.id} 2`,
      `06:20 A2 ${third.id} 2`,
    ])
    expect((await read(eventId)).slots[0].durationMinutes).toBe(5)
  })

  it('names the teams and tables of what does not fit, and can be saved all the same', async () => {
    const { eventId, falcons, oryx } = await prepare('Too short')
    const short = { ...plan, tables: ['A1', 'A2', 'A3'], endsBy: '2099-12-05T06:06:00Z' }
    const preview = t.ok(await post(eventId, 'generate/preview', short))
    expect(preview).toMatchObject({
      missing: [
        { teamId: falcons.id, round: 2, reason: 'team-pause' },
        { teamId: oryx.id, round: 2, reason: 'team-pause' },
      ],
      ...{ count: 2, missingCount: 2, unusedTables: ['A3'] },
    })
    expect(t.ok(await generate(eventId, short))).toMatchObject({ count: 2, missingCount: 2 })
    const full = { ...short, tables: ['A1'], teamPauseMinutes: 0, rounds: 1 }
    expect(t.ok(await post(eventId, 'generate/preview', full)).missing).toEqual([
      { teamId: oryx.id, round: 1, reason: 'tables-full' },
    ])
  })

  it('is refused with a sentence for each wrong field, in the language of the user', async () => {
    const { eventId } = await prepare('Wrong')
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
        payload: { ruleSet: cubesRuleSet, version: null },
      }),
    )
    expect((await read(eventId)).roundCount).toBe(2)
    const wrong = {
      ...plan,
      ...{ rounds: 3, tables: ['A1', 'a١'], endsBy: '2099-12-05T06:00:00Z' },
      breaks: [{ from: '2099-12-05T07:00:00Z', to: '2099-12-05T06:30:00Z' }],
    }
    const refused = await post(eventId, 'generate/preview', wrong)
    expect([refused.status, readProblems(refused)]).toEqual([
      400,
      [
        ['rounds', 'The rules of this event don’t have this round. The last one is round 2.'],
        ['tables', 'This appears twice in the form.'],
        ['endsBy', 'This must be later than 2099-12-05 09:00.'],
        ['breaks.0.to', 'This must be later than 2099-12-05 10:00.'],
      ],
    ])
    expect(readProblems(await post(eventId, 'generate/preview', wrong, arabic)).at(-1)).toEqual([
      'breaks.0.to',
      'يجب أن يكون هذا الوقت بعد 2099-12-05 10:00.',
    ])
    for (const fields of [
      { tables: [] },
      { runMinutes: 0 },
      { betweenMinutes: 601 },
      { teamPauseMinutes: -1 },
      { rounds: 101 },
    ])
      expect((await post(eventId, 'generate/preview', { ...plan, ...fields })).json()).toMatchObject({
        code: 'bad-input',
        field: Object.keys(fields)[0],
      })
    const empty = String((await t.event({ title_en: 'Nobody' }))._id)
    expect((await post(empty, 'generate/preview', plan)).json()).toMatchObject({
      code: 'bad-input',
      field: 'teams',
    })
    expect((await post(eventId, 'generate/preview', plan, { visitor: true })).status).toBe(401)
  })

  it('may be on other days than those of the event only when the user accepts that', async () => {
    const { eventId } = await prepare('Days', { startDate: '2099-12-04', endDate: '2099-12-04' })
    const preview = await post(eventId, 'generate/preview', plan)
    expect([preview.status, preview.json().code]).toEqual([409, 'outside-event-days'])
    expect((await generate(eventId)).json().code).toBe('outside-event-days')
    expect(t.ok(await generate(eventId, { acceptOtherDays: true })).count).toBe(4)
    t.ok(await generate(eventId, { replace: true, startsAt: '2099-12-04T20:30:00Z', betweenMinutes: 0 }))
    expect((await shift(eventId, 30)).json().code).toBe('outside-event-days')
    t.ok(await shift(eventId, 30, { acceptOtherDays: true }))
  })

  it('replaces slots only when that is wanted, and not those that somebody else changed meanwhile', async () => {
    const { eventId } = await prepare('Replaced')
    const { slotsHash } = await read(eventId)
    t.ok(await generate(eventId))
    const stale = await generate(eventId, { slotsHash, replace: true })
    expect([stale.status, stale.json().code]).toEqual([409, 'stale-version'])
    const exists = await generate(eventId, { rounds: 1 })
    expect([exists.status, exists.json().code]).toEqual([409, 'schedule-exists'])
    expect(await readSlots(eventId)).toHaveLength(4)
    t.ok(await generate(eventId, { rounds: 1, replace: true }))
    expect(await readSlots(eventId)).toHaveLength(2)
  })

  it('goes back to its former slots when the entry of the audit log is reverted, and forward again', async () => {
    const { eventId } = await prepare('Reverted')
    t.ok(await generate(eventId))
    const former = await read(eventId)
    t.ok(await generate(eventId, { rounds: 1, replace: true }))
    const entry = await findEntry(eventId)
    expect(entry).toMatchObject({ before: { slots: 4, slotsHash: former.slotsHash }, after: { slots: 2 } })
    t.ok(await revert(entry.id))
    const restored = await read(eventId)
    const omitVersion = ({ version: _version, ...slot }: Body) => slot
    expect(restored.slots.map(omitVersion)).toEqual(former.slots.map(omitVersion))
    // a form that was opened before is told about the change
    expect(restored.slots.every(({ version }: Body) => version > 1)).toBe(true)
    const undone = await findEntry(eventId)
    expect(undone.after).toMatchObject({ undoes: entry.id, slots: 4 })
    t.ok(await revert(undone.id))
    expect(await readSlots(eventId)).toHaveLength(2)
  })

  it('goes back to the slots of the runs, and no others, of a team that has withdrawn', async () => {
    const { eventId, falcons } = await prepare('Reverted after a withdrawal')
    t.ok(await generate(eventId))
    t.ok(await generate(eventId, { rounds: 1, replace: true }))
    const attempts = [{ mission: 1, score: 10, timeMs: 1000 }]
    t.ok(await t.ask('POST', t.path(eventId), { payload: { teamId: falcons.id, attempts } }))
    const payload = { isWithdrawn: true, reason: 'Robot broken' }
    t.ok(await t.ask('PUT', `/api/admin/events/${eventId}/teams/${falcons.id}/withdrawal`, { payload }))
    t.ok(await revert((await findEntry(eventId)).id))
    const { slots } = await read(eventId)
    expect(slots.flatMap(({ teamId, round }: Body) => (teamId === falcons.id ? round : []))).toEqual([1])
    expect(slots).toHaveLength(3)
  })

  it('is not reverted over a later change, nor to teams that no longer exist', async () => {
    const { eventId, oryx } = await prepare('Not reverted')
    t.ok(await generate(eventId, { rounds: 1 }))
    t.ok(await generate(eventId, { rounds: 2, replace: true }))
    const entry = await findEntry(eventId)
    const { id, version: _version, ...content } = (await read(eventId)).slots[0]
    t.ok(await t.ask('DELETE', `${schedulePath(eventId)}/slots/${id}`))
    expect((await revert(entry.id)).json().code).toBe('revert-changed')
    // a slot with the same content is another slot
    t.ok(await post(eventId, 'slots', content))
    expect((await revert(entry.id)).json().code).toBe('revert-changed')

    await t.ownerPool.query('delete from event_teams where event_id = $1 and team_id = $2', [
      eventId,
      oryx.id,
    ])
    t.ok(await generate(eventId, { rounds: 1, replace: true }))
    await t.ownerPool.query('delete from teams where id = $1', [oryx.id])
    expect((await revert((await findEntry(eventId)).id)).json().code).toBe('revert-invalid')
  })

  it('is moved in time from now on or from a later time, with the texts for coaches, and back', async () => {
    const { eventId, falcons, oryx } = await prepare('Moved')
    t.ok(await generate(eventId))
    // a run that began ten minutes ago
    const startedAt = new Date(Date.now() - 600_000).toISOString()
    t.ok(
      await post(eventId, 'slots', {
        teamId: falcons.id,
        round: 9,
        table: 'A1',
        startsAt: startedAt,
        durationMinutes: 5,
      }),
    )
    const moved = t.ok(await shift(eventId, 10))
    expect(moved.count).toBe(4)
    expect(stripIsolates(moved.announcement.body.en)).toContain(
      'what was planned for 5 December 2099 at 09:00 now starts at 5 December 2099 at 09:10',
    )
    expect(stripIsolates(moved.announcement.subject.ar)).toMatch(/^تغيير المواعيد: /)
    const later = [
      `06:10 A1 ${falcons.id} 1`,
      `06:10 A2 ${oryx.id} 1`,
      `06:20 A1 ${oryx.id} 2`,
      `06:20 A2 ${falcons.id} 2`,
    ]
    const afterShift = await read(eventId)
    expect(describeSlots(afterShift.slots).slice(1)).toEqual(later)
    expect(afterShift.slots[0].startsAt).toBe(startedAt)
    const entry = await findEntry(eventId)
    expect(entry.after).toMatchObject({ shiftedSlots: 4, shiftedMinutes: 10 })
    t.ok(await shift(eventId, 5, { from: '2099-12-05T06:15:00Z' }))
    expect((await readSlots(eventId)).slice(3)).toEqual([`06:25 A1 ${oryx.id} 2`, `06:25 A2 ${falcons.id} 2`])
    t.ok(await revert((await findEntry(eventId)).id))
    t.ok(await revert(entry.id))
    expect((await readSlots(eventId)).slice(1, 3)).toEqual([
      `06:00 A1 ${falcons.id} 1`,
      `06:00 A2 ${oryx.id} 1`,
    ])
  })

  it('is not moved over other slots, into the past, twice by two people, or when nothing is left', async () => {
    const { eventId, falcons } = await prepare('Not moved')
    t.ok(await generate(eventId, { rounds: 1 }))
    const { slotsHash } = await read(eventId)
    t.ok(
      await post(eventId, 'slots', {
        teamId: falcons.id,
        round: 2,
        table: 'A1',
        startsAt: '2099-12-05T08:00:00Z',
      }),
    )
    expect((await shift(eventId, 5, { slotsHash })).json().code).toBe('stale-version')
    const over = await shift(eventId, -120, { from: '2099-12-05T07:00:00Z' })
    expect(readProblems(over)).toEqual([
      [
        'minutes',
        `Team ${falcons.teamNo} · Falcons already has a slot at this time: 2099-12-05 09:00–09:05.`,
      ],
      ['minutes', 'Table A1 is already taken at this time: 2099-12-05 09:00–09:05.'],
    ])
    expect((await shift(eventId, 5, { from: '2099-12-06T00:00:00Z' })).json()).toMatchObject({
      code: 'bad-input',
      field: 'from',
    })
    for (const minutes of [1441, -1441, 0.5])
      expect((await shift(eventId, minutes)).json()).toMatchObject({ code: 'bad-input', field: 'minutes' })
    const soon = await prepare('Soon')
    t.ok(await generate(soon.eventId, { startsAt: new Date(Date.now() + 600_000).toISOString() }))
    const past = await shift(soon.eventId, -11, {}, arabic)
    expect(stripIsolates(readProblems(past)[0][1])).toMatch(/^يصبح أول هذه المواعيد في وقت مضى: /)
    t.ok(await shift(soon.eventId, -5))
  })

  it('has the times and tables of two slots swapped, unless a team is busy then or a slot was changed', async () => {
    const { eventId, falcons, oryx } = await prepare('Swapped')
    t.ok(await generate(eventId))
    const { slots } = await read(eventId)
    const place = (slot: Body) => ({ id: slot.id, version: slot.version })
    const swap = (one: Body, other: Body) =>
      post(eventId, 'swap', { first: place(one), second: place(other) })
    const reply = t.ok(await swap(slots[0], slots[1]))
    expect(reply.slots.map(({ version }: Body) => version)).toEqual([2, 2])
    const swapped = [`06:00 A1 ${oryx.id} 1`, `06:00 A2 ${falcons.id} 1`]
    expect((await readSlots(eventId)).slice(0, 2)).toEqual(swapped)
    expect((await swap(slots[0], slots[2])).json()).toMatchObject({
      code: 'stale-version',
      details: { current: { id: slots[0].id } },
    })
    const now = (await read(eventId)).slots
    // both teams would run twice at the same time
    const busy = await swap(
      now.find(({ teamId, round }: Body) => teamId === oryx.id && round === 1),
      now.find(({ teamId, round }: Body) => teamId === falcons.id && round === 2),
    )
    expect(readProblems(busy)).toEqual([
      ['second', `Team ${oryx.teamNo} · Oryx already has a slot at this time: 2099-12-05 09:10–09:15.`],
      ['second', `Team ${falcons.teamNo} · Falcons already has a slot at this time: 2099-12-05 09:00–09:05.`],
    ])
    const entry = await findEntry(eventId)
    expect(entry.after.swappedTeams.toSorted()).toEqual(
      [String(falcons.teamNo), String(oryx.teamNo)].toSorted(),
    )
    t.ok(await revert(entry.id))
    expect((await readSlots(eventId)).slice(0, 2)).toEqual([
      `06:00 A1 ${falcons.id} 1`,
      `06:00 A2 ${oryx.id} 1`,
    ])
    const other = await prepare('Another event')
    expect((await post(other.eventId, 'swap', { first: place(now[0]), second: place(now[1]) })).status).toBe(
      404,
    )
  })

  it('is on the page of the event at once after it was generated or moved', async () => {
    const { eventId, slug } = await prepare('Public', { status: 'true' })
    t.ok(await t.ask('POST', `${schedulePath(eventId)}/published`, { payload: { isPublished: true } }))
    const readPublic = async () =>
      t
        .ok(
          await t.ask('GET', getPath('GET /api/v1/events/:idOrSlug/schedule/slots', { idOrSlug: slug }), {
            visitor: true,
          }),
        )
        .slots.map(({ startsAt }: Body) => startsAt.slice(11, 16))
    expect(await readPublic()).toEqual([])
    t.ok(await generate(eventId, { rounds: 1 }))
    expect(await readPublic()).toEqual(['06:00', '06:00'])
    t.ok(await shift(eventId, 60))
    expect(await readPublic()).toEqual(['07:00', '07:00'])
  })
})
