/**
 * Limits that are not in `teamFields`: texts in characters, `drafts` per account, `draftBytes` per draft,
 * `lines` per CSV file.
 */
export const teamLimits = {
  link: 500,
  reason: 500,
  scores: 40,
  matches: 20,
  key: 40,
  drafts: 20,
  draftBytes: 60_000,
  lines: 5000,
} as const

/** The number of photos that one registration can contain. */
export const maxSubmittedPhotos = 10

/** How many teams the page of an account shows at a time. */
export const accountTeamsPerPage = 25

/** The stages of a team by their codes. Names: `stages` of i18n/en/common.ts. */
export const teamStages = ['regional', 'national', 'international'] as const
type TeamStage = (typeof teamStages)[number]

const spelling = /^(?:ال)?(?:(regional|[إا]قليمي)|(national|وطني)|(international|دولي))[sةه]?$/

/**
 * Returns the stage that a text means, in either language. Undefined for other texts, which forms and
 * published calls may store.
 */
export const parseTeamStageText = (text: string): TeamStage | undefined => {
  const found = spelling.exec(text.trim().toLowerCase())
  return teamStages.find((_, at) => found?.[at + 1])
}
