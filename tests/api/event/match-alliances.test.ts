import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { listVisibleRanksOfTeams } from '#server/event/scores/service.ts'
import { listResultEmailRecipientsWithRanks } from '#server/people/team-emails/queries-results.ts'
import { explanationTexts } from '#server/platform/http/explanations/rank-explanation-texts.ts'
import { createForm } from '../../support/api/events.ts'
import { type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { createMatchTools } from '../../support/api/matches.ts'
import { createMatchRuleSet, singleGroup } from '../../support/rules/matches.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: JudgesApp
let tools: ReturnType<typeof createMatchTools>
beforeAll(async () => {
  t = await startJudgesApp()
  tools = createMatchTools(t)
})
afterAll(() => t.close())

const alliances = createMatchRuleSet({ teamsPerSide: 2, groups: singleGroup })
const names = ['Red North', 'Red South', 'Blue North', 'Blue South', 'Green North', 'Green South']

const prepare = async (title: string) => {
  const { eventId, teamIds } = await tools.prepare(title, alliances, names)
  const ids = [...teamIds.values()]
  t.ok(await tools.draw(eventId, { sides: [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)] }))
  return { eventId, teamIds }
}

/** Plays all matches: Red wins both of its matches, and Blue that against Green. */
const playAll = async (eventId: string) => {
  const { tournament } = await tools.read(eventId)
  for (const { sides, matches } of tournament.pairings) {
    const isFirstBetter = sides[0].side < sides[1].side
    const values = isFirstBetter ? [{ score: 1 }, { score: 0 }] : [{ score: 0 }, { score: 1 }]
    t.ok(await tools.play(eventId, matches[0].number, values as [object, object]))
  }
}

const listRanks = (board: Body) =>
  board.event.Scores.map(({ teamId, rank }: Body) => `${rank} ${teamId.name}`).sort()
const ranked = [
  '1 Red North',
  '1 Red South',
  '2 Blue North',
  '2 Blue South',
  '3 Green North',
  '3 Green South',
]

describe('the ranks of alliances', () => {
  it('count alliances, in the ranking, its pages and searches, a freeze and the list of results', async () => {
    const { eventId } = await prepare('Ranks')
    await playAll(eventId)
    const board = await t.board(eventId)
    expect(listRanks(board)).toEqual(ranked)
    expect(board.event.Scores.filter(({ hasRankOfAlliance }: Body) => hasRankOfAlliance)).toHaveLength(3)
    expect(listRanks(await t.board(eventId, '?per_page=2&page=3'))).toEqual(ranked.slice(4))
    expect(listRanks(await t.board(eventId, '?s=Green'))).toEqual(ranked.slice(4))
    expect(listRanks(await t.board(eventId, '?s=Blue South'))).toEqual(['2 Blue South'])
    const { body } = await t.ask('GET', `${t.path(eventId)}/export`)
    // a line for each of two matches of six teams
    const ranks = body
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => Number.parseInt(line, 10))
    expect(ranks).toEqual([1, 2, 3].flatMap((rank) => Array(4).fill(rank)))
    expect((await tools.read(eventId)).problems).toEqual([])
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId }), {
        payload: { at: null },
      }),
    )
    expect(listRanks(await t.board(eventId))).toEqual(ranked)
    expect((await checkScoreLog(t.database.db, eventId)).problems).toEqual([])
  })

  it('count an alliance of which one team alone has a result', async () => {
    const { eventId, teamIds } = await prepare('One team')
    const { teams, tournament } = await tools.read(eventId)
    const numbers = new Map<string, number>(teams.map(({ id, teamNo }: Body) => [id, teamNo]))
    const lines = tournament.pairings.flatMap(({ sides, matches }: Body) =>
      sides.map(({ side }: Body) => [
        numbers.get(tournament.sides[side].teams[0].id),
        matches[0].number,
        3 - side,
      ]),
    )
    const text = `team_no,round,score\n${lines.map((line: unknown[]) => line.join()).join('\n')}\n`
    const form = await createForm({ preview: 'false', file: new File([text], 'matches.csv') })
    t.ok(await t.ask('POST', `${t.path(eventId)}/import`, { payload: form.payload, headers: form.headers }))
    expect(listRanks(await t.board(eventId))).toEqual(['1 Red North', '2 Blue North', '3 Green North'])
    const red = [teamIds.get('Red South'), 1, 3]
    const first = tournament.pairings.find(({ sides }: Body) => sides.some(({ side }: Body) => side === 0))
    t.ok(
      await t.ask('POST', t.path(eventId), {
        payload: { teamId: red[0], attempts: [{ mission: first.matches[0].number, values: { score: 3 } }] },
      }),
    )
    expect(listRanks(await t.board(eventId))).toEqual([
      '1 Red North',
      '1 Red South',
      '2 Blue North',
      '3 Green North',
    ])
    expect((await checkScoreLog(t.database.db, eventId)).problems).toEqual([])
  })

  it('are those of certificates, advancement, emails and the places of an account', async () => {
    const { eventId, teamIds } = await prepare('Final')
    await playAll(eventId)
    const ids = [...teamIds.values()]
    await t.ownerPool.query(
      `insert into team_people (id, team_id, competition_id, kind, name) select gen_random_uuid(), id, competition_id, 'member', 'Noura of ' || name from teams where id = any($1)`,
      [ids],
    )
    const { rows: users } = await t.ownerPool.query(
      `insert into users (id, email, first_name, last_name, role, password_hash) values (gen_random_uuid(), 'blue@example.com', 'Huda', 'A', 'student', '') returning id`,
    )
    await t.ownerPool.query('update teams set user_id = $1 where id = $2', [
      users[0].id,
      teamIds.get('Blue North'),
    ])
    expect(await listResultEmailRecipientsWithRanks(t.database.db, eventId)).toMatchObject([
      { teamName: 'Blue North', rank: 2, total: 3 },
    ])
    const places = await listVisibleRanksOfTeams(t.database.db, [ids[2] as string], {
      texts: explanationTexts,
      today: '2026-11-29',
    })
    expect(places).toMatchObject([
      {
        ...{ rank: 2, totalScores: 3 },
        above: { rank: 1, name: expect.stringContaining('Red') },
        below: { rank: 3, name: expect.stringContaining('Green') },
      },
    ])
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId }), {
        payload: { status: 'final' },
      }),
    )
    const { certificates } = t.ok(
      await t.ask('GET', getPath('GET /api/admin/events/:eventId/certificates', { eventId })),
    )
    expect(certificates.map(({ rank, teamName }: Body) => `${rank} ${teamName}`).sort()).toEqual(ranked)
    const preview = t.ok(
      await t.ask(
        'POST',
        getPath('POST /api/admin/events/:eventId/results/advancements/preview', { eventId }),
        {
          payload: { lastRank: 2, stage: 'national' },
        },
      ),
    )
    expect(preview.teams.map(({ rank, name }: Body) => `${rank} ${name}`).sort()).toEqual(ranked.slice(0, 4))
    expect((await checkScoreLog(t.database.db, eventId)).problems).toEqual([])
    await t.ownerPool.query(
      `update score_entries set has_rank_of_alliance = false where event_id = $1 and has_rank_of_alliance`,
      [eventId],
    )
    expect((await checkScoreLog(t.database.db, eventId)).problems).toContainEqual(
      expect.objectContaining({ code: 'total-differs', field: 'hasRankOfAlliance' }),
    )
  })

  it('are explained by the next alliance', async () => {
    const { eventId } = await prepare('Explained')
    await playAll(eventId)
    for (const { _id, teamId, rank } of (await t.board(eventId)).event.Scores) {
      const { explanation } = t.ok(await t.visitor(`/api/v1/events/scores/${eventId}/entries/${_id}`))
      const next =
        rank === 3 ? null : { rank: rank + 1, name: expect.stringMatching(/^(Blue|Green) (North|South)$/) }
      expect(explanation.next, teamId.name).toEqual(next && expect.objectContaining(next))
      if (next) expect(explanation.next.name.slice(0, 4)).not.toBe(teamId.name.slice(0, 4))
    }
  })

  it('open one by one in a reveal, each with all teams of its alliance, and the lower ones together', async () => {
    const { eventId } = await prepare('Reveal')
    await playAll(eventId)
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId }), {
        payload: { at: null },
      }),
    )
    const path = getPath('POST /api/admin/events/:eventId/results/reveal', { eventId })
    const { reveal } = t.ok(await t.ask('POST', path, { payload: { isRehearsal: true, rankCount: 1 } }))
    expect(reveal).toMatchObject({
      ...{ stepCount: 3, rankCount: 1, openedTogether: 4, isOutdated: false },
      lowerRanks: { from: 2, to: 3 },
    })
    const steps: Body[] = []
    for (const openedCount of [1, 2, 3]) {
      const opened = t.ok(await t.ask('PATCH', path, { payload: { id: reveal.id, openedCount } }))
      steps.push(opened.reveal.step)
    }
    expect(steps).toMatchObject([null, { rank: 1 }, { rank: 1 }])
    expect(
      steps
        .slice(1)
        .map(({ teamName, name }) => teamName || name)
        .sort(),
    ).toEqual(['Red North', 'Red South'])
    for (const { reason } of steps.slice(1)) expect(reason.en).toMatch(/^More points: 6 against 3/)
  })

  it('count teams in events of the earlier version of the calculation, also those who advance', async () => {
    const { eventId } = await prepare('Earlier version')
    await t.ownerPool.query('update events set calculation_version = 2 where id = $1', [eventId])
    await playAll(eventId)
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId }), {
        payload: { status: 'final' },
      }),
    )
    expect((await t.board(eventId)).event.Scores.map(({ rank }: Body) => rank)).toEqual([1, 1, 3, 3, 5, 5])
    for (const perRegion of [false, true]) {
      const { teams } = t.ok(
        await t.ask(
          'POST',
          getPath('POST /api/admin/events/:eventId/results/advancements/preview', { eventId }),
          {
            payload: { lastRank: 2, stage: 'national', perRegion },
          },
        ),
      )
      expect(teams.map(({ rank }: Body) => rank)).toEqual([1, 1])
    }
  })
})
