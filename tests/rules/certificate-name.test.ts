import { expect, it } from 'vitest'
import { anonymousNames, getNameInitial, toFirstNameAndInitial } from '#contract/rules/certificate-name.ts'

it.each([
  ['Sara Al Nasser', 'Sara N.'],
  ['منى السالم', 'منى س.'],
  ['  Omar   Haddad ', 'Omar H.'],
  ['Mona', 'Mona'],
  ['أ/ محمد العتيبي', 'أ/ محمد ع.'],
  ['د/سعاد الحربي', 'د/سعاد ح.'],
  ['سارة/ الناصر', 'سارة/ ن.'],
  ['', ''],
  [anonymousNames.player, ''],
  [anonymousNames.person, ''],
])('The name %j is shortened to %j', (name, short) => {
  expect(toFirstNameAndInitial(name)).toBe(short)
})

it.each([
  ['القحطاني', 'ق'],
  ['السالم', 'س'],
  ['الي', 'ا'],
  ['Nasser', 'N'],
  ['', ''],
])('The initial of %j is %j', (name, initial) => {
  expect(getNameInitial(name)).toBe(initial)
})
