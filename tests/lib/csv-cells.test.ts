import { expect, test } from 'vitest'
import { normalizePhoneInContactCell } from '#server/platform/lib/csv-text.ts'

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
  expect(normalizePhoneInContactCell(cell)).toBe(contact)
})
