/** Problems of imported files that the texts of `fieldErrors` do not describe well enough. `allowed` lists values. */
export const importErrors = {
  required: 'This cell is empty. A value is required here.',
  'too-long': 'This text is too long: at most {{limit}} characters.',
  'unknown-value': 'Allowed: {{allowed}}.',
  'not-found': 'Not found. Allowed: {{allowed}}.',
  twice: 'This person is in another line of this file.',
  taken: 'Another line of this file contains this, or it already exists.',
  'bad-number':
    'This is not a number, or its separators are ambiguous. Leave out thousands separators, percent signs and units, and use a decimal point, for example 1000 or 1000.5.',
  'bad-time':
    'This is not a time, or its separators are ambiguous. Enter seconds without thousands separators (1075.5), or minutes and seconds (17:55.5).',
  'bad-email': 'This is not an email address. Write it like name@example.com.',
  'bad-phone': 'This is not a phone number. Write it with its country code, like +966501234567.',
  'bad-date': 'This date is ambiguous. Write the year, month and day as YYYY-MM-DD, for example 2012-05-03.',
  'bad-instant': 'Write the date as YYYY-MM-DD, or with a time and its offset, for example 2026-03-01T10:30:00+03:00.',
  'too-many-cells':
    'This line has {{count}} cells, but the header has {{limit}}. Text that contains the separator must be in quotation marks.',
  'empty-file': 'This file has no lines below its header.',
  'spreadsheet-file':
    'This is an Excel workbook, not a CSV file. In Excel, choose “Save as” and “CSV UTF-8 (Comma delimited)”, then choose the new file here.',
  'picture-file': 'This is a picture, not a CSV file.',
  'not-text-file': 'This is not a CSV file: it contains data that is not text. In a spreadsheet program, save the table as CSV.',
  'unknown-encoding':
    'The letters of this file can’t be recognized. In Excel, choose “Save as” and “CSV UTF-8 (Comma delimited)”, then choose the new file here.',
  'unclosed-quote': 'A quotation mark (") opens in this line or below and is never closed. Remove it, or add the closing one.',
  'bad-quote': 'There is text after a closing quotation mark ("). A quotation mark within a text must be doubled ("").',
  'too-many-lines':
    'This file has {{count}} lines. At most {{limit}} can be imported at once: split it into {{files}} files, each with the header line.',
  'no-header': 'No line contains the column titles. They are: {{allowed}}.',
  'unknown-column': 'There is no column with this title. Remove it or correct its title.',
  'repeated-column': 'Two columns have this title.',
  'missing-column': 'This column is missing.',
} as const
