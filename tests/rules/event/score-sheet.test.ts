import { describe, expect, it } from 'vitest'
import {
  computeTeamCompetitionPoints,
  listCompetitionScoreCsvColumns,
  listScoreSheetEntryDefinitions,
} from '#contract/event/scoring/score-sheet.ts'
import type { TeamScore } from '#contract/people/teams/team.schema.ts'

const score = (key: string, points: number, timeMs = 0, changes: Partial<TeamScore> = {}): TeamScore => ({
  ...{ key, score: points, timeMs, youtubeLink: '', file: '', github: '', matches: [] },
  ...changes,
})
const readCells = (
  slug: string,
  rounds: number,
  scores: TeamScore[],
  ruled?: { totalScore: number; totalTimeMs: number },
) =>
  Object.fromEntries(
    listCompetitionScoreCsvColumns(slug, rounds).map(({ name, value }) => [name, value(scores, ruled)]),
  )

describe('the total of a team', () => {
  it('of Future Engineers is the best open round, the best obstacle round and the documentation', () => {
    expect(computeTeamCompetitionPoints('future_engineers', [score('open1', 20), score('open2', 30)])).toBe(
      30,
    )
    const all = [
      score('open1', 0.1),
      score('obstacle1', 5, 9),
      score('obstacle2', 7, 99),
      score('documentation', 0.2),
    ]
    expect(computeTeamCompetitionPoints('future_engineers', all)).toBe(7.3)
    expect(computeTeamCompetitionPoints('future_engineers', [])).toBe(0)
  })

  it('of another competition is the sum of its rounds, games or judges', () => {
    expect(computeTeamCompetitionPoints('robosports', [score('game1', 3), score('game2', 4)])).toBe(7)
    expect(computeTeamCompetitionPoints('drone-race', [score('r1', 0.1), score('r2', 0.2)])).toBe(0.3)
  })
})

it.each([
  ['future_engineers', ['open1', 'open2', 'obstacle1', 'obstacle2', 'documentation']],
  ['robosports', ['game1', 'game2']],
  ['future_innovators', ['innovation', 'solution', 'presentation']],
  ['virtual_robot_challenges', ['run1', 'run2']],
  ['robo_mission', ['r1', 'r2']],
  ['drone-race', ['r1', 'r2']],
])('the score sheet of %s has the entries %j', (slug, keys) => {
  expect(listScoreSheetEntryDefinitions(slug, 2).map(({ key }) => key)).toEqual(keys)
})

it('only rounds and runs have a time', () => {
  const haveTime = (slug: string) =>
    listScoreSheetEntryDefinitions(slug, 1).map(({ score, time }) => [score, time])
  expect(haveTime('robo_mission')).toEqual([[true, true]])
  expect(haveTime('robosports')).toEqual([[true, false]])
  expect(haveTime('future_engineers').at(-1)).toEqual([true, false])
})

describe('the columns of a file', () => {
  it('of rounds have points and seconds, the best round, and totals', () => {
    expect(readCells('robo_mission', 2, [score('r1', 50, 61_000), score('r2', 50, 60_500)])).toEqual({
      ...{ r1_score: 50, r1_time: 61, r2_score: 50, r2_time: 60.5 },
      ...{ best_score: 50, best_time: 60.5, total_score: 100, total_time: 121.5 },
    })
    // a round that was not played, and the total of a rule set
    const ruled = { totalScore: 42, totalTimeMs: 9000 }
    expect(readCells('robo_mission', 2, [score('r2', 5, 1000)], ruled)).toEqual({
      ...{ r1_score: null, r1_time: null, r2_score: 5, r2_time: 1 },
      ...{ best_score: 5, best_time: 1, total_score: 42, total_time: 9 },
    })
  })

  it('of a team without scores are empty, also with the total of a rule set', () => {
    for (const slug of ['robo_mission', 'future_engineers', 'robosports', 'future_innovators'])
      expect(
        Object.values(readCells(slug, 2, [], { totalScore: 42, totalTimeMs: 9000 })).every(
          (cell) => cell === null || cell === '',
        ),
      ).toBe(true)
  })

  it('of an event with other rounds stand in place of the rounds that no team has', () => {
    const list = (slug: string, entries: [string, boolean][], matches = 0) =>
      listCompetitionScoreCsvColumns(slug, 2, {
        entries: entries.map(([key, time]) => ({ key, score: true, time })),
        matches,
      })
    const listNames = (...contents: Parameters<typeof list>) => list(...contents).map(({ name }) => name)
    const rounds: [string, boolean][] = [
      ['open1', true],
      ['match6', false],
    ]
    const roundColumns = ['open1_score', 'open1_time', 'match6_score']
    const totals = ['best_score', 'best_time', 'total_score', 'total_time']
    expect(listNames('robo_mission', rounds)).toEqual([...totals, ...roundColumns])
    expect(listNames('future_innovators', rounds)).toEqual([
      ...['total_score', 'report_file', 'youtube_link'],
      ...roundColumns,
    ])
    // rounds of its own stay together, also those that nobody has played yet
    const ownColumns = ['r1_score', 'r1_time', 'r2_score', 'r2_time']
    expect(listNames('robo_mission', [['r2', true], ...rounds])).toEqual([
      ...ownColumns,
      ...totals,
      ...roundColumns,
    ])
    // a name that another column has
    expect(
      listNames('robo_mission', [
        ['best', false],
        ['', false],
      ]),
    ).toEqual([...totals, ...['other_best_score', 'other_score']])
    const matchColumns = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        ['fbs', 'obs', 'youtube'].map((name) => `m${at + 1}_${name}`),
      ).flat()
    expect(listNames('robosports', rounds)).toEqual(['total_score', ...roundColumns])
    expect(listNames('robosports', [['game1', false]], 4)).toEqual([
      ...matchColumns(4),
      'total_score',
      'game1_score',
    ])
    // a time that nobody measured is no time
    const cells = list('robo_mission', rounds).map(({ value }) =>
      value([score('open1', 20), score('match6', 3)]),
    )
    expect(cells).toEqual([20, null, 23, null, 20, null, 3])
  })

  it('of Future Engineers have the videos of each challenge and the repository', () => {
    const scores = [
      score('open1', 20, 30_000),
      score('open2', 25, 31_000, { youtubeLink: 'https://video.test/open' }),
      score('obstacle1', 40, 90_000, { youtubeLink: 'https://video.test/obstacle' }),
      score('documentation', 9, 0, { github: 'https://code.test/robot' }),
    ]
    expect(readCells('future_engineers', 3, scores)).toEqual({
      ...{ open1_score: 20, open1_time: 30, open2_score: 25, open2_time: 31 },
      ...{ obstacle1_score: 40, obstacle1_time: 90, obstacle2_score: null, obstacle2_time: null },
      ...{ documentation_score: 9, github: 'https://code.test/robot', total_score: 74 },
      ...{ youtube_open: 'https://video.test/open', youtube_obstacle: 'https://video.test/obstacle' },
    })
  })

  it('of RoboSports have three matches', () => {
    const match = (fbs: number, obs: number, youtubeLink = '') => ({ fbs, obs, youtubeLink })
    const scores = [
      score('game1', 3, 0, { matches: [match(1, 2, 'https://video.test/1')] }),
      score('game2', 4, 0, { matches: [match(3, 4)] }),
    ]
    expect(readCells('robosports', 2, scores)).toEqual({
      ...{ m1_fbs: 1, m1_obs: 2, m1_youtube: 'https://video.test/1', m2_fbs: 3, m2_obs: 4, m2_youtube: '' },
      ...{ m3_fbs: null, m3_obs: null, m3_youtube: '', total_score: 7 },
    })
  })

  it('of judges and of runs have the file and the video of the team', () => {
    const files = { file: 'report.pdf', youtubeLink: 'https://video.test/x' }
    const judged = [score('innovation', 10), score('solution', 20, 0, files), score('presentation', 30)]
    expect(readCells('future_innovators', 3, judged)).toEqual({
      ...{ innovation_score: 10, solution_score: 20, presentation_score: 30, total_score: 60 },
      ...{ report_file: 'report.pdf', youtube_link: 'https://video.test/x' },
    })
    expect(readCells('virtual_robot_challenges', 1, [score('run1', 7, 2000, files)])).toEqual({
      ...{ run1_score: 7, run1_time: 2, best_score: 7, best_time: 2 },
      ...{ file: 'report.pdf', youtube_link: 'https://video.test/x' },
    })
  })
})
