import { fieldErrors } from './en/errors.ts'
import { judge } from './en/judge.ts'
import { panels } from './en/panels.ts'
import { scoreSheet } from './en/score-sheet.ts'

/** English of the judges' app, loaded with it. */
export const enJudge = { fieldErrors, judge, panels, scoreSheet } as const
