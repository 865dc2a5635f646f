/**
 * The age of majority in years (Saudi PDPL and Egypt Law 151/2020: a guardian consents for younger people).
 */
export const ageOfMajority = 18
/** The ages, in years, that a date of birth may have; other dates of birth are rejected. */
export const allowedAgeRange = { min: 5, max: 120 } as const

const dayForm = /^(\d{4})-(\d{2})-(\d{2})$/

/** Returns true when a text is a valid calendar date, `YYYY-MM-DD`. */
export const isIsoDate = (text: string): boolean => {
  if (!dayForm.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/**
 * Returns the age in whole years on a day; both dates are `YYYY-MM-DD`. The current day is that of the site's
 * time zone. Birthdays on 29 February count on 1 March in other years.
 */
export const getAgeOn = (birthDate: string, day: string): number => {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/**
 * Returns true when a person is under 18 on `day`, so that the user needs a guardian's consent. The
 * eighteenth birthday itself is not included. Registration, the account and the back office use this rule.
 */
export const isMinor = (birthDate: string, day: string): boolean => getAgeOn(birthDate, day) < ageOfMajority

/**
 * Returns the age that counts in a competition: the age that a member turns in the calendar year of the
 * season (World Robot Olympiad, general rules: the age a participant turns in the year of the competition).
 */
export const getAgeInSeasonYear = (birthDate: string, seasonYear: number): number =>
  seasonYear - Number(birthDate.slice(0, 4))
