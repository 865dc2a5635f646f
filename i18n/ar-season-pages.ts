import { competitions } from './ar/competitions.ts'
import { schedule } from './ar/schedule.ts'
import { seasonPages } from './ar/season-pages.ts'
import { teamFields } from './ar/team-fields.ts'

/** Arabic of the public pages of competitions and teams, loaded with them. */
export const arSeasonPages = { competitions, schedule, seasonPages, teamFields } as const
