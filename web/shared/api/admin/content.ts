import type { AdminSettings } from '#contract/platform/settings.ts'
import {
  fromPublishedFaqField,
  fromPublishedFaqRecord,
  fromPublishedPartnerField,
  fromPublishedPartnerRecord,
  toPublishedFaqForm,
  toPublishedPartnerForm,
} from '#contract/published/contents-admin.ts'
import type {
  ContinentFields,
  ContinentRecord,
  OrganizerFields,
  OrganizerRecord,
  RegionFields,
  RegionRecord,
} from '#contract/site/contents.schema.ts'
import type { FaqFields, FaqRecord, PartnerFields, PartnerRecord } from '#contract/site/contents.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { createCrudApi } from './crud.ts'

/** Creates the back office's calls about the site's contents. */
export const createAdminContentApi = (call: ApiCall) => {
  const { toggle: _, ...continents } = createCrudApi<
    '/api/admin/continents',
    ContinentRecord,
    ContinentFields
  >(call, {
    path: '/api/admin/continents',
    one: 'continent',
    many: 'continents',
  })
  return {
    faqs: createCrudApi<'/api/admin/faqs', FaqRecord, FaqFields>(call, {
      path: '/api/admin/faqs',
      one: 'faq',
      many: 'faqs',
      toForm: toPublishedFaqForm,
      published: { record: fromPublishedFaqRecord, field: fromPublishedFaqField },
    }),
    partners: createCrudApi<'/api/admin/partners', PartnerRecord, PartnerFields>(call, {
      path: '/api/admin/partners',
      one: 'partner',
      many: 'partners',
      toForm: (edit, image) => toPublishedPartnerForm(edit, image ?? undefined),
      published: { record: fromPublishedPartnerRecord, field: fromPublishedPartnerField },
    }),
    organizers: createCrudApi<'/api/admin/organizers', OrganizerRecord, OrganizerFields>(call, {
      path: '/api/admin/organizers',
      one: 'organizer',
      many: 'organizers',
      toForm: (edit, flag) => ({ ...edit, flag: flag ?? undefined, removeFlag: flag === null || undefined }),
    }),
    continents,
    regions: createCrudApi<'/api/admin/regions', RegionRecord, RegionFields>(call, {
      path: '/api/admin/regions',
      one: 'region',
      many: 'regions',
    }),
  }
}

/** Creates the back office's calls about the site's settings. */
export const createAdminSettingsApi = (call: ApiCall) => ({
  /**
   * Replaces all settings but those left out, the logo and the files of the promo video, which have calls of
   * their own; `version` is the one that was read. Throws `stale-version`, `bad-input`.
   */
  save: async (
    settings: Omit<
      AdminSettings,
      | 'sessions'
      | 'scoreLogEmail'
      | 'publishFullNamesOfMinors'
      | 'timeZone'
      | 'receiptIssuer'
      | 'emailsPerMinute'
      | 'pausedEmailClasses'
    > &
      Partial<AdminSettings>,
    version: number,
  ) => {
    const { title, text } = settings.story
    const { logo: _, ...brand } = settings.brand
    const json = { ...settings, story: { title, text }, brand, version }
    const { msg, settings: record } = await call('PUT /api/admin/settings', { json })
    return { message: msg, record }
  },
})
