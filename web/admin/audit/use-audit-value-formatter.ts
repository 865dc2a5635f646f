import type { AuditEntry } from '#contract/audit.schema.ts'
import { formatCalendarDate, formatDateTime, formatMoney, formatNumber } from '#web/shared/format.ts'
import { useRootData } from '#web/shared/language.ts'
import { type Texts, useTranslation } from '#web/shared/texts.ts'

/** Returns where the texts of the options of a field are, by the entity of its entry. */
const optionTexts = ({ entity }: AuditEntry, field: string): string | undefined => {
  if (entity === 'payment') return { state: 'adminPayments.states', method: 'adminPayments.methods' }[field]
  if (entity === 'message') return { state: 'adminMessages.states' }[field]
  if (entity === 'announcement') return { state: 'adminAnnouncements.states', kind: 'adminAnnouncements.kinds' }[field]
  if (entity === 'protest') return { state: 'protests.states' }[field]
  if (entity === 'schedule' && field === 'badgeRoles') return 'adminJudging.badges.roles'
  if (entity === 'event' && field === 'missionType') return 'missionType'
  if (entity === 'event' && field === 'liveMode') return 'adminEvents.liveModes'
  if (entity === 'screen' && field === 'scene') return 'adminEvents.display.screens.scenes'
  return `${entity}Fields.options.${field}`
}
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

const isoDay = /^\d{4}-\d\d-\d\d$/

/** Returns the currency of an amount: payments and competitions store amounts in the smallest unit. */
const getAmountCurrency = (entry: AuditEntry, part: Record<string, unknown>, field: string): unknown => {
  if (entry.entity === 'payment' && field === 'amount') return part.currency
  if (entry.entity === 'competition' && field === 'fee') return part.currency ?? entry.currency
  return undefined
}

/**
 * Creates a function that formats a value of an audit entry: options, times and amounts as the pages show them. `part` is the values before or after the change;
 * `timeZone` is that of the site.
 */
export const createAuditValueFormatter = ({ t, exists, language }: Pick<Texts, 't' | 'exists' | 'language'>, timeZone: string) => {
  const formatOption = (entry: AuditEntry, field: string, value: unknown): string => {
    const key = `${optionTexts(entry, field)}.${value}`
    if (exists(key)) return t(key as 'teamFields.options.ageLevel.junior')
    return typeof value === 'number' && entry.entity !== 'season-year' ? formatNumber(value, language) : String(value)
  }
  return (entry: AuditEntry, part: Record<string, unknown>, field: string): string => {
    const value = part[field]
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return t(value ? 'adminAudit.yes' : 'adminAudit.no')
    const currency = getAmountCurrency(entry, part, field)
    if (typeof value === 'number' && typeof currency === 'string') return formatMoney({ amount: value, currency }, language)
    if (typeof value === 'string' && isoTime.test(value)) return formatDateTime(value, language, timeZone)
    if (typeof value === 'string' && isoDay.test(value)) return formatCalendarDate(value, language)
    if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
      return value.map((item) => formatOption(entry, field, item)).join(' · ') || '–'
    return typeof value === 'object' ? JSON.stringify(value, null, 2) : formatOption(entry, field, value)
  }
}

/** Returns `createAuditValueFormatter` for the language of the page and the time zone of the site. */
export const useAuditValueFormatter = () => createAuditValueFormatter(useTranslation().i18n, useRootData().timeZone)
