import { continentLimits as limits, organizerLimits, regionLimits } from './contents.ts'
import {
  booleanFormField,
  countrySlugField,
  createCrudResponses,
  formMetadataFields,
  imageFormField,
  localizedNameField,
  nullableFormField,
  optionalFormField,
  recordMetadataFields,
  urlFormField,
} from './crud.schema.ts'
import { idField, localizedText, trimmedTextField } from './fields.schema.ts'
import { importResponseFields } from './import.schema.ts'
import { z } from './z.ts'

export const faqImportResponse = z.object({
  ...importResponseFields,
  rows: z.array(z.object({ line: z.number(), question: localizedText, active: z.boolean() })),
})

/** A company that runs the competition in a country. */
export const organizer = z.object({
  id: z.string(),
  name: localizedText,
  link: z.string().nullable().describe('null opens the default link of the settings'),
  flag: z.string().nullable().describe('a path on this site'),
  country: z.string().nullable().describe('an ISO 3166 code in small letters'),
  active: z.boolean().describe('inactive organizers are greyed'),
  continentId: z.string(),
})

/** An organizer as the back office edits it. */
export const organizerRecord = organizer.extend(recordMetadataFields).meta({ id: 'AdminOrganizer' })
export const organizerResponses = createCrudResponses('organizer', 'organizers', organizerRecord)

export const saveOrganizerRequest = z.object({
  ...formMetadataFields,
  name: localizedNameField(organizerLimits.name),
  link: urlFormField(organizerLimits.link),
  country: nullableFormField(countrySlugField(organizerLimits.country)),
  continentId: optionalFormField(idField),
  active: booleanFormField,
  flag: imageFormField,
  removeFlag: booleanFormField,
})

/** A region with the contact that the support page shows. */
export const region = z.object({
  id: z.string(),
  slug: z.string(),
  name: localizedText,
  country: z.string().describe('a slug: `egypt`, `saudi-arabia`'),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})

/** A region as the back office edits it. */
export const regionRecord = region.extend({ active: z.boolean(), ...recordMetadataFields }).meta({ id: 'AdminRegion' })
export const regionResponses = createCrudResponses('region', 'regions', regionRecord)

export const saveRegionRequest = z.object({
  ...formMetadataFields,
  name: localizedNameField(regionLimits.name),
  country: countrySlugField(regionLimits.country).optional(),
  email: nullableFormField(trimmedTextField(regionLimits.email).pipe(z.email())),
  phone: nullableFormField(trimmedTextField(regionLimits.phone)),
  active: booleanFormField,
})

/** A continent. Continents are the tabs of the events page. */
export const continent = z.object({ id: z.string(), slug: z.string(), name: localizedText })

/** A continent as the back office edits it. */
export const continentRecord = continent.extend(recordMetadataFields).meta({ id: 'AdminContinent' })
export const continentResponses = createCrudResponses('continent', 'continents', continentRecord)

export const saveContinentRequest = z.object({ ...formMetadataFields, name: localizedNameField(limits.name) })
