import { expect, test } from 'vitest'
import { normalizeContactCell, parseDateCell } from '#server/lib/csv-cells.ts'

test.each([
  ['2012-05-03', '2012-05-03'],
  ['٢٠١٢-٠٥-٠٣', '2012-05-03'],
  ['۲۰۱۲/۵/۳', '2012-05-03'],
  ['2012/5/3', '2012-05-03'],
  ['2012-05-03 00:00:00', '2012-05-03'],
  ['03/05/2012', undefined],
  ['25/12/2012', undefined],
  ['2012-13-03', undefined],
  ['2012-02-30', undefined],
  ['3 May 2012', undefined],
  ['', undefined],
])('the date %j is read as %j', (cell, date) => {
  expect(parseDateCell(cell)).toBe(date)
})

test.each([
  ['0509999007', '+966509999007'],
  ['509999007', '+966509999007'],
  ['966509999007', '+966509999007'],
  ['050 999 9007', '+966509999007'],
  ['٠٥٠٩٩٩٩٠٠٧', '+966509999007'],
  ['01001234567', '+201001234567'],
  ['khalid@example.com', 'khalid@example.com'],
  ['home: see the school', 'home: see the school'],
  ['', ''],
])('the contact %j is stored as %j', (cell, contact) => {
  expect(normalizeContactCell(cell)).toBe(contact)
})
