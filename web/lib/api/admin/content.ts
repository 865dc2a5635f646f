import type { RecordPage } from '#contract/domain/record.ts'
import type { Settings } from '#contract/domain/settings.ts'
import { settingsFromWire, settingsToWire } from '#contract/wire/content.ts'
import {
  continentRecordFromWire,
  faqRecordFromWire,
  organizerRecordFromWire,
  ownNames,
  partnerRecordFromWire,
  regionRecordFromWire,
} from '#contract/wire/content-admin.ts'
import { continentToForm, faqToForm, organizerToForm, partnerToForm, regionToForm } from '#contract/wire/content-forms.ts'
import { paths } from '#contract/wire/paths.ts'
import type { WireSettingRecord } from '#contract/wire/settings-admin.schema.ts'
import type { ApiError, Call } from '../call.ts'

export type Listing = { page?: number; perPage?: number; search?: string; deleted?: boolean }
type Saved<R> = { message: string; record: R }
type Shape<R, D, W> = {
  path: string
  one: string
  many: string
  fromWire: (wire: W) => R
  toForm: (draft: D, picture?: Blob | null) => FormData
}

/** The calls about one kind of record. */
const recordCalls = <R, D extends { id?: string }, W>(call: Call, { path: bare, one, many, fromWire, toForm }: Shape<R, D, W>) => {
  const path = `${bare}/`
  const saved = (reply: Record<string, unknown>): Saved<R> => ({ message: String(reply.msg), record: fromWire(reply[one] as W) })
  type Reply = Record<string, unknown>
  return {
    /** `perPage` is one of 10, 25, 100; `deleted` lists what can still be brought back. */
    list: async (at: Listing = {}, signal?: AbortSignal): Promise<RecordPage<R>> => {
      const reply = await call<Reply & { currentPage: number; totalItems: number; per_page: number }>(path, {
        query: { page: at.page ?? 1, per_page: at.perPage ?? 10, s: at.search, deleted: at.deleted || undefined },
        ...(signal ? { signal } : {}),
      })
      return { records: (reply[many] as W[]).map(fromWire), page: reply.currentPage, perPage: reply.per_page, total: reply.totalItems }
    },
    one: async (id: string): Promise<R> => fromWire((await call<Reply>(path, { query: { id } }))[one] as W),
    /**
     * Creates a record, or edits the one that `draft.id` names. A picture of null is taken away, undefined stays. Refusals to know: `form-incomplete`,
     * `bad-picture`, `picture-too-large`, `stale-version` (`current(error.details)` reads who was faster).
     */
    save: async (draft: D, picture?: Blob | null): Promise<Saved<R>> =>
      saved(await call<Reply>(path, { method: draft.id ? 'PUT' : 'POST', form: toForm(draft, picture) })),
    /** Sets the switch to `value`. */
    toggle: async (id: string, value: boolean): Promise<Saved<R>> =>
      saved(await call<Reply>(path, { method: 'PATCH', json: { id, status: value } })),
    /** Can be brought back for 30 days. Throws `conflict` where something still needs it. */
    remove: async (id: string): Promise<{ message: string }> => {
      const { msg } = await call<{ msg: string }>(path, { method: 'DELETE', query: { id } })
      return { message: msg }
    },
    restore: async (id: string): Promise<Saved<R>> => saved(await call<Reply>(`${path}restore`, { method: 'POST', json: { id } })),
    /** The fields of a refusal by the names of the draft (`question.en`, `picture` …). */
    fields: ({ fields }: ApiError): Record<string, string> =>
      Object.fromEntries(Object.entries(fields).map(([field, message]) => [ownNames[one]?.[field] ?? field, message])),
    /** The record as it is now, from the `details` of a `stale-version` refusal. */
    current: (details: Record<string, unknown>): R | undefined => (details.current ? fromWire(details.current as W) : undefined),
  }
}

type SettingsRecord = { settings: Settings; version: number }
const settingsRecord = (wire: WireSettingRecord): SettingsRecord => ({ settings: settingsFromWire(wire), version: wire.version })

/** The back office's calls about the site's contents. */
export const adminContentCalls = (call: Call) => {
  const { toggle: _, ...continents } = recordCalls(call, {
    path: paths.adminContinents,
    one: 'continent',
    many: 'continents',
    fromWire: continentRecordFromWire,
    toForm: continentToForm,
  })
  return {
    faqs: recordCalls(call, { path: paths.adminFaqs, one: 'faq', many: 'faqs', fromWire: faqRecordFromWire, toForm: faqToForm }),
    partners: recordCalls(call, {
      path: paths.adminPartners,
      one: 'partner',
      many: 'partners',
      fromWire: partnerRecordFromWire,
      toForm: partnerToForm,
    }),
    organizers: recordCalls(call, {
      path: paths.adminOrganizers,
      one: 'organizer',
      many: 'organizers',
      fromWire: organizerRecordFromWire,
      toForm: organizerToForm,
    }),
    continents,
    regions: recordCalls(call, {
      path: paths.adminRegions,
      one: 'region',
      many: 'regions',
      fromWire: regionRecordFromWire,
      toForm: regionToForm,
    }),
    settings: {
      read: async (): Promise<SettingsRecord> =>
        settingsRecord((await call<{ setting: WireSettingRecord }>(`${paths.adminSettings}/`)).setting),
      /** The settings as they are now, from the `details` of a `stale-version` refusal. */
      current: (details: Record<string, unknown>): SettingsRecord | undefined =>
        details.current ? settingsRecord(details.current as WireSettingRecord) : undefined,
      /** Replaces them all; `version` is the one that was read. Throws `stale-version`, `bad-input` with fields as on the wire. */
      save: async (settings: Settings, version: number): Promise<SettingsRecord & { message: string }> => {
        const { site_name: _site, ...json } = settingsToWire('', settings)
        type Reply = { msg: string; setting: WireSettingRecord }
        const reply = await call<Reply>(`${paths.adminSettings}/`, { method: 'PUT', json: { ...json, version } })
        return { ...settingsRecord(reply.setting), message: reply.msg }
      },
    },
  }
}
