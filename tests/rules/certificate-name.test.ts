import { expect, it } from 'vitest'
import { anonymousNames, shortenPersonName } from '#contract/rules/certificate-name.ts'

it.each([
  ['Sara Al Nasser', 'Sara N.'],
  ['منى السالم', 'منى س.'],
  ['  Omar   Haddad ', 'Omar H.'],
  ['Mona', 'Mona'],
  ['', ''],
  [anonymousNames.player, ''],
  [anonymousNames.person, ''],
])('The name %j is shortened to %j', (name, short) => {
  expect(shortenPersonName(name)).toBe(short)
})
