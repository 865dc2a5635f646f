import { cleanNumberOrDateToWesternDigits } from '../accounts/identity.ts'

/**
 * Parses a time of day that a person typed, with 24 hours and in any digits: `9:05`, `09.05` or `0905`. Returns
 * `HH:mm`, undefined for other texts.
 */
export const parseTypedTimeOfDay = (text: string): string | undefined => {
  const [, hours = '', minutes = ''] =
    /^(\d{1,2}) ?[:.]? ?(\d{2})$/.exec(cleanNumberOrDateToWesternDigits(text)) ?? []
  return hours !== '' && Number(hours) < 24 && Number(minutes) < 60
    ? `${hours.padStart(2, '0')}:${minutes}`
    : undefined
}
