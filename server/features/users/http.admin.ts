import { Readable } from 'node:stream'
import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import { userFilters, userForm, usersDownload, wireUser } from '#contract/published/user.schema.ts'
import { userEditFromForm, userFieldToWire, userFilterFromQuery, userToWire } from '#contract/published/user.ts'
import type { Upload } from '#contract/upload.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { createCrudRoutes } from '#server/http/crud-routes.ts'
import { defineRouteVariant, hasQueryKey } from '#server/http/query-dispatch.ts'
import { AppError } from '#server/lib/app-error.ts'
import { userService } from './service.ts'

const pictureOf = (file: Upload | undefined, remove: boolean | undefined) => file ?? (remove ? null : undefined)

/** The back office's calls about users (specification, section 7 'Admin: users'). */
export const usersAdmin = (deps: Deps) => {
  const users = userService(deps)
  return createCrudRoutes(deps, {
    path: paths.adminUsers,
    one: 'user',
    many: 'users',
    sizes: pageSizes.long,
    schema: wireUser,
    form: userForm,
    published: { record: userToWire, field: userFieldToWire },
    filters: userFilters,
    variants: [
      defineRouteVariant({
        when: (query) => hasQueryKey(query, 'download'),
        schema: usersDownload,
        handle: async (query, request, reply) =>
          reply
            .headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="users.csv"' })
            .send(Readable.from(await users.exportCsv(userFilterFromQuery(query), getAuditActor(request)))),
      }),
    ],
    service: {
      ...users,
      list: ({ filters, search, ...at }) => users.list({ ...at, ...userFilterFromQuery({ ...filters, s: search }) }),
      save: async (form, actor) => {
        if (form.confirm !== undefined && form.confirm !== (form.password ?? ''))
          throw new AppError('password-mismatch', [{ field: 'confirm', code: 'bad-format' }])
        return users.save(userEditFromForm(form), actor, pictureOf(form.logo, form.removeLogo))
      },
    },
  })
}
