import { competitions } from './en/competitions.ts'
import { schedule } from './en/schedule.ts'
import { seasonPages } from './en/season-pages.ts'
import { teamFields } from './en/team-fields.ts'

/** English of the public pages of competitions and teams, loaded with them. */
export const enSeasonPages = { competitions, schedule, seasonPages, teamFields } as const
