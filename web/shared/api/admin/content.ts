import type {
  ContinentFields,
  ContinentRecord,
  FaqFields,
  FaqRecord,
  OrganizerFields,
  OrganizerRecord,
  PartnerFields,
  PartnerRecord,
  RegionFields,
  RegionRecord,
} from '#contract/contents.ts'
import { paths } from '#contract/paths.ts'
import {
  fromPublishedFaqField,
  fromPublishedFaqRecord,
  fromPublishedPartnerField,
  fromPublishedPartnerRecord,
  toPublishedFaqForm,
  toPublishedPartnerForm,
} from '#contract/published/contents.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { createCrudApi } from './crud.ts'

/** Creates the back office's calls about the site's contents. */
export const createAdminContentApi = (call: ApiCall) => {
  const { toggle: _, ...continents } = createCrudApi<ContinentRecord, ContinentFields>(call, {
    path: paths.adminContinents,
    one: 'continent',
    many: 'continents',
  })
  return {
    faqs: createCrudApi<FaqRecord, FaqFields>(call, {
      path: paths.adminFaqs,
      one: 'faq',
      many: 'faqs',
      toForm: toPublishedFaqForm,
      published: { record: fromPublishedFaqRecord, field: fromPublishedFaqField },
    }),
    partners: createCrudApi<PartnerRecord, PartnerFields>(call, {
      path: paths.adminPartners,
      one: 'partner',
      many: 'partners',
      toForm: (edit, image) => toPublishedPartnerForm(edit, image ?? undefined),
      published: { record: fromPublishedPartnerRecord, field: fromPublishedPartnerField },
    }),
    organizers: createCrudApi<OrganizerRecord, OrganizerFields>(call, {
      path: paths.adminOrganizers,
      one: 'organizer',
      many: 'organizers',
      toForm: (edit, flag) => ({ ...edit, flag: flag ?? undefined, removeFlag: flag === null || undefined }),
    }),
    continents,
    regions: createCrudApi<RegionRecord, RegionFields>(call, { path: paths.adminRegions, one: 'region', many: 'regions' }),
  }
}
