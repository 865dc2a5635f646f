import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isEmailAddress } from '#contract/platform/email.ts'
import { z } from '#contract/platform/z.ts'

it.each(['mona@school.sa', 'm.ona+news@mail.school.sa', "o'neil_1-x@a1.io", 'M-@X-1.COM'])(
  '%s is an email address',
  (text) => {
    expect(isEmailAddress(text)).toBe(true)
  },
)

it('a text is one email address where the schema of requests accepts it, and nowhere else', () => {
  const schema = z.email()
  // texts of the characters that decide, most of which are near an address
  const arbitraryText = fc.oneof(
    fc.emailAddress(),
    fc
      .tuple(
        fc.stringMatching(/^[aZ0.'+_\- ,<"é-]{0,5}$/),
        fc.constantFrom('@', '@', '@@', ''),
        fc.stringMatching(/^[aZ0.\-_, ]{0,8}$/),
      )
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(arbitraryText, (text) => {
      expect(isEmailAddress(text)).toBe(schema.safeParse(text).success)
    }),
    { numRuns: 1000 },
  )
})
