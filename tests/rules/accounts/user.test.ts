import { expect, it } from 'vitest'
import {
  listEmptyRequiredAccountFields,
  listLinkProblemsInChangedNames,
  listNewlyEmptyRequiredUserFields,
} from '#contract/accounts/user-rules.ts'

it('a user has a first name, an email address and a phone number', () => {
  expect(
    listNewlyEmptyRequiredUserFields({ firstName: 'Mona', email: 'mona@school.test', phone: '1' }),
  ).toEqual([])
  expect(listNewlyEmptyRequiredUserFields({ firstName: ' ', email: '', phone: '\t' })).toEqual([
    'firstName',
    'email',
    'phone',
  ])
})

it('a new email address needs the password', () => {
  const account = { firstName: 'Mona', email: 'mona@school.test', password: ' ' }
  expect(listEmptyRequiredAccountFields(account, false)).toEqual([])
  expect(listEmptyRequiredAccountFields(account, true)).toEqual(['password'])
  expect(listEmptyRequiredAccountFields({ ...account, password: 'x' }, true)).toEqual([])
  expect(listEmptyRequiredAccountFields({ firstName: '', email: ' ', password: '' }, true)).toEqual([
    'firstName',
    'email',
    'password',
  ])
})

it('a required field that is empty in the stored user may stay empty, and no other is emptied', () => {
  const stored = { firstName: 'Mona', email: 'mona@school.test', phone: null }
  expect(listNewlyEmptyRequiredUserFields({ ...stored, phone: '' }, stored)).toEqual([])
  expect(listNewlyEmptyRequiredUserFields({ ...stored, firstName: '', phone: '' }, stored)).toEqual([
    'firstName',
  ])
})

it('a name with a link stays where it is stored, and no other is entered', () => {
  const find = (...args: Parameters<typeof listLinkProblemsInChangedNames>) =>
    listLinkProblemsInChangedNames(...args).map(({ field, values }) => [field, values.part])
  const names = { firstName: 'Ali.Hassan', lastName: 'Salem' }
  expect(find(names)).toEqual([['firstName', 'Ali.Hassan']])
  expect(find(names, { ...names, firstName: ' Ali.Hassan' })).toEqual([])
  expect(find({ ...names, lastName: 'x.sa' }, names)).toEqual([['lastName', 'x.sa']])
})
