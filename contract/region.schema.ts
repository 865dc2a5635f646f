import {
  booleanFormField,
  countrySlugField,
  formMetadataFields,
  localizedNameField,
  nullableFormField,
  recordMetadataFields,
} from './crud.schema.ts'
import { localizedText, trimmedTextField } from './fields.schema.ts'
import { regionLimits as limits } from './region.ts'
import { z } from './z.ts'

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

export const saveRegionRequest = z.object({
  ...formMetadataFields,
  name: localizedNameField(limits.name),
  country: countrySlugField(limits.country).optional(),
  email: nullableFormField(trimmedTextField(limits.email).pipe(z.email())),
  phone: nullableFormField(trimmedTextField(limits.phone)),
  active: booleanFormField,
})
