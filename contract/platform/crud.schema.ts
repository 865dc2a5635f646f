import type { RequiredPermission } from '../accounts/permissions.ts'
import { maxPosition } from './crud.ts'
import {
  type ConditionalCheck,
  defineCalls,
  defineVariants,
  formContentTypes,
  type RegionRule,
} from './define-calls.ts'
import {
  codeField,
  createPageAndSearchFields,
  idField,
  localizedText,
  multilineTextField,
  nameField,
  urlField,
} from './fields.schema.ts'
import {
  createListResponseSchema,
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
  messageOnlyResponse,
} from './response.schema.ts'
import { cleanText } from './text.ts'
import { z } from './z.ts'

/**
 * An uploaded file of a form, stored at `path` until the reply to its request is sent. `name` and `type` come
 * from the client and are not trusted. Only the parser of forms creates one: a JSON body that looks like it
 * is not an instance.
 */
export class Upload {
  readonly name: string
  readonly type: string
  readonly path: string
  /** In bytes. */
  readonly size: number

  constructor({ name, type, path, size }: { name: string; type: string; path: string; size: number }) {
    this.name = name
    this.type = type
    this.path = path
    this.size = size
  }
}

/** Metadata fields of every record that the back office edits. */
export const recordMetadataFields = {
  version: z.number(),
  position: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
}

// browsers and form libraries send an empty value in all these ways
const emptyFormValues: ReadonlySet<unknown> = new Set([null, '', 'null', 'undefined'])
/** Returns the schema of a password or an id in a form that is undefined when it was not sent or is empty. */
export const optionalRawFormField = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (emptyFormValues.has(value) ? undefined : value), schema.optional())
const isBlank = (value: unknown) =>
  emptyFormValues.has(typeof value === 'string' ? cleanText(value, 'code') : value)
/**
 * Returns the schema of a form field that is undefined when it was not sent or is empty. White space and invisible
 * characters are empty.
 */
export const optionalFormField = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (isBlank(value) ? undefined : value), schema.optional())
/** Returns the schema of a list in a form: its values are separated by commas, and none is an empty text. */
export const listFormField = <S extends z.ZodType>(item: S, max: number) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value),
      z.array(item).max(max),
    )
    .optional()
/** Returns null for an empty value of a form, and other values as they are. */
export const nullIfBlank = (value: unknown): unknown => (isBlank(value) ? null : value)
/**
 * Returns the schema of a form field that is null when it is empty, and undefined when it was not sent. White
 * space and invisible characters are empty.
 */
export const nullableFormField = <S extends z.ZodType>(schema: S) =>
  z.preprocess(nullIfBlank, schema.nullable()).optional()

/**
 * Metadata of every form of the back office: `id` is the record to update; `version` is the version that the
 * form was opened with.
 */
export const formMetadataFields = {
  id: optionalRawFormField(idField),
  version: optionalFormField(z.coerce.number().int().min(1).max(2_000_000_000)),
  position: optionalFormField(z.coerce.number().int().min(0).max(maxPosition)),
}
/**
 * Returns the schema of a text of several lines in both languages; the parts of a multipart form are
 * `name.en` and `name.ar`.
 */
export const optionalLocalizedMultilineField = (max: number) =>
  z.object({ en: multilineTextField(max).optional(), ar: multilineTextField(max).optional() }).optional()
/** Returns the schema of a name in both languages, each on one line. */
export const optionalLocalizedNameField = (max: number) =>
  z.object({ en: nameField(max).optional(), ar: nameField(max).optional() }).optional()
/** Returns the schema of a form field for a URL; null when it is empty. */
export const nullableUrlFormField = (max: number) => nullableFormField(urlField(max))
/** Returns the schema of a country in small letters: its slug or its ISO 3166 code. */
export const countrySlugOrCodeField = (max: number) => codeField(max).regex(/^[a-z0-9-]*$/)
export const booleanFormField = optionalFormField(z.union([z.boolean(), z.stringbool()]))

/** An uploaded image. A text in its place (a path, or an empty text) means that no image was uploaded. */
export const imageFormField = z
  .preprocess(
    (value) => (value === null || typeof value === 'string' ? undefined : value),
    z.custom<Upload>((value) => value instanceof Upload, { params: { code: 'bad-picture' } }).optional(),
  )
  .meta({ type: 'string', format: 'binary' })

export const idQuery = z.object({ id: idField })
/** `1` and `0` too: the specification toggles users with numbers. */
const toggleValue = z.union([
  z.boolean(),
  z.stringbool(),
  z.literal([0, 1]).transform((value) => value === 1),
])
/** The toggle requests of published calls and of own calls. */
export const publishedToggleRequest = z.object({ id: idField, status: toggleValue })
export const toggleRequest = z.object({ id: idField, active: z.boolean() })
/** Creates the schema of the query of a list of records. The parameter `deleted` selects deleted records. */
export const createCrudListQuerySchema = (sizes: readonly number[]) =>
  z.object({ ...createPageAndSearchFields(sizes), deleted: z.stringbool().optional() })

/** A deleted record that can be restored. */
const deletedRecord = z
  .object({
    id: z.string(),
    name: localizedText,
    deletedAt: z.string().describe('ISO 8601'),
    restorableUntil: z.string().describe('ISO 8601'),
    deletedBy: z.object({ id: z.string().nullable(), name: z.string() }),
  })
  .meta({ id: 'DeletedRecord' })
const createDeletedListQuerySchema = (sizes: readonly number[]) => z.object(createPageAndSearchFields(sizes))
const deletedListResponse = createListResponseSchema('deleted', deletedRecord)

/**
 * Creates the response schemas of an entity: of a record that was saved, of one record, and of a page of
 * records. `one` is the key of a record, `many` that of a list.
 */
export const createCrudResponseSchemas = <One extends string, Many extends string, Schema extends z.ZodType>(
  one: One,
  many: Many,
  record: Schema,
) => {
  const fields = { [one]: record } as { [K in One]: Schema }
  return {
    one,
    many,
    record,
    saved: createMessageAndDataResponseSchema(fields),
    single: createSuccessResponseSchema(fields),
    list: createListResponseSchema(many, record),
  }
}

type Response = z.ZodType<object, object>
/** The response schemas of any entity. */
type CrudResponses = { one: string; many: string; saved: Response; single: Response; list: Response }

type DeletedCallsOptions = {
  tag: string
  sizes: readonly number[]
  permission: RequiredPermission
  /** What deleting a record permanently needs. */
  purgePermission?: RequiredPermission
  purgeChecks?: readonly ConditionalCheck[]
  regions?: RegionRule
}

/**
 * Defines the calls that list the deleted records of an entity and delete one of them permanently, in a confirmed
 * session.
 */
export const defineDeletedListAndPurgeCalls = <Path extends `/api/admin/${string}`>(
  path: Path,
  {
    tag,
    sizes,
    permission,
    purgePermission = 'administration',
    purgeChecks = [],
    regions,
  }: DeletedCallsOptions,
) =>
  defineCalls(
    { tag, audience: 'admin', permission, ...(regions ? { regions } : {}) },
    {
      [`GET ${path}/deleted`]: {
        summary: 'The deleted records that can be restored, with who deleted them',
        query: createDeletedListQuerySchema(sizes),
        response: deletedListResponse,
      },
      [`DELETE ${path}/deleted`]: {
        permission: purgePermission,
        conditionalChecks: [{ when: 'always', confirmation: true }, ...purgeChecks],
        summary: 'Delete a deleted record permanently',
        query: idQuery,
        response: messageOnlyResponse,
      },
    },
  ) as Record<
    `GET ${Path}/deleted`,
    { query: ReturnType<typeof createDeletedListQuerySchema>; response: typeof deletedListResponse }
  > &
    Record<`DELETE ${Path}/deleted`, { query: typeof idQuery; response: typeof messageOnlyResponse }>

type CrudCallsOptions<
  Responses extends CrudResponses,
  Form extends z.ZodObject,
  Filters extends z.ZodRawShape,
  Toggle extends z.ZodObject | undefined,
> = {
  responses: Responses
  sizes: readonly number[]
  /** What reading and writing need; reading alone needs `readPermission`, if it is set. */
  permission: RequiredPermission
  readPermission?: RequiredPermission
  /** What the variants and the service check beyond the permission: to read, to write, and also to save a form. */
  readChecks?: readonly ConditionalCheck[]
  writeChecks?: readonly ConditionalCheck[]
  saveChecks?: readonly ConditionalCheck[]
  /** How all calls, or the GET alone, treat users who are limited to regions; a GET toggles nothing for them. */
  regions?: RegionRule
  readRegions?: RegionRule
  purgePermission?: RequiredPermission
  /** The schema of the form that creates a record or, with `id`, updates it. */
  form: Form
  /** The schema of the request that sets whether a record is active; undefined where nothing sets it. */
  toggle: Toggle
  /** Further query parameters that filter or sort the list. */
  filters: Filters
}

/**
 * Defines the calls of the back office for an entity, all on one path: list, read, toggle, create, update, delete,
 * restore, list the deleted ones, delete permanently. `variants` are further meanings of the GET, which are matched
 * first, and `variantResponse` is the schema of their replies, if it is different.
 */
export const defineCrudCalls = <
  Path extends `/api/admin/${string}`,
  Responses extends CrudResponses,
  Form extends z.ZodObject,
  Filters extends z.ZodRawShape,
  Toggle extends z.ZodObject | undefined,
  Variants extends Record<`?${string}`, { query: z.ZodObject; response?: z.ZodType }>,
>(
  path: Path,
  {
    responses: { many, saved, single, list },
    sizes,
    permission,
    readPermission = permission,
    readChecks = [],
    writeChecks = [],
    saveChecks = [],
    regions,
    readRegions = regions,
    purgePermission = 'administration',
    form,
    toggle,
    filters,
  }: CrudCallsOptions<Responses, Form, Filters, Toggle>,
  variants: Variants,
  variantResponse?: z.ZodType,
) => {
  const access = { tag: many, audience: 'admin', permission, ...(regions ? { regions } : {}) } as const
  // the specification toggles with a GET; own calls do not
  const isToggledByGet = (toggle as z.ZodType | undefined) === publishedToggleRequest
  const ownToggleCheck = readPermission === permission ? [] : [{ when: 'to toggle', permission }]
  const toggleChecks = isToggledByGet ? [...ownToggleCheck, ...writeChecks] : []
  const listQuery = createCrudListQuerySchema(sizes).extend(filters)
  const save = {
    summary: 'Create, or with `id` change',
    conditionalChecks: [...writeChecks, ...saveChecks],
    consumes: formContentTypes,
    body: form,
    response: saved,
  }
  return {
    ...defineVariants(
      `GET ${path}`,
      {
        ...access,
        summary: `List; one (\`id\`)${isToggledByGet ? '; toggle (`id`, `status`)' : ''}`,
        permission: readPermission,
        ...(readRegions ? { regions: readRegions } : {}),
        conditionalChecks: [...readChecks, ...toggleChecks],
        response: z.union([saved, single, list, ...(variantResponse ? [variantResponse] : [])]),
      },
      {
        ...variants,
        ...(isToggledByGet
          ? {
              '?id&status': {
                query: publishedToggleRequest,
                response: saved,
                changesData: true,
                when: (query: Readonly<Record<string, unknown>>) => query.status !== undefined,
              },
            }
          : {}),
        '?id': { query: idQuery, response: single },
        '': { query: listQuery, response: list },
      },
    ),
    ...defineCalls(access, {
      ...(toggle
        ? {
            [`PATCH ${path}`]: {
              summary: 'Set whether it is active',
              conditionalChecks: writeChecks,
              body: toggle,
              response: saved,
            },
          }
        : {}),
      [`POST ${path}`]: save,
      [`PUT ${path}`]: save,
      [`DELETE ${path}`]: {
        summary: 'Delete; can be restored for 30 days',
        conditionalChecks: writeChecks,
        query: idQuery,
        response: messageOnlyResponse,
      },
      [`POST ${path}/restore`]: {
        summary: 'Restore a deleted record',
        conditionalChecks: writeChecks,
        body: idQuery,
        response: saved,
      },
    }),
    ...defineDeletedListAndPurgeCalls(path, {
      tag: many,
      sizes,
      permission,
      purgePermission,
      purgeChecks: writeChecks,
      ...(regions ? { regions } : {}),
    }),
  } as CrudCalls<Path, Responses, Form, Filters, Toggle> & {
    [End in keyof Variants & string as `GET ${Path}${End}`]: Variants[End]
  }
}

type CrudCalls<
  Path extends `/api/admin/${string}`,
  Responses extends { saved: z.ZodType; single: z.ZodType; list: z.ZodType },
  Form,
  Filters extends z.ZodRawShape,
  Toggle,
> = Record<
  `GET ${Path}`,
  {
    query: z.ZodObject<ReturnType<typeof createCrudListQuerySchema>['shape'] & Filters>
    response: Responses['list']
  }
> &
  Record<`GET ${Path}?id`, { query: typeof idQuery; response: Responses['single'] }> &
  (Toggle extends z.ZodType
    ? Record<`PATCH ${Path}`, { body: Toggle; response: Responses['saved'] }>
    : unknown) &
  (Toggle extends typeof publishedToggleRequest
    ? Record<`GET ${Path}?id&status`, { query: typeof publishedToggleRequest; response: Responses['saved'] }>
    : unknown) &
  Record<`POST ${Path}` | `PUT ${Path}`, { body: Form; response: Responses['saved'] }> &
  Record<`DELETE ${Path}`, { query: typeof idQuery; response: typeof messageOnlyResponse }> &
  Record<`POST ${Path}/restore`, { body: typeof idQuery; response: Responses['saved'] }> &
  ReturnType<typeof defineDeletedListAndPurgeCalls<Path>>
