import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRuleSetFromTemplate } from '#contract/event/scoring/rule-set-templates.ts'
import { loadNewestVisibleSheetByTeam } from '#server/event/scores/service.ts'
import { teamImportColumns } from '#server/people/teams/http.import.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: ScoresApp
beforeAll(async () => {
  t = await startScoresApp()
})
afterAll(() => t.close())

const insertTeam = async (teamNo: number, competition = 'future_engineers'): Promise<string> => {
  const { rows } = await t.database.pool.query(
    `insert into teams (id, season_year_id, competition_id, team_no, name)
     select gen_random_uuid(), (select id from season_years where active), id, $1::int, 'Team ' || $1::int from competitions where slug = $2 returning id`,
    [teamNo, competition],
  )
  return rows[0].id
}
const template = (key: 'future_engineers' | 'robosports' | 'robo_mission') =>
  buildRuleSetFromTemplate(key, (code) => ({ en: code, ar: code }))
/** A sheet of the template of RoboMission with 10 points for each object. */
const createMissionRun = (mission: number, objects: number, time: number) => ({
  mission,
  values: {
    objects_in_area: objects,
    objects_partly_in_area: 0,
    structure: 'missing',
    displaced: 0,
    time,
  },
})
const readTeam = async (id: string): Promise<Body> =>
  t.ok(await t.ask('GET', `/api/admin/teams/?id=${id}`)).team
const readFile = async (slug: string) => {
  const { rows } = await t.database.pool.query('select id from competitions where slug = $1', [slug])
  const file = await t.ask('GET', `/api/admin/teams/?download=true&format=csv&competion_id=${rows[0].id}`)
  const [header = [], ...lines] = file.body.split('\r\n').map((line) => line.split(','))
  const readCells = (team: string, names: readonly string[]) => {
    const line = lines.find((cells) => cells.includes(team)) ?? []
    return names.map((name) => line[header.indexOf(name)])
  }
  return { header, readCells }
}
const saveScores = (id: string, version: number) =>
  t.ask('PUT', `/api/admin/teams/${id}/scores`, {
    payload: { scores: [{ key: 'open1', score: 3, timeMs: 1000 }], version },
  })

describe('the score sheet of a team in an event with a rule set', () => {
  it('has the best attempt of each round and cannot be edited', async () => {
    const id = await insertTeam(900)
    const { _id: eventId } = await t.event()
    t.ok(
      await t.ask('PUT', `/api/admin/events/${eventId}/rule-set`, {
        payload: { ruleSet: template('future_engineers'), version: null },
      }),
    )
    t.ok(await saveScores(id, 1))
    expect(await readTeam(id)).not.toHaveProperty('hasDerivedScores')
    const attempts = [
      { mission: 3, values: { points: 40, time: 50_000 } },
      { mission: 3, values: { points: 60, time: 70_000 } },
      { mission: 5, values: { points: 20.5 } },
    ]
    t.ok(await t.ask('POST', t.path(eventId), { payload: { teamId: id, attempts } }))
    const team = await readTeam(id)
    expect([team.hasDerivedScores, team.derivedTotal, team.derivedTotalTime]).toEqual([true, 80.5, 70])
    expect(team.scores.map(({ key, score, time }: Body) => [key, score, time])).toEqual([
      ['obstacle1', 60, 70],
      ['documentation', 20.5, 0],
    ])
    const listRow = async () =>
      t
        .ok(await t.ask('GET', '/api/admin/teams/?page=1&per_page=10'))
        .teams.find(({ _id }: Body) => _id === id)
    expect((await listRow()).scores).toEqual(team.scores)
    expect((await saveScores(id, 2)).json().code).toBe('scores-from-event')
    // with the default ranking the team has its own score sheet again
    t.ok(
      await t.ask('PUT', `/api/admin/events/${eventId}/rule-set`, { payload: { ruleSet: null, version: 1 } }),
    )
    const own = (await readTeam(id)).scores
    expect(own.map(({ key }: Body) => key)).toEqual(['open1'])
    expect((await listRow()).scores).toEqual(own)
  })

  it('gives the totals of the CSV file of teams', async () => {
    const id = await insertTeam(902, 'robo_mission')
    const { _id: eventId } = await t.event()
    t.ok(
      await t.ask('PUT', `/api/admin/events/${eventId}/rule-set`, {
        payload: { ruleSet: template('robo_mission'), version: null },
      }),
    )
    const attempts = [createMissionRun(1, 4, 50_000), createMissionRun(2, 6, 70_000)]
    t.ok(await t.ask('POST', t.path(eventId), { payload: { teamId: id, attempts } }))
    const { header, readCells } = await readFile('robo_mission')
    const names = ['r1_score', 'r2_score', 'best_score', 'best_time', 'total_score', 'total_time']
    // the best round counts by the rule set; the competition adds all rounds up
    expect(readCells('Team 902', names)).toEqual(['40', '60', '60', '70', '60', '70'])
    expect(header.at(-1)).toBe('total_time')
  })

  it('gives the file of another competition the columns of the rounds that were played', async () => {
    const id = await insertTeam(903, 'virtual_robot_challenges')
    const { _id: eventId } = await t.event()
    t.ok(
      await t.ask('PUT', `/api/admin/events/${eventId}/rule-set`, {
        payload: { ruleSet: template('future_engineers'), version: null },
      }),
    )
    const attempts = [
      { mission: 5, values: { points: 20 } },
      { mission: 1, values: { points: 7, time: 30_000 } },
    ]
    t.ok(await t.ask('POST', t.path(eventId), { payload: { teamId: id, attempts } }))
    const { header, readCells } = await readFile('virtual_robot_challenges')
    const names = ['open1_score', 'open1_time', 'documentation_score']
    expect(readCells('Team 903', names)).toEqual(['7', '30', '20'])
    expect(header.slice(-3)).toEqual(names)
    expect(header).not.toContain('run1_score')
    // an import of the file ignores them
    expect(names.filter((name) => !teamImportColumns.isIgnored?.(name))).toEqual([])
  })

  it('has the counts of matches, and keeps those of a frozen ranking', async () => {
    const id = await insertTeam(901)
    const { _id: eventId } = await t.event()
    // the sheet of the template in two games that add up, without matches
    const { matches: _, ...document } = template('robosports')
    const rounds = ['game1', 'game2'].map((key) => ({ key, label: { en: key, ar: key } }))
    const ruleSet = {
      ...document,
      groups: document.groups.map((group) => ({ ...group, rounds, combine: 'sum' })),
    }
    t.ok(await t.ask('PUT', `/api/admin/events/${eventId}/rule-set`, { payload: { ruleSet, version: null } }))
    const record = async (values: object) =>
      t.ok(
        await t.ask('POST', t.path(eventId), { payload: { teamId: id, attempts: [{ mission: 2, values }] } }),
      )
    await record({ points: 3, m1_fbs: -2, m1_obs: 4, m3_obs: 1 })
    const sheet = [
      {
        ...{ key: 'game2', score: 3, timeMs: 0, youtubeLink: '', file: '', github: '' },
        matches: [
          { fbs: -2, obs: 4, youtubeLink: '' },
          { fbs: 0, obs: 1, youtubeLink: '' },
        ],
      },
    ]
    const derive = async () => (await loadNewestVisibleSheetByTeam(t.database.db, [id])).get(id)?.scores
    expect(await derive()).toEqual(sheet)
    t.ok(await t.ask('PUT', `/api/admin/events/${eventId}/results/freeze`, { payload: { at: null } }))
    await record({ points: 9 })
    expect(await derive()).toEqual(sheet)
  })
})
