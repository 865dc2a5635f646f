import { toWesternDigits } from './identity.ts'

/** The characters of a judge code: no I, L, O and U, which are easily mistaken for others. */
export const judgeCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** A judge code has 12 characters of 5 bits each: 60 random bits. */
export const judgeCodeLength = 12

/**
 * Converts a code that a judge entered or a camera read to its stored form: capital letters without
 * separators, with the digits that letters were mistaken for.
 */
export const normalizeTypedCode = (typed: string): string =>
  toWesternDigits(typed)
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '')

/** Formats a code for people in groups of four: `7K2M-9QXA-4TRD`. */
export const formatCodeInGroups = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''
