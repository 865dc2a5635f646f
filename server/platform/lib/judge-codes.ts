import { createHash, randomInt } from 'node:crypto'
import { judgeCodeAlphabet, judgeCodeLength } from '#contract/event/judging/judge-code.ts'

/** Hashes a judge code in its normalized form. A code is random, so one round of SHA-256 is enough. */
export const hashJudgeCode = (code: string): string => createHash('sha256').update(code).digest('base64url')

/** Generates a random code of characters with 5 bits each, as judges, badges and certificates have. */
export const generateRandomCode = (length: number): string =>
  Array.from({ length }, () => judgeCodeAlphabet[randomInt(judgeCodeAlphabet.length)]).join('')

export const generateJudgeCode = (): string => generateRandomCode(judgeCodeLength)

/** Returns what the table of judges stores of a code. */
export const toJudgeCodeHashAndHint = (code: string): { codeHash: string; hint: string } => ({
  codeHash: hashJudgeCode(code),
  hint: code.slice(-4),
})
