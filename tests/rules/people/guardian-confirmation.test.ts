import { describe, expect, it } from 'vitest'
import {
  getGuardianContactIfEmail,
  isMemberGuardianConfirmationRequired,
  shouldInvalidateGuardianConfirmation,
} from '#contract/people/guardians/guardian-confirmation.ts'

describe('the confirmation of a guardian', () => {
  const today = '2026-11-21'

  it('is required for members until the day before they are 18, for no coach, and for nobody who was erased', () => {
    const isRequired = (kind: 'coach' | 'member', birthDate: string | null) =>
      isMemberGuardianConfirmationRequired({ kind, birthDate }, today)
    expect(isRequired('member', '2008-11-22')).toBe(true)
    expect(isRequired('member', '2008-11-21')).toBe(false)
    expect(isRequired('coach', '2008-11-22')).toBe(false)
    expect(isRequired('member', null)).toBe(false)
  })

  it('ends when the child or the guardian is another one', () => {
    const consent = { guardian: 'Huda', contact: 'huda@home.test' }
    const child = { name: 'Mona', birthDate: '2014-05-06', nationalIdIndex: 'x', consent }
    expect(shouldInvalidateGuardianConfirmation(child, { ...child, consent: { ...consent } })).toBe(false)
    for (const change of [
      { name: 'Sara' },
      { birthDate: '2014-05-07' },
      { birthDate: null },
      { nationalIdIndex: 'y' },
      { nationalIdIndex: null },
      { consent: { ...consent, guardian: 'Omar' } },
      { consent: { ...consent, contact: '+966501234567' } },
      { consent: null },
    ]) {
      expect(
        shouldInvalidateGuardianConfirmation(child, { ...child, ...change }),
        JSON.stringify(change),
      ).toBe(true)
      expect(
        shouldInvalidateGuardianConfirmation({ ...child, ...change }, child),
        JSON.stringify(change),
      ).toBe(true)
    }
  })

  it('stays where a save cleans a name that was stored as it was typed', () => {
    const consent = { guardian: '\ufe8e\ufedf Huda', contact: 'huda@home.test\u200f' }
    const child = { name: 'Mona\u00a0Ali', birthDate: '2014-05-06', nationalIdIndex: 'x', consent }
    const cleaned = {
      ...child,
      name: 'Mona Ali',
      consent: { guardian: '\u0627\u0644 Huda', contact: 'huda@home.test' },
    }
    expect(shouldInvalidateGuardianConfirmation(child, cleaned)).toBe(false)
  })

  it('stays where a national ID or a guardian was and is missing', () => {
    const child = { name: 'Mona', birthDate: '2014-05-06', consent: null }
    for (const nationalIdIndex of [null, undefined])
      expect(shouldInvalidateGuardianConfirmation(child, { ...child, nationalIdIndex })).toBe(false)
  })
})

it('a link is emailed to a contact that is one email address', () => {
  expect(getGuardianContactIfEmail(' huda@home.test ')).toBe('huda@home.test')
  for (const contact of [undefined, '', '+966501234567', 'huda@home', 'huda@home.test, omar@home.test'])
    expect(getGuardianContactIfEmail(contact)).toBeNull()
})
