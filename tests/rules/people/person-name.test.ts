import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  anonymousNames,
  getFirstName,
  getNameInitial,
  getNameUnlessErased,
  shortenNameUnlessAdult,
  toFirstNameAndInitial,
} from '#contract/people/teams/person-name.ts'
import shortNames from '../../fixtures/short-names.json' with { type: 'json' }

it.each([
  ['Mona Al Salem', 'Mona'],
  ['  Mona   Al Salem', 'Mona'],
  ['عبد الله علي', 'عبد الله'],
  ['عَبْد الله علي', 'عَبْد الله'],
  ['أبو بكر علي', 'أبو بكر'],
  ['ابو بكر', 'ابو بكر'],
  ['أم كلثوم علي', 'أم كلثوم'],
  ['Abd Allah Ali', 'Abd Allah'],
  ['Abdul Rahman Ali', 'Abdul Rahman'],
  ['abu Bakr', 'abu Bakr'],
  ['عبد  الله علي', 'عبد الله'],
  ['عبد', 'عبد'],
  ['علاء الدين علي', 'علاء الدين'],
  ['sara.nasser', 'sara'],
  ['منى', 'منى'],
  ['الطالب/ عبد الله علي', 'الطالب/ عبد الله'],
  ['ولي الأمر / منى السالم', 'ولي الأمر / منى'],
  ['', ''],
])('the first name of %j is %j', (name, first) => {
  expect(getFirstName(name)).toBe(first)
})

it.each(shortNames)('the name %j is shortened to %j', (name, short) => {
  expect(toFirstNameAndInitial(name)).toBe(short)
})

it('no last name of at least two letters is left in a shortened name', () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{2,8}$/)
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 3 }), word, (first, middle, last) => {
      fc.pre(!first.includes(last) && getFirstName(`${first} ${last}`) === first)
      expect(toFirstNameAndInitial([first, ...middle, last].join(' '))).toBe(`${first} ${last[0]}.`)
    }),
  )
})

it.each([
  ['2008-11-22', 'Sara N.'],
  ['2008-11-21', 'Sara Nasser'],
  [null, 'Sara N.'],
  [undefined, 'Sara N.'],
  ['', 'Sara N.'],
])('visitors see the name of a person born on %j as %j on the day 2026-11-21', (birthDate, shown) => {
  expect(shortenNameUnlessAdult('Sara Nasser', birthDate, '2026-11-21')).toBe(shown)
})

it.each([
  ['القحطاني', 'ق'],
  ['السالم', 'س'],
  ['الي', 'ا'],
  ['الله', 'ا'],
  ['Nasser', 'N'],
  ['', ''],
])('the initial of %j is %j', (name, initial) => {
  expect(getNameInitial(name)).toBe(initial)
})

it('a person who was erased has no name', () => {
  const names = [anonymousNames.player, anonymousNames.person, ' Mona ']
  expect(names.map(getNameUnlessErased)).toEqual(['', '', 'Mona'])
})
