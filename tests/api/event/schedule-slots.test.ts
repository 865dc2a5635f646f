import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createForm } from '../../support/api/events.ts'
import { cubesRuleSet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam } from '../../support/api/judging.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

describe('the slots of a schedule', () => {
  let t: JudgesApp
  beforeAll(async () => {
    t = await startJudgesApp()
  })
  afterAll(() => t.close())

  const arabic = { headers: { cookie: 'lang=ar' } }
  const stripIsolates = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')
  const schedulePath = (eventId: string) => `/api/admin/events/${eventId}/schedule`
  const slotPath = (eventId: string, slotId: string) => `${schedulePath(eventId)}/slots/${slotId}`
  const listSlots = async (eventId: string): Promise<Body[]> =>
    t.ok(await t.ask('GET', schedulePath(eventId))).slots
  const addSlot = (eventId: string, slot: object, more: object = {}) =>
    t.ask('POST', `${schedulePath(eventId)}/slots`, { payload: slot, ...more })
  const readProblems = (reply: { json: () => Body }) =>
    reply.json().fields.map(({ field, msg }: { field: string; msg: string }) => [field, stripIsolates(msg)])
  const importCsv = async (
    eventId: string,
    lines: string[],
    { preview = false, acceptRepeat = false, lang = 'en' } = {},
  ) => {
    const file = new File([`round,table,time,team_no\r\n${lines.join('\r\n')}\r\n`], 'schedule.csv', {
      type: 'text/csv',
    })
    const form = await createForm({ preview: String(preview), acceptRepeat: String(acceptRepeat), file })
    return t.ask('POST', `${schedulePath(eventId)}/import`, {
      ...form,
      headers: { ...form.headers, cookie: `lang=${lang}` },
    })
  }
  /**
   * Creates an event with two teams and a slot of the first one: round 1, table A1, 5 December 2026 at 09:30
   * in Riyadh.
   */
  const prepare = async (title: string, fields: Record<string, string> = {}) => {
    const event = await t.event({ title_en: title, ...fields })
    const eventId = String(event._id)
    const [falcons, oryx] = [
      await addEventTeam(t, eventId, 'Falcons'),
      await addEventTeam(t, eventId, 'Oryx'),
    ]
    const content = {
      round: 1,
      table: 'A1',
      startsAt: '2026-12-05T06:30:00.000Z',
      durationMinutes: 5,
      teamId: falcons.id,
    }
    const slot = t.ok(await addSlot(eventId, content)).slot
    return { eventId, falcons, oryx, content, slot }
  }

  it('have only rounds of the rules, in the form and in files', async () => {
    const { eventId, falcons, content } = await prepare('Rounds')
    const later = { ...content, startsAt: '2026-12-05T08:00:00.000Z' }
    // without a rule set an event has any round
    t.ok(
      await t.ask('DELETE', slotPath(eventId, t.ok(await addSlot(eventId, { ...later, round: 7 })).slot.id)),
    )
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
        payload: { ruleSet: cubesRuleSet, version: null },
      }),
    )
    t.ok(
      await t.ask('DELETE', slotPath(eventId, t.ok(await addSlot(eventId, { ...later, round: 2 })).slot.id)),
    )
    const refused = await addSlot(eventId, { ...later, round: 3 })
    expect([refused.status, readProblems(refused)]).toEqual([
      400,
      [['round', 'The rules of this event don’t have this round. The last one is round 2.']],
    ])
    expect(readProblems(await addSlot(eventId, { ...later, round: 3 }, arabic))).toEqual([
      ['round', 'لا توجد هذه الجولة في نظام احتساب الفعالية. آخر جولة فيها هي الجولة 2.'],
    ])
    const file = await importCsv(eventId, [`3,A1,2026-12-05 11:00,${falcons.teamNo}`])
    expect(file.json()).toMatchObject({
      code: 'import-rejected',
      details: { problems: [{ line: 2, field: 'round', value: '3' }] },
    })
    expect(await listSlots(eventId)).toHaveLength(1)
  })

  it('have a team and a table once at the same time; the sentence names them and the time', async () => {
    const { eventId, falcons, oryx, content } = await prepare('Busy')
    const sameTeam = { ...content, round: 2, table: 'A2' }
    const sameTable = {
      ...content,
      round: 2,
      table: ' a١ ',
      teamId: oryx.id,
      startsAt: '2026-12-05T09:30:00+03:00',
    }
    t.ok(await addSlot(eventId, { ...sameTable, table: 'B1', startsAt: '2026-12-05T06:31:00Z' }))
    expect(readProblems(await addSlot(eventId, sameTeam))).toEqual([
      [
        'startsAt',
        `Team ${falcons.teamNo} · Falcons already has a slot at this time: 2026-12-05 09:30–09:35.`,
      ],
    ])
    expect(readProblems(await addSlot(eventId, sameTeam, arabic))).toEqual([
      ['startsAt', `للفريق ${falcons.teamNo} · Falcons موعد آخر في هذا الوقت: 2026-12-05 09:30–09:35.`],
    ])
    await t.ask('DELETE', schedulePath(eventId))
    t.ok(await addSlot(eventId, { ...content, table: 'A1' }))
    expect(readProblems(await addSlot(eventId, sameTable))).toEqual([
      ['table', 'Table a١ is already taken at this time: 2026-12-05 09:30–09:35.'],
    ])
    expect(readProblems(await addSlot(eventId, sameTable, arabic))).toEqual([
      ['table', 'الطاولة a١ محجوزة في هذا الوقت: 2026-12-05 09:30–09:35.'],
    ])
    const lines = [
      `2,A5,2026-12-05 09:30,${falcons.teamNo}`,
      `1,A1,2026-12-05 09:30,${oryx.teamNo}`,
      `2,A6,2026-12-05 12:00,${oryx.teamNo}`,
      `3,A7,2026-12-05 12:00,${oryx.teamNo}`,
      `3,A6,2026-12-05 12:00,${falcons.teamNo}`,
    ]
    const problems = (await importCsv(eventId, lines))
      .json()
      .details.problems.map(({ line, field }: Body) => [line, field])
    expect(problems).toEqual([
      [2, 'time'],
      [3, 'table'],
      [5, 'time'],
      [6, 'table'],
    ])
    expect(await listSlots(eventId)).toHaveLength(1)
  })

  it('of one team or at one table must not overlap, in the form and in files; adjacent ones may touch', async () => {
    const { eventId, falcons, oryx, content } = await prepare('Overlaps')
    // 09:30 to 09:35 is taken by Falcons at A1
    const before = { ...content, round: 2, startsAt: '2026-12-05T06:20:00.000Z', durationMinutes: 10 }
    const after = { ...content, round: 3, startsAt: '2026-12-05T06:35:00.000Z', teamId: oryx.id }
    expect(readProblems(await addSlot(eventId, { ...before, durationMinutes: 11 }))).toEqual([
      [
        'startsAt',
        `Team ${falcons.teamNo} · Falcons already has a slot at this time: 2026-12-05 09:30–09:35.`,
      ],
      ['table', 'Table A1 is already taken at this time: 2026-12-05 09:30–09:35.'],
    ])
    expect(readProblems(await addSlot(eventId, { ...after, startsAt: '2026-12-05T06:34:00.000Z' }))).toEqual([
      ['table', 'Table A1 is already taken at this time: 2026-12-05 09:30–09:35.'],
    ])
    t.ok(await addSlot(eventId, before))
    t.ok(await addSlot(eventId, after))
    for (const durationMinutes of [0, 601, 1.5])
      expect(
        (await addSlot(eventId, { ...after, round: 9, table: 'Z', durationMinutes })).json(),
      ).toMatchObject({
        code: 'bad-input',
        field: 'durationMinutes',
      })

    const columns = 'round,table,time,minutes,team_no'
    const importMinutes = async (lines: string[]) => {
      const file = new File([`${columns}\r\n${lines.join('\r\n')}\r\n`], 'schedule.csv', { type: 'text/csv' })
      return t.ask('POST', `${schedulePath(eventId)}/import`, await createForm({ preview: 'false', file }))
    }
    const refused = await importMinutes([
      `4,C1,2026-12-05 12:00,20,${falcons.teamNo}`,
      `4,C1,2026-12-05 12:19,,${oryx.teamNo}`,
      `5,C2,2026-12-05 12:10,,${falcons.teamNo}`,
      `6,C3,2026-12-05 15:00,0,${falcons.teamNo}`,
      `7,C3,2026-12-05 16:00,601,${falcons.teamNo}`,
    ])
    const { problems } = refused.json().details
    expect(problems.map(({ line, field }: Body) => [line, field])).toEqual([
      [3, 'table'],
      [4, 'time'],
      [5, 'minutes'],
      [6, 'minutes'],
    ])
    expect(stripIsolates(problems[0].msg)).toBe(
      'Table C1 is already taken at this time: 2026-12-05 12:00–12:20.',
    )
    expect(await listSlots(eventId)).toHaveLength(3)
    t.ok(
      await importMinutes([
        `4,C1,2026-12-05 12:00,20,${falcons.teamNo}`,
        `4,C1,2026-12-05 12:20,,${oryx.teamNo}`,
      ]),
    )
    expect((await listSlots(eventId)).map(({ durationMinutes }) => durationMinutes)).toEqual([
      10, 5, 5, 20, 5,
    ])
  })

  it('are added once by many requests for the same table at the same time', async () => {
    const { eventId, oryx, content } = await prepare('Race')
    const startsAt = '2026-12-05T10:00:00.000Z'
    const replies = await Promise.all(
      [content.teamId, oryx.id, content.teamId, oryx.id].map((teamId) =>
        addSlot(eventId, { ...content, round: 2, teamId, startsAt }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
  })

  it('may be outside the days of the event when the organizer accepts that; an event without dates has all days', async () => {
    const { eventId, falcons, oryx, content } = await prepare('Days', {
      startDate: '2026-12-05',
      endDate: '2026-12-06',
    })
    // the first minute of 7 December in Riyadh
    const outside = { ...content, round: 2, startsAt: '2026-12-06T21:00:00.000Z' }
    t.ok(
      await addSlot(eventId, {
        ...outside,
        startsAt: '2026-12-06T20:59:00.000Z',
        durationMinutes: 1,
        teamId: oryx.id,
        round: 1,
      }),
    )
    const asked = await addSlot(eventId, outside)
    expect([asked.status, asked.json().code, stripIsolates(asked.json().msg)]).toEqual([
      409,
      'outside-event-days',
      'The time is outside the days of the event: 2026-12-05 – 2026-12-06. Confirm that you want it.',
    ])
    expect(stripIsolates((await addSlot(eventId, outside, arabic)).json().msg)).toBe(
      'الموعد خارج أيام الفعالية: 2026-12-05 – 2026-12-06. أكّد أنك تريده.',
    )
    const { slot } = t.ok(await addSlot(eventId, { ...outside, acceptOtherDays: true }))
    // a change that keeps the time asks no more
    const moved = { ...outside, table: 'A9', version: slot.version }
    t.ok(await t.ask('PUT', slotPath(eventId, slot.id), { payload: moved }))
    const again = { ...moved, version: 2, startsAt: '2026-12-08T09:00:00Z' }
    expect((await t.ask('PUT', slotPath(eventId, slot.id), { payload: again })).json().code).toBe(
      'outside-event-days',
    )

    const lines = [`3,A1,2026-12-06 09:30,${falcons.teamNo}`, `3,A1,2026-12-09 09:30,${oryx.teamNo}`]
    const preview = t.ok(await importCsv(eventId, lines, { preview: true }))
    expect([preview.problems, preview.warnings.map(stripIsolates)]).toEqual([
      [],
      [
        'Some times are outside the days of the event (2026-12-05 – 2026-12-06). Slots: 1. The first is in line 3: 2026-12-09 09:30.',
      ],
    ])
    expect(
      t.ok(await importCsv(eventId, lines, { preview: true, lang: 'ar' })).warnings.map(stripIsolates),
    ).toEqual([
      'بعض المواعيد خارج أيام الفعالية (2026-12-05 – 2026-12-06). عددها: 1، وأولها في السطر 3: 2026-12-09 09:30.',
    ])
    expect((await importCsv(eventId, lines)).json().code).toBe('outside-event-days')
    expect(await listSlots(eventId)).toHaveLength(3)
    t.ok(await importCsv(eventId, lines, { acceptRepeat: true }))
    expect(await listSlots(eventId)).toHaveLength(5)

    const undated = await prepare('No days')
    t.ok(await addSlot(undated.eventId, { ...undated.content, round: 2, startsAt: '2031-01-01T09:00:00Z' }))
    const line = [`3,A1,2032-01-01 09:30,${undated.falcons.teamNo}`]
    expect(t.ok(await importCsv(undated.eventId, line, { preview: true })).warnings).toEqual([])
    t.ok(await importCsv(undated.eventId, line))
  })

  it('may be on all days of an event whose dates are reversed', async () => {
    const { eventId, content } = await prepare('Reversed', { startDate: '2026-12-06', endDate: '2026-12-05' })
    t.ok(await addSlot(eventId, { ...content, round: 2, startsAt: '2026-12-06T09:00:00Z' }))
    const outside = await addSlot(eventId, { ...content, round: 3, startsAt: '2026-12-07T09:00:00Z' })
    expect([outside.json().code, stripIsolates(outside.json().msg)]).toMatchObject([
      'outside-event-days',
      expect.stringContaining('2026-12-05 – 2026-12-06'),
    ])
  })

  it('of a file that were changed since keep the import from being undone; the reply names their teams', async () => {
    const { eventId, falcons, oryx } = await prepare('Undone')
    t.ok(
      await importCsv(eventId, [
        `2,A1,2026-12-05 11:00,${falcons.teamNo}`,
        `2,A1,2026-12-05 12:00,${oryx.teamNo}`,
      ]),
    )
    const { imports } = t.ok(await t.ask('GET', '/api/admin/imports/'))
    const { id } = imports.find(({ event }: Body) => event?.id === eventId)
    const undo = () => t.ask('POST', `/api/admin/imports/${id}/undo`)
    const { version, ...slot } = (await listSlots(eventId)).find(
      ({ round, teamId }) => round === 2 && teamId === oryx.id,
    )
    t.ok(
      await t.ask('PUT', slotPath(eventId, slot.id), {
        payload: { ...slot, id: undefined, table: 'A9', version },
      }),
    )
    const refused = await undo()
    expect([refused.status, refused.json().code, refused.json().msg]).toEqual([
      409,
      'import-changed',
      expect.stringContaining('Oryx'),
    ])
    expect(await listSlots(eventId)).toHaveLength(3)

    const other = await prepare('Undone as it was')
    t.ok(await importCsv(other.eventId, [`2,A1,2026-12-05 11:00,${other.falcons.teamNo}`]))
    const [latest] = t.ok(await t.ask('GET', '/api/admin/imports/')).imports
    expect(t.ok(await t.ask('POST', `/api/admin/imports/${latest.id}/undo`)).msg).toBe(
      'The import was undone.',
    )
    expect(await listSlots(other.eventId)).toHaveLength(1)
  })

  it('are changed in all fields by the checks of new ones, and not over the change of somebody else', async () => {
    const { eventId, oryx, content, slot } = await prepare('Changed')
    const { eventId: otherId } = await prepare('Another event')
    const change = (fields: object, more: object = {}) =>
      t.ask('PUT', slotPath(eventId, slot.id), {
        payload: { ...content, version: slot.version, ...fields },
        ...more,
      })
    expect(slot.version).toBe(1)
    const changed = {
      round: 2,
      table: 'B2',
      startsAt: '2026-12-05T07:15:00.000Z',
      durationMinutes: 10,
      teamId: oryx.id,
    }
    expect(t.ok(await change(changed)).slot).toEqual({ id: slot.id, ...changed, version: 2 })
    expect(await listSlots(eventId)).toEqual([{ id: slot.id, ...changed, version: 2 }])
    const stale = await change({ table: 'C3' })
    expect([stale.status, stale.json().code, stale.json().details.current]).toEqual([
      409,
      'stale-version',
      { id: slot.id, ...changed, version: 2 },
    ])
    const other = t.ok(await addSlot(eventId, content)).slot
    expect(
      readProblems(await change({ ...changed, startsAt: content.startsAt, table: 'A1', version: 2 })),
    ).toEqual([['table', 'Table A1 is already taken at this time: 2026-12-05 09:30–09:35.']])
    expect((await change({ version: 2, teamId: otherId })).json()).toMatchObject({
      code: 'bad-input',
      field: 'teamId',
    })
    expect(
      (await t.ask('PUT', slotPath(otherId, slot.id), { payload: { ...content, version: 2 } })).status,
    ).toBe(404)
    t.ok(await t.ask('DELETE', slotPath(eventId, other.id)))
    const visitor = await t.ask('PUT', slotPath(eventId, slot.id), {
      payload: { ...content, version: 2 },
      visitor: true,
    })
    expect(visitor.status).toBe(401)
  })

  it('of an older version that share a time stay, and can be moved', async () => {
    const { eventId, oryx, content } = await prepare('Doubles')
    await t.ownerPool.query(
      `insert into schedule_slots (id, event_id, team_id, round, table_name, starts_at) values (gen_random_uuid(), $1, $2, 99, 'A1', $3)`,
      [eventId, oryx.id, content.startsAt],
    )
    const double = (await listSlots(eventId)).find(({ round }) => round === 99)
    const { id, ...fields } = double
    const keep = await t.ask('PUT', slotPath(eventId, id), { payload: { ...fields, round: 1 } })
    expect(readProblems(keep)).toEqual([
      ['table', 'Table A1 is already taken at this time: 2026-12-05 09:30–09:35.'],
    ])
    t.ok(
      await t.ask('PUT', slotPath(eventId, id), { payload: { ...fields, startsAt: '2026-12-05T06:40:00Z' } }),
    )
  })

  it('are in the audit log with their team, and a change is reverted unless somebody changed the slot since', async () => {
    const { eventId, oryx, content, slot } = await prepare('Logged')
    const change = (fields: object) =>
      t.ask('PUT', slotPath(eventId, slot.id), { payload: { ...content, ...fields } })
    const listEntries = async (): Promise<Body[]> =>
      t.ok(
        await t.ask(
          'GET',
          `${getPath('GET /api/admin/audit')}?entity=schedule-slot&s=${slot.id}&per_page=50`,
        ),
      ).entries
    const revert = (entryId: string) =>
      t.ask('POST', getPath('POST /api/admin/audit/:entryId/revert', { entryId }))
    t.ok(await change({ table: 'B2', teamId: oryx.id, version: 1 }))
    const [changed, created] = await listEntries()
    expect(created).toMatchObject({ action: 'create', label: 'Oryx', parentId: eventId })
    expect(changed).toMatchObject({
      action: 'update',
      before: { table: 'A1', teamId: content.teamId },
      after: { table: 'B2', teamId: oryx.id },
      references: { [content.teamId]: { entity: 'team', name: { en: 'Falcons' } } },
    })
    t.ok(await revert(changed.id))
    expect(await listSlots(eventId)).toEqual([{ id: slot.id, ...content, version: 3 }])
    expect((await listEntries())[0]).toMatchObject({
      action: 'update',
      after: { table: 'A1', undoes: changed.id },
    })

    t.ok(await change({ startsAt: '2026-12-05T08:00:00.000Z', version: 3 }))
    const [moved] = await listEntries()
    t.ok(await addSlot(eventId, { ...content, teamId: oryx.id }))
    expect((await revert(moved.id)).json().code).toBe('revert-invalid')
    t.ok(await change({ startsAt: '2026-12-05T09:00:00.000Z', version: 4 }))
    expect((await revert(moved.id)).json().code).toBe('revert-changed')
    t.ok(await t.ask('DELETE', slotPath(eventId, slot.id)))
    expect((await revert(moved.id)).json().code).toBe('revert-deleted')
    expect((await listEntries())[0]).toMatchObject({
      action: 'delete',
      label: 'Falcons',
      before: { table: 'A1' },
    })
  })
})
