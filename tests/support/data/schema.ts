import { readdirSync } from 'node:fs'
import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { ColumnDescription } from '#server/platform/db/schema/describe-columns.ts'

const listSchemaExports = async (): Promise<[string, unknown][]> => {
  const files = readdirSync('server/platform/db/schema').map(
    (file) => import(`#server/platform/db/schema/${file.slice(0, -3)}.ts`),
  )
  return (await Promise.all(files)).flatMap((exports) => Object.entries(exports))
}

/** Lists the tables of the schema with the names of their exports. */
export const listTables = async (): Promise<[string, PgTable][]> =>
  (await listSchemaExports()).filter((entry): entry is [string, PgTable] => is(entry[1], PgTable))

type TableDescription = { table: PgTable; columns: Record<string, ColumnDescription> }
const isTableDescription = (value: unknown): value is TableDescription =>
  typeof value === 'object' && value !== null && 'table' in value && is(value.table, PgTable)

/** Lists the tables of the schema with the descriptions of their columns. Throws when a table has none. */
export const listTableDescriptions = async (): Promise<({ name: string } & TableDescription)[]> => {
  const descriptions = (await listSchemaExports()).map(([, value]) => value).filter(isTableDescription)
  return (await listTables()).map(([name, table]) => {
    const description = descriptions.find((each) => each.table === table)
    if (!description) throw new Error(`The table ${name} has no describeColumns.`)
    return { name, ...description }
  })
}
