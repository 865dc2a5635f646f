import { expect, it } from 'vitest'
import { formatPhoneOrEmailCell } from '#server/people/teams/export-service.ts'

it.each([
  ['0509999007', '+966509999007'],
  ['+966 50 999 9007', '+966509999007'],
  ['0212345', '021 2345'],
  ['huda@school.test', 'huda@school.test'],
  ['', ''],
])('the contact %s is written as %s, which no spreadsheet shortens', (contact, cell) => {
  expect(formatPhoneOrEmailCell(contact)).toBe(cell)
})
