import { getCurrencyDecimals } from '#contract/rules/money.ts'
import { findTeamStage } from '#contract/rules/team-stage.ts'
import { common as arCommon } from '#i18n/ar/common.ts'
import { mail as ar } from '#i18n/ar/mail.ts'
import { teamFields as arFields } from '#i18n/ar/team-fields.ts'
import { common as enCommon } from '#i18n/en/common.ts'
import { mail as en } from '#i18n/en/mail.ts'
import { teamFields as enFields } from '#i18n/en/team-fields.ts'
import { languages } from '#i18n/languages.ts'
import type { FormatAmount, FormatStage, NameChangedFields } from './service.ts'

const labels = { en: { fields: enFields, changes: en.teamChanges }, ar: { fields: arFields, changes: ar.teamChanges } }
const stages = { en: enCommon.stages, ar: arCommon.stages }

/** Names the fields of a team that changed, each once. A person is named as coach or member only. */
export const formatChangedFields: NameChangedFields = (lang, changes) => {
  const { fields, changes: words } = labels[lang]
  const teamLabels: Record<string, string> = { ...fields.team, image: words.picture }
  const personLabels: Record<string, string> = {
    ...{ name: fields.person.name, email: fields.person.email, phone: fields.person.phone },
    ...{ nationalId: fields.person.nationalId, birthDate: fields.person.birthDate, gender: fields.person.gender },
    ...{ consent: words.consent, picture: words.picture },
  }
  const names = changes.flatMap(({ entity, action, kind, fields: changed }) => {
    if (entity === 'team') return changed.flatMap((field) => teamLabels[field] ?? [])
    const person = words[kind ?? 'member']
    if (action !== 'update') return [person]
    return changed.flatMap((field) => (personLabels[field] ? [`${person}: ${personLabels[field]}`] : []))
  })
  return new Intl.ListFormat(languages[lang].locale, { type: 'conjunction' }).format(new Set(names))
}

/** Formats an amount in smallest units as pages do. */
export const formatAmount: FormatAmount = (lang, { amount, currency }) =>
  new Intl.NumberFormat(languages[lang].locale, { style: 'currency', currency }).format(amount / 10 ** getCurrencyDecimals(currency))

/** Translates the stages that exist, however they are written, and returns any other text unchanged. */
export const formatStage: FormatStage = (lang, stage) => {
  const found = findTeamStage(stage)
  return found ? stages[lang][found] : stage
}
