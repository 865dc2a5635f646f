import { defineCalls } from '../../platform/define-calls.ts'
import { fieldLabels } from '../../platform/field-labels.ts'
import {
  codeField,
  createPageAndSearchFields,
  idField,
  localizedText,
  multilineTextField,
  nameField,
  personNameField,
} from '../../platform/fields.schema.ts'
import { pageSizes } from '../../platform/page-sizes.ts'
import {
  createListResponseSchema,
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
  messageOnlyResponse,
} from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'
import { judgeLimits, judgeStates, panelLimits } from './judge.ts'
import { maxTypedCodeLength } from './judge-code.ts'

/** A calendar date, `2026-12-05`. */
const dayField = z.iso.date()
export const tableNameField = nameField(judgeLimits.tableName).pipe(z.string().min(1))

const judgeAssignment = {
  tables: z
    .array(tableNameField)
    .max(judgeLimits.tables)
    .default([])
    .describe('the tables that the judge judges at; none for all tables'),
  days: z
    .array(dayField)
    .max(judgeLimits.days)
    .default([])
    .describe('the days on which the judge judges; none for all days'),
}
const isHeadField = z
  .boolean()
  .default(false)
  .describe(
    'a head judge decides conflicts of sheets, allows additional attempts and enters protests on paper',
  )
const judgeNameField = personNameField(judgeLimits.name).pipe(z.string().min(1))

const judge = z
  .object({
    id: z.string(),
    name: z.string(),
    isHead: z.boolean(),
    tables: z.array(z.string()),
    days: z.array(z.string()),
    hint: z.string().describe('the last four characters of the code'),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
    deviceCount: z.number().describe('the devices that are signed in'),
    person: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .describe('the person of the organizer whom the judge is linked to'),
    leave: z
      .object({ at: z.string(), substituteId: z.string().nullable(), substituteName: z.string() })
      .exactOptional()
      .describe('only of a judge who has left the event: when, and who took over'),
  })
  .meta({ id: 'Judge' })

/**
 * A judge of an event as organizers see it. Without tables a judge judges at all of them, without days on all
 * days.
 */
export type Judge = z.infer<typeof judge>

const createdJudge = z.object({ judge, code: z.string() })

/** A new judge, or a judge with a new code. The code is shown only once. */
export type CreatedJudge = z.infer<typeof createdJudge>

const judgesParams = z.object({ eventId: idField })
const judgeParams = judgesParams.extend({ judgeId: idField })
const judgesQuery = z.object({
  ...createPageAndSearchFields(pageSizes.judges),
  state: z.enum(judgeStates).optional(),
})
const judgesResponse = createListResponseSchema('judges', judge)
const judgeNamesResponse = createSuccessResponseSchema({
  judges: z.array(
    z.object({ id: z.string(), name: z.string(), isHead: z.boolean(), isRevoked: z.boolean() }),
  ),
})

const createJudgesRequest = z.object({
  names: z
    .array(judgeNameField)
    .max(judgeLimits.judgesPerCall)
    .default([])
    .describe('names of judges who are no people of the organizer'),
  personIds: z
    .array(idField)
    .max(judgeLimits.judgesPerCall)
    .default([])
    .describe('people of the organizer, who get judges of their names'),
  isHead: isHeadField,
  ...judgeAssignment,
})
export type CreateJudgesRequest = z.infer<typeof createJudgesRequest>

/** `code` of each judge; no later call returns it. */
const createdJudgesResponse = createMessageAndDataResponseSchema({ judges: z.array(createdJudge) })
createJudgesRequest.register(fieldLabels, { catalogue: 'judges', names: { personIds: 'people' } })
const saveJudgeRequest = z.object({
  name: judgeNameField,
  personId: idField
    .nullable()
    .optional()
    .describe('the person of the organizer whom the judge is; null for none, undefined leaves it'),
  isHead: isHeadField,
  ...judgeAssignment,
})
saveJudgeRequest.register(fieldLabels, { catalogue: 'judges', names: { personId: 'person' } })
export type SaveJudgeRequest = z.infer<typeof saveJudgeRequest>

const leaveJudgeRequest = z.object({
  substituteId: idField
    .nullable()
    .default(null)
    .describe('a judge of the event who takes over the missing sheets, tables and days'),
  substituteName: personNameField(judgeLimits.name)
    .default('')
    .describe('or the name of a new judge, who gets a code'),
  reason: multilineTextField(panelLimits.reason).describe('the audit log has it, too'),
})
export type LeaveJudgeRequest = z.infer<typeof leaveJudgeRequest>

const leftJudgeResponse = createMessageAndDataResponseSchema({
  judge,
  substitute: z.object({ judge, code: z.string().nullable().describe('only of a new judge') }).nullable(),
  excusedTeamCount: z
    .number()
    .describe('the teams whose panels do without the judge, because nobody else can fill in the sheet'),
})

/** What became of the sheets of a judge who has left. */
export type LeftJudge = Omit<z.infer<typeof leftJudgeResponse>, 'success' | 'msg'>

const savedJudgeResponse = createMessageAndDataResponseSchema({ judge })
const newJudgeCodeResponse = createMessageAndDataResponseSchema({ judge, code: z.string() })

const judgeEvent = z.object({ id: z.string(), slug: z.string(), title: localizedText })

/** The event that a judge judges. */
export type JudgeEvent = z.infer<typeof judgeEvent>

export const judgeSession = z.object({
  judge: z.object({
    id: z.string(),
    name: z.string(),
    isHead: z.boolean(),
    tables: z.array(z.string()),
    days: z.array(z.string()),
  }),
  event: judgeEvent,
  lastValidDay: z
    .string()
    .nullable()
    .describe('the last day on which the token is valid; null for a judge of all days'),
})

/** What a judge's session is bound to. */
export type JudgeSession = z.infer<typeof judgeSession>

const judgeSignInRequest = z.object({ code: codeField(maxTypedCodeLength) })
const judgeSignInResponse = createSuccessResponseSchema({ token: z.string(), session: judgeSession })
const judgeSessionResponse = createSuccessResponseSchema({ session: judgeSession })

/** The calls about judge. */
export const judgeCalls = {
  ...defineCalls(
    { tag: 'judging', audience: 'admin', permission: 'results' },
    {
      'GET /api/admin/events/:eventId/judges': {
        summary: 'The judges of an event, in pages',
        regions: 'event',
        params: judgesParams,
        query: judgesQuery,
        response: judgesResponse,
      },
      'GET /api/admin/events/:eventId/judges/names': {
        summary: 'The names of all judges of an event, for forms that choose one',
        regions: 'event',
        params: judgesParams,
        response: judgeNamesResponse,
      },
      'POST /api/admin/events/:eventId/judges': {
        summary: 'Create judges; no later call returns their codes',
        regions: 'event',
        params: judgesParams,
        body: createJudgesRequest,
        returnsSecret: true,
        response: createdJudgesResponse,
      },
      'PUT /api/admin/events/:eventId/judges/:judgeId': {
        summary: 'Change a judge',
        regions: 'event',
        params: judgeParams,
        body: saveJudgeRequest,
        response: savedJudgeResponse,
      },
      'POST /api/admin/events/:eventId/judges/:judgeId/code': {
        summary: 'Give a judge a new code; the old one and all devices are signed out',
        regions: 'event',
        params: judgeParams,
        returnsSecret: true,
        response: newJudgeCodeResponse,
      },
      'DELETE /api/admin/events/:eventId/judges/:judgeId': {
        summary: 'Revoke the code of a judge',
        regions: 'event',
        params: judgeParams,
        response: savedJudgeResponse,
      },
      'POST /api/admin/events/:eventId/judges/:judgeId/leave': {
        summary: 'Let a judge leave the event from now on, with a substitute or without one',
        description:
          'The code is revoked. The substitute takes over tables and days; a panel whose missing sheets nobody else can fill in does without the judge. A new code takes it back.',
        regions: 'event',
        params: judgeParams,
        body: leaveJudgeRequest,
        returnsSecret: true,
        response: leftJudgeResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'judging', audience: 'visitor' },
    {
      'POST /api/v1/judge/session': {
        changesData: false,
        summary: 'Sign a judge in with a code',
        description:
          'The token goes into `Authorization` of the other calls below this path. No other call accepts it.',
        errorLimit: { max: 1000, timeWindow: '15 minutes' },
        body: judgeSignInRequest,
        response: judgeSignInResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'judging', audience: 'judge' },
    {
      'GET /api/v1/judge/session': {
        summary: 'The signed-in judge and the event',
        response: judgeSessionResponse,
      },
      'DELETE /api/v1/judge/session': {
        changesData: false,
        summary: 'Sign a judge out',
        response: messageOnlyResponse,
      },
    },
  ),
}
