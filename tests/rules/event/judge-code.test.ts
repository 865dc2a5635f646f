import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  formatCodeInGroups,
  judgeCodeAlphabet,
  judgeCodeLength,
  listPossibleCodesOfTypedText,
} from '#contract/event/judging/judge-code.ts'

it('a judge may enter a code as it is printed, in small letters, with Arabic digits, and with letters that look like digits', () => {
  expect(formatCodeInGroups('7K2M9QXA4TRD')).toBe('7K2M-9QXA-4TRD')
  for (const typed of ['7K2M-9QXA-4TRD', ' 7k2m 9qxa 4trd ', '٧k٢m.٩qxa.٤trd'])
    expect(listPossibleCodesOfTypedText(typed, judgeCodeLength)[0]).toBe('7K2M9QXA4TRD')
  expect(listPossibleCodesOfTypedText('oO0-iIlL1', 8)[0]).toBe('00011111')
  const arbitraryCode = fc
    .array(fc.constantFrom(...judgeCodeAlphabet), { minLength: judgeCodeLength, maxLength: judgeCodeLength })
    .map((characters) => characters.join(''))
  fc.assert(
    fc.property(arbitraryCode, (code) => {
      expect(listPossibleCodesOfTypedText(formatCodeInGroups(code).toLowerCase(), judgeCodeLength)[0]).toBe(
        code,
      )
    }),
  )
})
