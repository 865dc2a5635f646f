import { judge } from './ar/judge.ts'

/** Arabic of the judges' app, loaded with it. */
export const arJudge = { judge } as const
