import type { RequiredPermission } from '../accounts/permissions.ts'
import { defineCalls } from '../platform/define-calls.ts'
import { localizedText } from '../platform/fields.schema.ts'
import { createSuccessResponseSchema } from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'

/** The metrics of the back office's first page. Days are `YYYY-MM-DD`. */
export type Dashboard = z.infer<typeof dashboard>
/** How often a value occurs. */
export type DashboardCount = Dashboard['users']['byRole'][number]

const count = z.object({ key: z.string(), count: z.int() })

/** The metrics of the back office's first page. */
const dashboard = z.object({
  users: z.object({ total: z.int(), active: z.int(), byRole: z.array(count) }),
  events: z.object({ live: z.int(), coming: z.int(), past: z.int(), entries: z.int() }),
  downloads: z.object({
    total: z.int(),
    byDay: z
      .array(z.object({ day: z.string(), win: z.int(), mac: z.int() }))
      .describe('the last 30 days, oldest first, none left out'),
    byCountry: z.array(count),
    byUserType: z.array(count),
  }),
  teams: z.object({
    total: z.int(),
    paid: z.int(),
    pending: z.int(),
    waiting: z.int().describe('on a waiting list; not in `total`'),
    lapsed: z.int().describe('lost their place; not in `total`'),
    byCompetition: z.array(z.object({ name: localizedText, count: z.int() })),
    byStage: z.array(count),
  }),
  openMessages: z.int(),
  newestScores: z.array(
    z.object({
      eventId: z.string(),
      event: localizedText,
      who: z.string(),
      score: z.number().describe('points'),
      at: z.iso.datetime(),
    }),
  ),
})

const dashboardResponse = createSuccessResponseSchema({ dashboard })

/** What is left to do on a new installation, in the order in which the dashboard lists it. */
export const setupTasks = [
  'brand',
  'contact',
  'region',
  'counters',
  'legal',
  'event',
  'competitions',
  'mail',
  'payment',
  'secondFactor',
  'demo',
] as const
export type SetupTask = (typeof setupTasks)[number]

/** What a user needs to do a task. Others do not see it. */
export const setupTaskPermissions: Record<SetupTask, RequiredPermission> = {
  brand: 'content',
  contact: 'content',
  region: 'content',
  counters: 'content',
  legal: 'content',
  event: 'content',
  competitions: 'registration',
  mail: 'administration',
  payment: 'administration',
  secondFactor: 'none',
  demo: 'administration',
}

const setupChecklist = z.object({
  items: z
    .array(z.object({ task: z.enum(setupTasks), done: z.boolean() }))
    .describe('the tasks that the user may do'),
  hasDemoContent: z.boolean(),
})
/** The tasks of a new installation, and whether each is done. */
export type SetupChecklist = z.infer<typeof setupChecklist>

const setupChecklistResponse = createSuccessResponseSchema(setupChecklist.shape)

/** The calls about dashboard. */
export const dashboardCalls = defineCalls(
  { tag: 'dashboard', audience: 'admin', permission: 'none' },
  {
    'GET /api/admin/dashboard': {
      summary: 'The metrics of the first page',
      regions: 'filtered',
      response: dashboardResponse,
    },
    'GET /api/admin/setup-checklist': {
      summary: 'What is left to set up, of what the user may do',
      regions: 'same',
      response: setupChecklistResponse,
    },
  },
)
