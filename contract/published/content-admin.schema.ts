import { contentLimits as limits } from '#contract/content.ts'
import { z } from '#contract/z.ts'
import { wireContinent, wireOrganizer, wirePartner, wireRegion } from './content.schema.ts'
import { formFacts, formPicture, formSwitch, orNothing, orNull, recordFacts } from './record.schema.ts'
import { recordId, text } from './text.schema.ts'

const line = (max: number) => text(max).trim()
// a form sends every line break as two characters, whatever was typed
const lines = (max: number) =>
  z
    .string()
    .overwrite((value) => value.replace(/\r\n?/g, '\n'))
    .pipe(text(max))
    .pipe(z.string().trim())
/** An address on the web. */
const link = orNull(line(limits.link).pipe(z.url({ protocol: /^https?$/ })))
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
    ...recordFacts,
  })
  .meta({ id: 'AdminFaq' })
export type WireFaqRecord = z.infer<typeof wireFaqRecord>
export const faqForm = z.object({
  ...formFacts,
  name: line(limits.question).optional(),
  name_en: line(limits.question).optional(),
  description: lines(limits.answer).optional(),
  description_en: lines(limits.answer).optional(),
  status: formSwitch,
})

export const wirePartnerRecord = wirePartner.extend(recordFacts).meta({ id: 'AdminPartner' })
export type WirePartnerRecord = z.infer<typeof wirePartnerRecord>
export const partnerForm = z.object({
  ...formFacts,
  name: line(limits.name).optional(),
  link,
  status: formSwitch,
  file: formPicture,
})

export const wireOrganizerRecord = wireOrganizer.omit({ companyName: true }).extend(recordFacts).meta({ id: 'AdminOrganizer' })
export type WireOrganizerRecord = z.infer<typeof wireOrganizerRecord>
export const organizerForm = z.object({
  ...formFacts,
  companyName_en: line(limits.name).optional(),
  companyName_ar: line(limits.name).optional(),
  link,
  country: orNull(country),
  continent: orNothing(recordId),
  status: formSwitch,
  flag: formPicture,
  removeFlag: formSwitch,
})

export const wireContinentRecord = wireContinent.omit({ name: true }).extend(recordFacts).meta({ id: 'AdminContinent' })
export type WireContinentRecord = z.infer<typeof wireContinentRecord>
export const continentForm = z.object({ ...formFacts, name_en: line(limits.name).optional(), name_ar: line(limits.name).optional() })

export const wireRegionRecord = wireRegion.extend({ status: z.boolean(), ...recordFacts }).meta({ id: 'AdminRegion' })
export type WireRegionRecord = z.infer<typeof wireRegionRecord>
export const regionForm = z.object({
  ...formFacts,
  en_name: line(limits.name).optional(),
  ar_name: line(limits.name).optional(),
  country: country.optional(),
  email: orNull(line(limits.email).pipe(z.email())),
  phone: orNull(line(limits.phone)),
  status: formSwitch,
})
