import { judge } from './en/judge.ts'

/** English of the judges' app, loaded with it. */
export const enJudge = { judge } as const
