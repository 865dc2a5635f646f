/** The byte order mark at the start of a CSV file, by which Excel recognizes UTF-8. */
export const csvByteOrderMark = '\uFEFF'

/**
 * What a spreadsheet takes for a formula when a cell begins with it, and what may come before it: white
 * space, quotation marks, and apostrophes of ours.
 */
const formulaSigns = new Set('=+-@＝＋－＠')
const formulaPrefix = /['"\s]/
/**
 * What separates cells in a spreadsheet whose list separator is not the comma. Our own cells are read whole
 * where it is.
 */
const otherSeparators = new Set(';\t\r\n')

/**
 * Finds the positions at which a spreadsheet with any list separator could find a formula: at the start of a
 * cell and after each separator in it. A tab or line break at the start counts, too.
 */
const findFormulaPositions = (cell: string): number[] => {
  const positions: number[] = []
  let isFormula = false
  // from the end, so that the time is proportional to the length of the cell
  for (let at = cell.length - 1; at >= 0; at--) {
    const letter = cell.charAt(at)
    if (isFormula && otherSeparators.has(letter)) positions.push(at + 1)
    isFormula = formulaSigns.has(letter) || (isFormula && formulaPrefix.test(letter))
  }
  if (isFormula || /^['\s]*[\t\r\n]/.test(cell)) positions.push(0)
  return positions.reverse()
}

/** Puts an apostrophe before everything that a spreadsheet could take for a formula. */
const addFormulaGuards = (cell: string): string => {
  const positions = findFormulaPositions(cell)
  return positions.length === 0
    ? cell
    : [0, ...positions].map((from, index) => cell.slice(from, positions[index])).join("'")
}

/** Returns the text of a cell of one of our own files: without the apostrophes that `formatCsvCell` added. */
export const removeFormulaGuards = (cell: string): string => {
  if (!cell.includes("'")) return cell
  const guards = new Set(findFormulaPositions(cell).filter((at) => cell.charAt(at) === "'"))
  return guards.size === 0
    ? cell
    : Array.from({ length: cell.length }, (_, at) => (guards.has(at) ? '' : cell.charAt(at))).join('')
}

/**
 * Formats one cell. An apostrophe before a formula keeps spreadsheets from running it. Null and undefined are
 * empty.
 */
export const formatCsvCell = (value: string | number | boolean | null | undefined): string => {
  if (value === null || value === undefined) return ''
  // numbers cannot contain a formula, and -1 must stay a number
  if (typeof value !== 'string') return String(value)
  const safe = addFormulaGuards(value)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Formats a row, with the line break at its end. */
export const formatCsvRow = (cells: readonly (string | number | boolean | null | undefined)[]): string =>
  `${cells.map(formatCsvCell).join(',')}\r\n`
