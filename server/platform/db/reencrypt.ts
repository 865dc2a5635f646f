import type pg from 'pg'
import type { FieldEncryption } from '#server/platform/lib/encryption.ts'
import { advisoryLockIds } from './advisory-lock-ids.ts'
import { type EncryptedColumn, encryptedColumns } from './encrypted-columns.ts'
import { findSqlStateOrSystemCode, StartError } from './errors.ts'
import type { Database } from './open.ts'
import { recoveryCodeHashPrefix } from './schema/users.ts'

type Connection = Pick<pg.ClientBase, 'query'>
type Pool = Database['pool']
type ColumnCount = { column: EncryptedColumn; count: number }
type Ciphertext = { rowId: string; ciphertext: string }
type Replacement = { rowId: string; before: string; after: string; hash: string | null }

/** The effect of a re-encryption. `repeated` and `damaged` name the rows whose value stays as it was. */
type ReencryptResult = {
  changed: ColumnCount[]
  /** Rows whose hash another row has, too: the same national ID was stored under two keys. */
  repeated: string[]
  /** Rows whose value cannot be decrypted with the key that it names. */
  damaged: string[]
}

const batchSize = 200
const columnNames = Object.keys(encryptedColumns) as EncryptedColumn[]
const isCiphertext = "~ '^v[12]\\.[0-9a-f]{8}\\.'"

/**
 * Returns the encrypted columns that exist: a database of an earlier version may lack some, and the job queue
 * creates its tables on first use.
 */
const listExistingColumns = async (connection: Connection): Promise<EncryptedColumn[]> => {
  const { rows } = await connection.query<{ name: EncryptedColumn }>(
    `select name from unnest($1::text[], $2::text[], $3::text[]) columns (name, table_name, column_name)
     where exists (select from pg_attribute where attrelid = to_regclass(table_name) and attname = column_name)`,
    [
      columnNames,
      columnNames.map((name) => encryptedColumns[name].table),
      // the expression begins with the name of the column
      columnNames.map((name) => /^\w+/.exec(encryptedColumns[name].ciphertext)?.[0]),
    ],
  )
  return rows.map(({ name }) => name)
}

/**
 * Counts the ciphertexts of each column that `condition` selects. It may use `version`, `key_id` and the
 * parameters from `$1`.
 */
const countCiphertexts = async (
  connection: Connection,
  condition: string,
  parameters: unknown[],
): Promise<ColumnCount[]> => {
  const counts: ColumnCount[] = []
  for (const column of await listExistingColumns(connection)) {
    const { table, ciphertext } = encryptedColumns[column]
    const { rows } = await connection.query<{ count: number }>(
      `select count(*)::int as count from (
         select split_part(${ciphertext}, '.', 1) as version, split_part(${ciphertext}, '.', 2) as key_id from ${table} where ${ciphertext} ${isCiphertext}
       ) ciphertexts where ${condition}`,
      parameters,
    )
    const count = rows[0]?.count ?? 0
    if (count > 0) counts.push({ column, count })
  }
  return counts
}

/** Counts the values that the current key does not encrypt, or that are not bound to their row. */
export const countOldCiphertextsByColumn = (
  connection: Connection,
  { keyIds }: FieldEncryption,
): Promise<ColumnCount[]> => countCiphertexts(connection, "key_id <> $1 or version <> 'v2'", [keyIds[0]])

/**
 * Counts the unused recovery codes of earlier versions. They stay valid only while the key with which they
 * were hashed is known.
 */
export const countUnusedOldRecoveryCodes = async (connection: Connection): Promise<number> => {
  const { rows } = await connection.query<{ count: number }>(
    'select count(*)::int as count from recovery_codes where used_at is null and not starts_with(code_hash, $1)',
    [recoveryCodeHashPrefix],
  )
  return rows[0]?.count ?? 0
}

/** Counts the values whose key is neither `SECRET_KEY` nor in `SECRET_KEY_OLD`. */
export const countUnknownKeyCiphertextsByColumn = (
  connection: Connection,
  { keyIds }: FieldEncryption,
): Promise<ColumnCount[]> => countCiphertexts(connection, 'key_id <> all($1::text[])', [keyIds])

/**
 * Throws a `StartError` when a value was encrypted with a key that is neither `SECRET_KEY` nor in
 * `SECRET_KEY_OLD`.
 */
export const assertCiphertextKeysKnown = async (
  connection: Connection,
  encryption: FieldEncryption,
): Promise<void> => {
  const counts = await countUnknownKeyCiphertextsByColumn(connection, encryption)
  if (counts.length === 0) return
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  throw new StartError(
    `The database has ${total} values that were encrypted with another SECRET_KEY: set SECRET_KEY to it, or add it to SECRET_KEY_OLD. If that key is lost, npm run keys:reencrypt -- --delete-unreadable deletes these values.`,
  )
}

/** Deletes the values whose key is neither `SECRET_KEY` nor in `SECRET_KEY_OLD`. Returns how many. */
export const deleteUnknownKeyValuesOrRows = async (
  pool: Pool,
  encryption: FieldEncryption,
): Promise<ColumnCount[]> => {
  const counts = await countUnknownKeyCiphertextsByColumn(pool, encryption)
  for (const { column } of counts) {
    const { table, ciphertext, hash, unreadable } = encryptedColumns[column]
    const change =
      unreadable === 'delete row'
        ? `delete from ${table}`
        : `update ${table} set ${[ciphertext, ...(hash ? [hash] : [])].map((name) => `${name} = null`).join(', ')}`
    await pool.query(
      `${change} where ${ciphertext} ${isCiphertext} and split_part(${ciphertext}, '.', 2) <> all($1::text[])`,
      [encryption.keyIds],
    )
  }
  return counts
}

/** Replaces ciphertexts unless another writer has changed them. Returns how many. */
const replaceCiphertexts = async (
  connection: Connection,
  column: EncryptedColumn,
  replacements: readonly Replacement[],
): Promise<number> => {
  const { table, rowId, rowIdType, ciphertext, assignment, hash } = encryptedColumns[column]
  const { rowCount } = await connection.query(
    `update ${table} stored set ${assignment} ${hash ? `, ${hash} = changed.hash` : ''}
     from unnest($1::${rowIdType}[], $2::text[], $3::text[], $4::text[]) changed (row_id, before, ciphertext, hash)
     where stored.${rowId} = changed.row_id and stored.${ciphertext} = changed.before`,
    [
      replacements.map((each) => each.rowId),
      replacements.map(({ before }) => before),
      replacements.map(({ after }) => after),
      replacements.map((each) => each.hash),
    ],
  )
  return rowCount ?? 0
}

/**
 * Re-encrypts the next rows after `after` in one transaction. Rows that another writer has locked are
 * skipped, so that no writer waits for a deadlock.
 */
const reencryptBatch = async (
  client: Connection,
  { column, oldKeysOnly, after }: { column: EncryptedColumn; oldKeysOnly: boolean; after: string | null },
  encryption: FieldEncryption,
): Promise<{ last: string | undefined; changed: number; repeated: string[]; damaged: string[] }> => {
  const definition = encryptedColumns[column]
  const { table, rowId, rowIdType, ciphertext, hash, readHashedText = (value: string) => value } = definition
  const [currentId, ...oldIds] = encryption.keyIds
  await client.query('begin')
  const { rows } = await client.query<Ciphertext>(
    `select ${rowId}::text as "rowId", ${ciphertext} as ciphertext from ${table}
     where ${ciphertext} ${isCiphertext} and split_part(${ciphertext}, '.', 2) = any($1::text[]) and ${ciphertext} not like $2
       and ($3::${rowIdType} is null or ${rowId} > $3::${rowIdType})
     order by ${rowId} limit ${batchSize} for update skip locked`,
    [oldKeysOnly ? oldIds : encryption.keyIds, `v2.${currentId}.%`, after],
  )
  const damaged: string[] = []
  const replacements = rows.flatMap(({ rowId: id, ciphertext: before }): Replacement[] => {
    try {
      const text = encryption.decrypt(before, column, id)
      return [
        {
          rowId: id,
          before,
          after: encryption.encrypt(text, column, id),
          hash: hash ? encryption.keyedHash(readHashedText(text)) : null,
        },
      ]
    } catch {
      damaged.push(`${column} ${id}`)
      return []
    }
  })
  const repeated: string[] = []
  let changed = 0
  try {
    changed = await replaceCiphertexts(client, column, replacements)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if (findSqlStateOrSystemCode(error) !== '23505') throw error
    for (const each of replacements)
      try {
        changed += await replaceCiphertexts(client, column, [each])
      } catch (rowError) {
        if (findSqlStateOrSystemCode(rowError) !== '23505') throw rowError
        repeated.push(`${column} ${each.rowId}`)
      }
  }
  return { last: rows.length < batchSize ? undefined : rows.at(-1)?.rowId, changed, repeated, damaged }
}

/**
 * Encrypts the values of `columns` with the current key. `oldKeysOnly` skips values that it encrypted in an
 * earlier format.
 */
const reencryptColumns = async (
  client: Connection,
  encryption: FieldEncryption,
  columns: readonly EncryptedColumn[],
  oldKeysOnly: boolean,
): Promise<ReencryptResult> => {
  const result: ReencryptResult = { changed: [], repeated: [], damaged: [] }
  for (const column of columns) {
    let count = 0
    let after: string | undefined
    do {
      const batch = await reencryptBatch(client, { column, oldKeysOnly, after: after ?? null }, encryption)
      count += batch.changed
      result.repeated.push(...batch.repeated)
      result.damaged.push(...batch.damaged)
      after = batch.last
    } while (after !== undefined)
    if (count > 0) result.changed.push({ column, count })
  }
  return result
}

/** Runs `work` on one connection, which is closed after an error: this ends its transaction and its locks. */
const withConnection = async <T>(pool: Pool, work: (client: Connection) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    client.release(failure)
  }
}

/**
 * Encrypts the values of all columns with the current key, bound to their rows, and computes their hashes
 * with it. The server may run meanwhile: a value that it changes at the same time stays as it wrote it. A
 * repeat changes nothing.
 */
export const reencryptAndRehashAllColumns = (
  pool: Pool,
  encryption: FieldEncryption,
): Promise<ReencryptResult> =>
  withConnection(pool, async (client) =>
    reencryptColumns(client, encryption, await listExistingColumns(client), false),
  )

/**
 * Re-encrypts the values that have a hash and an old key. The start does so before the first request, because
 * lookups and unique indexes compare hashes of the current key only. Other processes that start at the same
 * time wait.
 */
export const reencryptHashedValuesOfOldKey = (
  pool: Pool,
  encryption: FieldEncryption,
): Promise<ReencryptResult> =>
  withConnection(pool, async (client) => {
    await client.query('select pg_advisory_lock($1)', [advisoryLockIds.hashes])
    const columns = columnNames.filter((name) => encryptedColumns[name].hash !== undefined)
    const result = await reencryptColumns(client, encryption, columns, true)
    await client.query('select pg_advisory_unlock($1)', [advisoryLockIds.hashes])
    return result
  })
