import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventFilePaths } from '#contract/event/event-file-paths.ts'
import type { MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { lockAndSyncMatchTeamSlots } from '#server/event/scores/scoring/queries-match-slots.ts'
import {
  readDrawnMatches,
  toTeamIdsByPlayableMatch,
} from '#server/event/scores/scoring/queries-tournament.ts'
import { getRankingEvent } from '#server/event/scores/service.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { createForm } from '../../support/api/events.ts'
import { type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam } from '../../support/api/judging.ts'
import { createMatchRuleSet, plainKnockOut, singleGroup } from '../../support/rules/matches.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

/** A group of three teams, of which the first two play a final. */
const rules: Partial<MatchRules> = {
  groups: singleGroup,
  knockOuts: [{ ...plainKnockOut, places: { from: 1, to: 2 } }],
}

describe('the schedule of an event that is played in matches', () => {
  let t: JudgesApp
  beforeAll(async () => {
    t = await startJudgesApp()
  })
  afterAll(() => t.close())

  const stripIsolates = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')
  const schedulePath = (eventId: string) => `/api/admin/events/${eventId}/schedule`
  const slotPath = (eventId: string, id: string) => `${schedulePath(eventId)}/slots/${id}`
  const matchesPath = (eventId: string) => `/api/admin/events/${eventId}/matches`
  const read = async (eventId: string): Promise<Body> => t.ok(await t.ask('GET', schedulePath(eventId)))
  const post = (eventId: string, path: string, payload: object) =>
    t.ask('POST', `${schedulePath(eventId)}/${path}`, { payload })
  const plan = {
    tables: ['A1'],
    startsAt: '2099-12-05T06:00:00Z',
    runMinutes: 5,
    betweenMinutes: 5,
    teamPauseMinutes: 0,
  }
  const generate = async (eventId: string, fields: object = {}) =>
    post(eventId, 'generate', { ...plan, slotsHash: (await read(eventId)).slotsHash, ...fields })
  const describeSlots = (slots: Body[]) =>
    slots.map(({ startsAt, table, round }) => `${startsAt.slice(11, 16)} ${table} ${round}`)
  const readProblems = (reply: { json: () => Body }) =>
    reply.json().fields.map(({ field, msg }: { field: string; msg: string }) => [field, stripIsolates(msg)])
  const importCsv = async (eventId: string, csv: string, preview = false) => {
    const form = await createForm({
      preview: String(preview),
      file: new File([csv], 'schedule.csv', { type: 'text/csv' }),
    })
    return t.ask('POST', `${schedulePath(eventId)}/import`, form)
  }
  /** Lists the slots of the teams, as judges and the public schedule have them. */
  const listTeamSlots = async (eventId: string): Promise<{ id: string; text: string; version: number }[]> => {
    const { rows } = await t.ownerPool.query(
      `select slot.id, slot.version, to_char(starts_at at time zone 'UTC', 'HH24:MI') || ' ' || table_name || ' ' || round || ' ' || teams.name as text
       from schedule_slots slot join teams on teams.id = team_id where event_id = $1 order by round, slot.id`,
      [eventId],
    )
    return rows
  }
  const listTexts = async (eventId: string) => (await listTeamSlots(eventId)).map(({ text }) => text)
  const updateSlots = async (eventId: string) =>
    inTransaction(t.database.db, async (tx) => {
      const matches = await readDrawnMatches(tx, await getRankingEvent(tx, eventId), 'current')
      if (!matches) throw new Error('the event has no matches')
      return lockAndSyncMatchTeamSlots(tx, eventId, toTeamIdsByPlayableMatch(matches))
    })
  /** Records the score of both sides of a match. */
  const saveMatch = async (
    eventId: string,
    match: number,
    sides: readonly [number, number],
    scores: readonly [number, number],
  ) => {
    const { version } = t.ok(await t.ask('GET', matchesPath(eventId))).matches
    const toSide = (nth: 0 | 1) => ({
      side: sides[nth],
      values: { score: scores[nth], shoot_out: 0, cards: 0 },
    })
    t.ok(
      await t.ask('PUT', `${matchesPath(eventId)}/${match}`, {
        payload: { sides: [toSide(0), toSide(1)], version },
      }),
    )
  }
  /** Saves rules with other matches, or with null without any rules. */
  const saveRules = async (eventId: string, matches: Partial<MatchRules> | null) => {
    const path = getPath('GET /api/admin/events/:eventId/rule-set', { eventId })
    const { version } = t.ok(await t.ask('GET', path))
    const ruleSet = matches && createMatchRuleSet(matches)
    t.ok(await t.ask('PUT', path, { payload: { ruleSet, version } }))
  }
  /** Creates an event with three teams; the order of the draw is theirs. */
  const prepare = async (title: string, { isDrawn = true, matches = rules } = {}) => {
    const event = await t.event({ title_en: title, status: 'true' })
    const eventId = String(event._id)
    const teams: { id: string; teamNo: number }[] = []
    for (const name of ['Falcons', 'Oryx', 'Hawks']) teams.push(await addEventTeam(t, eventId, name))
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
        payload: { ruleSet: createMatchRuleSet(matches), version: null },
      }),
    )
    const sides = teams.map(({ id }) => [id])
    if (isDrawn) t.ok(await t.ask('POST', `${matchesPath(eventId)}/draw`, { payload: { sides } }))
    return {
      eventId,
      slug: String(event.slug),
      teams: teams as [(typeof teams)[0], (typeof teams)[0], (typeof teams)[0]],
    }
  }
  const playGroup = async (eventId: string) => {
    const { tournament } = t.ok(await t.ask('GET', matchesPath(eventId))).matches
    for (const { part, sides, matches } of tournament.pairings)
      if (part.of === 'group') {
        const numbers: [number, number] = [sides[0].side, sides[1].side]
        // the side with the lower number wins
        await saveMatch(eventId, matches[0].number, numbers, numbers[0] < numbers[1] ? [2, 1] : [1, 2])
      }
  }

  it('begins with the draw', async () => {
    const { eventId, teams } = await prepare('Not drawn', { isDrawn: false })
    expect(await read(eventId)).toMatchObject({ pairings: [], slots: [] })
    for (const reply of [
      await post(eventId, 'generate/preview', plan),
      await generate(eventId),
      await post(eventId, 'slots', { round: 1, table: 'A1', startsAt: plan.startsAt, teamId: null }),
      await importCsv(eventId, 'match,table,time\r\n1,A1,2099-12-05 09:00\r\n'),
    ])
      expect([reply.status, reply.json().code]).toEqual([409, 'draw-first'])
    const path = getPath('GET /api/admin/events/:eventId/teams', { eventId })
    const readTeams = async () => t.ok(await t.ask('GET', path))
    expect(await readTeams()).toMatchObject({ hasTeamSlots: false, areMatchesDrawn: false })
    t.ok(
      await t.ask('POST', `${matchesPath(eventId)}/draw`, {
        payload: { sides: teams.map(({ id }) => [id]) },
      }),
    )
    t.ok(await generate(eventId))
    expect(await readTeams()).toMatchObject({
      teams: [{ name: 'Falcons' }, { name: 'Oryx' }, { name: 'Hawks' }],
      hasTeamSlots: false,
      areMatchesDrawn: true,
    })
  })

  it('is generated with a slot for each match, and one for each team of the matches whose sides are known', async () => {
    const { eventId, teams } = await prepare('Generated')
    const { success, ...preview } = t.ok(await post(eventId, 'generate/preview', plan))
    expect(preview).toEqual({
      ...{ count: 4, startsAt: '2099-12-05T06:00:00.000Z', endsAt: '2099-12-05T06:35:00.000Z' },
      ...{ missing: [], missingCount: 0, unusedTables: [] },
    })
    expect(t.ok(await generate(eventId))).toMatchObject({ count: 4, missingCount: 0 })
    const schedule = await read(eventId)
    expect(describeSlots(schedule.slots)).toEqual(['06:00 A1 1', '06:10 A1 2', '06:20 A1 3', '06:30 A1 4'])
    expect(schedule).toMatchObject({ roundCount: 4, slots: [{ teamId: null, version: 1 }, {}, {}, {}] })
    const [falcons, oryx, hawks] = teams
    expect(
      schedule.pairings.map(({ numbers, sides }: Body) => [
        numbers,
        ...sides.map(({ teamIds }: Body) => teamIds),
      ]),
    ).toEqual([
      [[1], [oryx.id], [hawks.id]],
      [[2], [hawks.id], [falcons.id]],
      [[3], [falcons.id], [oryx.id]],
      [[4], [], []],
    ])
    expect(schedule.pairings[3].sides[0]).toMatchObject({ source: { of: 'entrant', nth: 1 }, isOpen: true })
    expect(schedule).toMatchObject({
      groupCount: 1,
      pairings: [{ sides: [{ isOpen: false }, {}] }, {}, {}, {}],
    })
    expect(await listTexts(eventId)).toEqual([
      ...['06:00 A1 1 Oryx', '06:00 A1 1 Hawks', '06:10 A1 2 Hawks', '06:10 A1 2 Falcons'],
      ...['06:20 A1 3 Falcons', '06:20 A1 3 Oryx'],
    ])
    const short = t.ok(await post(eventId, 'generate/preview', { ...plan, endsBy: '2099-12-05T06:16:00Z' }))
    expect(short).toMatchObject({
      ...{ count: 2, missingCount: 2 },
      missing: [
        { teamId: null, round: 3, reason: 'tables-full' },
        { teamId: null, round: 4, reason: 'tables-full' },
      ],
    })
  })

  it('gives teams slots of matches that they have reached, takes them back, and leaves all others as they are', async () => {
    const { eventId } = await prepare('Results')
    t.ok(await generate(eventId))
    const before = await listTeamSlots(eventId)
    expect(await updateSlots(eventId)).toBe(false)
    await playGroup(eventId)
    await updateSlots(eventId)
    const after = await listTeamSlots(eventId)
    expect(after.slice(0, 6)).toEqual(before)
    expect(after.slice(6).map(({ text }) => text)).toEqual(['06:30 A1 4 Falcons', '06:30 A1 4 Oryx'])
    // Hawks win against Oryx, and both have a win: Hawks are ahead by the difference
    await saveMatch(eventId, 1, [1, 2], [0, 9])
    await updateSlots(eventId)
    const corrected = await listTeamSlots(eventId)
    expect(corrected.slice(6).map(({ text }) => text.slice(9))).toEqual(['4 Falcons', '4 Hawks'])
    expect(corrected.find(({ text }) => text.endsWith('4 Falcons'))).toEqual(
      after.find(({ text }) => text.endsWith('4 Falcons')),
    )
  })

  it('follows rules that send other teams to a match', async () => {
    const { eventId } = await prepare('Other points')
    t.ok(await generate(eventId))
    await playGroup(eventId)
    const before = await listTeamSlots(eventId)
    expect(before.slice(6).map(({ text }) => text.slice(9))).toEqual(['4 Falcons', '4 Oryx'])
    // the second and the third of the group play the final
    await saveRules(eventId, { ...rules, knockOuts: [{ ...plainKnockOut, places: { from: 2, to: 3 } }] })
    const after = await listTeamSlots(eventId)
    expect(after.slice(0, 6)).toEqual(before.slice(0, 6))
    expect(after.slice(6).map(({ text }) => text.slice(9))).toEqual(['4 Oryx', '4 Hawks'])
  })

  it('has no teams after rules without matches or with other groups, and keeps the places of matches', async () => {
    const { eventId, teams } = await prepare('Other rules')
    t.ok(await generate(eventId))
    t.ok(await post(eventId, 'published', { isPublished: true }))
    const { slots } = await read(eventId)
    await saveRules(eventId, null)
    expect([(await read(eventId)).slots, await listTexts(eventId)]).toEqual([[], []])
    await saveRules(eventId, rules)
    expect([(await read(eventId)).slots, await listTexts(eventId)]).toEqual([slots, []])
    t.ok(
      await t.ask('POST', `${matchesPath(eventId)}/draw`, {
        payload: { sides: teams.map(({ id }) => [id]) },
      }),
    )
    expect(await listTexts(eventId)).toHaveLength(6)
    await saveRules(eventId, { ...rules, groups: { ...singleGroup, count: 2 } })
    expect(await listTexts(eventId)).toEqual([])
  })

  it('does not tell who won while the ranking is frozen, also when it is changed', async () => {
    const { eventId } = await prepare('Frozen')
    t.ok(await generate(eventId))
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId }), {
        payload: { at: null },
      }),
    )
    const before = await listTeamSlots(eventId)
    await playGroup(eventId)
    expect(await listTeamSlots(eventId)).toEqual(before)
    t.ok(await post(eventId, 'shift', { minutes: 10, slotsHash: (await read(eventId)).slotsHash }))
    expect(await listTexts(eventId)).toHaveLength(6)
    expect((await listTexts(eventId))[0]).toBe('06:10 A1 1 Oryx')
    expect((await read(eventId)).pairings[3].sides.map(({ teamIds }: Body) => teamIds)).toEqual([[], []])
  })

  it('has a match changed, added and deleted with the slots of its teams, which keep their ids', async () => {
    const { eventId, slug, teams } = await prepare('By hand')
    t.ok(await generate(eventId))
    t.ok(await post(eventId, 'published', { isPublished: true }))
    const [first] = (await read(eventId)).slots
    const before = await listTeamSlots(eventId)
    const content = {
      round: 1,
      table: 'B9',
      startsAt: '2099-12-05T08:00:00.000Z',
      durationMinutes: 7,
      teamId: null,
    }
    const changed = t.ok(
      await t.ask('PUT', slotPath(eventId, first.id), { payload: { ...content, version: 1 } }),
    ).slot
    expect(changed).toEqual({ ...content, id: first.id, version: 2 })
    expect(
      (await t.ask('PUT', slotPath(eventId, first.id), { payload: { ...content, version: 1 } })).json().code,
    ).toBe('stale-version')
    const after = await listTeamSlots(eventId)
    expect(after.slice(0, 2)).toEqual(
      before
        .slice(0, 2)
        .map(({ id, text }) => ({ id, version: 2, text: text.replace('06:00 A1', '08:00 B9') })),
    )
    expect(after.slice(2)).toEqual(before.slice(2))
    // a calendar moves the entry that it has
    const calendar = (await t.visitor(eventFilePaths.teamCalendar(slug, teams[1].id))).body
    expect(calendar).toContain(`UID:${after[0]?.id}`)
    expect(calendar).toContain('SEQUENCE:1')
    expect(calendar).toContain('Table B9\\, match 1')
    // the slot of a team follows its match only
    expect(
      (await t.ask('PUT', slotPath(eventId, before[2]?.id ?? ''), { payload: { ...content, version: 1 } }))
        .status,
    ).toBe(404)

    t.ok(await t.ask('DELETE', slotPath(eventId, first.id)))
    expect(await listTexts(eventId)).toHaveLength(4)
    t.ok(await post(eventId, 'slots', { ...content, teamId: teams[0].id }))
    expect((await listTexts(eventId)).slice(0, 2)).toEqual(['08:00 B9 1 Oryx', '08:00 B9 1 Hawks'])
    const { entries } = t.ok(
      await t.ask('GET', `${getPath('GET /api/admin/audit')}?entity=schedule-slot&per_page=50`),
    )
    expect(entries[0]).toMatchObject({
      action: 'create',
      label: '#1',
      parentId: eventId,
      after: { round: 1, table: 'B9', teamId: null },
    })

    t.ok(await t.ask('DELETE', schedulePath(eventId)))
    expect([(await read(eventId)).slots, await listTexts(eventId)]).toEqual([[], []])
  })

  it('has each match once, and no team or table twice at a time; the teams of a match share both', async () => {
    const { eventId, teams } = await prepare('Checked')
    const add = (fields: object) =>
      post(eventId, 'slots', { round: 1, table: 'A1', startsAt: plan.startsAt, teamId: null, ...fields })
    t.ok(await add({}))
    expect(readProblems(await add({ startsAt: '2099-12-05T08:00:00Z' }))).toEqual([
      ['round', 'Match 1 already has a slot: 2099-12-05 09:00.'],
    ])
    expect(readProblems(await add({ round: 5, table: 'A2', startsAt: '2099-12-05T08:00:00Z' }))).toEqual([
      ['round', 'This event doesn’t have this match. The last one is match 4.'],
    ])
    expect(readProblems(await add({ round: 2, table: 'a١' }))).toEqual([
      [
        'startsAt',
        `Team ${teams[2].teamNo} · Hawks already has a slot at this time: 2099-12-05 09:00–09:05.`,
      ],
      ['table', 'Table a١ is already taken at this time: 2099-12-05 09:00–09:05.'],
    ])
    // nobody knows the sides of the final
    t.ok(await add({ round: 4, table: 'A2' }))
  })

  it('has its matches swapped and moved, and goes back to its former slots', async () => {
    const { eventId } = await prepare('Reverted')
    t.ok(await generate(eventId))
    const former = await read(eventId)
    const place = ({ id, version }: Body) => ({ id, version })
    t.ok(await post(eventId, 'swap', { first: place(former.slots[0]), second: place(former.slots[1]) }))
    expect(describeSlots((await read(eventId)).slots).slice(0, 2)).toEqual(['06:00 A1 2', '06:10 A1 1'])
    expect((await listTexts(eventId)).slice(0, 3)).toEqual([
      '06:10 A1 1 Oryx',
      '06:10 A1 1 Hawks',
      '06:00 A1 2 Hawks',
    ])
    const { entries } = t.ok(
      await t.ask('GET', `${getPath('GET /api/admin/audit')}?entity=schedule&action=update&s=${eventId}`),
    )
    expect(entries[0].after.swappedMatches).toEqual(['1', '2'])
    t.ok(await t.ask('POST', getPath('POST /api/admin/audit/:entryId/revert', { entryId: entries[0].id })))
    expect(describeSlots((await read(eventId)).slots)).toEqual(describeSlots(former.slots))
    expect((await listTexts(eventId))[0]).toBe('06:00 A1 1 Oryx')
  })

  it('is imported from a file with a line for each match, which needs no teams, and the import is undone', async () => {
    const { eventId } = await prepare('Imported')
    const csv = 'Match,Table,Time,Minutes\r\n1,A1,2099-12-05 09:00,8\r\n4,A1,2099-12-05 10:00,\r\n'
    const preview = t.ok(await importCsv(eventId, csv, true))
    expect(preview).toMatchObject({
      count: 2,
      problems: [],
      rows: [{ round: 1, durationMinutes: 8, teamName: '' }, { round: 4 }],
    })
    t.ok(await importCsv(eventId, csv))
    expect(describeSlots((await read(eventId)).slots)).toEqual(['06:00 A1 1', '07:00 A1 4'])
    expect(await listTexts(eventId)).toEqual(['06:00 A1 1 Oryx', '06:00 A1 1 Hawks'])
    const refused = await importCsv(
      eventId,
      'round,table,time,team_no\r\n1,A2,2099-12-05 11:00,\r\n9,A2,2099-12-05 12:00,\r\n',
    )
    expect(
      refused.json().details.problems.map(({ line, field, msg }: Body) => [line, field, stripIsolates(msg)]),
    ).toEqual([
      [2, 'round', 'Match 1 already has a slot: 2099-12-05 09:00.'],
      [3, 'round', 'This event doesn’t have this match. The last one is match 4.'],
    ])
    const { imports } = t.ok(await t.ask('GET', '/api/admin/imports/'))
    t.ok(await t.ask('POST', `/api/admin/imports/${imports[0].id}/undo`))
    expect([(await read(eventId)).slots, await listTexts(eventId)]).toEqual([[], []])
  })

  it('calls its matches by their numbers on all public pages', async () => {
    const { eventId, slug, teams } = await prepare('Public')
    t.ok(await generate(eventId, { startsAt: new Date(Date.now() + 3_600_000).toISOString() }))
    t.ok(await post(eventId, 'published', { isPublished: true }))
    const next = t.ok(
      await t.visitor(getPath('GET /api/v1/events/:idOrSlug/schedule', { idOrSlug: slug })),
    ).slots
    expect(next.slice(0, 2)).toMatchObject([
      { round: 1, isMatch: true, teamName: 'Oryx' },
      { round: 1, isMatch: true, teamName: 'Hawks' },
    ])
    const { slots } = t.ok(
      await t.visitor(getPath('GET /api/v1/events/:idOrSlug/schedule/slots', { idOrSlug: slug })),
    )
    expect(slots.map(({ round, isMatch }: Body) => [round, isMatch])).toEqual(
      [1, 1, 2, 2, 3, 3].map((round) => [round, true]),
    )
    // what is on and next at a table: three matches with both of their teams
    const { tables } = t.ok(await t.visitor(`/api/v1/events/${slug}/schedule/tables`))
    expect(
      tables.map(({ table, slots: ofTable }: Body) => [table, ofTable.map(({ round }: Body) => round)]),
    ).toEqual([['A1', [1, 1, 2, 2, 3, 3]]])
    const arabic = await t.visitor(`${eventFilePaths.teamCalendar(slug, teams[0].id)}?lang=ar`)
    expect(arabic.body).toContain('المباراة 2')
  })
})
