import { v7 as randomUUIDv7 } from 'uuid'
import { getPath } from '#contract/platform/call-path.ts'
import type { Database } from '#server/platform/db/open.ts'
import { createCaller } from './call-server.ts'

/**
 * Milliseconds from the call that generates and saves a schedule to its reply: the median and the slowest.
 */
export type ScheduleFigures = { slots: number; missing: number; median: number; slowest: number }

const size = { teams: 400, rounds: 5, tables: 20 }

/** Adds an event with teams. Returns its id. */
export const insertEventWithTeams = async ({ pool }: Database): Promise<string> => {
  const eventId = randomUUIDv7()
  await pool.query(
    `insert into events (id, slug, title_en, title_ar, description_en, description_ar) values ($1, $2, 'Load', 'حِمل', 'Load', 'حِمل')`,
    [eventId, `load-${eventId}`],
  )
  await pool.query(
    `with made as (
       insert into teams (id, competition_id, team_no, name, school)
       select gen_random_uuid(), (select id from competitions order by position, id limit 1), 900000 + n, 'Team ' || n, 'School ' || n
       from generate_series(1, $2::int) n returning id, team_no)
     insert into event_teams (event_id, team_id, badge_code) select $1, id, 'B' || team_no from made`,
    [eventId, size.teams],
  )
  return eventId
}

/** Generates and saves the schedule of an event six times, each in place of the former one. */
export const measureSchedule = async (
  address: string,
  authorization: string,
  eventId: string,
): Promise<ScheduleFigures> => {
  const ask = createCaller(address, authorization)
  const times: number[] = []
  let made = { count: 0, missingCount: 0 }
  for (let round = 0; round < 6; round++) {
    const { slotsHash } = await ask('GET', getPath('GET /api/admin/events/:eventId/schedule', { eventId }))
    const request = {
      ...{ rounds: size.rounds, tables: Array.from({ length: size.tables }, (_, table) => `T${table + 1}`) },
      ...{
        startsAt: `2099-12-0${round + 1}T05:00:00Z`,
        runMinutes: 5,
        betweenMinutes: 2,
        teamPauseMinutes: 30,
      },
      breaks: [{ from: `2099-12-0${round + 1}T09:00:00Z`, to: `2099-12-0${round + 1}T10:00:00Z` }],
      ...{ slotsHash, replace: true, acceptOtherDays: true },
    }
    const start = performance.now()
    made = await ask(
      'POST',
      getPath('POST /api/admin/events/:eventId/schedule/generate', { eventId }),
      request,
    )
    times.push(performance.now() - start)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return {
    slots: made.count,
    missing: made.missingCount,
    median: sorted[3] as number,
    slowest: sorted[5] as number,
  }
}
