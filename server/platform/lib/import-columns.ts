import type { Localized } from '#contract/platform/localized.ts'
import { normalizeSearchText } from '#contract/platform/search-form.ts'
import { cleanText, type TextKind } from '#contract/platform/text.ts'

/** A value that a column accepts, with its names; `others` are further accepted spellings. */
export type ImportOption = { value: string; label: Localized; others?: readonly string[] }
/**
 * A column of an import file. Its header is `name`, a title in either language, or one of `otherTitles`.
 * `alternatives` are headers that count only when the file has none of these.
 */
export type ImportColumn<C extends string = string> = {
  name: C
  title: Localized
  otherTitles?: readonly string[]
  alternatives?: readonly string[]
  required?: boolean
  /** What the texts of the cells are, one line by default; a cell of `format` or `options` needs none. */
  text?: TextKind
  /** The column that this one is where its header is a title and its cells are numbers of teams. */
  numbersAre?: string
  /** What the cells are, for the message of a wrong one. */
  format?: 'email' | 'phone' | 'date' | 'instant' | 'national-id'
  options?: readonly ImportOption[]
}
/**
 * The columns of an import. `isIgnored` selects headers of the product's own exports that an import does not
 * need.
 */
export type ImportColumns<C extends string = string> = {
  columns: readonly ImportColumn<C>[]
  isIgnored?: (header: string) => boolean
}

/** Returns how the cells of a column are cleaned. The parts of a date are separated by spaces. */
export const getTextCleaningKindOfColumn = ({ text, format, options }: ImportColumn): TextKind =>
  text ?? (options || format === 'date' || format === 'instant' ? 'name' : format ? 'code' : 'line')

/** Returns the form in which headers are compared: without case, accents and punctuation. */
export const normalizeHeader = (text: string): string =>
  normalizeSearchText(cleanText(text, 'name'))
    .replace(/[\s\p{P}_]+/gu, ' ')
    .trim()
/** Converts a header to the spelling of column names: `Team name` is `team_name`. */
export const convertHeaderToColumnName = (header: string): string =>
  cleanText(header, 'name')
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/**
 * Returns the columns by their normalized headers: names before titles, titles before further ones. Two
 * columns with the same one are not found by it.
 */
const mapHeaders = <C extends string>(columns: readonly ImportColumn<C>[]): Map<string, C> => {
  const mapTexts = (listTexts: (column: ImportColumn<C>) => readonly string[]) => {
    const found = new Map<string, C | undefined>()
    for (const column of columns)
      for (const header of new Set(listTexts(column).map(normalizeHeader)))
        found.set(header, found.has(header) ? undefined : column.name)
    return found
  }
  const further = mapTexts(({ otherTitles = [] }) => otherTitles)
  const titles = mapTexts(({ title }) => [title.en, title.ar])
  const names = mapTexts(({ name }) => [name])
  return new Map(
    [...new Map([...further, ...titles, ...names])].filter(
      (entry): entry is [string, C] => entry[1] !== undefined,
    ),
  )
}

/**
 * What the header line of a file says: the columns by their position, and the headers that have no column.
 */
export type ImportHeader<C extends string> = {
  positions: Map<C, number>
  ignored: string[]
  unknown: string[]
  repeated: string[]
}

/**
 * What a person says about headers of a file: the name of the column, or an empty text for a header that is
 * not imported.
 */
export type ColumnAssignment = readonly (readonly [header: string, column: string])[]

/**
 * Creates the function that reads the cells of a header line, of which the empty ones at the end were cut. An
 * assignment counts before the names of the columns; one to an unknown column counts as none. `hasNumbers` tells
 * whether the cells at a position are numbers of teams.
 */
export const createHeaderReader = <C extends string>(
  { columns, isIgnored = () => false }: ImportColumns<C>,
  assignment: ColumnAssignment = [],
) => {
  const columnByHeader = mapHeaders(columns)
  const ignoredHeaders = new Set(
    assignment.flatMap(([header, column]) => (column === '' ? [normalizeHeader(header)] : [])),
  )
  for (const [header, column] of assignment) {
    const found = columns.find(({ name }) => name === column)
    if (found) columnByHeader.set(normalizeHeader(header), found.name)
  }
  const numberColumns = new Map(
    columns.flatMap(({ title, numbersAre }) => {
      const column = columns.find(({ name }) => name === numbersAre)
      return column ? [title.en, title.ar].map((each) => [normalizeHeader(each), column.name] as const) : []
    }),
  )
  for (const [header] of assignment) numberColumns.delete(normalizeHeader(header))
  return (
    cells: readonly string[],
    hasNumbers: (position: number) => boolean = () => false,
  ): ImportHeader<C> => {
    const positions = new Map<C, number>()
    const named = new Set(cells.map((cell) => columnByHeader.get(normalizeHeader(cell))))
    const findColumn = (cell: string, position: number): C | undefined => {
      const numbered = numberColumns.get(normalizeHeader(cell))
      return numbered !== undefined && !named.has(numbered) && hasNumbers(position)
        ? numbered
        : columnByHeader.get(normalizeHeader(cell))
    }
    const header: ImportHeader<C> = { positions, ignored: [], unknown: [], repeated: [] }
    const others: { cell: string; position: number }[] = []
    for (const [position, cell] of cells.entries()) {
      const column = findColumn(cell, position)
      if (ignoredHeaders.has(normalizeHeader(cell))) header.ignored.push(cell)
      else if (column === undefined) others.push({ cell, position })
      else if (positions.has(column)) header.repeated.push(cell)
      else positions.set(column, position)
    }
    for (const { cell, position } of others) {
      const name = convertHeaderToColumnName(cell)
      const column = columns.find(
        ({ name: own, alternatives = [] }) => alternatives.includes(name) && !positions.has(own),
      )
      if (column) positions.set(column.name, position)
      else if (isIgnored(name)) header.ignored.push(cell)
      else header.unknown.push(cell)
    }
    return header
  }
}

/**
 * Creates the function that returns the value of an option by its value or name in either language; undefined
 * for an unknown one.
 */
export const createOptionFinder = <C extends string>(columns: readonly ImportColumn<C>[]) => {
  const toForm = (text: string) => normalizeSearchText(cleanText(text, 'name'))
  const readers = new Map(
    columns.map(({ name, options = [] }) => [
      name,
      new Map([
        ...options.flatMap(({ value, label, others = [] }) =>
          [label.en, label.ar, ...others].map((text) => [toForm(text), value] as const),
        ),
        ...options.map(({ value }) => [toForm(value), value] as const),
      ]),
    ]),
  )
  return (column: C, text: string): string | undefined => readers.get(column)?.get(toForm(text))
}
export type ReadImportOption<C extends string = string> = ReturnType<typeof createOptionFinder<C>>
