import { cleanNumberOrDateToWesternDigits } from '../accounts/identity.ts'
import {
  booleanFormField,
  createCrudResponseSchemas,
  formMetadataFields,
  nullableFormField,
  nullableUrlFormField,
  optionalFormField,
  optionalLocalizedMultilineField,
  optionalLocalizedNameField,
  recordMetadataFields,
} from '../platform/crud.schema.ts'
import { defineCalls } from '../platform/define-calls.ts'
import { fieldLabels } from '../platform/field-labels.ts'
import { instantField, localizedText } from '../platform/fields.schema.ts'
import { z } from '../platform/z.ts'
import { competitionLimits as bounds, type Currency, feeCurrencyDecimals } from './competition.ts'

/** A competition. `fee` is in the smallest unit of the currency; instants are ISO 8601, null for no limit. */
const competition = z.object({
  id: z.string(),
  slug: z.string(),
  name: localizedText,
  /** What teams do. An empty text is left out. */
  description: localizedText,
  /** The address of the rules; null for none. */
  rulesLink: z.string().nullable(),
  /** How many people a team has, their age in years, and how many teams take part. Null is no limit. */
  minMembers: z.number(),
  maxMembers: z.number(),
  minCoaches: z.number(),
  maxCoaches: z.number(),
  minAge: z.number().nullable(),
  maxAge: z.number().nullable(),
  maxTeams: z.number().nullable(),
  /** Scored rounds or runs of a team. */
  rounds: z.number(),
  fee: z.number().describe('in the smallest unit of the currency'),
  currency: z.string().describe('ISO 4217'),
  opensAt: z.string().nullable(),
  closesAt: z.string().nullable(),
})

/** A kind of contest that teams register for. */
export type Competition = z.infer<typeof competition>

/** The values of the competition form of the back office. */
export type CompetitionFields = Omit<Competition, 'id' | 'slug'> & {
  active: boolean
  paymentDays: number | null
  publishesTeams: boolean
}

/**
 * A competition in the list for registration; `placesLeft` is null without a limit, and 0 while teams wait
 * for a place. `waitingListOpen`: a team can join the waiting list, because registration is open and no place
 * is left.
 */
export const competitionWithPlaces = competition
  .extend({ open: z.boolean(), waitingListOpen: z.boolean(), placesLeft: z.number().nullable() })
  .meta({ id: 'Competition' })

/** A competition in the list for registration. */
export type CompetitionWithPlaces = z.infer<typeof competitionWithPlaces>

const competitionsWithPlacesResponse = z.object({
  success: z.literal(true),
  competitions: z.array(competitionWithPlaces),
})

/** A competition in the back office. */
const competitionRecord = competition
  .extend({
    active: z.boolean(),
    teamCount: z.number().describe('the teams that have a place'),
    paymentDays: z
      .number()
      .nullable()
      .describe('the days after which an unpaid team loses its place where places are limited; null: never'),
    publishesTeams: z.boolean().describe('whether the page of the competition lists its registered teams'),
    ...recordMetadataFields,
  })
  .meta({ id: 'AdminCompetition' })
export type CompetitionRecord = z.infer<typeof competitionRecord>

/** A competition in the published list of active competitions. */
export type ActiveCompetition = Omit<
  CompetitionRecord,
  'description' | 'paymentDays' | 'publishesTeams' | 'rulesLink'
>

/** What decides whether an unpaid team keeps its place. */
export type CompetitionPlaces = Pick<CompetitionRecord, 'maxTeams' | 'fee' | 'paymentDays'>

export const competitionResponses = createCrudResponseSchemas(
  'competition',
  'competitions',
  competitionRecord,
)

/** Returns the schema of a whole number from a form, in Arabic digits too. */
const integerField = (min: number, max: number) =>
  z.preprocess((value) => {
    const digits = typeof value === 'string' ? cleanNumberOrDateToWesternDigits(value) : value
    return typeof digits === 'string' && /^-?\d{1,12}$/.test(digits) ? Number(digits) : digits
  }, z.number().int().min(min).max(max))
const nullableInstantField = nullableFormField(instantField)

/**
 * The competition form of the back office. It updates the competition with `id`, or creates one without it.
 */
export const saveCompetitionRequest = z.object({
  ...formMetadataFields,
  name: optionalLocalizedNameField(bounds.name),
  description: optionalLocalizedMultilineField(bounds.description),
  rulesLink: nullableUrlFormField(bounds.rulesLink),
  minMembers: optionalFormField(integerField(0, bounds.members)),
  maxMembers: optionalFormField(integerField(1, bounds.members)),
  minCoaches: optionalFormField(integerField(0, bounds.coaches)),
  maxCoaches: optionalFormField(integerField(0, bounds.coaches)),
  minAge: nullableFormField(integerField(0, bounds.age)),
  maxAge: nullableFormField(integerField(0, bounds.age)),
  maxTeams: nullableFormField(integerField(0, bounds.teams)),
  rounds: optionalFormField(integerField(1, bounds.rounds)),
  fee: optionalFormField(integerField(0, bounds.fee)),
  currency: optionalFormField(z.enum(Object.keys(feeCurrencyDecimals) as Currency[])),
  opensAt: nullableInstantField,
  closesAt: nullableInstantField,
  paymentDays: nullableFormField(integerField(1, bounds.paymentDays)),
  active: booleanFormField,
  publishesTeams: booleanFormField,
})
saveCompetitionRequest.register(fieldLabels, {
  catalogue: 'competitions',
  names: { opensAt: 'opens', closesAt: 'closes' },
})

/** The calls about competition. */
export const competitionCalls = defineCalls(
  { tag: 'competitions', audience: 'visitor' },
  {
    'GET /api/competitions': {
      summary: 'Competitions with their limits, fee, dates, and the places that are left',
      response: competitionsWithPlacesResponse,
    },
  },
)
