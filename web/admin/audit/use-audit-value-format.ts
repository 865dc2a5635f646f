import type { AuditEntry } from '#contract/audit.ts'
import type { Language } from '#i18n/languages.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

/** Returns where the texts of the options of a field are, by the entity of its entry. */
const optionTexts = ({ entity }: AuditEntry, field: string): string | undefined => {
  if (entity === 'payment') return { state: 'adminPayments.states', method: 'adminPayments.methods' }[field]
  if (entity === 'message') return { state: 'adminMessages.states' }[field]
  return `${entity}Fields.options.${field}`
}
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Returns a function that formats a value of an audit entry: options, times and amounts as the pages show them. `part` is the values before or after the change. */
export const useAuditValueFormat = () => {
  const { t, i18n } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const formatOption = (entry: AuditEntry, field: string, value: unknown): string => {
    const key = `${optionTexts(entry, field)}.${value}`
    return i18n.exists(key) ? t(key as 'teamFields.options.ageLevel.junior') : String(value)
  }
  return (entry: AuditEntry, part: Record<string, unknown>, field: string): string => {
    const value = part[field]
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return t(value ? 'adminAudit.yes' : 'adminAudit.no')
    if (entry.entity === 'payment' && field === 'amount' && typeof value === 'number' && typeof part.currency === 'string')
      return formatMoney({ amount: value, currency: part.currency }, i18n.language as Language)
    if (typeof value === 'string' && isoTime.test(value)) return formatDateTime(value)
    if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
      return value.map((item) => formatOption(entry, field, item)).join(' · ') || '–'
    return typeof value === 'object' ? JSON.stringify(value, null, 2) : formatOption(entry, field, value)
  }
}
