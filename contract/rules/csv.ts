/** Excel takes a file for UTF-8 only with this mark at its start. */
export const csvByteOrderMark = '\uFEFF'

const formula = /^[\s\u00A0\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/

/** One cell: never a formula for a spreadsheet (an apostrophe goes before), quoted where it must be. Null and undefined are empty. */
export const formatCsvCell = (value: string | number | boolean | null | undefined): string => {
  if (value === null || value === undefined) return ''
  // a number of ours cannot carry a formula, and -1 must stay a number
  if (typeof value !== 'string') return String(value)
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line with its end. */
export const formatCsvRow = (cells: readonly (string | number | boolean | null | undefined)[]): string =>
  `${cells.map(formatCsvCell).join(',')}\r\n`
