import type { ContinentRecord, FaqRecord, OrganizerRecord, PartnerRecord, RegionRecord } from '#contract/content.ts'
import { contentLimits } from '#contract/content.ts'
import type { Localized } from '#contract/localized.ts'
import type { Picked } from '#web/admin/shared/picture-field.tsx'
import { adminApi } from '#web/shared/api/admin.ts'
import type { ApiError } from '#web/shared/api/call.ts'

export type KindName = 'faqs' | 'partners' | 'organizers' | 'regions' | 'continents'
export type FieldValue = string | number | boolean | Localized | Picked
export type Values = Record<string, FieldValue>

/** A field of a form. `label` is a key of the texts `adminContent`. */
export type FieldSpec = { key: string; label: LabelKey; required?: boolean } & (
  | { kind: 'localized'; limit: number; long?: boolean }
  | { kind: 'text'; limit: number; type?: 'email' | 'tel' | 'url'; hint?: LabelKey }
  | { kind: 'picture'; width: number; height: number }
  /** `code`: the country is kept by its ISO code in small letters, not by its slug. */
  | { kind: 'country'; code?: boolean }
  | { kind: 'continent' | 'switch' | 'number' }
)
export type LabelKey =
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

/** A record as lists and forms handle it; `picture` is a path on this site. */
export type Record_ = { id: string; version: number; name: Localized | string; active?: boolean; picture?: string | null; values: Values }

type Saved = { message: string; record: Record_ }
/** A kind of record: its calls, its columns, its fields. */
export type Kind = {
  name: KindName
  fields: FieldSpec[]
  /** Columns beside picture, name and status. */
  columns: { key: string; label: LabelKey }[]
  start: Values
  list: (at: { page: number; perPage: number; search: string }, signal: AbortSignal) => Promise<{ rows: Record_[]; total: number }>
  one: (id: string) => Promise<Record_>
  save: (values: Values, edited?: { id: string; version: number }) => Promise<Saved>
  toggle?: (id: string, value: boolean) => Promise<unknown>
  remove: (id: string) => Promise<unknown>
  restore: (id: string) => Promise<unknown>
  fields_: (error: ApiError) => Record<string, string>
  current: (error: ApiError) => Record_ | undefined
}

type Calls<R, D> = {
  list: (at: { page?: number; perPage?: number; search?: string }, signal?: AbortSignal) => Promise<{ records: R[]; total: number }>
  one: (id: string) => Promise<R>
  save: (draft: D, picture?: Blob | null) => Promise<{ message: string; record: R }>
  toggle?: (id: string, value: boolean) => Promise<unknown>
  remove: (id: string) => Promise<unknown>
  restore: (id: string) => Promise<unknown>
  fields: (error: ApiError) => Record<string, string>
  current: (details: Record<string, unknown>) => R | undefined
}

/** Puts the calls of a kind together with what is its own: how a record is shown, and what its form sends. */
const kind = <R, D>(
  name: KindName,
  calls: Calls<R, D>,
  own: Pick<Kind, 'fields' | 'columns' | 'start'> & { of: (record: R) => Record_; draft: (values: Values) => Omit<D, 'id' | 'version'> },
): Kind => ({
  name,
  fields: own.fields,
  columns: own.columns,
  start: own.start,
  list: async (at, signal) => {
    const found = await calls.list(at, signal)
    return { rows: found.records.map(own.of), total: found.total }
  },
  one: async (id) => own.of(await calls.one(id)),
  save: async (values, edited) => {
    const { message, record } = await calls.save({ ...own.draft(values), ...edited } as D, values.picture as Picked)
    return { message, record: own.of(record) }
  },
  ...(calls.toggle ? { toggle: calls.toggle } : {}),
  remove: calls.remove,
  restore: calls.restore,
  fields_: calls.fields,
  current: (error) => {
    const found = calls.current(error.details)
    return found && own.of(found)
  },
})

const empty = { en: '', ar: '' }
const text = (value: FieldValue) => String(value ?? '').trim()
const orNull = (value: FieldValue) => text(value) || null
const position = { key: 'position', label: 'position', kind: 'number' } as const
const active = { key: 'active', label: 'active', kind: 'switch' } as const

const faqs = kind('faqs', adminApi.faqs, {
  fields: [
    { key: 'question', label: 'question', kind: 'localized', limit: contentLimits.question, required: true },
    { key: 'answer', label: 'answer', kind: 'localized', limit: contentLimits.answer, long: true, required: true },
    position,
    active,
  ],
  columns: [{ key: 'position', label: 'position' }],
  start: { question: empty, answer: empty, position: '', active: true },
  of: (record: FaqRecord) => ({
    ...record,
    name: record.question,
    values: { question: record.question, answer: record.answer, position: record.position, active: record.active },
  }),
  draft: (values) => ({
    question: values.question as Localized,
    answer: values.answer as Localized,
    active: values.active as boolean,
    ...placed(values),
  }),
})

const partners = kind('partners', adminApi.partners, {
  fields: [
    { key: 'picture', label: 'logo', kind: 'picture', width: 240, height: 140, required: true },
    { key: 'name', label: 'name', kind: 'text', limit: contentLimits.name },
    { key: 'link', label: 'link', kind: 'text', limit: contentLimits.link, type: 'url', hint: 'linkHint' },
    position,
    active,
  ],
  columns: [
    { key: 'link', label: 'link' },
    { key: 'position', label: 'position' },
  ],
  start: { name: '', link: '', position: '', active: true, picture: undefined },
  of: (record: PartnerRecord) => ({
    ...record,
    picture: record.image,
    values: { name: record.name, link: record.link ?? '', position: record.position, active: record.active, picture: undefined },
  }),
  draft: (values) => ({ name: text(values.name), link: orNull(values.link), active: values.active as boolean, ...placed(values) }),
})

const organizers = kind('organizers', adminApi.organizers, {
  fields: [
    { key: 'picture', label: 'flag', kind: 'picture', width: 180, height: 120 },
    { key: 'name', label: 'company', kind: 'localized', limit: contentLimits.name, required: true },
    { key: 'continentId', label: 'continent', kind: 'continent', required: true },
    { key: 'country', label: 'country', kind: 'country', code: true },
    { key: 'link', label: 'link', kind: 'text', limit: contentLimits.link, type: 'url', hint: 'organizerLinkHint' },
    position,
    active,
  ],
  columns: [
    { key: 'continentId', label: 'continent' },
    { key: 'country', label: 'country' },
  ],
  start: { name: empty, continentId: '', country: '', link: '', position: '', active: true, picture: undefined },
  of: (record: OrganizerRecord) => ({
    ...record,
    picture: record.flag,
    values: {
      name: record.name,
      continentId: record.continentId,
      country: record.country ?? '',
      link: record.link ?? '',
      position: record.position,
      active: record.active,
      picture: undefined,
    },
  }),
  draft: (values) => ({
    name: values.name as Localized,
    continentId: text(values.continentId),
    country: orNull(values.country),
    link: orNull(values.link),
    active: values.active as boolean,
    ...placed(values),
  }),
})

const regions = kind('regions', adminApi.regions, {
  fields: [
    { key: 'name', label: 'name', kind: 'localized', limit: contentLimits.name, required: true },
    { key: 'country', label: 'country', kind: 'country', required: true },
    { key: 'email', label: 'email', kind: 'text', limit: contentLimits.email, type: 'email' },
    { key: 'phone', label: 'phone', kind: 'text', limit: contentLimits.phone, type: 'tel' },
    position,
    active,
  ],
  columns: [
    { key: 'country', label: 'country' },
    { key: 'email', label: 'email' },
    { key: 'phone', label: 'phone' },
  ],
  start: { name: empty, country: 'saudi-arabia', email: '', phone: '', position: '', active: true },
  of: (record: RegionRecord) => ({
    ...record,
    values: {
      name: record.name,
      country: record.country,
      email: record.email ?? '',
      phone: record.phone ?? '',
      position: record.position,
      active: record.active,
    },
  }),
  draft: (values) => ({
    name: values.name as Localized,
    country: text(values.country),
    email: orNull(values.email),
    phone: orNull(values.phone),
    active: values.active as boolean,
    ...placed(values),
  }),
})

const continents = kind('continents', adminApi.continents, {
  fields: [{ key: 'name', label: 'name', kind: 'localized', limit: contentLimits.name, required: true }, position],
  columns: [{ key: 'position', label: 'position' }],
  start: { name: empty, position: '' },
  of: (record: ContinentRecord) => ({ ...record, values: { name: record.name, position: record.position } }),
  draft: (values) => ({ name: values.name as Localized, ...placed(values) }),
})

/** A new record comes last unless a place was typed. */
function placed(values: Values): { position?: number } {
  return text(values.position) === '' ? {} : { position: Number(values.position) }
}

export const kinds: Record<KindName, Kind> = { faqs, partners, organizers, regions, continents }
