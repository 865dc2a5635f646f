import { competitionBounds as bounds, type Currency, currencies } from '#contract/competition.ts'
import { booleanFormField, formMetadataFields, nullableFormField, optionalFormField, recordMetadataFields } from '#contract/crud.schema.ts'
import { textField } from '#contract/fields.schema.ts'
import { westernDigits } from '#contract/rules/identity.ts'
import { z } from '#contract/z.ts'

const facts = {
  _id: z.string(),
  name_en: z.string(),
  name_ar: z.string(),
  slug: z.string(),
  min_members: z.number(),
  max_members: z.number(),
  min_coaches: z.number(),
  max_coaches: z.number(),
  min_age: z.number().nullable(),
  max_age: z.number().nullable(),
  max_teams: z.number().nullable(),
  rounds: z.number(),
  fee: z.number().describe('in the smallest unit of the currency'),
  currency: z.string(),
  opens_at: z.string().nullable(),
  closes_at: z.string().nullable(),
}

/** A competition as somebody who registers sees it. */
export const wireCompetition = z.object({ ...facts, open: z.boolean(), places_left: z.number().nullable() }).meta({ id: 'Competition' })
export type WireCompetition = z.infer<typeof wireCompetition>
export const competitionsReply = z.object({ success: z.literal(true), competions: z.array(wireCompetition) })

/** The same as the back office edits it. */
export const wireCompetitionRecord = z
  .object({ ...facts, status: z.boolean(), team_count: z.number(), ...recordMetadataFields })
  .meta({ id: 'AdminCompetition' })
export type WireCompetitionRecord = z.infer<typeof wireCompetitionRecord>

/** All that take part, in their order: what the team form chooses from. */
export const competitionsAllActive = z.object({ all_active: z.literal('true') })

/** A whole number as forms send it, in Arabic digits too. */
const whole = (min: number, max: number) =>
  z.preprocess((value) => {
    const digits = typeof value === 'string' ? westernDigits(value.trim()) : value
    return typeof digits === 'string' && /^-?\d{1,12}$/.test(digits) ? Number(digits) : digits
  }, z.number().int().min(min).max(max))
const instant = nullableFormField(z.iso.datetime({ offset: true }))
const line = textField(200).trim()

export const competitionForm = z.object({
  ...formMetadataFields,
  name_en: line.optional(),
  name_ar: line.optional(),
  min_members: optionalFormField(whole(0, bounds.members)),
  max_members: optionalFormField(whole(1, bounds.members)),
  min_coaches: optionalFormField(whole(0, bounds.coaches)),
  max_coaches: optionalFormField(whole(0, bounds.coaches)),
  min_age: nullableFormField(whole(0, bounds.age)),
  max_age: nullableFormField(whole(0, bounds.age)),
  max_teams: nullableFormField(whole(0, bounds.teams)),
  rounds: optionalFormField(whole(1, bounds.rounds)),
  fee: optionalFormField(whole(0, bounds.fee)),
  currency: optionalFormField(z.enum(Object.keys(currencies) as Currency[])),
  opens_at: instant,
  closes_at: instant,
  status: booleanFormField,
})
