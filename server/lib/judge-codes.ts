import { createHash, randomInt } from 'node:crypto'
import { judgeCodeAlphabet, judgeCodeLength } from '#contract/rules/judge-code.ts'

/** Hashes a judge code in its normalized form. A code is random, so one round of SHA-256 is enough. */
export const hashJudgeCode = (code: string): string => createHash('sha256').update(code).digest('base64url')

export const generateJudgeCode = (): string =>
  Array.from({ length: judgeCodeLength }, () => judgeCodeAlphabet[randomInt(judgeCodeAlphabet.length)]).join('')

/** Returns what the table of judges stores of a code. */
export const toJudgeCodeColumns = (code: string): { codeHash: string; hint: string } => ({
  codeHash: hashJudgeCode(code),
  hint: code.slice(-4),
})
