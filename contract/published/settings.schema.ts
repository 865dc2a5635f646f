import { langQuery, rawTextField } from '#contract/platform/fields.schema.ts'
import { createSuccessResponseSchema } from '#contract/platform/response.schema.ts'
import { z } from '#contract/platform/z.ts'
import { defineCalls } from '../platform/define-calls.ts'

/** Texts, links and feature switches of the whole site. Of links, null means that none is set. */
const publishedSetting = z
  .object({
    site_name: z.string(),
    title_en: z.string(),
    title_ar: z.string(),
    description_en: z.string(),
    description_ar: z.string(),
    counters: z.object({
      players: z.string(),
      sessions: z.string(),
      countries: z.string(),
      downloads: z.string(),
    }),
    contact: z.object({
      phone: z.string(),
      email: z.string(),
      address_en: z.string(),
      address_ar: z.string(),
    }),
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
export type PublishedSetting = z.infer<typeof publishedSetting>

const settingsQuery = langQuery.extend({ site_name: rawTextField(40) })
const settingsResponse = createSuccessResponseSchema({ setting: publishedSetting })

/** The calls about settings. */
export const publishedSettingsCalls = defineCalls(
  { tag: 'settings', audience: 'visitor' },
  {
    'GET /api/settings': {
      summary: 'Texts, links and switches of the site',
      query: settingsQuery,
      response: settingsResponse,
    },
  },
)
