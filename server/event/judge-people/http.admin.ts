import type { Deps } from '#server/deps.ts'
import { implementCrudCalls } from '#server/platform/http/crud-routes.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { createJudgePersonService } from './service.ts'

/** Registers the calls of the back office about the people who judge. */
export const createJudgePeopleAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    implementCrudCalls(implement, '/api/admin/judges', { service: createJudgePersonService(deps) })
  })
