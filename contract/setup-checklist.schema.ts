import { successResponse } from './response.schema.ts'
import { setupTasks } from './setup-checklist.ts'
import { z } from './z.ts'

export const setupChecklistResponse = successResponse({
  items: z.array(z.object({ task: z.enum(setupTasks), done: z.boolean() })).describe('the tasks that the user may do'),
})
