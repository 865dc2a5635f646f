import { contentLimits as limits } from '#contract/content.ts'
import {
  booleanFormField,
  formMetadataFields,
  imageFormField,
  nullableFormField,
  optionalFormField,
  recordMetadataFields,
} from '#contract/crud.schema.ts'
import { idField, textField } from '#contract/fields.schema.ts'
import { z } from '#contract/z.ts'
import { wireContinent, wireOrganizer, wirePartner, wireRegion } from './content.schema.ts'

const line = (max: number) => textField(max).trim()
// a form sends every line break as two characters, whatever was typed
const lines = (max: number) =>
  z
    .string()
    .overwrite((value) => value.replace(/\r\n?/g, '\n'))
    .pipe(textField(max))
    .pipe(z.string().trim())
/** An address on the web. */
const link = nullableFormField(line(limits.link).pipe(z.url({ protocol: /^https?$/ })))
const country = line(limits.slug).regex(/^[a-z0-9-]*$/)

/** A FAQ of the back office: `name` and `description` are the Arabic question and answer. */
export const wireFaqRecord = z
  .object({
    _id: z.string(),
    name: z.string(),
    name_en: z.string(),
    description: z.string(),
    description_en: z.string(),
    status: z.boolean(),
    ...recordMetadataFields,
  })
  .meta({ id: 'AdminFaq' })
export type WireFaqRecord = z.infer<typeof wireFaqRecord>
export const faqForm = z.object({
  ...formMetadataFields,
  name: line(limits.question).optional(),
  name_en: line(limits.question).optional(),
  description: lines(limits.answer).optional(),
  description_en: lines(limits.answer).optional(),
  status: booleanFormField,
})

export const wirePartnerRecord = wirePartner.extend(recordMetadataFields).meta({ id: 'AdminPartner' })
export type WirePartnerRecord = z.infer<typeof wirePartnerRecord>
export const partnerForm = z.object({
  ...formMetadataFields,
  name: line(limits.name).optional(),
  link,
  status: booleanFormField,
  file: imageFormField,
})

export const wireOrganizerRecord = wireOrganizer.omit({ companyName: true }).extend(recordMetadataFields).meta({ id: 'AdminOrganizer' })
export type WireOrganizerRecord = z.infer<typeof wireOrganizerRecord>
export const organizerForm = z.object({
  ...formMetadataFields,
  companyName_en: line(limits.name).optional(),
  companyName_ar: line(limits.name).optional(),
  link,
  country: nullableFormField(country),
  continent: optionalFormField(idField),
  status: booleanFormField,
  flag: imageFormField,
  removeFlag: booleanFormField,
})

export const wireContinentRecord = wireContinent.omit({ name: true }).extend(recordMetadataFields).meta({ id: 'AdminContinent' })
export type WireContinentRecord = z.infer<typeof wireContinentRecord>
export const continentForm = z.object({
  ...formMetadataFields,
  name_en: line(limits.name).optional(),
  name_ar: line(limits.name).optional(),
})

export const wireRegionRecord = wireRegion.extend({ status: z.boolean(), ...recordMetadataFields }).meta({ id: 'AdminRegion' })
export type WireRegionRecord = z.infer<typeof wireRegionRecord>
export const regionForm = z.object({
  ...formMetadataFields,
  en_name: line(limits.name).optional(),
  ar_name: line(limits.name).optional(),
  country: country.optional(),
  email: nullableFormField(line(limits.email).pipe(z.email())),
  phone: nullableFormField(line(limits.phone)),
  status: booleanFormField,
})
