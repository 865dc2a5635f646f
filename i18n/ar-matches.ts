import { matches } from './ar/matches.ts'

export const arMatches = { matches }
