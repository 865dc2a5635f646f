import { paths } from '#contract/paths.ts'
import { settingsFromWire, settingsToWire } from '#contract/published/content.ts'
import {
  continentRecordFromWire,
  faqRecordFromWire,
  organizerRecordFromWire,
  ownNames,
  partnerRecordFromWire,
  regionRecordFromWire,
} from '#contract/published/content-admin.ts'
import { continentToForm, faqToForm, organizerToForm, partnerToForm, regionToForm } from '#contract/published/content-forms.ts'
import type { WireSettingRecord } from '#contract/published/settings-admin.schema.ts'
import type { Settings } from '#contract/settings.ts'
import type { Call } from '#web/shared/api/call.ts'
import { recordCalls } from './records.ts'

type SettingsRecord = { settings: Settings; version: number }
const settingsRecord = (wire: WireSettingRecord): SettingsRecord => ({ settings: settingsFromWire(wire), version: wire.version })

/** Our own names of the refused fields of a kind of record. */
const named = (one: string) => (field: string) => ownNames[one]?.[field] ?? field

/** The back office's calls about the site's contents. */
export const adminContentCalls = (call: Call) => {
  const { toggle: _, ...continents } = recordCalls(call, {
    path: paths.adminContinents,
    one: 'continent',
    many: 'continents',
    fromWire: continentRecordFromWire,
    toForm: continentToForm,
    fieldFromWire: named('continent'),
  })
  return {
    faqs: recordCalls(call, {
      path: paths.adminFaqs,
      one: 'faq',
      many: 'faqs',
      fromWire: faqRecordFromWire,
      toForm: faqToForm,
      fieldFromWire: named('faq'),
    }),
    partners: recordCalls(call, {
      path: paths.adminPartners,
      one: 'partner',
      many: 'partners',
      fromWire: partnerRecordFromWire,
      toForm: partnerToForm,
      fieldFromWire: named('partner'),
    }),
    organizers: recordCalls(call, {
      path: paths.adminOrganizers,
      one: 'organizer',
      many: 'organizers',
      fromWire: organizerRecordFromWire,
      toForm: organizerToForm,
      fieldFromWire: named('organizer'),
    }),
    continents,
    regions: recordCalls(call, {
      path: paths.adminRegions,
      one: 'region',
      many: 'regions',
      fromWire: regionRecordFromWire,
      toForm: regionToForm,
      fieldFromWire: named('region'),
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
