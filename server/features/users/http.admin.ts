import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Upload } from '#contract/crud.schema.ts'
import { sortField } from '#contract/fields.schema.ts'
import type { ListSort } from '#contract/list-sort.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import { saveUserRequest, userExportQuery, userFilterFields, userResponses } from '#contract/published/user.schema.ts'
import { fromPublishedUserFilter, fromPublishedUserForm, toPublishedUser, toPublishedUserField } from '#contract/published/user.ts'
import type { z } from '#contract/z.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/features/audit/service.ts'
import { notifyOwnersOfAffectedTeams } from '#server/features/privacy/run-erasure.ts'
import { assertPasswordsMatch } from '#server/features/session/service.ts'
import { mustConfirmPublishedUserChanges } from '#server/features/settings/service.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { createCrudRoutes } from '#server/http/crud-routes.ts'
import { createAdminRoutes } from '#server/http/guarded-routes.ts'
import { requireConfirmation, requirePermission } from '#server/http/guards.ts'
import { createFormParsingHook } from '#server/http/multipart.ts'
import { withPublishedErrorNames } from '#server/http/published-error-names.ts'
import { defineRouteVariant, hasQueryKey } from '#server/http/query-dispatch.ts'
import { messageReply, sendCsv } from '#server/http/reply.ts'
import { createUserService } from './service.ts'

/** Returns the uploaded picture, null to remove the stored one, or undefined to leave it. */
const toPictureChange = (file: Upload | undefined, remove: boolean | undefined) => file ?? (remove ? null : undefined)

const published = { record: toPublishedUser, field: toPublishedUserField }
const backOfficeCheck = { when: 'for an account of the back office', permission: 'administration' } as const
const signInChanges =
  'to change e-mail address, phone, role or permissions, to set another password, or to create an account of the back office'

/** Administrators manage users (specification, section 7 'Admin: users'). The pages of the back office save with a call of their own, which asks for a confirmed session. */
export const usersAdminRoutes = (deps: Deps): FastifyPluginAsyncZod => {
  const users = createUserService(deps)
  const save = async (form: z.output<typeof saveUserRequest>, actor: Actor) => {
    assertPasswordsMatch(form)
    return users.save(fromPublishedUserForm(form), actor, toPictureChange(form.logo, form.removeLogo))
  }
  const publishedRoutes = createCrudRoutes(deps, {
    path: paths.adminUsers,
    responses: userResponses,
    sizes: pageSizes.long,
    permission: 'registration',
    readPermission: ['registration', 'privacy'],
    readChecks: [{ when: 'with `download`', permission: 'privacy', confirmation: true }],
    writeChecks: [backOfficeCheck],
    saveChecks: [{ when: `where the settings ask for it, ${signInChanges}`, confirmation: true }],
    purgePermission: 'privacy',
    form: saveUserRequest,
    published,
    filters: { ...userFilterFields, sort: sortField('users') },
    variants: [
      defineRouteVariant({
        when: (query) => hasQueryKey(query, 'download'),
        schema: userExportQuery,
        handle: async (query, request, reply) => {
          requirePermission(request, 'privacy')
          requireConfirmation(request)
          return sendCsv(reply, 'users', await users.exportCsv(fromPublishedUserFilter(query), getAuditActor(request)))
        },
      }),
    ],
    service: {
      ...users,
      purgeOne: (id, actor) =>
        users.purgeOne(id, actor, (tx, affectedTeams) => notifyOwnersOfAffectedTeams(tx, deps.emails, affectedTeams)),
      list: ({ filters, search, ...paging }) =>
        users.list({
          ...paging,
          sort: filters.sort as ListSort<'users'> | undefined,
          ...fromPublishedUserFilter({ ...filters, s: search }),
        }),
      // clients of the specification cannot confirm a session
      save: async (form, actor) =>
        save(form, (await mustConfirmPublishedUserChanges(deps)) ? actor : { ...actor, confirmedAt: new Date() }),
    },
  })
  const ownRoutes = createAdminRoutes(deps, 'users', 'registration', async (app) => {
    app.post(
      paths.adminUsersSave,
      {
        config: { conditionalChecks: [backOfficeCheck, { when: signInChanges, confirmation: true }] },
        preValidation: createFormParsingHook(saveUserRequest),
        schema: {
          summary: 'Create, or with `id` change, in a confirmed session',
          consumes: ['multipart/form-data', 'application/x-www-form-urlencoded'],
          body: saveUserRequest,
          response: { 200: userResponses.saved },
        },
      },
      async (request) => {
        const saved = await withPublishedErrorNames(save(request.body, getAuditActor(request)), published)
        return messageReply(request, request.body.id === undefined ? 'saved' : 'updated', { user: toPublishedUser(saved) })
      },
    )
  })
  return async (app) => {
    await app.register(publishedRoutes)
    await app.register(ownRoutes)
  }
}
