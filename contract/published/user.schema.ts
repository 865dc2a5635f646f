import { cleanNumberOrDateToWesternDigits } from '#contract/accounts/identity.ts'
import { permissions } from '#contract/accounts/permissions.ts'
import { guardianConsent } from '#contract/accounts/registration.schema.ts'
import {
  gender,
  newPasswordField,
  userEmailField,
  userImportRow,
  userNameField,
  userTextField,
} from '#contract/accounts/user.schema.ts'
import { erasureReasons, genders, passwordLength, userFields } from '#contract/accounts/user.ts'
import { missionTypes } from '#contract/event/event.ts'
import {
  booleanFormField,
  createCrudResponseSchemas,
  defineCrudCalls,
  formMetadataFields,
  imageFormField,
  nullableFormField,
  optionalFormField,
  optionalRawFormField,
  publishedToggleRequest,
} from '#contract/platform/crud.schema.ts'
import { fieldLabels } from '#contract/platform/field-labels.ts'
import { idField, rawTextField, searchField, sortField } from '#contract/platform/fields.schema.ts'
import { defineImportCall } from '#contract/platform/import.schema.ts'
import { pageSizes } from '#contract/platform/page-sizes.ts'
import { z } from '#contract/platform/z.ts'
import { defineCalls, formContentTypes } from '../platform/define-calls.ts'

const publishedRole = z.literal([0, 1, 4])

/** A user in replies to administrators. */
const publishedUser = z
  .object({
    _id: z.string(),
    info: z.object({
      name: z.object({ fname: z.string(), lname: z.string() }),
      gender,
      phone: z.string().nullable().describe('E.164'),
      avatar: z.string().nullable(),
      age: z.number().nullable(),
    }),
    email: z.object({ email: z.string() }),
    active: z.literal([0, 1]),
    type: publishedRole.describe('4 admin, 0 student, 1 coach'),
    permissions: z.array(z.enum(permissions)).optional().describe('of users of the back office'),
    regions: z
      .array(z.string())
      .optional()
      .describe(
        'the ids of the regions to which a user of the back office is limited; absent without a limit',
      ),
    missionType: z.literal(missionTypes),
    school: z.string(),
    birthDate: z.string().nullable().describe('YYYY-MM-DD'),
    nationalId: z.string().nullable().describe('masked'),
    emailConfirmedAt: z.string().nullable(),
    guardian: guardianConsent.nullable(),
    erasureRequestedAt: z.string().nullable(),
    unusedNoticeAt: z
      .string()
      .nullable()
      .describe('when the owner was notified that the account, unused for years, will be erased'),
    secondFactor: z.boolean(),
    lastSignInAt: z.string().nullable(),
    version: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
    deletedAt: z.string().nullable(),
  })
  .meta({ id: 'User' })
export type PublishedUser = z.infer<typeof publishedUser>
const userResponses = createCrudResponseSchemas('user', 'users', publishedUser)

/** The filters of the list. */
const userFilterFields = {
  type: z.enum(['0', '1', '4']).optional(),
  active: z.enum(['0', '1']).optional(),
  leaving: z
    .enum(erasureReasons)
    .optional()
    .describe('users whose erasure was requested, or who are unused for years'),
}
export type PublishedUserFilter = { s?: string | undefined } & {
  [K in keyof typeof userFilterFields]?: string | undefined
}

const userExportQuery = z.object({
  download: z.literal('true'),
  format: z.literal('csv').default('csv'),
  s: searchField().optional(),
  ...userFilterFields,
})
userExportQuery.register(fieldLabels, { catalogue: 'users' })

/** A number as forms send it, in any digits. */
const numberInForm = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => {
    const digits = typeof value === 'string' ? cleanNumberOrDateToWesternDigits(value) : ''
    return /^\d{1,9}$/.test(digits) ? Number(digits) : value
  }, schema)

/**
 * The form of `POST` and `PUT /api/admin/users`; with `id` it updates. Empty texts pass, because a missing
 * field has an error of its own.
 */
export const saveUserRequest = z.object({
  id: formMetadataFields.id,
  version: formMetadataFields.version,
  fname: userNameField('firstName').default(''),
  lname: userNameField('lastName').optional(),
  email: userEmailField.default(''),
  phone: userTextField('phone').default(''),
  gender: nullableFormField(numberInForm(z.literal(genders))),
  age: nullableFormField(numberInForm(z.number().int().min(userFields.age.min).max(userFields.age.max))),
  password: optionalRawFormField(newPasswordField),
  confirm: optionalRawFormField(rawTextField(passwordLength.max)),
  nationalId: optionalFormField(userTextField('nationalId')).meta({
    description: 'replaces the stored one; without it that stays',
  }),
  type: optionalFormField(numberInForm(publishedRole)).meta({ description: '4 admin, 0 student, 1 coach' }),
  missionType: optionalFormField(numberInForm(z.literal(missionTypes))).meta({
    description: '0 Elementory, 1 Junior, 2 Senior, 3 Adult, 4 Pro',
  }),
  permissions: rawTextField(200)
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.enum(permissions)))
    .optional()
    .meta({
      description:
        'of a user of the back office, separated by commas; a new one without them gets `administration`',
    }),
  regions: rawTextField(4000)
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(idField).max(100))
    .optional()
    .meta({
      description:
        'the ids of the regions to which a user of the back office is limited, separated by commas; empty for all',
    }),
  logo: imageFormField,
  removeLogo: booleanFormField,
})
saveUserRequest.register(fieldLabels, {
  catalogue: 'users',
  names: {
    fname: 'firstName',
    lname: 'lastName',
    confirm: 'repeatedPassword',
    type: 'role',
    regions: 'regionIds',
    logo: 'avatar',
  },
})
export type SaveUserRequest = z.output<typeof saveUserRequest>

const officeAccountCheck = {
  when: 'for an account of the back office',
  permission: 'administration',
} as const
const signInChanges =
  'to change e-mail address, phone, role, permissions or regions, to set another password, or to create an account of the back office'

/** The calls of the back office about users. */
export const publishedUserCalls = {
  ...defineCrudCalls(
    '/api/admin/users',
    {
      responses: userResponses,
      sizes: pageSizes.long,
      permission: 'registration',
      readPermission: ['registration', 'privacy'],
      readRegions: 'filtered',
      readChecks: [{ when: 'with `download`', permission: 'privacy', confirmation: true }],
      writeChecks: [officeAccountCheck],
      saveChecks: [{ when: `where the settings ask for it, ${signInChanges}`, confirmation: true }],
      purgePermission: 'privacy',
      form: saveUserRequest,
      toggle: publishedToggleRequest,
      filters: { ...userFilterFields, sort: sortField('users') },
    },
    { '?download': { query: userExportQuery } },
  ),
  ...defineCalls(
    { tag: 'users', audience: 'admin', permission: 'registration' },
    {
      'POST /api/admin/users/save': {
        summary: 'Create, or with `id` change, in a confirmed session',
        conditionalChecks: [officeAccountCheck, { when: signInChanges, confirmation: true }],
        body: saveUserRequest,
        consumes: formContentTypes,
        response: userResponses.saved,
      },
    },
  ),
  ...defineImportCall('users', {
    summary:
      'Preview a CSV file of users (`preview`), or import it: all or nothing, or all rows without problems',
    columns:
      'Columns: first_name, last_name, email, phone, gender, age, role (student or coach), mission_type (0 to 4), active; further columns of the export are ignored. No passwords: imported users request one by email.',
    tag: 'users',
    row: userImportRow,
  }),
}
