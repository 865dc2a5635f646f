import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeCodeAlphabet, listPossibleCodesOfTypedText } from '#contract/event/judging/judge-code.ts'
import { parsePrintedSheetAddress } from '#contract/event/scores/sheet-link.ts'
import { typeOnArabicKeyboard } from '../../support/data/arabic-keyboard.ts'

const codes = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...judgeCodeAlphabet),
    minLength: length,
    maxLength: length,
  })

describe.each([8, 12])('a code of %i characters', (length) => {
  it('is found however people type it', () => {
    fc.assert(
      fc.property(codes(length), (code) => {
        const groups = code.match(/.{4}/g)?.join('-') ?? ''
        const arabicDigits = groups.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)))
        for (const typed of [
          code,
          groups,
          groups.toLowerCase(),
          ` ${arabicDigits}\u200f`,
          `الرمز: ${groups}`,
        ])
          expect(listPossibleCodesOfTypedText(typed, length)).toContain(code)
        expect(listPossibleCodesOfTypedText(groups, length)).toEqual([code])
      }),
    )
  })

  it.each([true, false])('is found when an Arabic keyboard types it (with Shift: %j)', (hasShift) => {
    fc.assert(
      fc.property(codes(length), (code) => {
        expect(listPossibleCodesOfTypedText(typeOnArabicKeyboard(code, { hasShift }), length)).toContain(code)
      }),
    )
  })

  it('is found in the address of its QR code, through an Arabic keyboard, too', () => {
    fc.assert(
      fc.property(codes(length), fc.boolean(), (code, hasShift) => {
        for (const address of [
          `https://botola.example/verify/${code}`,
          `http://127.0.0.1:3000/judge/?lang=ar#code=${code}`,
        ]) {
          expect(listPossibleCodesOfTypedText(address, length)).toEqual([code])
          expect(listPossibleCodesOfTypedText(typeOnArabicKeyboard(address, { hasShift }), length)).toContain(
            code,
          )
        }
      }),
    )
  })
})

it('the codes that an Arabic scanner typed at a check-in are the printed ones', () => {
  const { badgeCode, typedByScannerWithShift, typedByScannerWithoutShift } = JSON.parse(
    readFileSync('tests/fixtures/cases/05-badge-code-arabic-keyboard.json', 'utf8'),
  )
  expect(listPossibleCodesOfTypedText(typedByScannerWithShift, 8)).toEqual([badgeCode])
  expect(listPossibleCodesOfTypedText(typedByScannerWithoutShift, 8)).toEqual([badgeCode])
})

it('a text with the letters of B and of GH is both codes', () => {
  expect(listPossibleCodesOfTypedText('لالا12345', 8)).toEqual(['BGH12345', 'GHB12345'])
  expect(listPossibleCodesOfTypedText('لا1234567', 8)).toEqual(['B1234567'])
  expect(listPossibleCodesOfTypedText('لا123456', 8)).toEqual(['GH123456'])
  // a text of many such letters is no code, and is not spelled out
  expect(listPossibleCodesOfTypedText('لا'.repeat(150), 12)).toEqual([])
})

it('the keyboard of a Macintosh types other letters in its lower row', () => {
  expect(listPossibleCodesOfTypedText('ظطذدزرو1', 8)).toContain('ZXCVBNM1')
})

it('the address of a printed score sheet is read when an Arabic keyboard types it', () => {
  const [eventId, teamId] = ['01890000-0000-7000-8000-00000000abcd', '01890000-0000-7000-8000-0000000000bf']
  const address = `https://botola.example/admin/events/${eventId}/scores?sheet=${teamId}.2`
  const typed = typeOnArabicKeyboard(address, { hasShift: true })
  // the keyboard of a Macintosh types the signs of an address
  const macintoshKeys = new Map(
    [...'qwertyuiopasdfghjklzxcvbnm'].map((key, at) => [key, 'ضصثقفغعهخحشسيبلاتنمظطذدزرو'.charAt(at)]),
  )
  const onMacintosh = Array.from(address, (key) =>
    key === '?' ? '؟' : (macintoshKeys.get(key) ?? key),
  ).join('')
  for (const text of [address, `\u202a${address}\u202c`, typed, onMacintosh])
    expect(parsePrintedSheetAddress(eventId, text)).toEqual({ teamId, round: 2 })
})
