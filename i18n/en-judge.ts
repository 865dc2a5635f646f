import { judge } from './en/judge.ts'
import { scoreSheet } from './en/score-sheet.ts'

/** English of the judges' app, loaded with it. */
export const enJudge = { judge, scoreSheet } as const
