import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { regions } from '#server/platform/db/schema/content.ts'
import { createCoach, createMember, startTeamsApp, type TeamsApp } from '../support/api/teams.ts'

/**
 * What the specification reads of teams and seasons (section 7), byte for byte; ids, instants and links of
 * the run are left out.
 */
let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp()
})
afterAll(() => t.close())

const told = (body: string) =>
  `${JSON.stringify(JSON.parse(body), null, 2)
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')}\n`

it('teams, coaches, members, competitions and seasons are listed, read and saved', async () => {
  const admin = t.adminToken
  const path = '/api/admin/teams/'
  const [riyadh] = await t.db.select().from(regions).where(eq(regions.slug, 'riyadh'))
  const fields = {
    name: 'Falcons',
    schoolName: 'Oasis School',
    ageLevel: 'Jonior',
    stage: 'national',
    payment_status: 'false',
  }
  const saved = await t.send('POST', path, admin, { ...fields, competion: t.robo.id, region: riyadh?.id })
  const { _id: id } = saved.json().team
  const person = { ...createMember({ name: 'Mona', nationalId: '1000000008', birthDate: '2014-05-06' }) }
  const added = await t.send('POST', `${path}${id}/members`, admin, person)
  await t.send('POST', `${path}${id}/coaches`, admin, createCoach())
  const scores = [{ key: 'r1', score: 80, timeMs: 61_250, matches: [{ fbs: 1, obs: -2 }] }]
  const results = await t.json('PUT', `${path}${id}/scores`, admin, { version: 3, scores })
  const replies = {
    'team-saved': saved,
    'team-member-saved': added,
    'team-results': results,
    teams: await t.send('GET', `${path}?page=1&s=falcons&per_page=10`, admin),
    team: await t.send('GET', `${path}?id=${id}&view_team=true`, admin),
    'teams-download': await t.send('GET', `${path}?download=true&competion_id=${t.robo.id}`, admin),
    'team-incomplete': await t.send('PUT', path, admin, { id, name: '' }),
    'competitions-active': await t.send('GET', '/api/admin/competitions/?all_active=true', admin),
    'season-none': await t.send('GET', `/api/seasons/?team_id=${id}`, admin),
    'season-saved': await t.json('POST', '/api/seasons/', admin, {
      type: 'regional',
      team_id: id,
      ref: 'S-1',
      data: { team_no: 1 },
    }),
    season: await t.send('GET', `/api/seasons/?team_id=${id}`, admin),
    'team-deleted': await t.send('DELETE', `${path}?id=${id}`, admin),
  }
  for (const [name, reply] of Object.entries(replies))
    await expect(told(reply.body)).toMatchFileSnapshot(`golden/${name}.json`)
})
