import type { FastifyRequest } from 'fastify'
import { type FieldLabels, fieldLabels, type LabelCatalogue } from '#contract/platform/field-labels.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { z } from '#contract/platform/z.ts'
import {
  adminCompetitions as competitionsAr,
  adminSeasons as seasonsAr,
} from '#i18n/ar/admin-competitions.ts'
import { adminContent as contentAr } from '#i18n/ar/admin-content.ts'
import { adminEvents as eventsAr } from '#i18n/ar/admin-events.ts'
import { adminJudgePeople as judgePeopleAr } from '#i18n/ar/admin-judge-people.ts'
import { adminSchedule as scheduleAr } from '#i18n/ar/admin-schedule.ts'
import { fieldNames as fieldNamesAr } from '#i18n/ar/field-names.ts'
import { teamFields as teamFieldsAr } from '#i18n/ar/team-fields.ts'
import { userFields as userFieldsAr } from '#i18n/ar/user-fields.ts'
import {
  adminCompetitions as competitionsEn,
  adminSeasons as seasonsEn,
} from '#i18n/en/admin-competitions.ts'
import { adminContent as contentEn } from '#i18n/en/admin-content.ts'
import { adminEvents as eventsEn } from '#i18n/en/admin-events.ts'
import { adminJudgePeople as judgePeopleEn } from '#i18n/en/admin-judge-people.ts'
import { adminSchedule as scheduleEn } from '#i18n/en/admin-schedule.ts'
import { fieldNames as fieldNamesEn } from '#i18n/en/field-names.ts'
import { teamFields as teamFieldsEn } from '#i18n/en/team-fields.ts'
import { userFields as userFieldsEn } from '#i18n/en/user-fields.ts'
import { findWrappedSchema } from './request-schemas.ts'
import { findRuleSetFieldLabel, isPathInRuleSet } from './rule-set-texts.ts'

/** The catalogues in both languages, by their names in the contract. */
const catalogues: Record<LabelCatalogue, Record<Lang, object>> = {
  badges: { en: fieldNamesEn.badges, ar: fieldNamesAr.badges },
  competitions: { en: competitionsEn, ar: competitionsAr },
  consents: { en: teamFieldsEn.person.consent, ar: teamFieldsAr.person.consent },
  contents: { en: contentEn, ar: contentAr },
  events: { en: eventsEn.fields, ar: eventsAr.fields },
  general: { en: fieldNamesEn.general, ar: fieldNamesAr.general },
  judges: { en: judgePeopleEn.fields, ar: judgePeopleAr.fields },
  people: { en: teamFieldsEn.person, ar: teamFieldsAr.person },
  schedule: { en: scheduleEn.generate, ar: scheduleAr.generate },
  scores: { en: fieldNamesEn.scores, ar: fieldNamesAr.scores },
  seasons: { en: seasonsEn, ar: seasonsAr },
  settings: { en: contentEn.settings, ar: contentAr.settings },
  teams: { en: teamFieldsEn.team, ar: teamFieldsAr.team },
  users: { en: userFieldsEn.labels, ar: userFieldsAr.labels },
}
const textsInLanguage = { en: fieldNamesEn.inLanguage, ar: fieldNamesAr.inLanguage }

/** Finds a label of a catalogue by its key. */
export const findCatalogueLabel = (
  catalogue: LabelCatalogue,
  key: string,
  lang: Lang,
): string | undefined => {
  const labels = catalogues[catalogue][lang] as Readonly<Record<string, unknown>>
  const label = Object.hasOwn(labels, key) ? labels[key] : undefined
  return typeof label === 'string' ? label : undefined
}

/** Finds the schema of a field of an object, or of an item of a list. */
const findPartSchema = (schema: z.core.$ZodType, name: string): z.core.$ZodType | undefined => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'array') return def.element
  return def.type === 'object' && Object.hasOwn(def.shape, name) ? def.shape[name] : undefined
}

/**
 * Follows the path of a field through a schema. Returns the registered labels of the object or list that each
 * part of the path is in, as far as the schema knows the path.
 */
const listLabelsOnPath = (
  schema: z.core.$ZodType,
  path: readonly string[],
  outer?: FieldLabels,
): (FieldLabels | undefined)[] => {
  const labels = fieldLabels.get(schema) ?? outer
  const { def } = (schema as z.core.$ZodTypes)._zod
  const wrapped = findWrappedSchema(schema)
  if (wrapped) return listLabelsOnPath(wrapped, path, labels)
  if (def.type === 'union')
    return findLongest(def.options.map((option) => listLabelsOnPath(option, path, labels)))
  const [name, ...rest] = path
  const part = name === undefined ? undefined : findPartSchema(schema, name)
  return [labels, ...(part ? listLabelsOnPath(part, rest, labels) : [])]
}

/** Returns the longest list, the first of several. */
const findLongest = <T>(lists: readonly (readonly T[])[]): T[] => [
  ...(lists.toSorted((one, other) => other.length - one.length)[0] ?? []),
]

/** Lists the schemas of the request of a route: its body first, because most errors are about that. */
export const listSchemasOfRequest = ({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): z.ZodType[] => {
  const { body, querystring, params, headers } = routeOptions?.schema ?? {}
  return [body, querystring, params, headers].filter((schema) => schema instanceof z.ZodType)
}

/** Finds a label in the catalogue of the innermost registered schema that the field is in, else a general one. */
const findRegisteredLabel = (
  schemas: readonly z.core.$ZodType[],
  field: string,
  path: string,
  lang: Lang,
): string | undefined => {
  const parts = path.split('.')
  // an item of a list has the label of the list
  const at = parts.findLastIndex((part) => !/^\d+$/.test(part))
  const name = parts[at] ?? ''
  const onPath = findLongest(schemas.map((schema) => listLabelsOnPath(schema, field.split('.'))))
  const { catalogue, names = {} } = onPath[Math.min(at, onPath.length - 1)] ?? { catalogue: 'general' }
  const key = Object.hasOwn(names, name) ? (names[name] ?? name) : name
  return findCatalogueLabel(catalogue, key, lang) ?? findCatalogueLabel('general', key, lang)
}

/**
 * Finds the label of a field of an error in the language of the reader, as the form of the request shows it.
 * `field` is its name in the request (`coaches.0.phone`, `name.en`, `title_ar`). Returns undefined for a field
 * without a label.
 */
export const findFieldLabel = (
  schemas: readonly z.core.$ZodType[],
  field: string,
  lang: Lang,
): string | undefined => {
  const [, path = '', textLang] = /^(.*?)(?:[._](en|ar))?$/.exec(field) ?? []
  const label = isPathInRuleSet(path)
    ? findRuleSetFieldLabel(path, lang)
    : findRegisteredLabel(schemas, field, path, lang)
  if (!label || !textLang) return label
  return textsInLanguage[lang][textLang as Lang].replace('{{label}}', () => label)
}
