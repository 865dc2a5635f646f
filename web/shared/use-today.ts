import { toDateInTimeZone } from '#contract/rules/time-zone.ts'
import { useRootData } from './language.ts'

/** Returns the current calendar date (`YYYY-MM-DD`) in the time zone of the site. Ages are counted on it. */
export const useToday = (): string => toDateInTimeZone(new Date(), useRootData().timeZone)
