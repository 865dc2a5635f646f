import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '#contract/accounts/permissions.ts'
import type { SeasonYearRecord } from '#contract/people/seasons/season-year.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { createSeasonMoveService } from '#server/people/seasons/moves-service.ts'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

let t: TeamsApp
let thisSeason: SeasonYearRecord
let nextSeason: SeasonYearRecord
const nextYear = new Date().getUTCFullYear() + 1

const listSeasons = async (): Promise<SeasonYearRecord[]> =>
  (await t.send('GET', `${getPath('GET /api/admin/seasons')}/`, t.adminToken)).json().seasons
const createSeason = async (year: number) =>
  t.send('POST', getPath('POST /api/admin/seasons'), t.adminToken, {
    year: String(year),
    'name.en': `Season ${year}`,
    'name.ar': `موسم ${year}`,
  })
const registerTeam = async (more: Record<string, unknown> = {}): Promise<string> => {
  const reply = await t.send('POST', getPath('POST /api/teams'), t.token, t.team(more))
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().team.id
}
const readTeam = async (id: string) => {
  const { rows } = await t.database.pool.query(
    'select season_year_id as season, paid, version, stage from teams where id = $1',
    [id],
  )
  return rows[0] as { season: string; paid: boolean; version: number; stage: string }
}
const markPaid = (teamId: string) =>
  t.json('POST', getPath('POST /api/admin/payments/mark'), t.adminToken, {
    teamId,
    paid: true,
    reason: 'Paid at the school',
  })
const move = (selection: object, count: number, token = t.adminToken) =>
  t.json('POST', getPath('POST /api/admin/season-moves'), token, {
    fromId: thisSeason.id,
    toId: nextSeason.id,
    ...selection,
    count,
  })
const preview = async (selection: object) =>
  (
    await t.json('POST', getPath('POST /api/admin/season-moves/preview'), t.adminToken, {
      fromId: thisSeason.id,
      toId: nextSeason.id,
      ...selection,
    })
  ).json()

beforeAll(async () => {
  t = await startTeamsApp()
  thisSeason = (await listSeasons())[0] as SeasonYearRecord
  nextSeason = (await createSeason(nextYear)).json().season
})
afterAll(() => t.close())

describe('seasons', () => {
  it('start with one active season of the current year, in which new teams are', async () => {
    expect(thisSeason).toMatchObject({
      active: true,
      year: expect.any(Number),
      name: { ar: expect.stringMatching(/^موسم \d{4}$/) },
    })
    expect((await readTeam(await registerTeam())).season).toBe(thisSeason.id)
  })

  it('have one season for a year, and exactly one is active', async () => {
    expect(nextSeason).toMatchObject({ year: nextYear, active: false, teamCount: 0 })
    const again = await createSeason(nextYear)
    expect([again.statusCode, again.json().fields]).toEqual([
      409,
      [expect.objectContaining({ field: 'year', code: 'taken' })],
    ])
    for (const [id, former] of [
      [nextSeason.id, thisSeason.id],
      [thisSeason.id, nextSeason.id],
    ] as const) {
      expect(
        (await t.json('PATCH', getPath('PATCH /api/admin/seasons'), t.adminToken, { id, active: true }))
          .statusCode,
      ).toBe(200)
      expect((await listSeasons()).filter(({ active }) => active).map((season) => season.id)).toEqual([id])
      expect(
        (await t.json('PATCH', getPath('PATCH /api/admin/seasons'), t.adminToken, { id, active: false }))
          .statusCode,
        former,
      ).toBe(409)
    }
  })

  it('get another name, and a year that no other season has', async () => {
    const { id, version } = (await createSeason(nextYear + 2)).json().season
    const save = (fields: object) =>
      t.send('PUT', getPath('PUT /api/admin/seasons'), t.adminToken, {
        id,
        version,
        'name.en': 'Later',
        'name.ar': 'لاحق',
        ...fields,
      })
    expect((await save({ year: String(nextYear) })).json().fields).toEqual([
      expect.objectContaining({ field: 'year', code: 'taken' }),
    ])
    expect((await save({ year: String(nextYear + 3) })).json().season).toMatchObject({
      id,
      year: nextYear + 3,
      name: { en: 'Later', ar: 'لاحق' },
    })
    expect((await save({ year: String(nextYear + 3) })).json().code).toBe('stale-version')
  })

  it('are deleted only without teams and when they are not active', async () => {
    const other = (await createSeason(nextYear + 1)).json().season
    const refused = await t.send(
      'DELETE',
      `${getPath('DELETE /api/admin/seasons')}?id=${thisSeason.id}`,
      t.adminToken,
    )
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'season-in-use'])
    expect(
      (await t.send('DELETE', `${getPath('DELETE /api/admin/seasons')}?id=${other.id}`, t.adminToken))
        .statusCode,
    ).toBe(200)
    expect(
      (await t.json('POST', getPath('POST /api/admin/seasons/restore'), t.adminToken, { id: other.id }))
        .statusCode,
    ).toBe(200)
    expect(
      (await t.send('DELETE', `${getPath('DELETE /api/admin/seasons')}?id=${other.id}`, t.adminToken))
        .statusCode,
    ).toBe(200)
  })
})

describe('a move to another season', () => {
  it('moves the chosen teams, keeps their data and makes them unpaid; the record of the old season stays paid', async () => {
    const [paid, open] = [
      await registerTeam({ name: 'Paid Falcons' }),
      await registerTeam({ name: 'Open Falcons' }),
    ]
    expect((await markPaid(paid)).statusCode).toBe(200)
    expect(await preview({ paid: true })).toMatchObject({
      count: 1,
      teams: [{ id: paid, name: 'Paid Falcons', paid: true }],
    })
    expect((await preview({ paid: true, competitionId: thisSeason.id })).count).toBe(0)
    expect((await preview({ paid: false })).teams).toContainEqual(
      expect.objectContaining({ id: open, paid: false, hasFee: true }),
    )
    const { rows: feeRows } = await t.database.pool.query(
      'select c.id, c.fee from competitions c join teams t on t.competition_id = c.id where t.id = $1',
      [open],
    )
    const setFee = (fee: number) =>
      t.database.pool.query('update competitions set fee = $2 where id = $1', [feeRows[0].id, fee])
    await setFee(0)
    expect((await preview({ paid: false })).count).toBe(0)
    expect((await preview({})).teams.find(({ id }: { id: string }) => id === open)).toMatchObject({
      paid: false,
      hasFee: false,
    })
    await setFee(feeRows[0].fee)
    expect((await preview({ paid: true, stage: 'national' })).count).toBe(0)

    const before = await readTeam(paid)
    const reply = await move({ paid: true }, 1)
    expect(reply.json()).toMatchObject({
      success: true,
      move: { count: 1, canUndo: true, undoneAt: null, from: { id: thisSeason.id }, to: { year: nextYear } },
    })
    expect(await readTeam(paid)).toEqual({
      ...before,
      season: nextSeason.id,
      paid: false,
      version: before.version + 1,
    })
    expect((await readTeam(open)).season).toBe(thisSeason.id)

    const { records } = (
      await t.send(
        'GET',
        getPath('GET /api/admin/teams/:teamId/season-records', { teamId: paid }),
        t.adminToken,
      )
    ).json()
    expect(records).toMatchObject([
      {
        season: { year: nextYear },
        teamName: 'Paid Falcons',
        paid: false,
        memberCount: 2,
        type: 'season',
        ref: String(nextYear),
      },
      { season: { year: thisSeason.year }, teamName: 'Paid Falcons', paid: true, memberCount: 2 },
    ])
    // the published call reads the newest record
    const { season } = (
      await t.send('GET', `${getPath('GET /api/seasons')}/?team_id=${paid}`, t.adminToken)
    ).json()
    expect(season).toMatchObject({
      team_id: paid,
      type: 'season',
      data: { name: 'Paid Falcons', payment_status: false },
    })

    // the payment of the old season does not pay for the new one, and a new payment does
    expect(
      (await t.json('POST', getPath('POST /api/admin/payments/reconcile'), t.adminToken, {})).json()
        .reconciliation.differences,
    ).toEqual([])
    expect((await markPaid(paid)).statusCode).toBe(200)
    expect((await readTeam(paid)).paid).toBe(true)
    const { rows } = await t.database.pool.query(
      "select season_year_id from payments where team_id = $1 and state = 'paid'",
      [paid],
    )
    expect(rows.map((row) => row.season_year_id).toSorted()).toEqual(
      [thisSeason.id, nextSeason.id].toSorted(),
    )
    // a team that has paid since is not moved back
    expect(
      (
        await t.json('POST', getPath('POST /api/admin/season-moves/undo'), t.adminToken, {
          id: reply.json().move.id,
        })
      ).statusCode,
    ).toBe(409)
    const { moves } = (await t.send('GET', `${getPath('GET /api/admin/season-moves')}/`, t.adminToken)).json()
    expect(moves[0]).toMatchObject({ id: reply.json().move.id, canUndo: false })
  })

  it('is undone with the payment and without the records', async () => {
    const team = await registerTeam({ name: 'Undone' })
    await markPaid(team)
    const before = await readTeam(team)
    const { move: made } = (await move({ paid: true }, 1)).json()
    expect((await readTeam(team)).paid).toBe(false)
    const undone = (
      await t.json('POST', getPath('POST /api/admin/season-moves/undo'), t.adminToken, { id: made.id })
    ).json()
    expect(undone.move).toMatchObject({ canUndo: false, undoneAt: expect.any(String) })
    expect(await readTeam(team)).toEqual({ ...before, version: before.version + 2 })
    expect(
      (
        await t.send(
          'GET',
          getPath('GET /api/admin/teams/:teamId/season-records', { teamId: team }),
          t.adminToken,
        )
      ).json().records,
    ).toEqual([])
    expect(
      (await t.json('POST', getPath('POST /api/admin/season-moves/undo'), t.adminToken, { id: made.id }))
        .statusCode,
    ).toBe(409)
  })

  it('moves all teams or none', async () => {
    const { count } = await preview({})
    expect(count).toBeGreaterThan(1)
    // another number of teams than the preview
    const other = await move({}, count - 1)
    expect([other.statusCode, other.json().field]).toEqual([409, 'count'])
    expect((await preview({})).count).toBe(count)
    // a failure at the last team
    let read = 0
    const moves = createSeasonMoveService(t, () => {
      if (++read === 2 * count) throw new Error('the last team cannot be read')
      return {}
    })
    await expect(
      moves.create({ fromId: thisSeason.id, toId: nextSeason.id }, count, { userId: null, name: '' }),
    ).rejects.toThrow()
    expect(read).toBe(2 * count)
    expect((await preview({})).count).toBe(count)
    const { rows } = await t.database.pool.query(
      'select count(*)::int as n from seasons s join teams t on t.id = s.team_id where t.season_year_id = $1',
      [thisSeason.id],
    )
    expect(rows[0].n).toBe(0)
    expect((await move({ toId: thisSeason.id }, count)).statusCode).toBe(400)
  })
})

describe('season records', () => {
  it('are shown to the owner of a team and to its coach, not to others', async () => {
    const team = await registerTeam({ name: 'Ours' })
    await t.json('POST', `${getPath('POST /api/seasons')}/`, t.token, {
      type: 'regional',
      team_id: team,
      ref: 'S-1',
      data: { name: 5, members: 'x' },
    })
    const own = await t.send(
      'GET',
      getPath('GET /api/teams/:teamId/season-records', { teamId: team }),
      t.token,
    )
    expect(own.json().records).toMatchObject([
      { type: 'regional', ref: 'S-1', teamName: '', stage: '', paid: null, memberCount: null },
    ])
    const stranger = await t.tokenOf((await t.person({ role: 'student', phone: '+966501110001' })).email)
    expect(
      (await t.send('GET', getPath('GET /api/teams/:teamId/season-records', { teamId: team }), stranger))
        .statusCode,
    ).toBe(404)
    expect(
      (await t.send('GET', getPath('GET /api/admin/teams/:teamId/season-records', { teamId: team }), t.token))
        .statusCode,
    ).toBe(403)
  })

  it('are deleted by the published call, which answers with the success only', async () => {
    const team = await registerTeam({ name: 'Deleted record' })
    const { season } = (
      await t.json('POST', `${getPath('POST /api/seasons')}/`, t.token, {
        type: 'regional',
        team_id: team,
        ref: '',
      })
    ).json()
    const reply = await t.send('DELETE', `${getPath('DELETE /api/seasons')}/?id=${season._id}`, t.token)
    expect([reply.statusCode, reply.body]).toEqual([200, '{"success":true}'])
  })
})

it('seasons and moves need the permission for registration', async () => {
  const cases: [Permission, number][] = [
    ['content', 403],
    ['finance', 403],
    ['registration', 200],
  ]
  for (const [at, [permission, status]] of cases.entries()) {
    const { email } = await t.person({ role: 'admin', permissions: [permission], phone: `+96650222000${at}` })
    const token = String((await t.signIn(email, undefined, { type: 4 })).headers.authorization)
    expect(
      (await t.send('GET', `${getPath('GET /api/admin/season-moves')}/`, token)).statusCode,
      permission,
    ).toBe(status)
    expect(
      (await t.json('PATCH', getPath('PATCH /api/admin/seasons'), token, { id: thisSeason.id, active: true }))
        .statusCode,
      permission,
    ).toBe(status)
    expect((await move({}, 1_000_000, token)).statusCode, permission).toBe(status === 200 ? 409 : 403)
  }
})
