import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/**
 * What an erasure does with the personal data of a participant in a column: there is none, it is erased, or it is
 * kept for a reason.
 */
type PersonalData = 'none' | 'erased' | { keptBecause: string }
/** Whether the check of the score log compares a column with the log; if not, why. */
type ScoreLogCheck = 'checked' | { uncheckedBecause: string }
/** How the values of a column are encrypted. Its table has a primary key of one column, to which they are bound. */
type Encryption<Column extends string> = {
  /** The name to which ciphertexts are bound. It never changes, also when the column gets another name. */
  name: string
  /** The column with the keyed hash of the value, or of what `readHashedText` returns of it. */
  hash?: Column
  readHashedText?: (value: string) => string
  /**
   * What happens to a value whose key is lost, when the operator asks for it: the column becomes null, or the
   * row is deleted.
   */
  unreadable: 'set null' | 'delete row'
}
export type ColumnDescription<Column extends string = string> = {
  personal: PersonalData
  scoreLog?: ScoreLogCheck
  encrypted?: Encryption<Column>
}
type ColumnDescriptions = Record<string, ColumnDescription>
type ColumnOf<T extends PgTable> = Extract<keyof T['$inferSelect'], string>

const describeAlike =
  <const Description extends ColumnDescription>(description: Description) =>
  <const Name extends string>(...names: Name[]) =>
    Object.fromEntries(names.map((name) => [name, description])) as Record<Name, Description>

/** Describes columns without personal data of a participant. */
export const asNonPersonal = describeAlike({ personal: 'none' })
/** Describes columns that may hold personal data of a participant, which an erasure removes. */
export const asErased = describeAlike({ personal: 'erased' })
/** Describes columns that may hold personal data of a participant which an erasure does not remove. */
export const asKeptOnErasure = <const Name extends string>(keptBecause: string, ...names: Name[]) =>
  describeAlike({ personal: { keptBecause } })(...names)

const addScoreLogCheck = <const Columns extends ColumnDescriptions>(
  columns: Columns,
  scoreLog: ScoreLogCheck,
) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, description]) => [name, { ...description, scoreLog }]),
  ) as { [Name in keyof Columns]: Columns[Name] & { scoreLog: ScoreLogCheck } }
/** Adds that the check of the score log compares these columns. */
export const asCheckedAgainstScoreLog = <const Columns extends ColumnDescriptions>(columns: Columns) =>
  addScoreLogCheck(columns, 'checked')
/** Adds that the check of the score log does not compare these columns, with the reason. */
export const asUncheckedAgainstScoreLog = <const Columns extends ColumnDescriptions>(
  uncheckedBecause: string,
  columns: Columns,
) => addScoreLogCheck(columns, { uncheckedBecause })

/**
 * Describes every column of a table. A column without a description is a type error, and so is a description
 * without a column. Columns of a table of an event also say whether the check of the score log compares them.
 * Such a table has a column `eventId`, or refers to one that has; types know only the first.
 */
export const describeColumns = <
  T extends PgTable,
  const Columns extends Record<
    ColumnOf<T>,
    ColumnDescription<ColumnOf<T>> & (T extends { eventId: PgColumn } ? { scoreLog: ScoreLogCheck } : unknown)
  >,
>(
  table: T,
  columns: Columns & Record<Exclude<keyof Columns, ColumnOf<T>>, never>,
): { table: T; columns: Columns } => ({ table, columns })
