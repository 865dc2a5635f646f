import { sortField } from '#contract/fields.schema.ts'
import type { ListSort } from '#contract/list-sort.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import { publishedUser, saveUserRequest, userExportQuery, userFilterFields } from '#contract/published/user.schema.ts'
import { fromPublishedUserFilter, fromPublishedUserForm, toPublishedUser, toPublishedUserField } from '#contract/published/user.ts'
import type { Upload } from '#contract/upload.ts'
import type { Deps } from '#server/deps.ts'
import { notifyOwnersOfAffectedTeams } from '#server/features/privacy/erase-account.ts'
import { assertPasswordsMatch } from '#server/features/session/service.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { createCrudRoutes } from '#server/http/crud-routes.ts'
import { requirePermission } from '#server/http/guards.ts'
import { defineRouteVariant, hasQueryKey } from '#server/http/query-dispatch.ts'
import { renderEmail } from '#server/http/render-email.ts'
import { sendCsv } from '#server/http/reply.ts'
import { createUserService } from './service.ts'

/** Returns the uploaded picture, null to remove the stored one, or undefined to leave it. */
const toPictureChange = (file: Upload | undefined, remove: boolean | undefined) => file ?? (remove ? null : undefined)

/** Administrators manage users (specification, section 7 'Admin: users'). */
export const usersAdminRoutes = (deps: Deps) => {
  const users = createUserService(deps)
  return createCrudRoutes(deps, {
    path: paths.adminUsers,
    one: 'user',
    many: 'users',
    sizes: pageSizes.long,
    permission: 'registration',
    readPermission: ['registration', 'privacy'],
    readChecks: [{ when: 'with `download`', permission: 'privacy' }],
    writeChecks: [{ when: 'for an account of the back office', permission: 'administration' }],
    saveChecks: [
      {
        when: 'to change e-mail address, phone, role or permissions, to set another password, or to create an account of the back office',
        confirmation: true,
      },
    ],
    purgePermission: 'privacy',
    schema: publishedUser,
    form: saveUserRequest,
    published: { record: toPublishedUser, field: toPublishedUserField },
    filters: { ...userFilterFields, sort: sortField('users') },
    variants: [
      defineRouteVariant({
        when: (query) => hasQueryKey(query, 'download'),
        schema: userExportQuery,
        handle: async (query, request, reply) => {
          requirePermission(request, 'privacy')
          return sendCsv(reply, 'users', await users.exportCsv(fromPublishedUserFilter(query), getAuditActor(request)))
        },
      }),
    ],
    service: {
      ...users,
      purgeOne: (id, actor) =>
        users.purgeOne(id, actor, (tx, affectedTeams) => notifyOwnersOfAffectedTeams(tx, deps.mailer, affectedTeams, renderEmail)),
      list: ({ filters, search, ...paging }) =>
        users.list({
          ...paging,
          sort: filters.sort as ListSort<'users'> | undefined,
          ...fromPublishedUserFilter({ ...filters, s: search }),
        }),
      save: async (form, actor) => {
        assertPasswordsMatch(form)
        return users.save(fromPublishedUserForm(form), actor, renderEmail, toPictureChange(form.logo, form.removeLogo))
      },
    },
  })
}
