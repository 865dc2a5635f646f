import { areSlotsOnSeveralDays } from '#contract/event/schedule/slot-times.ts'
import { formatWithOffset } from '#contract/platform/time-zone.ts'
import { formatDate, formatDateTime, formatTimeOfDay } from './format.ts'
import { useLang, useRootData } from './language.ts'

/**
 * Returns functions that format instants in the language of the page and the time zone of the site. Calendar
 * dates have no time zone (`formatCalendarDate`).
 */
export const useDateFormat = () => {
  const lang = useLang()
  const { timeZone } = useRootData()
  return {
    formatDate: (iso: string | null) => formatDate(iso, lang, timeZone),
    formatDateTime: (instant: string | number) => formatDateTime(instant, lang, timeZone),
    /** Formats an instant with its offset for a CSV file; null stays null. */
    formatForFile: (iso: string | null) => iso && formatWithOffset(iso, timeZone),
    formatTimeOfDay: (instant: string | number) => formatTimeOfDay(instant, lang, timeZone),
    /** Formats an instant without its date when it is on the same day as another one. */
    formatTimeUnlessOtherDay: (instant: string | number, now: string | number) =>
      areSlotsOnSeveralDays(
        [instant, now].map((time) => ({ startsAt: new Date(time).toISOString() })),
        timeZone,
      )
        ? formatDateTime(instant, lang, timeZone)
        : formatTimeOfDay(instant, lang, timeZone),
  }
}
