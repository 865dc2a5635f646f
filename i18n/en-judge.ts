import { fieldErrors } from './en/errors.ts'
import { judge } from './en/judge.ts'
import { panels, scoreSheet } from './en/judging.ts'

/** English of the judges' app, loaded with it. */
export const enJudge = { fieldErrors, judge, panels, scoreSheet } as const
