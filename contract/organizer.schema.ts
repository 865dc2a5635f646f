import {
  booleanFormField,
  countrySlugField,
  formMetadataFields,
  imageFormField,
  localizedNameField,
  nullableFormField,
  optionalFormField,
  recordMetadataFields,
  urlFormField,
} from './crud.schema.ts'
import { idField, localizedText } from './fields.schema.ts'
import { organizerLimits as limits } from './organizer.ts'
import { z } from './z.ts'

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

export const saveOrganizerRequest = z.object({
  ...formMetadataFields,
  name: localizedNameField(limits.name),
  link: urlFormField(limits.link),
  country: nullableFormField(countrySlugField(limits.country)),
  continentId: optionalFormField(idField),
  active: booleanFormField,
  flag: imageFormField,
  removeFlag: booleanFormField,
})
