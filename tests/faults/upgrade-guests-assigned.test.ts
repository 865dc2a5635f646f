import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { type GuestApp, startGuestApp } from '../support/api/release-guests.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: GuestApp
beforeAll(async () => {
  t = await startGuestApp()
}, 300_000)
afterAll(() => t.close())

const guestsPath = (slug: string) =>
  getPath('GET /api/admin/events/:eventId/guests', { eventId: t.getEventId(slug) })
const listGuests = async (slug: string): Promise<Body[]> => t.ok(await t.ask('GET', guestsPath(slug))).guests
const listEntries = async (slug: string): Promise<Body[]> =>
  t.ok(await t.ask('GET', `${t.path(t.getEventId(slug))}?per_page=100`)).scores
const assign = (slug: string, guests: readonly Body[], preview = false) =>
  t.ask('POST', `${guestsPath(slug)}/assign`, {
    payload: {
      assignments: guests.map(({ entryId, team }) => ({ entryId, teamId: team.id })),
      reason: 'Imported by number',
      preview,
    },
  })
const countAttempts = (entries: readonly Body[]) =>
  entries.reduce((sum, { attemptCount }) => sum + attemptCount, 0)
const nameEntry = ({ rank, teamNo, teamName, playerName, totalScore, hasTeam }: Body) =>
  [rank, teamNo, teamName, playerName, totalScore, hasTeam ? 'team' : '']
    .filter((part) => part !== '')
    .join(' ')
const listLogProblems = async (slug: string) =>
  (await checkScoreLog(t.database.db, t.getEventId(slug))).problems

/** The teams of guests that only a person can tell: players with an email, and a number without a name. */
const chosenTeams: Record<string, Record<string, string>> = {
  'guests-final': { Herons: 'Herons' },
  'guests-with-a-protest': { Herons: 'Herons' },
  'guests-of-the-simulator': { Kites: 'Kites' },
  'guests-of-the-simulator-only': { '07': 'Herons' },
}
const listAssignable = async (slug: string): Promise<Body[]> => {
  const guests = await listGuests(slug)
  const chosen = chosenTeams[slug] ?? {}
  const teams = (
    await t.database.pool.query('select id, name from teams where name = any($1)', [Object.values(chosen)])
  ).rows
  return guests.flatMap((guest) => {
    const name = chosen[guest.teamName || guest.teamNo]
    const team = guest.team ?? teams.find((each) => each.name === name)
    return team ? [{ ...guest, team }] : []
  })
}

/**
 * The standing rankings after each guest was assigned, whose results before are those of `upgrade-guests.test.ts`:
 * points of different rounds are added, the better of two results of a round counts, a panel gives the mean.
 */
const rankings: Record<string, string[]> = {
  'guests-open': [
    '1 7 Herons 116 team',
    '2 4 Eagles 100 team',
    '3 5 Hawks 61 team',
    '4 99 Visitors 46',
    '5 2 Owls 35 team',
    '6 9 Kites 33 team',
    '7 12 نجوم الواحة 27 team',
    '8 6 Larks 25 team',
    '9 8 Swifts 24 team',
    '10 10 Cranes 12 team',
    '11 Guests of honour 10',
    '12 A 007 3',
  ],
  'guests-of-two-competitions': [
    '1 2 Owls 20 team',
    '2 1 Falcons 18 team',
    '3 3 Oryxes 9 team',
    '4 1 Lions 7 team',
  ],
  'guests-frozen': ['1 6 Larks 80 team', '2 7 Herons 80 team', '3 4 Eagles 70 team', '4 5 Hawks 60 team'],
  'guests-with-a-protest': ['1 5 Hawks 22 team', '2 7 Herons 20 team'],
  'guests-of-a-panel': ['1 3 Storks 11 team', '2 2 Owls 9 team', '3 1 Falcons 8 team'],
  'guests-of-matches': ['1 2 Owls 3 team', '2 1 Falcons 3 team', '3 3 Storks 0 team'],
  'guests-of-the-simulator': ['1 7 Herons 105 team', '2 8 Swifts 30 team', '3 9 Kites 25 team', '4 Omar 11'],
  'guests-of-the-simulator-only': ['1 7 Herons 20 team', '2 2 Owls 8 team'],
  'guests-final': ['1 2 Owls 70 team', '2 7 Herons 60 team', '3 1 Falcons 50 team', '4 3 Storks 20 team'],
}

describe('guests of version 1.0.0', () => {
  it('of final results stay until the results are taken back', async () => {
    const slug = 'guests-final'
    const refused = await assign(slug, await listAssignable(slug), true)
    expect([refused.status, refused.json().code]).toEqual([409, 'results-final'])
    t.ok(
      await t.ask(
        'POST',
        getPath('POST /api/admin/events/:eventId/results/publication/take-back', {
          eventId: t.getEventId(slug),
        }),
        {
          payload: { reason: 'Guests are teams' },
        },
      ),
    )
  })

  it.each(Object.entries(rankings))('of %s become the teams that they are', async (slug, ranking) => {
    const before = await listEntries(slug)
    const board = await t.board(slug)
    const guests = await listAssignable(slug)
    const preview = t.ok(await assign(slug, guests, true))
    expect(await listEntries(slug)).toEqual(before)
    const reply = t.ok(await assign(slug, guests))
    expect(reply.assignments).toEqual(preview.assignments)
    const after = await listEntries(slug)
    expect(after.map(nameEntry)).toEqual(ranking)
    expect(countAttempts(after)).toBe(countAttempts(before))
    expect(await listAssignable(slug)).toEqual([])
    expect(await listLogProblems(slug)).toEqual([])
    expect(reply.isFrozen).toBe(slug === 'guests-frozen')
    if (reply.isFrozen) expect(await t.board(slug)).toEqual(board)
  })

  it('of a frozen event are the teams in public when the freeze ends', async () => {
    const slug = 'guests-frozen'
    t.ok(
      await t.ask(
        'DELETE',
        getPath('DELETE /api/admin/events/:eventId/results/freeze', { eventId: t.getEventId(slug) }),
      ),
    )
    const { event } = await t.board(slug)
    expect(event.Scores.map(({ teamId }: Body) => teamId.name)).toEqual([
      'Larks',
      'Herons',
      'Eagles',
      'Hawks',
    ])
    expect(await listLogProblems(slug)).toEqual([])
  })

  it('of a coach bring the protests to the team', async () => {
    const eventId = t.getEventId('guests-with-a-protest')
    const { protests } = t.ok(
      await t.ask('GET', getPath('GET /api/admin/events/:eventId/protests', { eventId })),
    )
    expect(protests).toHaveLength(2)
    const [team] = (await listEntries('guests-with-a-protest')).filter(
      ({ teamName }) => teamName === 'Herons',
    )
    for (const protest of protests)
      expect(protest).toMatchObject({ entryId: team.id, teamName: 'Herons', teamId: expect.any(String) })
  })

  it('of final results are ranked, awarded and certified as the teams when these are published again', async () => {
    const eventId = t.getEventId('guests-final')
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId }), {
        payload: { status: 'final' },
      }),
    )
    const { certificates } = t.ok(
      await t.ask('GET', getPath('GET /api/admin/events/:eventId/certificates', { eventId })),
    )
    for (const { teamName } of certificates.filter(({ rank }: Body) => rank !== null))
      expect(teamName).not.toBe('')
    expect(await listLogProblems('guests-final')).toEqual([])
  })
})
