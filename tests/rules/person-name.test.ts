import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  anonymousNames,
  getFirstName,
  getNameInitial,
  getNameUnlessErased,
  toFirstNameAndInitial,
  toPublicName,
} from '#contract/rules/person-name.ts'

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
  ['منى', 'منى'],
  ['الطالب/ عبد الله علي', 'الطالب/ عبد الله'],
  ['ولي الأمر / منى السالم', 'ولي الأمر / منى'],
  ['', ''],
])('the first name of %j is %j', (name, first) => {
  expect(getFirstName(name)).toBe(first)
})

it.each([
  ['Sara Al Nasser', 'Sara N.'],
  ['Sara Al-Nasser', 'Sara A.'],
  ['Omar, Haddad', 'Omar H.'],
  ['منى السالم', 'منى س.'],
  ['  Omar   Haddad ', 'Omar H.'],
  ['Mona', 'Mona'],
  ['sara_nasser', 'sara n.'],
  ['Sara Nasser (2)', 'Sara N.'],
  ['Player 12', 'Player 12'],
  ['عبد الله محمد السالم', 'عبد الله س.'],
  ['أبو بكر الحربي', 'أبو بكر ح.'],
  ['عبد الرحمن', 'عبد الرحمن'],
  ['Abd Allah Ali', 'Abd Allah A.'],
  ['أ/ محمد العتيبي', 'أ/ محمد ع.'],
  ['د/سعاد الحربي', 'د/سعاد ح.'],
  ['الطالب/ محمد العتيبي', 'الطالب/ محمد ع.'],
  ['الطالب/ عبد الله العتيبي', 'الطالب/ عبد الله ع.'],
  ['الطالبة / منى السالم', 'الطالبة / منى س.'],
  ['المدربه /هدى الحربي', 'المدربه /هدى ح.'],
  ['ولي الأمر/ سعد الفهد', 'ولي الأمر/ سعد ف.'],
  ['ولية أمر الطالب / نورة الفهد', 'ولية أمر الطالب / نورة ف.'],
  ['أ.د. / منى السالم', 'أ.د. / منى س.'],
  ['محمد/ علي السالم', 'محمد/ س.'],
  ['سارة/ الناصر', 'سارة/ ن.'],
  ['', ''],
  [anonymousNames.player, anonymousNames.player],
  [anonymousNames.person, anonymousNames.person],
])('the name %j is shortened to %j', (name, short) => {
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
  expect(toPublicName('Sara Nasser', birthDate, '2026-11-21')).toBe(shown)
})

it.each([
  ['القحطاني', 'ق'],
  ['السالم', 'س'],
  ['الي', 'ا'],
  ['Nasser', 'N'],
  ['', ''],
])('the initial of %j is %j', (name, initial) => {
  expect(getNameInitial(name)).toBe(initial)
})

it('a person who was erased has no name', () => {
  const names = [anonymousNames.player, anonymousNames.person, ' Mona ']
  expect(names.map(getNameUnlessErased)).toEqual(['', '', 'Mona'])
})
