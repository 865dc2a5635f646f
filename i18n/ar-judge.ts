import { fieldErrors } from './ar/errors.ts'
import { judge } from './ar/judge.ts'
import { panels, scoreSheet } from './ar/judging.ts'

/** Arabic of the judges' app, loaded with it. */
export const arJudge = { fieldErrors, judge, panels, scoreSheet } as const
