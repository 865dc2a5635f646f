import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { type GuestEventsApp, startGuestEventsApp } from '../../support/api/guest-events.ts'
import { createSheet } from '../../support/api/judges.ts'
import { createMatchTools } from '../../support/api/matches.ts'
import { createScoreLogTools } from '../../support/api/score-log.ts'
import { createMatchRuleSet, singleGroup } from '../../support/rules/matches.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: GuestEventsApp
beforeAll(async () => {
  t = await startGuestEventsApp()
})
afterAll(() => t.close())

describe('removed results of a guest', () => {
  it('come back to a guest with another name than the team with its number', async () => {
    const eventId = await t.createEventWithGuests('Restored guest', [{ teamNo: '79', teamName: 'Visitors' }])
    const { id } = await t.findEntry(eventId, '79')
    const { removedId } = t.ok(await t.ask('DELETE', `${t.path(eventId)}/${id}`))
    await t.restore(eventId, removedId)
    expect(await t.listEntries(eventId)).toMatchObject([{ teamName: 'Visitors', hasTeam: false }])
    expect(await t.listLogProblems(eventId)).toEqual([])
  })

  it('come back to the team that the guest has become, also under another name', async () => {
    const eventId = (await t.event({ title_en: 'Restored team' }))._id as string
    const attempts = [1, 2].map((mission) => ({ mission, score: mission, timeMs: 0 }))
    const guests = []
    for (const teamName of ['Alpha of Riyadh', 'Beta of Jeddah'])
      guests.push(await t.addResult(eventId, { teamName, attempts }))
    await t.addTeams(eventId)
    await t.addResult(eventId, { teamId: t.beta.id, attempts: [{ mission: 3, score: 3, timeMs: 0 }] })
    const removed = []
    for (const { id, attempts } of guests) removed.push(await t.remove(eventId, id, attempts[0].id))
    t.ok(
      await t.assign(eventId, [
        { entryId: guests[0].id, teamId: t.alpha.id },
        { entryId: guests[1].id, teamId: t.beta.id },
      ]),
    )
    for (const id of removed) await t.restore(eventId, id)
    expect(
      (await t.listEntries(eventId)).map(({ teamName, attemptCount }) => [teamName, attemptCount]).toSorted(),
    ).toEqual([
      ['Alpha', 2],
      ['Beta', 3],
    ])
    expect(await t.listLogProblems(eventId)).toEqual([])
  })
})

describe('an import that renamed a guest', () => {
  it.each(['an assignment', 'a correction'])(
    'does not rename the team after %s, when it is undone',
    async (how) => {
      const eventId = (await t.event({ title_en: `Undone after ${how}` }))._id as string
      const guest = await t.addResult(eventId, { teamNo: '79', teamName: 'Old name' })
      t.ok(
        await t.sendScoresFile(
          eventId,
          'team_no,team_name,school,mission,score\n79,Alpha,School of Alpha,2,5\n',
        ),
      )
      await t.addTeams(eventId)
      if (how === 'an assignment') t.ok(await t.assign(eventId, [{ entryId: guest.id, teamId: t.alpha.id }]))
      else t.ok(await t.put(eventId, guest.id, { teamNo: '079', teamName: 'Alpha' }))
      const { imports } = t.ok(await t.ask('GET', '/api/admin/imports'))
      const { id } = imports.find(({ event }: Body) => event?.id === eventId)
      t.ok(await t.ask('POST', `/api/admin/imports/${id}/undo`))
      expect(await t.listEntries(eventId)).toMatchObject([
        { teamName: 'Alpha', hasTeam: true, attemptCount: 1 },
      ])
      expect(await t.listLogProblems(eventId)).toEqual([])
    },
  )
})

describe('the preview of an assignment', () => {
  it('names the team, and counts the runs that its judges have sent', async () => {
    const eventId = await t.createEventWithGuests('Repeated runs', [
      { teamNo: '79', mission: 1, score: 50, time: 30 },
      { teamNo: '80', mission: 1, score: 50, time: 30 },
    ])
    const { token } = await t.createSignedInJudge(eventId)
    t.ok(await t.askAsJudge('POST', getPath('POST /api/v1/judge/sheets'), token, createSheet(t.alpha.id)))
    const { guests } = await t.listGuests(eventId)
    const assignments = guests.map(({ entryId, team }: Body) => ({ entryId, teamId: team.id }))
    expect(t.ok(await t.assign(eventId, assignments, { preview: true, reason: '' }))).toMatchObject({
      changedMatches: [],
      assignments: [
        { teamNo: 79, teamName: 'Alpha', repeatedCount: 1, attemptCount: 1 },
        { teamNo: 80, teamName: 'Beta', repeatedCount: 0 },
      ],
    })
  })

  it('lists the matches that both have a result of', async () => {
    const { matches, ...plain } = createMatchRuleSet({ groups: { ...singleGroup, count: 1 } })
    const eventId = (await t.event({ title_en: 'Shared matches' }))._id as string
    const saveRules = async (ruleSet: object, version: number | null) =>
      t.ok(
        await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
          payload: { ruleSet, version },
        }),
      )
    await saveRules(plain, null)
    const attempt = (score: number) => ({ mission: 1, score: 0, timeMs: 0, values: { score } })
    const guest = await t.addResult(eventId, { teamNo: '79', attempts: [attempt(3)] })
    await saveRules({ ...plain, matches }, 1)
    await t.addTeams(eventId)
    const setEntryCount = (count: number) =>
      t.ownerPool.query('update events set entry_count = $2 where id = $1', [eventId, count])
    // version 1.0.0 restored guests after the draw
    await setEntryCount(0)
    t.ok(await createMatchTools(t).draw(eventId, { sides: [[t.alpha.id], [t.beta.id]] }))
    await setEntryCount(1)
    const assignments = [{ entryId: guest.id, teamId: t.alpha.id }]
    const preview = async () => t.ok(await t.assign(eventId, assignments, { preview: true, reason: '' }))
    expect((await preview()).changedMatches).toEqual([])
    await t.addResult(eventId, { teamId: t.alpha.id, attempts: [attempt(1)] })
    expect((await preview()).changedMatches).toEqual([1])
  })
})

describe('what names a guest after its assignment', () => {
  it('is the team: for a protest that stays, and in the ranking of an earlier time', async () => {
    const past = { startDate: '2026-03-01T00:00:00.000Z', endDate: '2026-03-03T00:00:00.000Z' }
    const event = await t.event({ title_en: 'Named', ...past }, [{ teamNo: '79', score: 5, time: 0 }])
    const eventId = event._id as string
    await t.addTeams(eventId)
    const team = await t.addResult(eventId, { teamId: t.alpha.id })
    const [{ entryId }] = (await t.listGuests(eventId)).guests
    for (const id of [entryId, team.id])
      await t.database.pool.query(
        "insert into protests (id, event_id, entry_id, reason) values ($1, $2, $3, 'Too few')",
        [randomUUID(), eventId, id],
      )
    const log = createScoreLogTools(t)
    const setTimes = (time: string) =>
      log.changeAsOwner(
        `update score_log set time = '${time}' where event_id = '${eventId}' and time > '2026-03-03'`,
      )
    await setTimes('2026-03-01T10:00:30Z')
    const reply = t.ok(await t.assign(eventId, [{ entryId, teamId: t.alpha.id }]))
    await setTimes('2026-03-01T11:00:30Z')
    expect(reply.keptProtests).toHaveLength(1)
    const { protests } = t.ok(
      await t.ask('GET', getPath('GET /api/admin/events/:eventId/protests', { eventId })),
    )
    expect(protests.map(({ teamName, teamNo }: Body) => [teamName, teamNo])).toEqual([
      ['Alpha', '79'],
      ['Alpha', '79'],
    ])
    const earlier = t.ok(
      await t.visitor(
        `${getPath('GET /api/v1/events/scores/:eventId/at', { eventId: event.slug })}?time=2026-03-01T10:01Z`,
      ),
    )
    expect(earlier.rows.map(({ teamName }: Body) => teamName)).toEqual(['Alpha', 'Alpha'])
  })
})
