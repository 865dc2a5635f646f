import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/services/database.ts'

let fresh: TestDatabase
beforeAll(async () => {
  fresh = await createTestDatabase()
})
afterAll(() => fresh.drop())

/** Returns the statements of the migration that set the seasons and chosen levels of existing events. */
const readUpdates = (): string[] => {
  const [file = ''] = globSync('server/platform/db/migrations/*_event_levels_and_seasons.sql')
  return readFileSync(file, 'utf8')
    .split('--> statement-breakpoint')
    .filter((statement) => /^UPDATE/m.test(statement))
}

test('an upgrade gives an event the season of most of its teams, else of its start date, else the active one, and asks for the levels that may be those of the form', async () => {
  const { ownerPool } = fresh
  const insert = async (text: string, values: unknown[] = []): Promise<string> =>
    (await ownerPool.query(`${text} returning id`, values)).rows[0].id
  const season = (year: number, active = false) =>
    insert(
      `insert into season_years (id, year, name_en, name_ar, active) values (gen_random_uuid(), $1, 'Season', 'موسم', $2)`,
      [year, active],
    )
  const [of2025, of2026, of2027] = [await season(2025), await season(2026), await season(2027, true)]
  const competition = await insert(
    `insert into competitions (id, slug, name_en, name_ar) values (gen_random_uuid(), 'maze', 'Maze', 'متاهة')`,
  )
  let teamNo = 0
  const team = (seasonId: string) =>
    insert(
      `insert into teams (id, competition_id, team_no, name, school, season_year_id) values (gen_random_uuid(), $1, $2, 'Team', 'School', $3)`,
      [competition, ++teamNo, seasonId],
    )
  const event = async (
    slug: string,
    { start = null, level = 0, teams = [] }: { start?: string | null; level?: number; teams?: string[] },
  ) => {
    const id = await insert(
      `insert into events (id, slug, title_en, title_ar, description_en, description_ar, start_date, mission_type)
        values (gen_random_uuid(), $1, 'E', 'ف', 'E', 'ف', $2, $3)`,
      [slug, start, level],
    )
    for (const teamId of teams)
      await ownerPool.query(
        `insert into event_teams (event_id, team_id, badge_code) values ($1, $2, upper(substr(md5(random()::text), 1, 8)))`,
        [id, teamId],
      )
  }
  await event('most', {
    start: '2027-01-05',
    teams: [await team(of2025), await team(of2025), await team(of2027)],
  })
  await event('date', { start: '2026-11-29', level: 3 })
  await event('date-without-season', { start: '2019-11-29' })
  await event('nothing', {})
  // the team moved to the next season after the event
  const moved = await team(of2027)
  await event('moved', { start: '2026-03-01', teams: [moved] })
  await insert(
    `insert into season_moves (id, from_id, to_id, teams, created_at)
      values (gen_random_uuid(), $1, $2, jsonb_build_array(jsonb_build_object('id', $3::text, 'version', 2, 'paid', false)), '2026-12-01')`,
    [of2026, of2027, moved],
  )
  for (const statement of readUpdates()) await ownerPool.query(statement)
  const { rows } = await ownerPool.query(
    `select e.slug, y.year, e.has_chosen_level as chosen from events e join season_years y on y.id = e.season_year_id order by e.slug`,
  )
  expect(rows.map(({ slug, year, chosen }) => [slug, year, chosen])).toEqual([
    ['date', 2026, true],
    ['date-without-season', 2027, false],
    ['most', 2025, false],
    ['moved', 2026, false],
    ['nothing', 2027, false],
  ])
})
