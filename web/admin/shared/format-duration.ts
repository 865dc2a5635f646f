import { minutesPerHour, secondsPerMinute } from '#contract/platform/time.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { formatList } from '#i18n/text-direction.ts'

/** Formats an estimated duration: `1 minute`, `45 minutes`, `4 hours and 20 minutes`. */
export const formatRoughDuration = (seconds: number, lang: Language): string => {
  const format = (value: number, unit: 'hour' | 'minute') =>
    new Intl.NumberFormat(languages[lang].locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  const exact = Math.max(1, Math.ceil(seconds / secondsPerMinute))
  // nobody needs the minute of a long time
  const step = exact < minutesPerHour ? 1 : 5
  const total = Math.ceil(exact / step) * step
  const [hours, minutes] = [Math.floor(total / minutesPerHour), total % minutesPerHour]
  return formatList(
    [...(hours > 0 ? [format(hours, 'hour')] : []), ...(minutes > 0 ? [format(minutes, 'minute')] : [])],
    lang,
  )
}
