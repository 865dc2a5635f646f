import { matches } from './en/matches.ts'

/** English of the page of the matches of an event, loaded with it. */
export const enMatches = { matches } as const
