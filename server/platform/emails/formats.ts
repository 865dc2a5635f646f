import { getCurrencyDecimals } from '#contract/money/money.ts'
import type { Money } from '#contract/money/payment.ts'
import { parseTeamStageText } from '#contract/people/teams/team.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { common as arCommon } from '#i18n/ar/common.ts'
import { emails as ar } from '#i18n/ar/emails.ts'
import { teamFields as arFields } from '#i18n/ar/team-fields.ts'
import { common as enCommon } from '#i18n/en/common.ts'
import { emails as en } from '#i18n/en/emails.ts'
import { teamFields as enFields } from '#i18n/en/team-fields.ts'
import { languages } from '#i18n/languages.ts'
import { formatList, isolateText } from '#i18n/text-direction.ts'

const labels = {
  en: { fields: enFields, changes: en.teamChanges },
  ar: { fields: arFields, changes: ar.teamChanges },
}
const stages = { en: enCommon.stages, ar: arCommon.stages }

/** A change of a team or of one of its people; `fields` are the names of the changed fields. */
export type ChangedFields = {
  entity: 'team' | 'team-person'
  action: string
  kind: 'coach' | 'member' | null
  fields: readonly string[]
}

const listFieldLabels = (changes: readonly ChangedFields[], lang: Lang): string[] => {
  const { fields, changes: words } = labels[lang]
  const teamLabels: Record<string, string> = { ...fields.team, image: words.picture }
  const personLabels: Record<string, string> = {
    name: fields.person.name,
    email: fields.person.email,
    phone: fields.person.phone,
    nationalId: fields.person.nationalId,
    birthDate: fields.person.birthDate,
    gender: fields.person.gender,
    consent: words.consent,
    picture: words.picture,
  }
  return changes.flatMap(({ entity, action, kind, fields: changed }) => {
    if (entity === 'team') return changed.flatMap((field) => teamLabels[field] ?? [])
    const person = words[kind ?? 'member']
    if (action !== 'update') return [person]
    return changed.flatMap((field) => (personLabels[field] ? [`${person}: ${personLabels[field]}`] : []))
  })
}

/** Returns whether an email can name at least one of the changed fields. */
export const hasLabeledChange = (changes: readonly ChangedFields[]): boolean =>
  listFieldLabels(changes, 'en').length > 0

/**
 * Names the fields of a team that changed, each once, without their values. A person is named as coach or
 * member only.
 */
export const formatChangedTeamFieldLabels = (changes: readonly ChangedFields[], lang: Lang): string =>
  formatList([...new Set(listFieldLabels(changes, lang))], lang)

/** Formats an amount in smallest units with its currency, as pages do. */
export const formatAmount = ({ amount, currency }: Money, lang: Lang): string =>
  new Intl.NumberFormat(languages[lang].locale, { style: 'currency', currency }).format(
    amount / 10 ** getCurrencyDecimals(currency),
  )

/** Translates the stages that exist, however they are written, and returns any other text unchanged. */
export const formatStage = (text: string, lang: Lang): string => {
  const stage = parseTeamStageText(text)
  return stage ? stages[lang][stage] : text
}

/** Formats a calendar date, or the date of an instant in a time zone. */
export const formatLongDate = (date: string, lang: Lang, timeZone = 'UTC'): string =>
  new Intl.DateTimeFormat(languages[lang].locale, { dateStyle: 'long', timeZone }).format(Date.parse(date))

/** Formats children with their teams: `Sara (Falcons) and Ali (Hawks)`. */
export const formatChildrenWithTeams = (
  children: readonly { child: string; team: string }[],
  lang: Lang,
): string =>
  formatList(
    children.map(({ child, team }) => `${isolateText(child, lang)} (${isolateText(team, lang)})`),
    lang,
  )
