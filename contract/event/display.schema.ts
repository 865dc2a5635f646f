import { defineCalls } from '../platform/define-calls.ts'
import {
  idField,
  langQuery,
  localizedText,
  multilineTextField,
  nameField,
} from '../platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
  messageOnlyResponse,
} from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { defaultTimerSeconds, displayLimits, displayScenes } from './display.ts'
import { eventParams } from './event.schema.ts'
import { hasSeveralDays, nextSlot } from './schedule/schedule.schema.ts'

const scene = z.enum(displayScenes)
const messageField = multilineTextField(displayLimits.message)

const displayScreen = z
  .object({
    number: z.number().describe('the last part of its address: `/events/{slug}/display/{number}`'),
    name: z.string(),
    scene,
    message: localizedText,
  })
  .meta({ id: 'DisplayScreen' })

/** A screen as organizers see it. */
export type DisplayScreen = z.infer<typeof displayScreen>

const matchTimer = z.object({
  durationMs: z.number(),
  remainingMs: z.number().describe('the time left while it does not run'),
  endsAt: z.string().nullable().describe('null while it does not run'),
})

/** The match timer of an event: it runs while `endsAt` is set, and is otherwise as long as `remainingMs`. */
export type MatchTimer = z.infer<typeof matchTimer>

/** The screens as visitors see them: without their names, and with a message only while it is shown. */
const displayState = z.object({
  screens: z.array(displayScreen.omit({ name: true })),
  timer: matchTimer,
})

/** What the screens of an event show. */
export type DisplayState = z.infer<typeof displayState>

const serverTime = z.string().describe('the clock of the server, for the clock and the match timer')
const displayStateResponse = createSuccessResponseSchema({ ...displayState.shape, serverTime })

const tableSchedule = z.object({
  table: z.string(),
  slots: z
    .array(nextSlot.omit({ table: true }).extend({ schoolName: z.string() }))
    .describe('what is on and next: no run that has taken place, and nothing after final results'),
})

/** The runs of a table that are in progress or next in the schedule. */
export type TableSchedule = z.infer<typeof tableSchedule>

const tableSchedulesResponse = createSuccessResponseSchema({
  isPublished: z.boolean().describe('without it the list is empty'),
  hasSeveralDays,
  tables: z.array(tableSchedule),
})

const displayParams = z.object({ eventId: idField })
const screenParams = displayParams.extend({
  screenNumber: z.coerce.number().int().min(1).max(displayLimits.screens),
})
const adminDisplayResponse = createSuccessResponseSchema({
  screens: z.array(displayScreen),
  timer: matchTimer,
  serverTime,
})
const savedScreenResponse = createMessageAndDataResponseSchema({ screen: displayScreen })
const saveScreenRequest = z.object({
  name: nameField(displayLimits.name).pipe(z.string().min(1)),
  scene: scene.default('ranking'),
  message: z.object({ en: messageField, ar: messageField }).default({ en: '', ar: '' }),
})
export type SaveScreenRequest = z.infer<typeof saveScreenRequest>

const updateTimerRequest = z.object({
  action: z.enum(['start', 'pause', 'reset']),
  seconds: z
    .number()
    .int()
    .min(1)
    .max(displayLimits.timerSeconds)
    .optional()
    .describe(`the new length with \`reset\`; ${defaultTimerSeconds} at first`),
})
export type UpdateTimerRequest = z.infer<typeof updateTimerRequest>

const savedTimerResponse = createMessageAndDataResponseSchema({ timer: matchTimer, serverTime })

/** The calls about display. */
export const displayCalls = {
  ...defineCalls(
    { tag: 'events', audience: 'visitor' },
    {
      'GET /api/v1/events/:idOrSlug/screens': {
        summary: 'What the screens of the display of an event show, by id or slug',
        params: eventParams,
        query: langQuery,
        response: displayStateResponse,
      },
      'GET /api/v1/events/:idOrSlug/schedule/tables': {
        summary:
          'What is on and next at each table by the published schedule of an event and its results, by id or slug',
        params: eventParams,
        query: langQuery,
        response: tableSchedulesResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'results', audience: 'admin', permission: 'results' },
    {
      'GET /api/admin/events/:eventId/screens': {
        summary: 'The screens and the match timer of an event',
        regions: 'event',
        params: displayParams,
        response: adminDisplayResponse,
      },
      'POST /api/admin/events/:eventId/screens': {
        summary: 'Add a screen',
        regions: 'event',
        params: displayParams,
        body: saveScreenRequest,
        response: savedScreenResponse,
      },
      'PUT /api/admin/events/:eventId/screens/:screenNumber': {
        summary: 'Switch a screen to another scene',
        regions: 'event',
        params: screenParams,
        body: saveScreenRequest,
        response: savedScreenResponse,
      },
      'DELETE /api/admin/events/:eventId/screens/:screenNumber': {
        summary: 'Remove a screen',
        regions: 'event',
        params: screenParams,
        response: messageOnlyResponse,
      },
      'PUT /api/admin/events/:eventId/match-timer': {
        summary: 'Start, pause or reset the match timer of an event',
        regions: 'event',
        params: displayParams,
        body: updateTimerRequest,
        response: savedTimerResponse,
      },
    },
  ),
}
