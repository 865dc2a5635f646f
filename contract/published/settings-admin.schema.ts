import { textField } from '#contract/fields.schema.ts'
import { z } from '#contract/z.ts'
import { wireSetting } from './content.schema.ts'

const line = (max: number) => textField(max).trim()
/** A path on this site, or an address on the web; null or nothing for none. */
const place = z.preprocess(
  (value) => (value === '' ? null : value),
  z.union([line(2000).regex(/^\/(?![/\\])[^\s\\]*$/), line(2000).pipe(z.url({ protocol: /^https?$/ }))]).nullable(),
)
const email = z.union([z.literal(''), line(320).pipe(z.email())])

/** What the settings page sends: all of them. `version` is the one that was read. */
export const settingsForm = z.object({
  version: z.coerce.number().int().min(1).max(2_000_000_000).optional(),
  title_en: line(200).min(1),
  title_ar: line(200).min(1),
  description_en: line(1000).min(1),
  description_ar: line(1000).min(1),
  counters: z.object({ players: line(20), sessions: line(20), countries: line(20), downloads: line(20) }),
  contact: z.object({ phone: line(40), email, address_en: line(500), address_ar: line(500) }),
  story: z.object({
    video: place,
    poster: place,
    title_en: line(200),
    title_ar: line(200),
    text_en: line(2000),
    text_ar: line(2000),
  }),
  simulator: z.object({ win: place, mac: place, version: line(40) }),
  organizer_link: line(2000).pipe(z.url({ protocol: /^https?$/ })),
  features: z.object({ registration: z.boolean(), payment: z.boolean(), simulator: z.boolean() }),
})

export const wireSettingRecord = wireSetting.extend({ version: z.number(), updatedAt: z.string() }).meta({ id: 'AdminSetting' })
export type WireSettingRecord = z.infer<typeof wireSettingRecord>
export const settingRecordReply = z.object({ success: z.literal(true), setting: wireSettingRecord })
export const settingSavedReply = z.object({ success: z.literal(true), msg: z.string(), setting: wireSettingRecord })
