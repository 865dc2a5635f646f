import { defineCalls } from '../platform/define-calls.ts'
import {
  createPageAndSearchFields,
  idField,
  instantField,
  listResponseFields,
  localizedText,
  multilineTextField,
} from '../platform/fields.schema.ts'
import { pageSizes } from '../platform/page-sizes.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
} from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { protestDecisions, protestLimits, protestStates } from './protest.ts'
import { adminScoreEntry, attempt } from './scores/score.schema.ts'
import { scoreLogEntry } from './scores/score-log.schema.ts'

const instant = z.string().describe('ISO 8601')
const protestFields = {
  id: z.string(),
  attemptId: z.string().nullable().describe('null for a protest against the whole result'),
  state: z.enum(protestStates),
  reason: z.string().describe('empty after an erasure'),
  answer: z.string().describe('empty until an organizer answers, and after an erasure'),
  createdAt: instant,
  closedAt: instant.nullable().describe('when the protest was answered or withdrawn'),
  isOnPaper: z.boolean().describe('a head judge or an organizer entered it for the team'),
}
const protest = z.object(protestFields).meta({ id: 'Protest' })

/** A request to review a result, with its answer, as the team sees it. */
export type Protest = z.infer<typeof protest>

const entryWithProtests = z
  .object({
    entryId: z.string(),
    teamId: z.string().nullable(),
    name: z.string().describe('of the team, or of the player without a team'),
    event: z.object({ id: z.string(), slug: z.string(), title: localizedText }),
    protestsUntil: instant.nullable().describe('null when the event has no protests any more'),
    acceptsProtests: z.boolean().describe('true until the time has passed or the results are final'),
    attempts: z.array(attempt).describe('as visitors see them, the oldest first'),
    protests: z.array(protest).describe('the newest first'),
  })
  .meta({ id: 'EntryWithProtests' })

/** An entry of a user or of their teams, as visitors see it, with its protests. */
export type EntryWithProtests = z.infer<typeof entryWithProtests>

const accountProtestsResponse = createSuccessResponseSchema({ entries: z.array(entryWithProtests) })
const protestParams = z.object({ protestId: idField })
const createProtestRequest = z.object({
  entryId: idField,
  attemptId: idField.nullable().describe('null for the whole result'),
  reason: multilineTextField(protestLimits.reason).pipe(z.string().min(1)),
})
export type CreateProtestRequest = z.infer<typeof createProtestRequest>

/** A protest that a team made on paper; `teamId` has the result that it is about. */
const createPaperProtestRequest = createProtestRequest.omit({ entryId: true }).extend({ teamId: idField })
export type CreatePaperProtestRequest = z.infer<typeof createPaperProtestRequest>

const savedProtestResponse = createMessageAndDataResponseSchema({ protest })

const adminProtest = z
  .object({
    ...protestFields,
    entryId: z.string(),
    teamId: z.string().nullable(),
    playerName: z.string(),
    teamName: z.string(),
    teamNo: z.string(),
    attempt: attempt.nullable().describe('null for the whole result and for a removed attempt'),
    askedBy: z.string().describe('empty for a protest on paper, and when the account was deleted'),
    answeredBy: z.string(),
  })
  .meta({ id: 'AdminProtest' })

/** A protest as organizers see it. */
export type AdminProtest = z.infer<typeof adminProtest>

const eventProtestsParams = z.object({ eventId: idField })
const eventProtestParams = eventProtestsParams.extend({ protestId: idField })
const adminProtestsQuery = z.object({
  ...createPageAndSearchFields(pageSizes.short),
  state: z.enum(protestStates).optional(),
})
const adminProtestsResponse = createSuccessResponseSchema({
  protests: z.array(adminProtest),
  ...listResponseFields,
})
const adminProtestResponse = createSuccessResponseSchema({
  protest: adminProtest,
  entry: adminScoreEntry.nullable().describe('null when the entry was removed'),
  history: z
    .array(scoreLogEntry)
    .describe('the rows of the score log about the attempt, or about the whole result, the newest first'),
  isAnswerEmailed: z.boolean().describe('an answer is emailed to the user who sent the protest'),
})

/** A protest with the result that it is about, the changes of that result, and whether its answer is emailed. */
export type AdminProtestDetails = Omit<z.infer<typeof adminProtestResponse>, 'success'>

const answerProtestRequest = z.object({
  decision: z.enum(protestDecisions),
  answer: multilineTextField(protestLimits.answer).pipe(z.string().min(1)),
})
export type AnswerProtestRequest = z.infer<typeof answerProtestRequest>

const answeredProtestResponse = createMessageAndDataResponseSchema({ protest: adminProtest })

const protestSettings = z.object({
  event: z.object({ id: z.string(), slug: z.string(), title: localizedText }),
  protestsUntil: instant.nullable().describe('null when the event has no protests'),
  isFinal: z.boolean().describe('the results are final, so that no protests are accepted'),
  openCount: z.number(),
  isFrozen: z.boolean().describe('visitors see a frozen ranking'),
})

/** Until when an event accepts protests, and how many are open. */
export type ProtestSettings = z.infer<typeof protestSettings>

const protestSettingsResponse = createSuccessResponseSchema({ settings: protestSettings })
const saveProtestSettingsRequest = z.object({ protestsUntil: instantField.nullable() })
const savedProtestSettingsResponse = createMessageAndDataResponseSchema({ settings: protestSettings })

/** The calls about protest. */
export const protestCalls = {
  ...defineCalls(
    { tag: 'judging', audience: 'judge' },
    {
      'PUT /api/v1/judge/protests/:protestId': {
        summary: 'Enter a protest that a team made on paper, as a head judge; a repeat is harmless',
        params: protestParams,
        body: createPaperProtestRequest,
        response: savedProtestResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'protests', audience: 'user' },
    {
      'GET /api/account/protests': {
        summary: 'The results of the account and of its teams in events with protests, with the protests',
        response: accountProtestsResponse,
      },
      'PUT /api/account/protests/:protestId': {
        summary: 'Protest against a result; a repeat is harmless',
        rateLimit: { max: 60, timeWindow: '15 minutes' },
        params: protestParams,
        body: createProtestRequest,
        response: savedProtestResponse,
      },
      'DELETE /api/account/protests/:protestId': {
        summary: 'Withdraw an open protest',
        rateLimit: { max: 60, timeWindow: '15 minutes' },
        params: protestParams,
        response: savedProtestResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'protests', audience: 'admin', permission: 'results' },
    {
      'GET /api/admin/events/:eventId/protests': {
        summary: 'The protests of an event, the open ones first',
        regions: 'event',
        params: eventProtestsParams,
        query: adminProtestsQuery,
        response: adminProtestsResponse,
      },
      'GET /api/admin/events/:eventId/protests/:protestId': {
        summary:
          'A protest with the result that it is about and the changes of that result; its email is masked without the permission `privacy`',
        regions: 'event',
        params: eventProtestParams,
        response: adminProtestResponse,
      },
      'PUT /api/admin/events/:eventId/protests/:protestId': {
        summary: 'Enter a protest that a team made on paper; a repeat is harmless',
        regions: 'event',
        params: eventProtestParams,
        body: createPaperProtestRequest,
        response: savedProtestResponse,
      },
      'POST /api/admin/events/:eventId/protests/:protestId/answer': {
        summary: 'Accept or reject an open protest; the answer is emailed, the score stays as it is',
        regions: 'event',
        params: eventProtestParams,
        body: answerProtestRequest,
        response: answeredProtestResponse,
      },
      'GET /api/admin/events/:eventId/protest-settings': {
        summary: 'Until when an event accepts protests, and how many are open',
        regions: 'event',
        params: eventProtestsParams,
        response: protestSettingsResponse,
      },
      'PUT /api/admin/events/:eventId/protest-settings': {
        summary: 'Set until when an event accepts protests',
        regions: 'event',
        params: eventProtestsParams,
        body: saveProtestSettingsRequest,
        response: savedProtestSettingsResponse,
      },
    },
  ),
}
