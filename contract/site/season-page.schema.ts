import { competitionWithPlaces } from '../event/competition.schema.ts'
import { eventParams } from '../event/event.schema.ts'
import { matchEvents, teamSchedule } from '../event/schedule/schedule.schema.ts'
import { scoreRow } from '../event/scores/score.schema.ts'
import { rankingRules } from '../event/scoring/rank-explanation.schema.ts'
import { defineCalls } from '../platform/define-calls.ts'
import { langQuery, localizedText, rawTextField } from '../platform/fields.schema.ts'
import { createSuccessResponseSchema } from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { listedTeamsPerPage } from './season-page-paths.ts'

export const competitionPageParams = z.object({ slug: rawTextField(100) })
export const teamPageParams = competitionPageParams.extend({ teamNo: z.string().regex(/^[1-9]\d{0,8}$/) })

/**
 * An event in which teams of a competition have a published schedule or a result. Dates are those of the
 * event; instants are ISO 8601.
 */
const competitionEvent = z.object({
  slug: z.string(),
  title: localizedText,
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  runs: z
    .object({ from: z.string(), to: z.string() })
    .nullable()
    .describe(
      'when the first run of these teams begins and the last one ends, by the published schedule; null without one',
    ),
  rules: rankingRules
    .nullable()
    .describe(
      'the order of the ranking; null without a rule set, and in an event of several competitions where the rules are those of another one',
    ),
})
export type CompetitionEvent = z.infer<typeof competitionEvent>

/** What visitors see of a registered team. */
const listedTeam = z.object({ teamNo: z.number(), name: z.string(), schoolName: z.string() })
export type ListedTeam = z.infer<typeof listedTeam>

const competitionPage = z
  .object({
    competition: competitionWithPlaces,
    events: z.array(competitionEvent),
    teams: z
      .array(listedTeam)
      .nullable()
      .describe('the registered teams by number; null when the organizers do not publish them'),
    teamCount: z.number().optional().describe('of all pages; with `page` only, and where there are teams'),
  })
  .meta({ id: 'CompetitionPage' })

const competitionPageQuery = langQuery.extend({
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe(`a page of ${listedTeamsPerPage} teams; without it the first 1,000`),
})

/** What the public page of a competition shows. */
export type CompetitionPage = z.infer<typeof competitionPage>
const competitionPageResponse = createSuccessResponseSchema({ page: competitionPage })

const pageEvent = z.object({ slug: z.string(), title: localizedText })
const teamPageResult = z.object({
  event: pageEvent.extend({ startDate: z.string().nullable(), endDate: z.string().nullable() }),
  rank: z.number(),
  entryCount: z.number(),
  totalScore: z.number(),
  totalTimeMs: z.number(),
  isProvisional: scoreRow.shape.isProvisional,
})
export type TeamPageResult = z.infer<typeof teamPageResult>

const teamPage = z
  .object({
    team: listedTeam.extend({ competition: z.object({ slug: z.string(), name: localizedText }) }),
    season: z.object({ year: z.number(), name: localizedText }),
    members: z
      .array(z.string())
      .describe(
        'of minors the first name and the initial of the last one; empty before the team has a result',
      ),
    results: z.array(teamPageResult).describe('as visitors see the rankings, the newest first'),
    awards: z.array(z.object({ id: z.string(), name: localizedText, event: pageEvent })),
    schedules: z.array(teamSchedule),
    matchEvents,
    earlierSeasons: z.array(z.object({ year: z.number(), name: localizedText })),
  })
  .meta({ id: 'TeamPage' })

/** What the public page of a team shows. */
export type TeamPage = z.infer<typeof teamPage>
const teamPageResponse = createSuccessResponseSchema({ page: teamPage })

const teamPageOfEntry = z.object({
  entryId: z.string(),
  competition: z.string().describe('its slug'),
  teamNo: z.number(),
})

/** An entry of a ranking whose team has a page. */
export type TeamPageOfEntry = z.infer<typeof teamPageOfEntry>
const teamPagesOfEventResponse = createSuccessResponseSchema({
  pages: z.array(teamPageOfEntry).describe('the entries of the ranking whose teams have a page'),
})

/** The calls about season page. */
export const seasonPageCalls = {
  ...defineCalls(
    { tag: 'competitions', audience: 'visitor' },
    {
      'GET /api/competitions/:slug': {
        summary:
          'The page of a competition: its events, their rules, and its registered teams where the organizers publish them',
        params: competitionPageParams,
        query: competitionPageQuery,
        response: competitionPageResponse,
      },
      'GET /api/competitions/:slug/teams/:teamNo': {
        summary: 'The page of a team of the season: results, awards and published schedule',
        description:
          'A team has a page while it has its place, owes nothing, and the organizers publish the teams of the competition or the team is seen in an event.',
        params: teamPageParams,
        query: langQuery,
        response: teamPageResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'events', audience: 'visitor' },
    {
      'GET /api/v1/events/:idOrSlug/team-pages': {
        summary: 'The entries of a ranking whose teams have a page',
        params: eventParams,
        query: langQuery,
        response: teamPagesOfEventResponse,
      },
    },
  ),
}
