import { fieldErrors } from './ar/errors.ts'
import { judge } from './ar/judge.ts'
import { scoreSheet } from './ar/score-sheet.ts'

/** Arabic of the judges' app, loaded with it. */
export const arJudge = { fieldErrors, judge, scoreSheet } as const
