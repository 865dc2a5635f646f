import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Upload } from '#contract/crud.schema.ts'
import { sortField } from '#contract/fields.schema.ts'
import type { ListSort } from '#contract/list-sort.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import {
  saveUserRequest,
  userExportQuery,
  userFilterFields,
  userResponses,
} from '#contract/published/user.schema.ts'
import {
  fromPublishedUserFilter,
  fromPublishedUserForm,
  toPublishedUser,
  toPublishedUserField,
} from '#contract/published/user.ts'
import { userImportResponse } from '#contract/user.schema.ts'
import { requiredUserFields, type UserCsvField, userCsvFields, userFields } from '#contract/user.ts'
import type { z } from '#contract/z.ts'
import { common as arCommon } from '#i18n/ar/common.ts'
import { userFields as arLabels } from '#i18n/ar/user-fields.ts'
import { common as enCommon } from '#i18n/en/common.ts'
import { userFields as enLabels } from '#i18n/en/user-fields.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/features/audit/service.ts'
import { emailOwnersOfAffectedTeams } from '#server/features/privacy/run-erasure.ts'
import { assertPasswordsMatch } from '#server/features/session/service.ts'
import { getSessionSettings } from '#server/features/settings/service.ts'
import { createCrudRoutes } from '#server/http/crud-routes.ts'
import { awaitWithPublishedErrorNames } from '#server/http/errors.ts'
import {
  assertRequestPermission,
  assertRequestSessionConfirmed,
  createAdminRoutes,
  getAuditActor,
} from '#server/http/guards.ts'
import {
  buildGenderImportOptions,
  buildImportColumnOptions,
  buildImportColumnTitles,
  createImportRoute,
  importColumnTexts,
  missionTypeSpellings,
  yesNoOptions,
} from '#server/http/import-route.ts'
import { defineRouteVariant, hasQueryKey } from '#server/http/query-dispatch.ts'
import { buildMessageReply, sendCsv } from '#server/http/reply.ts'
import { createFormParsingHook } from '#server/http/request-bodies.ts'
import type { ImportColumn } from '#server/lib/import-columns.ts'
import { createUserImportService, type UserColumn, type UserImportColumns } from './import.ts'
import { createUserService } from './service.ts'

/** Returns the uploaded image, null to remove the stored one, or undefined to leave it. */
const toImageChange = (file: Upload | undefined, remove: boolean | undefined) =>
  file ?? (remove ? null : undefined)

const published = { record: toPublishedUser, field: toPublishedUserField }
const backOfficeCheck = { when: 'for an account of the back office', permission: 'administration' } as const
const signInChanges =
  'to change e-mail address, phone, role or permissions, to set another password, or to create an account of the back office'

/**
 * Administrators manage users (specification, section 7 'Admin: users'). The pages of the back office save
 * with a call of their own, which asks for a confirmed session.
 */
export const usersAdminRoutes = (deps: Deps): FastifyPluginAsyncZod => {
  const users = createUserService(deps)
  const save = async (form: z.output<typeof saveUserRequest>, actor: Actor) => {
    assertPasswordsMatch(form)
    return users.save(fromPublishedUserForm(form), actor, toImageChange(form.logo, form.removeLogo))
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
          assertRequestPermission(request, 'privacy')
          assertRequestSessionConfirmed(request)
          return sendCsv(
            reply,
            'users',
            await users.exportCsv(fromPublishedUserFilter(query), getAuditActor(request)),
          )
        },
      }),
    ],
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
        const saved = await awaitWithPublishedErrorNames(
          save(request.body, getAuditActor(request)),
          published,
        )
        return buildMessageReply(request, request.body.id === undefined ? 'saved' : 'updated', {
          user: toPublishedUser(saved),
        })
      },
    )
  })
  return async (app) => {
    await app.register(publishedRoutes)
    await app.register(ownRoutes)
  }
}

const { en, ar } = importColumnTexts
const importColumnDetails: Partial<Record<UserCsvField, Partial<ImportColumn>>> = {
  firstName: { text: 'name' },
  lastName: { text: 'name' },
  email: { format: 'email' },
  phone: { format: 'phone' },
  gender: { options: buildGenderImportOptions({ en: enLabels.options.gender, ar: arLabels.options.gender }) },
  role: {
    options: buildImportColumnOptions(
      { en: enLabels.options.role, ar: arLabels.options.role },
      { student: 'طالبة', coach: 'مدربة' },
    ),
  },
  missionType: {
    options: buildImportColumnOptions(
      { en: enCommon.missionType, ar: arCommon.missionType },
      missionTypeSpellings,
    ),
  },
  active: { options: yesNoOptions },
}
/** The columns of our own file that an import does not set. */
const ignoredImportColumns = new Set(['id', 'last_sign_in_at', 'created_at'])

/** The columns of a file of users. */
export const userImportColumns: UserImportColumns = {
  columns: userCsvFields.map(
    (field): ImportColumn<UserColumn> => ({
      ...buildImportColumnTitles(
        { en: enLabels.labels[field], ar: arLabels.labels[field] },
        { en: en.user[field], ar: ar.user[field] },
      ),
      ...importColumnDetails[field],
      name: userFields[field].column,
      required: requiredUserFields.some((each) => each === field),
    }),
  ),
  isIgnored: (header) => ignoredImportColumns.has(header),
}

/** Administrators import users from a CSV file. */
export const usersImportRoutes = (deps: Deps) =>
  createImportRoute(deps, {
    path: paths.adminUsersImport,
    summary: 'Preview a CSV file of users (`preview`), or import it: all or nothing',
    description:
      'Columns: first_name, last_name, email, phone, gender, age, role (student or coach), mission_type (0 to 4), active; further columns of the export are ignored. No passwords: imported users request one by email.',
    tag: 'users',
    permission: 'registration',
    getScope: () => ({ kind: 'users' }),
    columns: userImportColumns.columns,
    response: userImportResponse,
    service: createUserImportService(deps, userImportColumns),
  })
