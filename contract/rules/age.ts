/** The birthday at which somebody is of age (Saudi PDPL and Egypt Law 151/2020: under 18 a guardian consents). */
export const ageOfMajority = 18
/** Years that a date of birth may lie back: below and above it is a slip. */
export const allowedAgeRange = { min: 5, max: 120 } as const

const dayForm = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether a text is a day that the calendar has, as `YYYY-MM-DD`. */
export const isIsoDate = (text: string): boolean => {
  if (!dayForm.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The day of an instant in UTC, as `YYYY-MM-DD`: the day by which ages count, on the server and in the browser alike. */
export const toIsoDate = (instant: Date): string => instant.toISOString().slice(0, 10)

/** Whole years from one day to another, both `YYYY-MM-DD`. Who was born on 29 February is a year older on 1 March where there is none. */
export const getAgeOn = (birthDate: string, day: string): number => {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/**
 * Whether an account of somebody born on `birthDate` needs a guardian's consent on `day`: under 18 years, the eighteenth birthday itself not included.
 * The one rule for registration, own data and what administrators see.
 */
export const isMinor = (birthDate: string, day: string): boolean => getAgeOn(birthDate, day) < ageOfMajority

/**
 * The age that counts in a competition: what a member turns in the calendar year of the season, whatever the day (World Robot Olympiad, general rules:
 * the age a participant turns in the year of the competition).
 */
export const getSeasonAge = (birthDate: string, seasonYear: number): number => seasonYear - Number(birthDate.slice(0, 4))
