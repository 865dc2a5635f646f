import type { Lang } from '../platform/localized.ts'

/** Returns the path of the public page of a competition. */
export const getCompetitionPagePath = (slug: string): string => `/competitions/${encodeURIComponent(slug)}/`
/** How many registered teams the page of a competition lists at a time. */
export const listedTeamsPerPage = 60
/** Returns the path of a page of the list of teams of a competition, counted from 1. */
export const getCompetitionTeamListPath = (slug: string, page: number): string =>
  `${getCompetitionPagePath(slug)}${page === 1 ? '' : `?page=${page}`}#teams`
/** Returns the path of the public page of a team. */
export const getTeamPagePath = (competition: string, teamNo: number): string =>
  `${getCompetitionPagePath(competition)}teams/${teamNo}/`
/** Returns the path of the share image of one of these pages. */
export const getShareImagePath = (pagePath: string, lang: Lang): string => `${pagePath}share-${lang}.png`
