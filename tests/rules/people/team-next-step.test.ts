import { expect, it } from 'vitest'
import { getTeamNextStep, listMissingTeamParts } from '#contract/people/teams/team-next-step.ts'

const team = {
  status: 'registered',
  editable: true,
  complete: true,
  paid: false,
  fee: 15_000,
  payBy: null,
  isPaymentInDecision: false,
  canReplaceMembers: true,
  guardianConfirmations: [],
} as const

it('the next step of a team follows from its place, data, payment and results', () => {
  const step = (change: Partial<Parameters<typeof getTeamNextStep>[0]>, hasResults = false) =>
    getTeamNextStep({ ...team, ...change }, hasResults)
  expect(step({ status: 'lapsed' })).toBe('register-again')
  expect(step({ status: 'lapsed', editable: false })).toBe('none')
  expect(step({ status: 'waiting' })).toBe('wait-for-place')
  expect(step({ complete: false })).toBe('complete')
  expect(step({ complete: false, editable: false })).toBe('pay')
  expect(step({})).toBe('pay')
  expect(step({ payBy: '2026-12-01T00:00:00.000Z' })).toBe('pay-until')
  expect(step({ isPaymentInDecision: true })).toBe('wait-for-payment')
  expect(step({ isPaymentInDecision: true, paid: true })).toBe('wait-for-event')
  expect(step({ fee: 0 })).toBe('wait-for-event')
  expect(step({ paid: true })).toBe('wait-for-event')
  expect(step({ paid: true }, true)).toBe('see-results')
  const guardianConfirmations = [{ state: 'confirmed' as const }, { state: 'missing' as const }]
  expect(step({ guardianConfirmations })).toBe('pay')
  expect(step({ paid: true, guardianConfirmations })).toBe('guardian-confirmations')
  expect(step({ paid: true, guardianConfirmations }, true)).toBe('see-results')
  expect(step({ paid: true, guardianConfirmations: [{ state: 'confirmed' }] })).toBe('wait-for-event')
})

it('a member whose guardian refused is replaced before anything else, and while that is possible', () => {
  const guardianConfirmations = [{ state: 'missing' as const }, { state: 'refused' as const }]
  const step = (change: Partial<Parameters<typeof getTeamNextStep>[0]>, hasResults = false) =>
    getTeamNextStep({ ...team, guardianConfirmations, ...change }, hasResults)
  expect(step({})).toBe('replace-member')
  expect(step({ payBy: '2026-12-01T00:00:00.000Z' })).toBe('replace-member')
  expect(step({ complete: false })).toBe('replace-member')
  expect(step({ editable: false, paid: true })).toBe('replace-member')
  expect(step({ status: 'waiting' })).toBe('wait-for-place')
  const closed = { editable: false, canReplaceMembers: false }
  expect(step(closed)).toBe('guardian-confirmations')
  expect(step({ ...closed, paid: true }, true)).toBe('see-results')
})

it('a team lacks its people, fee and confirmations each on its own, nothing but a place on the waiting list, and nothing after it lapsed', () => {
  const missing = (
    change: Partial<Parameters<typeof listMissingTeamParts>[0]>,
    ...answers: ('missing' | 'refused')[]
  ) =>
    listMissingTeamParts(
      { ...team, paid: true, ...change },
      answers.map((answer) => ({ isRefused: answer === 'refused' })),
    )
  expect(missing({})).toEqual([])
  expect(missing({ complete: false })).toEqual(['people'])
  expect(missing({ paid: false })).toEqual(['payment'])
  expect(missing({ paid: false, fee: 0 })).toEqual([])
  expect(missing({ complete: false, paid: false }, 'missing')).toEqual(['people', 'payment', 'guardians'])
  expect(missing({ paid: false }, 'refused')).toEqual(['refused'])
  expect(missing({ paid: false }, 'refused', 'missing')).toEqual(['refused', 'guardians'])
  expect(missing({ status: 'waiting', complete: false, paid: false }, 'refused')).toEqual(['place'])
  expect(missing({ status: 'lapsed', complete: false, paid: false }, 'refused')).toEqual([])
})
