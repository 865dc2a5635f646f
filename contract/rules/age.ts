/** Whole years that somebody born on `birthDate` (YYYY-MM-DD) has on `day` (YYYY-MM-DD). */
export const ageOn = (birthDate: string, day: string): number => {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** Somebody under 18 needs a guardian's consent (Egypt Law 151/2020 and Saudi PDPL count as children who are under 18). */
export const isMinor = (birthDate: string, day: string): boolean => ageOn(birthDate, day) < 18

/**
 * The age that counts in a competition: what a member turns in the calendar year of the season, whatever the day (World Robot Olympiad, general rules:
 * the age a participant turns in the year of the competition).
 */
export const seasonAge = (birthDate: string, seasonYear: number): number => seasonYear - Number(birthDate.slice(0, 4))
