import { fieldErrors } from './ar/errors.ts'
import { judge } from './ar/judge.ts'
import { panels, scoreSheet } from './ar/judging.ts'
import { matches } from './ar/matches.ts'

/** Arabic of the judges' app, loaded with it. */
export const arJudge = { fieldErrors, judge, matches, panels, scoreSheet } as const
