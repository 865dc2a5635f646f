import type { Lang } from '#contract/localized.ts'
import { ownNamesOfPublishedFields } from '#contract/published/error-field-names.ts'
import { adminCompetitions as competitionsAr } from '#i18n/ar/admin-competitions.ts'
import { adminContent as contentAr } from '#i18n/ar/admin-content.ts'
import { adminEvents as eventsAr } from '#i18n/ar/admin-events.ts'
import { fieldNames as fieldNamesAr } from '#i18n/ar/field-names.ts'
import { teamFields as teamFieldsAr } from '#i18n/ar/team-fields.ts'
import { userFields as userFieldsAr } from '#i18n/ar/user-fields.ts'
import type { Catalogue } from '#i18n/catalogue.ts'
import { adminCompetitions as competitionsEn } from '#i18n/en/admin-competitions.ts'
import { adminContent as contentEn } from '#i18n/en/admin-content.ts'
import { adminEvents as eventsEn } from '#i18n/en/admin-events.ts'
import { fieldNames as fieldNamesEn } from '#i18n/en/field-names.ts'
import { teamFields as teamFieldsEn } from '#i18n/en/team-fields.ts'
import { userFields as userFieldsEn } from '#i18n/en/user-fields.ts'

type Texts = {
  competitions: Catalogue<typeof competitionsEn>
  content: Pick<Catalogue<typeof contentEn>, 'settings' | 'link' | 'flag' | 'logo' | 'country' | 'continent'>
  events: Pick<Catalogue<typeof eventsEn>, 'fields'>
  fieldNames: Catalogue<typeof fieldNamesEn>
  teamFields: Catalogue<typeof teamFieldsEn>
  userFields: Catalogue<typeof userFieldsEn>
}

/** Collects the labels that the forms show, by the own names of the fields. */
const collectLabels = ({ competitions, content, events, fieldNames, teamFields, userFields }: Texts): ReadonlyMap<string, string> => {
  const { name, rulesLink, fee, currency, position, opens, closes, rounds, maxTeams, paymentDays } = competitions
  const { minMembers, maxMembers, minCoaches, maxCoaches, minAge, maxAge } = competitions
  const { accentColor, tagline, about, win, mac, version, organizerLink, timeZone, eventListRegion, idleDays, adminIdleHours } =
    content.settings
  const labels = {
    ...{ name, rulesLink, fee, currency, position, opensAt: opens, closesAt: closes, rounds, maxTeams, paymentDays },
    ...{ minMembers, maxMembers, minCoaches, maxCoaches, minAge, maxAge },
    ...{ accentColor, tagline, about, win, mac, version, organizerLink, timeZone, eventListRegion, idleDays, adminIdleHours },
    ...{ link: content.link, flag: content.flag, logo: content.logo, country: content.country, continentId: content.continent },
    ...events.fields,
    ...teamFields.team,
    ...userFields.labels,
    ...{ ...fieldNames.labels, name },
  }
  return new Map(Object.entries(labels))
}
const labelsByLanguage: Record<Lang, ReadonlyMap<string, string>> = {
  en: collectLabels({
    ...{ competitions: competitionsEn, content: contentEn, events: eventsEn, fieldNames: fieldNamesEn },
    ...{ teamFields: teamFieldsEn, userFields: userFieldsEn },
  }),
  ar: collectLabels({
    ...{ competitions: competitionsAr, content: contentAr, events: eventsAr, fieldNames: fieldNamesAr },
    ...{ teamFields: teamFieldsAr, userFields: userFieldsAr },
  }),
}
const textsInLanguage = { en: fieldNamesEn.inLanguage, ar: fieldNamesAr.inLanguage }

/** Names of request fields whose label has another name. */
const labelNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...ownNamesOfPublishedFields,
    body: 'message',
    confirm: 'repeatedPassword',
    current: 'currentPassword',
    picture: 'image',
    teamNo: 'teamNumber',
    timeMs: 'time',
  }),
)

/**
 * Finds the label of a field of an error in the language of the reader, as the forms show it. `field` is its name in the request (`coaches.0.phone`, `name.en`,
 * `title_ar`). Returns undefined for a field without a label.
 */
export const findFieldLabel = (field: string, lang: Lang): string | undefined => {
  const [, path = '', textLang] = /^(.*?)(?:[._](en|ar))?$/.exec(field) ?? []
  const last = path.split('.').findLast((segment) => !/^\d+$/.test(segment)) ?? ''
  const name = (labelNames.get(last) ?? last)
    .replace(/^photo\d+$/, 'photo')
    .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const label = labelsByLanguage[lang].get(name)
  if (!label || !textLang) return label
  return textsInLanguage[lang][textLang as Lang].replace('{{label}}', () => label)
}
