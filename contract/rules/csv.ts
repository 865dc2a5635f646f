/** The byte order mark at the start of a CSV file, by which Excel recognizes UTF-8. */
export const csvByteOrderMark = '\uFEFF'

const formula = /^[\s\u00A0\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/

/** Formats one cell. An apostrophe before a formula keeps spreadsheets from running it. Null and undefined are empty. */
export const formatCsvCell = (value: string | number | boolean | null | undefined): string => {
  if (value === null || value === undefined) return ''
  // numbers cannot contain a formula, and -1 must stay a number
  if (typeof value !== 'string') return String(value)
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Formats a row, with the line break at its end. */
export const formatCsvRow = (cells: readonly (string | number | boolean | null | undefined)[]): string =>
  `${cells.map(formatCsvCell).join(',')}\r\n`
