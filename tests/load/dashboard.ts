import type pg from 'pg'
import type { Database } from '#server/db/open.ts'
import { dashboardService } from '#server/features/dashboard/service.ts'

/** What came out, in milliseconds: all figures of the back office's first page, asked of the database each time (at most 100), and how many rows stand behind them. */
export type DashboardFigures = { median: number; slowest: number; rows: { downloads: number; users: number }; rounds: number }

/** Registrants over two years and accounts of all roles, made by the database itself; its triggers keep the counts as they do for single rows. */
const fillDesk = async (pool: pg.Pool, downloads: number, users: number): Promise<void> => {
  await pool.query(
    `insert into downloads (id, name, email, phone, country, platform, user_type, created_at)
     select gen_random_uuid(), 'Player ' || n, 'player' || n || '@load.example', '+2010' || n, (array['egypt','saudi-arabia','jordan','kuwait'])[1 + n % 4],
       case when n % 3 = 0 then 'mac' else 'win' end, case when n % 5 = 0 then 'coach' else 'student' end, now() - n % 730 * interval '1 day'
     from generate_series(1, $1::int) n`,
    [downloads],
  )
  await pool.query(
    `insert into users (id, role, first_name, last_name, email, active)
     select gen_random_uuid(), case when n % 1000 = 0 then 'admin' when n % 7 = 0 then 'coach' else 'student' end, 'Player', 'No ' || n,
       'account' || n || '@load.example', n % 11 <> 0 from generate_series(1, $1::int) n`,
    [users],
  )
  await pool.query('vacuum analyze downloads, users, totals')
}

/** Measures what the dashboard's call asks of the database, with so many registrants and accounts; throws when the kept counts are not theirs. */
export const measureDashboard = async (
  database: Database,
  { downloads = 1_000_000, users = 100_000, rounds = 200 }: { downloads?: number; users?: number; rounds?: number } = {},
): Promise<DashboardFigures> => {
  const dashboard = dashboardService({ database })
  const before = await dashboard.figures()
  await fillDesk(database.pool, downloads, users)
  const after = await dashboard.figures()
  const come = { downloads: after.downloads.total - before.downloads.total, users: after.users.total - before.users.total }
  if (come.downloads !== downloads || come.users !== users) throw new Error(`kept counts are wrong: ${JSON.stringify(come)}`)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    await dashboard.figures()
    times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  return { median: times[Math.floor(rounds / 2)] as number, slowest: times.at(-1) as number, rows: { downloads, users }, rounds }
}
