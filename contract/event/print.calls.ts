import { defineCalls } from '../platform/define-calls.ts'
import { localizedText, searchField } from '../platform/fields.schema.ts'
import { createSuccessResponseSchema } from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import {
  badgeSelection,
  foundPrintTeams,
  printedScoreSheet,
  printedTeam,
  printOptions,
  printPageCount,
  printPartField,
  schedulePage,
  scheduleSelection,
  scoreSheetSelection,
  slotPrintOptions,
} from './print.schema.ts'
import { scoreSheetKinds } from './print.ts'
import { scheduleParams, scheduleResponse } from './schedule/schedule.schema.ts'
import { ruleSet } from './scoring/rule-set.schema.ts'

const event = z.object({ id: z.string(), slug: z.string(), title: localizedText })
const namedTeam = printedTeam.pick({ id: true, teamNo: true, name: true, schoolName: true })
const namedTeams = z.array(namedTeam).describe('the teams of the part')
const part = printPartField

const scoreSheetsResponse = createSuccessResponseSchema({
  event,
  ruleSet: ruleSet.nullable().describe('null: the event has no score sheets'),
  kind: z.enum(scoreSheetKinds).describe('of the sheets in the reply'),
  hasSlots: z.boolean(),
  teams: namedTeams,
  pages: z.array(z.array(printedScoreSheet)).describe('the sheets by page of paper'),
  pageCount: printPageCount,
  options: slotPrintOptions,
})
/** A part of the score sheets of an event. */
export type ScoreSheetPages = Omit<z.infer<typeof scoreSheetsResponse>, 'success'>

const schedulePagesResponse = createSuccessResponseSchema({
  event,
  teams: namedTeams,
  ...scheduleResponse.pick({ pairings: true, groupCount: true }).shape,
  pages: z.array(schedulePage),
  pageCount: printPageCount,
  options: slotPrintOptions,
})
/** A part of the printed schedule of an event. */
export type SchedulePages = Omit<z.infer<typeof schedulePagesResponse>, 'success'>

const teamBadgesResponse = createSuccessResponseSchema({
  event,
  teams: z
    .array(namedTeam.extend({ competitionId: z.string(), badgeCode: z.string() }))
    .describe('the teams of the part, in the order of their badges'),
  count: z.number().describe('the badges of the whole selection'),
  pageCount: printPageCount,
  options: printOptions,
})
/** A part of the badges of the teams of an event. */
export type TeamBadgePages = Omit<z.infer<typeof teamBadgesResponse>, 'success'>

/** The calls about printed documents. */
export const printCalls = defineCalls(
  { tag: 'judging', audience: 'admin', permission: ['registration', 'results'] },
  {
    'GET /api/admin/events/:eventId/print/score-sheets': {
      summary: 'Score sheets of an event to print, blank or of the runs of its schedule, by page',
      permission: 'results',
      regions: 'event',
      params: scheduleParams,
      query: scoreSheetSelection.omit({ document: true }).extend({ part }),
      response: scoreSheetsResponse,
    },
    'GET /api/admin/events/:eventId/print/badges': {
      summary: 'The badges of teams of an event to print, in the order of their pages',
      regions: 'event',
      params: scheduleParams,
      query: badgeSelection.omit({ document: true, roles: true, volunteers: true }).extend({ part }),
      response: teamBadgesResponse,
    },
    'GET /api/admin/events/:eventId/print/schedule': {
      summary: 'The schedule of an event to print, by table or by team, by page',
      regions: 'event',
      params: scheduleParams,
      query: scheduleSelection.omit({ document: true }).extend({ part }),
      response: schedulePagesResponse,
    },
    'GET /api/admin/events/:eventId/print/teams': {
      summary: 'Search the teams of an event to which its printed documents can be limited',
      description: 'By number, name or school: the teams that take part, and those with a result.',
      regions: 'event',
      params: scheduleParams,
      query: z.object({ s: searchField().optional() }),
      response: createSuccessResponseSchema({ teams: foundPrintTeams }),
    },
  },
)
