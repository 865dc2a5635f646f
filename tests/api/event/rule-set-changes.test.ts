import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { eventTexts } from '../../support/api/events.ts'
import { createRun, type RuleSetsApp, startRuleSetsApp } from '../../support/api/rule-sets.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: RuleSetsApp
beforeAll(async () => {
  t = await startRuleSetsApp()
})
afterAll(() => t.close())

describe('a change of the rules', () => {
  it('shows which ranks change, then computes all entries again and is logged', async () => {
    const { _id: id } = await t.event()
    // before the rule set the totals of all missions add up
    t.ok(
      await t.recordAttempts(id, 'Owls', [
        { mission: 1, score: 25, timeMs: 60_000 },
        { mission: 2, score: 24, timeMs: 70_000 },
      ]),
    )
    t.ok(await t.recordAttempts(id, 'Hawks', [{ mission: 1, score: 30, timeMs: 50_000 }]))
    const before = [
      ['Owls', 1, 49, 130],
      ['Hawks', 2, 30, 50],
    ]
    expect(await t.listTeamRanks(id)).toEqual(before)
    const preview = async (ruleSet: RuleSet | null) =>
      t.ok(
        await t.ask('POST', getPath('POST /api/admin/events/:eventId/rule-set/preview', { eventId: id }), {
          payload: { ruleSet },
        }),
      )
    const { changes, ...counts } = await preview(t.engineers)
    expect(counts).toMatchObject({ changedCount: 2, unreadableCount: 0 })
    expect(
      changes.map((change: Body) => [
        change.teamName,
        change.rankBefore,
        change.rankAfter,
        change.totalBefore,
        change.totalAfter,
      ]),
    ).toEqual([
      ['Hawks', 2, 1, 30, 30],
      ['Owls', 1, 2, 49, 25],
    ])
    expect(await t.listTeamRanks(id)).toEqual(before)

    t.ok(await t.saveRuleSet(id, t.engineers, null))
    expect(await t.listTeamRanks(id)).toEqual([
      ['Hawks', 1, 30, 50],
      ['Owls', 2, 25, 60],
    ])
    const [attempt] = t.ok(await t.ask('GET', `${t.path(id)}/${changes[0].entryId}`)).entry.attempts
    expect(attempt).toMatchObject({ values: { points: 30, time: 50_000 }, ruleVersion: null })
    expect(await t.listLogProblems(id)).toEqual([])
    const { entries } = t.ok(await t.ask('GET', `/api/admin/audit?entity=event&s=${id}`))
    expect(entries[0]).toMatchObject({ action: 'update', entityId: id, after: { ruleSetVersion: 1 } })

    const generous: RuleSet = {
      ...t.engineers,
      rankingKeys: [{ of: 'group', group: 'open', value: 'time', nth: 1, order: 'high' }],
    }
    t.ok(await t.saveRuleSet(id, generous, 1))
    expect((await t.listTeamRanks(id)).map(([name]: Body) => name)).toEqual(['Owls', 'Hawks'])
    expect((await preview(null)).changedCount).toBe(0)
    expect(t.ok(await t.saveRuleSet(id, null, 2)).version).toBe(3)
    expect(await t.listTeamRanks(id)).toEqual(before)
    expect((await t.board(id)).event.Scores[0]).not.toHaveProperty('rankingKey')
    expect(await t.listLogProblems(id)).toEqual([])
  })

  it('is rejected when somebody saved another version, when sheets do not fit, after the last day of the event, and while the ranking is frozen', async () => {
    const { _id: id } = await t.event()
    t.ok(await t.recordAttempts(id, 'Owls', [{ mission: 7, score: 20, timeMs: 60_000 }]))
    const rejected = await t.saveRuleSet(id, t.engineers, null)
    expect([rejected.status, rejected.json().code, rejected.json().msg]).toEqual([
      ...[
        409,
        'sheets-unreadable',
        'Some recorded attempts don’t fit these rules (1). Correct or remove them first, or change the rules.',
      ],
    ])
    expect(await t.listTeamRanks(id)).toEqual([['Owls', 1, 20, 60]])
    expect(
      t.ok(await t.ask('GET', getPath('GET /api/admin/events/:eventId/rule-set', { eventId: id }))).version,
    ).toBeNull()
    expect((await t.saveRuleSet(id, t.engineers, 4)).json().code).toBe('stale-version')
    const { _id: over } = await t.event({ startDate: '2020-01-01', endDate: '2020-01-02' })
    expect((await t.saveRuleSet(over, t.engineers, null)).json().code).toBe('event-closed')
    expect(
      t.ok(await t.ask('GET', getPath('GET /api/admin/events/:eventId/rule-set', { eventId: over })))
        .isClosed,
    ).toBe(true)
    const { _id: frozen } = await t.event()
    t.ok(await t.ask('PUT', `/api/admin/events/${frozen}/results/freeze`, { payload: { at: null } }))
    expect((await t.saveRuleSet(frozen, t.engineers, null)).json().code).toBe('ranking-frozen')
    expect(
      t.ok(await t.ask('GET', getPath('GET /api/admin/events/:eventId/rule-set', { eventId: frozen })))
        .isFrozen,
    ).toBe(true)
    const previewed = await t.ask(
      'POST',
      getPath('POST /api/admin/events/:eventId/rule-set/preview', { eventId: frozen }),
      {
        payload: { ruleSet: t.engineers },
      },
    )
    expect(t.ok(previewed)).toMatchObject({ isFrozen: true, changedCount: 0 })
    expect(
      (
        await t.ask(
          'GET',
          getPath('GET /api/admin/events/:eventId/rule-set', {
            eventId: '018f0000-0000-7000-8000-000000000000',
          }),
        )
      ).status,
    ).toBe(404)
  })

  it('is rejected for ever after an event ended with scores, whatever happens to its dates, its scores and the event', async () => {
    const edit = async (id: string, fields: Record<string, string>) => {
      const reply = await t.save({ id, ...eventTexts, ...fields }, 'PUT')
      expect(reply.status, reply.body).toBe(200)
    }
    const ended = { startDate: '2020-01-01', endDate: '2020-01-02' }
    const { _id: id } = await t.event()
    t.ok(await t.saveRuleSet(id, t.engineers, null))
    const { entry } = t.ok(await t.recordAttempts(id, 'Owls', [createRun(1, 20, 60)]))
    await edit(id, ended)
    expect(
      t.ok(await t.ask('GET', getPath('GET /api/admin/events/:eventId/rule-set', { eventId: id }))),
    ).toMatchObject({ isClosed: true, hasEnded: true })
    // without its scores, which can be restored
    t.ok(await t.ask('DELETE', `${t.path(id)}/${entry.id}`))
    await edit(id, { endDate: '2999-01-02' })
    const expectClosed = async () => {
      expect(
        t.ok(await t.ask('GET', getPath('GET /api/admin/events/:eventId/rule-set', { eventId: id }))),
      ).toMatchObject({
        isClosed: true,
        hasEnded: false,
      })
      expect(
        (
          await t.saveRuleSet(
            id,
            { ...t.engineers, rankingKeys: [{ of: 'total', value: 'time', order: 'low' }] },
            1,
          )
        ).json().code,
      ).toBe('event-closed')
      expect((await t.saveRuleSet(id, null, 1)).json().code).toBe('event-closed')
    }
    await expectClosed()
    await edit(id, { startDate: '', endDate: '' })
    await expectClosed()
    t.ok(await t.ask('DELETE', `/api/admin/events?id=${id}`))
    t.ok(await t.ask('POST', '/api/admin/events/restore', { payload: { id } }))
    await expectClosed()
    // an event without scores can be given other dates
    const { _id: unused } = await t.event(ended)
    await edit(unused, { endDate: '2999-01-02' })
    expect(
      t.ok(await t.ask('GET', getPath('GET /api/admin/events/:eventId/rule-set', { eventId: unused }))),
    ).toMatchObject({
      isClosed: false,
      hasEnded: false,
    })
    t.ok(await t.saveRuleSet(unused, t.engineers, null))
  })

  it('is rejected when the audit log moves the last day of an event that ended with scores', async () => {
    const { _id: id } = await t.event({ startDate: '2999-01-01', endDate: '2999-01-02' }, [
      { name: 'Sara', score: 1, time: 1 },
    ])
    t.ok(await t.save({ id, ...eventTexts, startDate: '2020-01-01', endDate: '2020-01-02' }, 'PUT'))
    const { entries } = t.ok(await t.ask('GET', `${getPath('GET /api/admin/audit')}?s=${id}&per_page=50`))
    const moved = entries.find(
      ({ action, after }: Body) => action === 'update' && after?.endDate === '2020-01-02',
    )
    t.ok(await t.ask('POST', getPath('POST /api/admin/audit/:entryId/revert', { entryId: moved.id })))
    expect(
      t.ok(await t.ask('GET', getPath('GET /api/admin/events/:eventId/rule-set', { eventId: id }))),
    ).toMatchObject({
      isClosed: true,
      hasEnded: false,
    })
    expect((await t.saveRuleSet(id, t.engineers, null)).json().code).toBe('event-closed')
  })
})
