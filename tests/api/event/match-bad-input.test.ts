import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matchDrawLimits } from '#contract/event/matches/match.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { fieldErrors } from '#i18n/en/errors.ts'
import { importWarnings } from '#i18n/en/import-messages.ts'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { createForm } from '../../support/api/events.ts'
import { type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addRegisteredTeam } from '../../support/api/judging.ts'
import { createMatchTools } from '../../support/api/matches.ts'
import { createMatchRuleSet, plainKnockOut, singleGroup } from '../../support/rules/matches.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: JudgesApp
let tools: ReturnType<typeof createMatchTools>
beforeAll(async () => {
  t = await startJudgesApp()
  tools = createMatchTools(t)
})
afterAll(() => t.close())

const withFinal = createMatchRuleSet({
  groups: { ...singleGroup, count: 2 },
  knockOuts: [{ ...plainKnockOut, places: { from: 1, to: 1 } }],
})

describe('the result of a match', () => {
  it('is refused for sides that do not meet in it, in the preview, too; a knock-out may have others', async () => {
    const names = ['A1', 'B1', 'B2', 'A2', 'A3', 'B3']
    const { eventId, teamIds } = await tools.prepare('Other sides', withFinal, names)
    t.ok(await tools.draw(eventId, { sides: [...teamIds.values()].map((id) => [id]) }))
    const { tournament, version } = await tools.read(eventId)
    const [one, other] = tournament.pairings[0].sides.map(({ side }: Body) => side)
    const absent = [0, 1, 2, 3, 4, 5].find((side) => side !== one && side !== other) as number
    const ask = (match: number, pair: readonly [number, number], isPreview: boolean) => {
      const sides = pair.map((side, nth) => ({ side, values: { score: nth } }))
      return isPreview
        ? t.ask('POST', `${tools.path(eventId)}/${match}/preview`, { payload: { sides } })
        : t.ask('PUT', `${tools.path(eventId)}/${match}`, { payload: { sides, version } })
    }
    const list = async (match: number, pair: readonly [number, number]) =>
      Promise.all(
        [true, false].map(async (isPreview) => {
          const reply = await ask(match, pair, isPreview)
          return [reply.status, ...reply.json().fields.map(({ field, code }: Body) => `${field} ${code}`)]
        }),
      )
    const twice = (problem: string) => [
      [400, problem],
      [400, problem],
    ]
    expect(await list(1, [one, absent])).toEqual(twice('sides.1.side unknown-value'))
    expect(await list(1, [77, other])).toEqual(twice('sides.0.side not-drawn'))
    expect(await list(1, [one, one])).toEqual(twice('sides.1.side twice'))
    expect(await list(99, [one, other])).toEqual(twice('matchNumber unknown-value'))
    expect((await tools.read(eventId)).problems).toEqual([])
    t.ok(await ask(7, [one, other], true))
    t.ok(await ask(7, [one, other], false))
    expect((await checkScoreLog(t.database.db, eventId)).problems).toEqual([])
  })
})

describe('the most sides of a draw', () => {
  it('play in groups of eight up to their last match; more matches than the limit are refused with their number', async () => {
    const rules = (count: number) =>
      createMatchRuleSet({
        groups: { ...singleGroup, count },
        knockOuts: [{ ...plainKnockOut, places: { from: 1, to: 1 } }],
      })
    const { eventId } = await tools.prepare('Many sides', rules(2), [])
    const sides: string[][] = []
    for (let nth = 1; nth <= matchDrawLimits.sides; nth++)
      sides.push([(await addRegisteredTeam(t, `Side ${nth}`)).id])
    await t.ownerPool.query(
      'insert into event_teams (event_id, team_id, badge_code) select $1, id, id::text from unnest($2::uuid[]) id',
      [eventId, sides.flat()],
    )
    const refused = await tools.draw(eventId, { sides })
    expect(refused.status).toBe(400)
    expect(refused.json().fields).toMatchObject([
      {
        field: 'sides',
        code: 'too-many-matches',
        msg: fieldErrors['too-many-matches'].replace('{{matches}}', '4033').replace('{{limit}}', '1000'),
      },
    ])
    const state = getPath('PUT /api/admin/events/:eventId/rule-set', { eventId })
    const { version, teamCount } = t.ok(await t.ask('GET', state))
    expect(teamCount).toBe(matchDrawLimits.sides)
    t.ok(await t.ask('PUT', state, { payload: { ruleSet: rules(16), version } }))
    t.ok(await tools.draw(eventId, { sides }))
    const { tournament, problems } = await tools.read(eventId)
    const numbers: number[] = tournament.pairings.flatMap(({ matches }: Body) =>
      matches.map(({ number }: Body) => number),
    )
    // 16 groups of 28 matches, and 15 of the knock-out
    expect([numbers.length, Math.max(...numbers), problems]).toEqual([463, 463, []])
    t.ok(await tools.play(eventId, 448, [{ score: 2 }, { score: 1 }]))
    expect((await checkScoreLog(t.database.db, eventId)).problems).toEqual([])
  })
})

describe('a change of one score', () => {
  it('says before which played match would have other sides: corrected, added, imported and undone, restored', async () => {
    const { eventId, teamIds } = await tools.prepare('Changes', withFinal, ['A1', 'B1', 'B2', 'A2'])
    t.ok(await tools.draw(eventId, { sides: [...teamIds.values()].map((id) => [id]) }))
    for (const number of [1, 2]) t.ok(await tools.play(eventId, number, [{ score: 1 }, { score: 0 }]))
    const { tournament, teams } = await tools.read(eventId)
    const loser = tournament.sides[tournament.pairings[0].sides[1].side].teams[0]
    t.ok(await tools.play(eventId, 3, [{ score: 1 }, { score: 0 }]))
    const preview = async (change: object): Promise<Body> =>
      (await t.ask('POST', `${tools.path(eventId)}/score-changes/preview`, { payload: change })).json()
    const listPlayed = ({ preview: { changedMatches } }: Body) =>
      changedMatches.filter(({ isPlayed }: Body) => isPlayed).map(({ match }: Body) => match)
    const { scores } = t.ok(await t.ask('GET', t.path(eventId)))
    const row = scores.find(({ teamName }: Body) => teamName === loser.name)
    const { entry } = t.ok(await t.ask('GET', `${t.path(eventId)}/${row.id}`))
    const attempt = { mission: 1, values: { score: 5 } }
    const correction = { entryId: row.id, attemptId: entry.attempts[0].id, attempt }
    expect(listPlayed(await preview(correction))).toEqual([3])
    expect(
      listPlayed(await preview({ ...correction, attempt: { mission: 1, values: { score: 0 } } })),
    ).toEqual([])
    expect(listPlayed(await preview({ teamId: loser.id, attempt }))).toEqual([3])
    expect((await preview({ teamId: eventId, attempt })).code).toBe('not-found')

    const { teamNo } = teams.find(({ id }: Body) => id === loser.id)
    const text = `team_no,round,score\n${teamNo},1,5\n`
    const form = await createForm({ preview: 'false', file: new File([text], 'matches.csv') })
    t.ok(await t.ask('POST', `${t.path(eventId)}/import`, { payload: form.payload, headers: form.headers }))
    const { imports } = t.ok(await t.ask('GET', getPath('GET /api/admin/imports')))
    expect((await tools.read(eventId)).problems).toContainEqual(
      expect.objectContaining({ code: 'other-sides', match: 3 }),
    )
    expect(listPlayed(await preview({ undoneImportId: imports[0].id }))).toEqual([3])
    t.ok(
      await t.ask('POST', getPath('POST /api/admin/imports/:importId/undo', { importId: imports[0].id }), {
        payload: {},
      }),
    )

    const winner = tournament.sides[tournament.pairings[0].sides[0].side].teams[0]
    const ofWinner = scores.find(({ teamName }: Body) => teamName === winner.name)
    const first = t
      .ok(await t.ask('GET', `${t.path(eventId)}/${ofWinner.id}`))
      .entry.attempts.find(({ mission }: Body) => mission === 1)
    const { removedId } = t.ok(
      await t.ask('DELETE', `${t.path(eventId)}/${ofWinner.id}/attempts/${first.id}`),
    )
    expect((await preview({ restoredId: removedId })).preview.problems).toBeDefined()
    expect((await preview({ restoredId: row.id })).code).toBe('not-found')
  })

  it('changes the totals of other sides, also where their keys stay', async () => {
    const { eventId, teamIds } = await tools.prepare('Totals', withFinal, ['A1', 'B1', 'B2', 'A2'])
    t.ok(await tools.draw(eventId, { sides: [...teamIds.values()].map((id) => [id]) }))
    for (const number of [1, 2, 3]) t.ok(await tools.play(eventId, number, [{ score: 1 }, { score: 0 }]))
    const { tournament } = await tools.read(eventId)
    const loser = tournament.sides[tournament.pairings[0].sides[1].side].teams[0].name
    const { scores } = t.ok(await t.ask('GET', t.path(eventId)))
    const row = scores.find(({ teamName }: Body) => teamName === loser)
    const { entry } = t.ok(await t.ask('GET', `${t.path(eventId)}/${row.id}`))
    t.ok(
      await t.ask('PATCH', `${t.path(eventId)}/${row.id}/attempts/${entry.attempts[0].id}`, {
        payload: { mission: 1, values: { score: 60 } },
      }),
    )
    expect((await checkScoreLog(t.database.db, eventId)).problems).toEqual([])
  })

  it('is refused when a removed score is restored into a match that its team does not play any more', async () => {
    const { eventId, teamIds } = await tools.prepare('Restored', withFinal, ['A1', 'B1', 'B2', 'A2'])
    const sides = [...teamIds.values()].map((id) => [id])
    t.ok(await tools.draw(eventId, { sides }))
    const { tournament } = await tools.read(eventId)
    const teamId = tournament.sides[tournament.pairings[0].sides[0].side].teams[0].id
    const added = t.ok(
      await t.ask('POST', t.path(eventId), {
        payload: { teamId, attempts: [{ mission: 1, values: { score: 1 } }] },
      }),
    )
    const { removedId } = t.ok(await t.ask('DELETE', `${t.path(eventId)}/${added.entry.id}`))
    const at = sides.findIndex(([id]) => id === teamId)
    const other = (await tools.read(eventId)).tournament.pairings[1].sides[0].side
    const groups = [[0, 1, 2, 3].filter((side) => side !== at && side !== other).concat([]), [at, other]]
    t.ok(await tools.draw(eventId, { sides, groups }))
    const restored = await t.ask('POST', `${t.path(eventId)}/restore`, { payload: { id: removedId } })
    expect([restored.status, restored.json().fields]).toMatchObject([
      400,
      [{ field: 'attempts.0.mission', code: 'not-in-match' }],
    ])
  })
})

describe('a file of results', () => {
  it('says in the preview what its import refuses, and which matches it changes', async () => {
    const { eventId, teamIds } = await tools.prepare('File', withFinal, ['A1', 'B1', 'B2', 'A2', 'Left out'])
    const drawn = [...teamIds.values()].slice(0, 4)
    t.ok(await tools.draw(eventId, { sides: drawn.map((id) => [id]) }))
    const { teams, tournament } = await tools.read(eventId)
    const numbers = new Map<string, number>(teams.map(({ id, teamNo }: Body) => [id, teamNo]))
    const toNumbers = (match: number): (number | undefined)[] =>
      tournament.pairings[match - 1].sides.map(({ side }: Body) =>
        numbers.get(tournament.sides[side].teams[0].id),
      )
    const upload = async (isPreview: boolean, lines: readonly (readonly unknown[])[]) => {
      const text = `team_no,round,score\n${lines.map((line) => line.join()).join('\n')}\n`
      const file = new File([text], 'matches.csv', { type: 'text/csv' })
      const form = await createForm({ preview: String(isPreview), file })
      const options = { payload: form.payload, headers: form.headers }
      return t.ask('POST', `${t.path(eventId)}/import`, options)
    }
    const [one, other] = toNumbers(1)
    const [third, fourth] = toNumbers(2)
    const groups = [
      [one, 1, 2],
      [other, 1, 0],
      [third, 2, 2],
      [fourth, 2, 0],
    ]
    const listProblems = (reply: Body) =>
      reply.problems.map(({ line, field, msg }: Body) => [line, field, msg])
    const wrong = [
      [numbers.get(teamIds.get('Left out') as string), 1, 1],
      [one, 9, 1],
    ]
    expect(listProblems(t.ok(await upload(true, wrong)))).toEqual([
      [2, 'team_no', fieldErrors['not-drawn']],
      [3, 'round', fieldErrors['no-such-match'].replace('{{limit}}', '3')],
    ])
    const drawnFinal = [...groups, [one, 3, 1], [third, 3, 1]]
    const preview = t.ok(await upload(true, drawnFinal))
    expect(preview).toMatchObject({ newEntryCount: 0, warnings: [] })
    expect(preview.rows.map(({ isNewEntry }: Body) => isNewEntry)).not.toContain(true)
    expect(listProblems(preview)).toEqual([[7, 'shoot_out', fieldErrors['winner-required']]])
    expect((await upload(false, drawnFinal)).json().details.problems).toEqual(preview.problems)

    t.ok(await upload(false, [...groups, [one, 3, 1], [third, 3, 0]]))
    const corrected = [
      [one, 1, 0],
      [other, 1, 3],
    ]
    const { warnings, problems } = t.ok(await upload(true, corrected))
    expect(problems).toEqual([])
    expect(warnings).toEqual([
      importWarnings['matches-have-results'].replace('{{count}}', '1').replace('{{matches}}', '1'),
      importWarnings['match-sides-change'].replace('{{count}}', '1').replace('{{matches}}', '3'),
    ])
  })
})

describe('the result of one side', () => {
  it('is refused for a match of a group that the team does not play, in a correction and a file, too', async () => {
    const { eventId, teamIds } = await tools.prepare('One side', withFinal, ['A1', 'B1', 'B2', 'A2'])
    t.ok(await tools.draw(eventId, { sides: [...teamIds.values()].map((id) => [id]) }))
    const { teams, tournament } = await tools.read(eventId)
    const [{ side }] = tournament.pairings[0].sides
    const { id: teamId, teamNo } = teams.find(({ id }: Body) => id === tournament.sides[side].teams[0].id)
    const add = (mission: number) =>
      t.ask('POST', t.path(eventId), { payload: { teamId, attempts: [{ mission, values: { score: 1 } }] } })
    const msg = fieldErrors['not-in-match'].replace('{{round}}', '2')
    const refused = await add(2)
    expect([refused.status, refused.json().fields]).toEqual([
      400,
      [{ field: 'attempts.0.mission', code: 'not-in-match', msg }],
    ])
    const { entry } = t.ok(await add(1))
    const correction = await t.ask(
      'PATCH',
      `${t.path(eventId)}/${entry.id}/attempts/${entry.attempts[0].id}`,
      {
        payload: { mission: 2, values: { score: 1 }, reason: 'Other match' },
      },
    )
    expect([correction.status, correction.json().fields]).toEqual([
      400,
      [{ field: 'mission', code: 'not-in-match', msg }],
    ])
    const file = new File([`team_no,round,score\n${teamNo},2,1\n`], 'matches.csv', { type: 'text/csv' })
    for (const preview of ['true', 'false']) {
      const { payload, headers } = await createForm({ preview, file })
      const reply = (await t.ask('POST', `${t.path(eventId)}/import`, { payload, headers })).json()
      expect(reply.problems ?? reply.details.problems).toMatchObject([{ line: 2, field: 'round', msg }])
    }
    const codes = (await tools.read(eventId)).problems.map(({ code }: Body) => code)
    expect(codes).not.toContain('uninvolved-side')
    t.ok(await add(3))
  })
})

describe('the removal of a result', () => {
  it('says before which match loses its result, and which played match would have other sides', async () => {
    const { eventId, teamIds } = await tools.prepare('Removal', withFinal, ['A1', 'B1', 'B2', 'A2'])
    t.ok(await tools.draw(eventId, { sides: [...teamIds.values()].map((id) => [id]) }))
    for (const number of [1, 2, 3]) t.ok(await tools.play(eventId, number, [{ score: 1 }, { score: 0 }]))
    const { tournament } = await tools.read(eventId)
    const { side } = tournament.pairings[0].sides[0]
    const { scores } = t.ok(
      await t.ask('GET', `${t.path(eventId)}?s=${tournament.sides[side].teams[0].name}`),
    )
    const entryId = scores[0].id
    const { entry } = t.ok(await t.ask('GET', `${t.path(eventId)}/${entryId}`))
    const attemptId = entry.attempts.find(({ mission }: Body) => mission === 1).id
    const ask = (payload: object) =>
      t.ask('POST', `${tools.path(eventId)}/score-changes/preview`, { payload })
    const ofAttempt = t.ok(await ask({ entryId, attemptId })).preview
    expect(ofAttempt.result).toBeNull()
    expect(ofAttempt.problems).toContainEqual({ code: 'side-missing', match: 1, side })
    expect(ofAttempt.changedMatches).toMatchObject([{ match: 3, isPlayed: true }])
    const ofEntry = t.ok(await ask({ entryId })).preview
    expect(ofEntry.problems.map(({ match }: Body) => match)).toEqual(expect.arrayContaining([1, 3]))
    expect((await ask({ entryId: attemptId })).status).toBe(404)
    expect((await tools.read(eventId)).tournament).toEqual(tournament)
  })
})

describe('a drawn match of a knock-out', () => {
  const names = ['A', 'B', 'C', 'D'].flatMap((letter) => [`${letter}1`, `${letter}2`])
  const quarterFinal = 5
  const drawn = { points: 7 }
  const prepare = async (title: string, ruleSet: RuleSet) => {
    const { eventId, teamIds } = await tools.prepare(title, ruleSet, names)
    t.ok(await tools.draw(eventId, { sides: [...teamIds.values()].map((id) => [id]) }))
    for (const number of [1, 2, 3, 4]) t.ok(await tools.play(eventId, number, [{ points: 1 }, { points: 0 }]))
    return eventId
  }
  const listFields = (reply: Body) => reply.json().fields.map(({ field, msg }: Body) => [field, msg])

  it('asks for the deciding field of the template of RoboSports', async () => {
    const eventId = await prepare('Decided', await t.ruleSetTemplate('robosports'))
    expect(listFields(await tools.play(eventId, quarterFinal, [drawn, drawn]))).toEqual([
      ['values.extra_match', fieldErrors['winner-required']],
    ])
    t.ok(await tools.play(eventId, quarterFinal, [drawn, { ...drawn, jury_votes: 3 }]))
    const { tournament } = await tools.read(eventId)
    expect(tournament.pairings[quarterFinal - 1]).toMatchObject({
      winner: tournament.pairings[quarterFinal - 1].sides[1].side,
      matches: [{ result: { decidedBy: { label: { en: 'Votes of the jury (only after a draw)' } } } }],
    })
  })

  it('asks for the result of the replay where the rules have no such field', async () => {
    const template = await t.ruleSetTemplate('robosports')
    if (!template.matches) throw new Error('no matches')
    const eventId = await prepare('Replayed', { ...template, matches: { ...template.matches, deciders: [] } })
    const [[, msg]] = listFields(await tools.play(eventId, quarterFinal, [drawn, drawn]))
    expect(msg).toBe(fieldErrors['replay-required'])
    t.ok(await tools.play(eventId, quarterFinal, [{ points: 2 }, { points: 1 }]))
    expect((await tools.read(eventId)).problems.map(({ code }: Body) => code)).not.toContain('drawn-match')
  })
})
