import type pg from 'pg'

/** A table and its stored columns; the server computes generated columns again. */
export type Table = { name: string; columns: string[] }
/** A foreign key from one table to another. */
type ForeignKey = { name: string; from: string; to: string }

/** Quotes an SQL identifier. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The number of teams of a competition is left out: a trigger counts them again during a restore. */
const tablesAndColumns = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and (c.relname, a.attname) <> ('competitions', 'team_count') and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  group by c.relname order by c.relname`

const foreignKeys = `
  select k.conname as name, f.relname as from, t.relname as to
  from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0
  order by k.conname`

/** Lists the foreign keys of the schema `public`. */
export const listForeignKeys = async (client: pg.ClientBase | pg.Pool): Promise<ForeignKey[]> =>
  (await client.query<ForeignKey>(foreignKeys)).rows

/**
 * Lists the tables of the schema `public`, each after the tables that it references; tables in a circle are
 * ordered by name.
 */
export const listTablesByDependency = async (client: pg.ClientBase | pg.Pool): Promise<Table[]> => {
  const { rows } = await client.query<Table>(tablesAndColumns)
  const keys = await listForeignKeys(client)
  const ordered: Table[] = []
  const seen = new Set<string>()
  const visit = (table: Table) => {
    if (seen.has(table.name)) return
    seen.add(table.name)
    for (const { from, to } of keys) {
      const target = from === table.name ? rows.find(({ name }) => name === to) : undefined
      if (target) visit(target)
    }
    ordered.push(table)
  }
  rows.forEach(visit)
  return ordered
}

/** Reads the last value of each sequence of the schema `public`; null for an unused one. */
export const readSequences = async (client: pg.ClientBase): Promise<Record<string, string | null>> => {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    "select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' order by 1",
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** Session settings that make the text format of COPY independent of the server's configuration. */
export const copyFormatSettingsSql =
  "set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local extra_float_digits = 3; set local bytea_output = 'hex'"
