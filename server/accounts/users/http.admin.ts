import type { Upload } from '#contract/platform/crud.schema.ts'
import type { ListSort } from '#contract/platform/list-sort.ts'
import type { z } from '#contract/platform/z.ts'
import type { saveUserRequest } from '#contract/published/user.schema.ts'
import {
  fromPublishedUserFilter,
  fromPublishedUserForm,
  toPublishedUser,
  toPublishedUserField,
} from '#contract/published/user.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import { implementCrudCalls } from '#server/platform/http/crud-routes.ts'
import { awaitWithPublishedErrorFields } from '#server/platform/http/errors.ts'
import {
  assertRequestPermission,
  assertRequestSessionRecentlyConfirmed,
  getAuditActor,
  getRegionLimit,
} from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, sendCsv } from '#server/platform/http/reply.ts'
import { getSessionSettings } from '#server/platform/settings/service.ts'
import { emailOwnersOfAffectedTeams } from '../privacy/run-erasure.ts'
import { assertPasswordsMatch } from '../session/service.ts'
import { createUserService } from './service.ts'

/** Returns the uploaded image, null to remove the stored one, or undefined to leave it. */
const toImageChange = (file: Upload | undefined, remove: boolean | undefined) =>
  file ?? (remove ? null : undefined)

const published = { record: toPublishedUser, field: toPublishedUserField }
/**
 * Administrators manage users (specification, section 7 'Admin: users'). The pages of the back office save
 * with a call of their own, which asks for a confirmed session.
 */
export const createUsersAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const users = createUserService(deps)
    const save = async (form: z.output<typeof saveUserRequest>, actor: Actor) => {
      assertPasswordsMatch(form)
      return users.save(fromPublishedUserForm(form), actor, toImageChange(form.logo, form.removeLogo))
    }
    implementCrudCalls(
      implement,
      '/api/admin/users',
      {
        published,
        service: {
          ...users,
          purgeOne: (id, actor) =>
            users.purgeOne(id, actor, (tx, affectedTeams) =>
              emailOwnersOfAffectedTeams(tx, deps.emails, affectedTeams),
            ),
          list: ({ filters, search, ...paging }) =>
            users.list({
              ...paging,
              sort: filters.sort as ListSort<'users'> | undefined,
              ...fromPublishedUserFilter({ ...filters, s: search }),
            }),
          // clients of the specification cannot confirm a session
          save: async (form, actor) => {
            const { confirmPublishedUserChanges } = await getSessionSettings(deps)
            return save(form, confirmPublishedUserChanges ? actor : { ...actor, confirmedAt: new Date() })
          },
        },
      },
      {
        '?download': async (query, request, reply) => {
          assertRequestPermission(request, 'privacy')
          assertRequestSessionRecentlyConfirmed(request)
          const filter = { ...fromPublishedUserFilter(query), regionLimit: getRegionLimit(request) }
          return sendCsv(reply, 'users', await users.exportCsv(filter, getAuditActor(request)))
        },
      },
    )
    implement('POST /api/admin/users/save', async (request) => {
      const saved = await awaitWithPublishedErrorFields(save(request.body, getAuditActor(request)), published)
      return buildMessageReply(request, request.body.id === undefined ? 'saved' : 'updated', {
        user: toPublishedUser(saved),
      })
    })
  })
