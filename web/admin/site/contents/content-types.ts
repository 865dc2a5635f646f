import type { RecordEdit, RecordMetadata } from '#contract/platform/crud.ts'
import type { Localized } from '#contract/platform/localized.ts'
import type { ContinentFields, OrganizerFields, RegionFields } from '#contract/site/contents.schema.ts'
import {
  type ContentName,
  contentEntities,
  continentLimits,
  type FaqFields,
  faqLimits,
  organizerLimits,
  type PartnerFields,
  partnerLimits,
  regionLimits,
} from '#contract/site/contents.ts'
import type { ImageChange } from '#web/admin/shared/image-field.tsx'
import type { CrudApi } from '#web/shared/api/admin/crud.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'

export type ContentFieldValue = string | number | boolean | Localized | ImageChange | null
export type ContentValues = Record<string, ContentFieldValue>
/** A record of any content type; its fields are read by the keys of `ContentType.fields`. */
export type ContentRecord = RecordMetadata & { id: string; active?: boolean } & { [key: string]: unknown }

/** A field of a form, by its key in the record. `label` is a key of the texts `adminContent`. */
export type ContentField = { key: string; label: Label; required?: boolean } & (
  | { kind: 'localized'; limit: number; long?: boolean }
  | { kind: 'text'; limit: number; type?: 'email' | 'tel' | 'url'; hint?: Label }
  | { kind: 'image'; width: number; height: number }
  /** `code`: the country is stored by its ISO code in small letters, not by its slug. */
  | { kind: 'country'; code?: boolean }
  | { kind: 'continent' | 'switch' | 'number' }
)
type Label =
  | 'question'
  | 'answer'
  | 'name'
  | 'company'
  | 'logo'
  | 'flag'
  | 'link'
  | 'linkHint'
  | 'organizerLinkHint'
  | 'continent'
  | 'country'
  | 'email'
  | 'phone'
  | 'position'
  | 'active'

type Calls = Omit<CrudApi<ContentRecord, ContentValues>, 'toggle'> & {
  toggle?: (id: string, active: boolean) => Promise<unknown>
}

/** A content type: its calls, the fields of its form, and the columns of its list. */
type ContentType = {
  calls: Calls
  fields: readonly ContentField[]
  /** The field that names a record. */
  nameKey: string
  /** Columns of the list besides image, name and status, by the keys of the fields. */
  columns: readonly string[]
}

type FieldOf<Fields> = ContentField & { key: (keyof Fields & string) | 'position' | 'image' | 'flag' }
const defineContentType = <Fields>(
  calls: object,
  fields: readonly FieldOf<Fields>[],
  nameKey: keyof Fields & string,
  columns: readonly string[],
) => ({ calls: calls as Calls, fields, nameKey, columns }) satisfies ContentType

const position = { key: 'position', label: 'position', kind: 'number' } as const
const active = { key: 'active', label: 'active', kind: 'switch' } as const

export const contentTypes: Record<ContentName, ContentType> = {
  faqs: defineContentType<FaqFields>(
    adminApi.faqs,
    [
      { key: 'question', label: 'question', kind: 'localized', limit: faqLimits.question, required: true },
      {
        key: 'answer',
        label: 'answer',
        kind: 'localized',
        limit: faqLimits.answer,
        long: true,
        required: true,
      },
      position,
      active,
    ],
    'question',
    ['position'],
  ),
  partners: defineContentType<PartnerFields>(
    adminApi.partners,
    [
      { key: 'image', label: 'logo', kind: 'image', width: 240, height: 140, required: true },
      { key: 'name', label: 'name', kind: 'text', limit: partnerLimits.name },
      { key: 'link', label: 'link', kind: 'text', limit: partnerLimits.link, type: 'url', hint: 'linkHint' },
      position,
      active,
    ],
    'name',
    ['link', 'position'],
  ),
  organizers: defineContentType<OrganizerFields>(
    adminApi.organizers,
    [
      { key: 'flag', label: 'flag', kind: 'image', width: 180, height: 120 },
      { key: 'name', label: 'company', kind: 'localized', limit: organizerLimits.name, required: true },
      { key: 'continentId', label: 'continent', kind: 'continent', required: true },
      { key: 'country', label: 'country', kind: 'country', code: true },
      {
        key: 'link',
        label: 'link',
        kind: 'text',
        limit: organizerLimits.link,
        type: 'url',
        hint: 'organizerLinkHint',
      },
      position,
      active,
    ],
    'name',
    ['continentId', 'country'],
  ),
  regions: defineContentType<RegionFields>(
    adminApi.regions,
    [
      { key: 'name', label: 'name', kind: 'localized', limit: regionLimits.name, required: true },
      { key: 'country', label: 'country', kind: 'country', required: true },
      { key: 'email', label: 'email', kind: 'text', limit: regionLimits.email, type: 'email' },
      { key: 'phone', label: 'phone', kind: 'text', limit: regionLimits.phone, type: 'tel' },
      position,
      active,
    ],
    'name',
    ['country', 'email', 'phone'],
  ),
  continents: defineContentType<ContinentFields>(
    adminApi.continents,
    [
      { key: 'name', label: 'name', kind: 'localized', limit: continentLimits.name, required: true },
      position,
    ],
    'name',
    ['position'],
  ),
}

/**
 * Returns the form values of a stored record, or the default values of a new record. Image fields are
 * undefined, which leaves the stored image unchanged.
 */
export const toContentFormValues = (
  fields: readonly ContentField[],
  record?: ContentRecord,
): ContentValues => {
  const initial = ({ kind, required }: ContentField): ContentFieldValue => {
    if (kind === 'localized') return { en: '', ar: '' }
    if (kind === 'switch') return true
    if (kind === 'image') return undefined
    return kind === 'country' && required ? 'saudi-arabia' : ''
  }
  return Object.fromEntries(
    fields.map((field) => {
      const stored = field.kind === 'image' ? undefined : (record?.[field.key] as ContentFieldValue)
      return [field.key, record && field.kind !== 'image' ? (stored ?? '') : initial(field)]
    }),
  )
}

/**
 * Returns the input of the API for these values, with trimmed texts. Without a position a stored record keeps
 * its own, and a new record comes last.
 */
export const toSaveContentRequest = (
  fields: readonly ContentField[],
  values: ContentValues,
): RecordEdit<ContentValues> =>
  Object.fromEntries(
    fields.flatMap(({ key, kind }) => {
      const value = values[key]
      if (kind === 'image') return []
      if (kind === 'number') return value === '' || value === undefined ? [] : [[key, Number(value)]]
      return [[key, typeof value === 'string' ? value.trim() : value]]
    }),
  )

/** Returns the image of a form; undefined for content types without one. */
export const findContentImageChange = (
  fields: readonly ContentField[],
  values: ContentValues,
): ImageChange => {
  const field = fields.find(({ kind }) => kind === 'image')
  return field && (values[field.key] as ImageChange)
}

/** Returns the content type of a back office URL. Throws a 404 response for other URLs. */
export const getContentNameInUrlOr404 = (url: string): ContentName => {
  const name = new URL(url).pathname.split('/')[2] ?? ''
  if (!(name in contentEntities)) throw new Response(null, { status: 404 })
  return name as ContentName
}
