import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  classifySignInIdentifier,
  normalizeEmail,
  normalizeNationalId,
  toWesternDigits,
} from '#contract/accounts/identity.ts'

const inScript = (text: string, zero: number) =>
  text.replace(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)))

describe('an identity', () => {
  it.each([
    ['mona@school.sa', 'email'],
    ['1000000008', 'national_id'],
    ['2 000 000 006', 'national_id'],
    ['30001011234567', 'national_id'],
    ['١٠٠٠٠٠٠٠٠٨', 'national_id'],
    ['0501234567', 'phone'],
    ['+966 50 123 4567', 'phone'],
    ['01012345678', 'phone'],
    ['٠٥٠١٢٣٤٥٦٧', 'phone'],
    ['mona', 'email'],
    ['', 'email'],
  ])('%s is read as %s', (typed, kind) => {
    expect(classifySignInIdentifier(typed)).toBe(kind)
  })

  it('does not depend on the script of the digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?[0-9]{0,16}$/), fc.constantFrom(0x660, 0x6f0), (typed, zero) => {
        const there = inScript(typed, zero)
        expect(toWesternDigits(there)).toBe(typed)
        expect(classifySignInIdentifier(there)).toBe(classifySignInIdentifier(typed))
        expect(normalizeNationalId(there)).toBe(normalizeNationalId(typed))
      }),
    )
  })

  it('has one form of each email address', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(normalizeEmail(` ${email.toUpperCase()} `)).toBe(normalizeEmail(email))
        expect(normalizeEmail(normalizeEmail(email))).toBe(normalizeEmail(email))
      }),
    )
  })
})
