import type { Deps } from '#server/deps.ts'
import { getAuthenticatedUser } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import {
  buildListReply,
  buildMessageReply,
  buildSuccessReply,
  translateErrorCode,
} from '#server/platform/http/reply.ts'
import { cancelOwnTask, readOwnRunningTaskCount, readOwnTaskPage } from './service.ts'

/** Registers the back office's calls about the tasks of the signed-in user. */
export const createBackgroundTasksAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const { db } = deps.database
    implement('GET /api/admin/tasks', async (request) => {
      const { page, per_page: perPage } = request.query
      const { userId } = getAuthenticatedUser(request)
      const { tasks, total } = await readOwnTaskPage(db, userId, { page, perPage })
      const rows = tasks.map(({ errorCode, ...task }) => ({
        ...task,
        reason: translateErrorCode(request, errorCode),
      }))
      return buildListReply('tasks', rows, total, request.query)
    })
    implement('GET /api/admin/tasks/running', async (request) =>
      buildSuccessReply({ count: await readOwnRunningTaskCount(db, getAuthenticatedUser(request).userId) }),
    )
    implement('POST /api/admin/tasks/:taskId/cancel', async (request) => {
      await cancelOwnTask(db, request.params.taskId, getAuthenticatedUser(request).userId)
      return buildMessageReply(request, 'taskCancelled')
    })
  })
