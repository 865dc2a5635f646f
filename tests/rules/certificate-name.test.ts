import { expect, it } from 'vitest'
import { anonymousNames, getNameInitial, toFirstNameAndInitial } from '#contract/rules/certificate-name.ts'

it.each([
  ['Sara Al Nasser', 'Sara N.'],
  ['منى السالم', 'منى س.'],
  ['  Omar   Haddad ', 'Omar H.'],
  ['Mona', 'Mona'],
  ['أ/ محمد العتيبي', 'أ/ محمد ع.'],
  ['د/سعاد الحربي', 'د/سعاد ح.'],
  ['الطالب/ محمد العتيبي', 'الطالب/ محمد ع.'],
  ['الطالبة / منى السالم', 'الطالبة / منى س.'],
  ['المدربه /هدى الحربي', 'المدربه /هدى ح.'],
  ['ولي الأمر/ سعد الفهد', 'ولي الأمر/ سعد ف.'],
  ['ولية أمر الطالب / نورة الفهد', 'ولية أمر الطالب / نورة ف.'],
  ['أ.د. / منى السالم', 'أ.د. / منى س.'],
  ['محمد/ علي السالم', 'محمد/ س.'],
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
