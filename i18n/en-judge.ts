import { fieldErrors } from './en/errors.ts'
import { judge } from './en/judge.ts'
import { panels, scoreSheet } from './en/judging.ts'
import { matches } from './en/matches.ts'

/** English of the judges' app, loaded with it. */
export const enJudge = { fieldErrors, judge, matches, panels, scoreSheet } as const
