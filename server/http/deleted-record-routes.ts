import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { createDeletedListQuerySchema, deletedListResponse, idQuery } from '#contract/crud.schema.ts'
import type { DeletedRecord } from '#contract/crud.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import type { RequiredPermission } from '#contract/rules/permissions.ts'
import type { Actor } from '#server/features/audit/service.ts'
import type { DeletedListQuery } from '#server/features/crud/deleted-records.ts'
import { getAuditActor } from './audit-actor.ts'
import { requireConfirmation } from './guards.ts'
import { listReply, messageReply } from './reply.ts'
import type { ConditionalCheck } from './route-config.ts'

/** What the routes of the deleted records of an entity call. */
export type DeletedRecordService = {
  listDeleted: (query: DeletedListQuery) => Promise<{ records: DeletedRecord[]; total: number }>
  /** Deletes a deleted record permanently. */
  purgeOne: (id: string, actor: Actor) => Promise<void>
}

type Options = {
  path: string
  sizes: readonly number[]
  permission: RequiredPermission
  purgePermission: RequiredPermission
  /** What the service checks beyond `purgePermission`. */
  purgeChecks?: readonly ConditionalCheck[]
  service: DeletedRecordService
}

/** Adds the routes that list the deleted records of an entity and delete one of them permanently. The second needs a confirmed session. */
export const addDeletedRecordRoutes = (
  server: FastifyInstance,
  { path, sizes, permission, purgePermission, purgeChecks = [], service }: Options,
): void => {
  const app = server.withTypeProvider<ZodTypeProvider>()
  app.get(
    `${path}/deleted`,
    {
      config: { permission },
      schema: {
        summary: 'The deleted records that can be restored, with who deleted them',
        querystring: createDeletedListQuerySchema(sizes),
        response: { 200: deletedListResponse },
      },
    },
    async ({ query }) => {
      const { page, per_page: perPage, s: search } = query
      const { records, total } = await service.listDeleted({ page, perPage, search })
      return listReply('deleted', records, total, query)
    },
  )
  app.delete(
    `${path}/deleted`,
    {
      config: { permission: purgePermission, conditionalChecks: [{ when: 'always', confirmation: true }, ...purgeChecks] },
      schema: { summary: 'Delete a deleted record permanently', querystring: idQuery, response: { 200: messageOnlyResponse } },
    },
    async (request) => {
      requireConfirmation(request)
      await service.purgeOne(request.query.id, getAuditActor(request))
      return messageReply(request, 'purged')
    },
  )
}
