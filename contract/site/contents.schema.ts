import {
  booleanFormField,
  countrySlugOrCodeField,
  createCrudResponseSchemas,
  defineCrudCalls,
  formMetadataFields,
  imageFormField,
  nullableFormField,
  nullableUrlFormField,
  optionalFormField,
  optionalLocalizedNameField,
  recordMetadataFields,
  toggleRequest,
} from '../platform/crud.schema.ts'
import { fieldLabels } from '../platform/field-labels.ts'
import { codeField, emailField, idField, localizedText, sortField } from '../platform/fields.schema.ts'
import { pageSizes } from '../platform/page-sizes.ts'
import { z } from '../platform/z.ts'
import { continentLimits as limits, organizerLimits, regionLimits } from './contents.ts'

/** A line of a CSV file of questions. */
export const faqImportRow = z.object({ line: z.number(), question: localizedText, active: z.boolean() })

/** A company that runs the competition in a country. */
const organizer = z.object({
  id: z.string(),
  name: localizedText,
  link: z.string().nullable().describe('null opens the default link of the settings'),
  flag: z.string().nullable().describe('a path on this site'),
  country: z.string().nullable().describe('an ISO 3166 code in small letters'),
  active: z.boolean().describe('inactive organizers are greyed'),
  continentId: z.string(),
})
export type Organizer = z.infer<typeof organizer>

/** An organizer as the back office edits it. */
const organizerRecord = organizer.extend(recordMetadataFields).meta({ id: 'AdminOrganizer' })
export type OrganizerRecord = z.infer<typeof organizerRecord>
export type OrganizerFields = Pick<OrganizerRecord, 'name' | 'link' | 'country' | 'active' | 'continentId'>

const organizerResponses = createCrudResponseSchemas('organizer', 'organizers', organizerRecord)

const saveOrganizerRequest = z.object({
  ...formMetadataFields,
  name: optionalLocalizedNameField(organizerLimits.name),
  link: nullableUrlFormField(organizerLimits.link),
  country: nullableFormField(countrySlugOrCodeField(organizerLimits.country)),
  continentId: optionalFormField(idField),
  active: booleanFormField,
  flag: imageFormField,
  removeFlag: booleanFormField,
})
saveOrganizerRequest.register(fieldLabels, { catalogue: 'contents', names: { continentId: 'continent' } })

/** A region with the contact that the support page shows. */
const region = z.object({
  id: z.string(),
  slug: z.string(),
  name: localizedText,
  country: z.string().describe('a slug: `egypt`, `saudi-arabia`'),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})
export type Region = z.infer<typeof region>

/** A region as the back office edits it. */
const regionRecord = region
  .extend({ active: z.boolean(), ...recordMetadataFields })
  .meta({ id: 'AdminRegion' })
export type RegionRecord = z.infer<typeof regionRecord>
export type RegionFields = Pick<RegionRecord, 'name' | 'country' | 'email' | 'phone' | 'active'>

const regionResponses = createCrudResponseSchemas('region', 'regions', regionRecord)

const saveRegionRequest = z.object({
  ...formMetadataFields,
  name: optionalLocalizedNameField(regionLimits.name),
  country: countrySlugOrCodeField(regionLimits.country).optional(),
  email: nullableFormField(emailField(regionLimits.email)),
  phone: nullableFormField(codeField(regionLimits.phone)),
  active: booleanFormField,
})
saveRegionRequest.register(fieldLabels, { catalogue: 'contents' })

/** A continent. Continents are the tabs of the events page. */
const continent = z.object({ id: z.string(), slug: z.string(), name: localizedText })
export type Continent = z.infer<typeof continent>

/** A continent as the back office edits it. */
const continentRecord = continent.extend(recordMetadataFields).meta({ id: 'AdminContinent' })
export type ContinentRecord = z.infer<typeof continentRecord>
export type ContinentFields = Pick<ContinentRecord, 'name'>

const continentResponses = createCrudResponseSchemas('continent', 'continents', continentRecord)

export const saveContinentRequest = z.object({
  ...formMetadataFields,
  name: optionalLocalizedNameField(limits.name),
})
saveContinentRequest.register(fieldLabels, { catalogue: 'contents' })

/** The calls of the back office about organizers, regions and continents. */
export const contentsCalls = {
  ...defineCrudCalls(
    '/api/admin/organizers',
    {
      responses: organizerResponses,
      sizes: pageSizes.short,
      permission: 'content',
      form: saveOrganizerRequest,
      toggle: toggleRequest,
      filters: { sort: sortField('organizers') },
    },
    {},
  ),
  ...defineCrudCalls(
    '/api/admin/regions',
    {
      responses: regionResponses,
      sizes: pageSizes.short,
      permission: 'content',
      readRegions: 'same',
      form: saveRegionRequest,
      toggle: toggleRequest,
      filters: { sort: sortField('regions') },
    },
    {},
  ),
  ...defineCrudCalls(
    '/api/admin/continents',
    {
      responses: continentResponses,
      sizes: pageSizes.short,
      permission: 'content',
      form: saveContinentRequest,
      // visitors see every continent
      toggle: undefined,
      filters: { sort: sortField('continents') },
    },
    {},
  ),
}
