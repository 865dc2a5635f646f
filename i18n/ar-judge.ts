import { judge } from './ar/judge.ts'
import { scoreSheet } from './ar/score-sheet.ts'

/** Arabic of the judges' app, loaded with it. */
export const arJudge = { judge, scoreSheet } as const
