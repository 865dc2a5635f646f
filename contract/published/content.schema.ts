import { textField } from '#contract/fields.schema.ts'
import { z } from '#contract/z.ts'

const success = z.literal(true)
const lang = z.enum(['en', 'ar']).optional().describe('the language of texts that stand there once')

/** `image` is the file name under the partners' folder, `file_path` the same as an address on this site. */
export const wirePartner = z
  .object({
    _id: z.string(),
    name: z.string(),
    image: z.string(),
    file_path: z.string(),
    link: z.string().nullable(),
    status: z.boolean(),
  })
  .meta({ id: 'Partner' })
export type WirePartner = z.infer<typeof wirePartner>

export const wireFaq = z
  .object({
    _id: z.string(),
    question: z.string(),
    answer: z.string(),
    question_en: z.string(),
    question_ar: z.string(),
    answer_en: z.string(),
    answer_ar: z.string(),
  })
  .meta({ id: 'Faq' })
export type WireFaq = z.infer<typeof wireFaq>

export const wireContinent = z
  .object({ _id: z.string(), name: z.string(), name_en: z.string(), name_ar: z.string(), slug: z.string() })
  .meta({ id: 'Continent' })
export type WireContinent = z.infer<typeof wireContinent>

export const wireOrganizer = z
  .object({
    _id: z.string(),
    status: z.boolean(),
    link: z.string().nullable(),
    flag: z.string().nullable(),
    companyName: z.string(),
    companyName_en: z.string(),
    companyName_ar: z.string(),
    continent: z.string(),
    country: z.string().nullable(),
  })
  .meta({ id: 'Organizer' })
export type WireOrganizer = z.infer<typeof wireOrganizer>

export const wireRegion = z
  .object({
    _id: z.string(),
    slug: z.string(),
    en_name: z.string(),
    ar_name: z.string(),
    country: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
  })
  .meta({ id: 'Region' })
export type WireRegion = z.infer<typeof wireRegion>

/** Of lists that have a status, visitors see what is switched on: `status=false` finds nothing. */
export const statusQuery = z.object({ status: z.stringbool().optional(), lang })
export const plainQuery = z.object({ lang })
export const organizersQuery = z.object({
  id: z
    .union([z.literal('all'), z.uuid()])
    .default('all')
    .describe('a continent, or `all`'),
  lang,
})

export const partnersReply = z.object({ success, partners: z.array(wirePartner) })
export const faqsReply = z.object({ success, faqs: z.array(wireFaq) })
export const continentsReply = z.object({ success, continents: z.array(wireContinent) })
export const organizersReply = z.object({ success, organizers: z.array(wireOrganizer) })
export const regionsReply = z.object({ success, regions: z.array(wireRegion) })

const counters = z.object({ players: z.string(), sessions: z.string(), countries: z.string(), downloads: z.string() })

/** Texts, links and switches of the whole site. Of links, null means that none is set. */
export const wireSetting = z
  .object({
    site_name: z.string(),
    title_en: z.string(),
    title_ar: z.string(),
    description_en: z.string(),
    description_ar: z.string(),
    counters,
    contact: z.object({ phone: z.string(), email: z.string(), address_en: z.string(), address_ar: z.string() }),
    story: z.object({
      video: z.string().nullable(),
      poster: z.string().nullable(),
      title_en: z.string(),
      title_ar: z.string(),
      text_en: z.string(),
      text_ar: z.string(),
    }),
    simulator: z.object({ win: z.string().nullable(), mac: z.string().nullable(), version: z.string() }),
    organizer_link: z.string(),
    features: z.object({ registration: z.boolean(), payment: z.boolean(), simulator: z.boolean() }),
  })
  .meta({ id: 'Setting' })
export type WireSetting = z.infer<typeof wireSetting>

export const settingsQuery = z.object({ site_name: textField(40), lang })
export const settingsReply = z.object({ success, setting: wireSetting })
