import { backgroundTaskKinds, backgroundTaskStates } from './background-task.ts'
import { defineCalls } from './define-calls.ts'
import { createPageAndSearchFields, localizedText } from './fields.schema.ts'
import { pageSizes } from './page-sizes.ts'
import {
  createListResponseSchema,
  createSuccessResponseSchema,
  messageOnlyResponse,
} from './response.schema.ts'
import { z } from './z.ts'

/** Work of the signed-in user that runs or has ended. Instants are ISO 8601. */
const backgroundTask = z
  .object({
    id: z.string(),
    kind: z.enum(backgroundTaskKinds),
    label: z.string().describe('what it works on: the kind of an import, the document of a print file'),
    event: z.object({ id: z.string(), title: localizedText }).nullable(),
    state: z.enum(backgroundTaskStates),
    done: z.number().describe('how many of its steps are done'),
    total: z.number().describe('0 until it is known'),
    reason: z.string().describe('why it failed, in the language of the request; empty for other states'),
    isCancelRequested: z.boolean(),
    createdAt: z.string(),
    finishedAt: z.string().nullable(),
  })
  .meta({ id: 'BackgroundTask' })
export type BackgroundTask = z.infer<typeof backgroundTask>

const { page, per_page } = createPageAndSearchFields(pageSizes.short)

/** The calls about background tasks. */
export const backgroundTaskCalls = defineCalls(
  { tag: 'tasks', audience: 'admin', permission: 'none', regions: 'same' },
  {
    'GET /api/admin/tasks': {
      summary: 'The work that the user has started in the last 30 days, the newest first',
      query: z.object({ page, per_page }),
      response: createListResponseSchema('tasks', backgroundTask),
    },
    'GET /api/admin/tasks/running': {
      summary: 'How many tasks of the user run',
      response: createSuccessResponseSchema({ count: z.number() }),
    },
    'POST /api/admin/tasks/:taskId/cancel': {
      summary: 'Cancel an own task, which ends at its next step and leaves nothing of what it wrote',
      params: z.object({ taskId: z.uuid() }),
      response: messageOnlyResponse,
    },
  },
)
