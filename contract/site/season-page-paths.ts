import type { Lang } from '../platform/localized.ts'

/** Returns the path of the public page of a competition. */
export const getCompetitionPagePath = (slug: string): string => `/competitions/${encodeURIComponent(slug)}/`
/** Returns the path of the public page of a team. */
export const getTeamPagePath = (competition: string, teamNo: number): string =>
  `${getCompetitionPagePath(competition)}teams/${teamNo}/`
/** Returns the path of the share image of one of these pages. */
export const getShareImagePath = (pagePath: string, lang: Lang): string => `${pagePath}share-${lang}.png`
