import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { ColumnDescription } from './schema/describe-columns.ts'
import { pendingFirstStartStepColumns } from './schema/installation.ts'
import { teamDraftColumns, teamPersonColumns } from './schema/teams.ts'
import { pendingRegistrationColumns, userColumns } from './schema/users.ts'

/** The tables with encrypted columns. */
const encryptedTables = [
  userColumns,
  pendingRegistrationColumns,
  teamPersonColumns,
  teamDraftColumns,
  pendingFirstStartStepColumns,
]

type EncryptedNameIn<Table> = Table extends { columns: infer Columns }
  ? {
      [Key in keyof Columns]: Columns[Key] extends { encrypted: { name: infer Name } } ? Name : never
    }[keyof Columns]
  : never
/** The names of the encrypted columns. The encryption accepts no other. */
export type EncryptedColumn = EncryptedNameIn<(typeof encryptedTables)[number]> | 'pgboss.job.data'

/** How the values of an encrypted column are read and replaced. All names are those of the database. */
type EncryptedColumnDefinition = Pick<
  NonNullable<ColumnDescription['encrypted']>,
  'hash' | 'readHashedText' | 'unreadable'
> & {
  table: string
  /** The column whose value binds a ciphertext to its row, with its type. */
  rowId: string
  rowIdType: string
  /** The expression that reads the ciphertext of a row. */
  ciphertext: string
  /** The assignment that stores the ciphertext `changed.ciphertext`. */
  assignment: string
}

/** Lists the encrypted columns of a table with their names. */
const listDefinitions = ({
  table,
  columns: descriptions,
}: {
  table: PgTable
  columns: Record<string, ColumnDescription>
}): [string, EncryptedColumnDefinition][] => {
  const columns = getTableColumns(table)
  const nameColumn = (key: string) => String(columns[key]?.name)
  const rowId = Object.values(columns).find(({ primary }) => primary)
  if (!rowId) throw new Error(`The rows of ${getTableName(table)} have no id for their ciphertexts.`)
  return Object.entries(descriptions).flatMap(([key, { encrypted }]) => {
    if (!encrypted) return []
    const { name, hash, ...rest } = encrypted
    return [
      [
        name,
        {
          ...rest,
          table: getTableName(table),
          rowId: rowId.name,
          rowIdType: rowId.getSQLType(),
          ciphertext: nameColumn(key),
          assignment: `${nameColumn(key)} = changed.ciphertext`,
          ...(hash ? { hash: nameColumn(hash) } : {}),
        },
      ],
    ]
  })
}

/** All columns with encrypted values: those of the schema, and the queued emails of pg-boss. */
export const encryptedColumns = Object.fromEntries([
  ...encryptedTables.flatMap(listDefinitions),
  [
    'pgboss.job.data',
    {
      table: 'pgboss.job',
      rowId: 'id',
      rowIdType: 'uuid',
      ciphertext: "data->>'sealed'",
      assignment: "data = jsonb_set(stored.data, '{sealed}', to_jsonb(changed.ciphertext))",
      unreadable: 'delete row',
    },
  ],
]) as Record<EncryptedColumn, EncryptedColumnDefinition>
