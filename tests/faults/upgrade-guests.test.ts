import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { type GuestApp, startGuestApp } from '../support/api/release-guests.ts'
import { fixtureCoach } from '../support/data/release-fixtures.ts'

let t: GuestApp
beforeAll(async () => {
  t = await startGuestApp()
}, 300_000)
afterAll(() => t.close())

/**
 * The rankings of visitors: rank, number, names of team and player, points, and `team` for the entry of a
 * registered team. All other entries are guests.
 *
 * The competition RoboMission has the teams 1 Falcons, 2 Owls, 3 Storks, 4 Eagles, 5 Hawks, 6 Larks, 7 Herons,
 * 8 Swifts, 9 Kites, 10 Cranes, 11 Plovers and 12 نجوم الواحة, RoboSports 1 Lions, 2 Foxes and 3 Oryxes.
 */
const rankings: Record<string, string[]> = {
  /**
   * Without rules, with all teams of RoboMission. Attempts of the office for Herons and Eagles; files that name
   * teams by number (`7`, `٧`, `07`, `#8`), by name, by both (an entry that exists then: Eagles, Herons), and as
   * player; guests that are no team (99, A 007, Guests of honour); a corrected attempt (5) and corrected details
   * (Owls). One import was undone (12), and one entry was removed (11), which can be restored.
   */
  'guests-open': [
    '1 4 Eagles 100 team',
    '2 ٧ 70',
    '3 5 61',
    '4 99 Visitors 46',
    '5 7 Herons 41 team',
    '6 2 Owls 35',
    '7 9 Kites 33',
    '8 نجوم الواحه 27',
    '9 larks 25',
    '10 Swifts 24',
    '11 #8 15',
    '12 10 12',
    '13 Guests of honour 10',
    '14 07 5',
    '15 A 007 3',
  ],
  /**
   * Provisional results of two competitions with the same numbers: 3 is a line of Oryxes and one with the number
   * only, and 1 Lions was a team of its own, because Falcons had an entry.
   */
  'guests-of-two-competitions': ['1 2 Owls 20', '2 1 Falcons 18 team', '3 3 Oryxes 9', '4 1 Lions 7'],
  /**
   * The better of two rounds. A judge sent round 1 of Eagles and Hawks, a file has it again for Eagles. After the
   * freeze come another file (6, 7) and a sheet (Larks), which visitors do not see.
   */
  'guests-frozen': ['1 6 80', '2 4 70', '3 5 Hawks 60 team', '4 ٥ 50', '5 4 Eagles 40 team'],
  /**
   * Final results, which were published, taken back and published again. A judge sent a sheet of Falcons, all
   * other results are from a file, that of Herons with the address of a coach who got an account later and
   * protested. Owls have an award without an entry, and Falcons advanced with rank 4.
   */
  'guests-final': ['1 2 Owls 70', '2 7 Herons 60', '3 1 50', '4 1 Falcons 30 team', '5 3 Storks 20'],
  /** The guest Herons has two open protests of the coach: against an attempt and against the whole result. */
  'guests-with-a-protest': ['1 5 Hawks 22 team', '2 7 Herons 20'],
  /** The mean of two judges: sheets of a judge for Falcons and Owls, the other sheets from a file. */
  'guests-of-a-panel': ['1 3 Storks 11', '2 1 10', '3 2 Owls 9 team', '4 1 Falcons 6 team'],
  /**
   * A group and a final. The guests had results of round 1 before the draw; they were removed for it and restored
   * after it. Match 2 was played.
   */
  'guests-of-matches': ['1 1 Falcons 3 team', '2 3 Storks 0 team', '3 2 Owls 0', '3 3 Storks 0'],
  /** Guests of the simulator beside the teams Herons, Swifts and Kites; the office recorded Herons. */
  'guests-of-the-simulator': [
    '1 7 60',
    '2 7 Herons 40 team',
    '3 ٨ Swifts 30',
    '4 Kites Sara 25',
    '5 Omar 11',
    '6 07 5',
  ],
  /** Guests of the simulator in an event without teams. */
  'guests-of-the-simulator-only': ['1 7 Herons 20', '2 07 9', '3 2 Owls 8'],
}

/** The standing ranking where it is not that of visitors. */
const frozenStanding = [
  '1 6 80',
  '2 7 80',
  '3 4 70',
  '4 5 Hawks 60 team',
  '5 ٥ 50',
  '6 4 Eagles 40 team',
  '7 6 Larks 10 team',
]

describe('guests of version 1.0.0 that are registered teams', () => {
  it.each(Object.entries(rankings))('keep the ranking of %s in an upgrade', async (slug, ranking) => {
    const { event } = await t.board(slug)
    expect(
      event.Scores.map(({ rank, teamId, userId, totalScore }: (typeof event.Scores)[number]) =>
        [
          ...[rank, teamId.teamNo, teamId.name, userId.info.name.fname, totalScore],
          typeof teamId.teamNo === 'number' ? 'team' : '',
        ]
          .filter((part) => part !== '')
          .join(' '),
      ),
    ).toEqual(ranking)
  })

  it('keep the standing ranking of a frozen event', async () => {
    const { scores } = t.ok(await t.ask('GET', t.path(t.getEventId('guests-frozen'))))
    expect(
      scores.map(({ rank, teamNo, teamName, totalScore, hasTeam }: (typeof scores)[number]) =>
        [rank, teamNo, teamName, totalScore, hasTeam ? 'team' : ''].filter((part) => part !== '').join(' '),
      ),
    ).toEqual(frozenStanding)
  })

  /** Omits how rules and their values are described, which later versions do in other words. */
  const omitRules = (reply: object): object =>
    JSON.parse(JSON.stringify(reply, (key, value) => (key === 'rules' ? undefined : value)))

  it('keep every reply to visitors', async () => {
    const replies = Object.entries(t.recorded.replies)
    expect(replies.length).toBeGreaterThan(100)
    for (const [path, before] of replies) {
      const reply = await t.visitor(path)
      if (typeof before === 'number') expect([path, reply.status]).toEqual([path, before])
      else expect({ path, reply: reply.json() }).toMatchObject({ path, reply: omitRules(before) })
    }
  })

  it('keep the results, protests and ranks of the account of a coach', async () => {
    const signedIn = await t.app.inject({
      method: 'POST',
      url: '/api/adduser',
      payload: { national_id: fixtureCoach.email, password: fixtureCoach.password },
    })
    const headers = { authorization: String(signedIn.headers.authorization) }
    for (const [path, before] of Object.entries(t.recorded.coachReplies)) {
      const reply = await t.app.inject({ url: path, headers })
      expect({ path, reply: reply.json() }).toMatchObject({ path, reply: before })
    }
  })

  it('keep their score logs without problems, with the rows that version 1.0.0 published', async () => {
    expect(Object.keys(t.recorded.logs)).toEqual(Object.keys(rankings))
    for (const [slug, { eventId, head, rowCount }] of Object.entries(t.recorded.logs)) {
      // the known head finds a row that differs from that of 1.0.0, or is missing
      const checked = await checkScoreLog(t.database.db, eventId, [head])
      expect({ slug, problems: checked.problems }).toEqual({ slug, problems: [] })
      expect(checked.rowCount).toBeGreaterThanOrEqual(rowCount)
    }
  })
})
