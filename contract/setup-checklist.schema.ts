import { successResponse } from './response.schema.ts'
import type { RequiredPermission } from './rules/permissions.ts'
import { z } from './z.ts'

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

/** A task and whether it is done. */
export type SetupChecklistItem = { task: SetupTask; done: boolean }

export const setupChecklistResponse = successResponse({
  items: z.array(z.object({ task: z.enum(setupTasks), done: z.boolean() })).describe('the tasks that the user may do'),
})
