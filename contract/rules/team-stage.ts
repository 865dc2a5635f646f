/** The stages of a team by their codes. Names: `stages` of i18n/en/common.ts. */
export const teamStages = ['regional', 'national', 'international'] as const
type TeamStage = (typeof teamStages)[number]

const spelling = /^(?:ال)?(?:(regional|[إا]قليمي)|(national|وطني)|(international|دولي))[sةه]?$/

/** Returns the stage that a text means, in either language. Undefined for other texts, which forms and published calls may store. */
export const findTeamStage = (text: string): TeamStage | undefined => {
  const found = spelling.exec(text.trim().toLowerCase())
  return teamStages.find((_, at) => found?.[at + 1])
}
