import type pg from 'pg'

/** A table of the installation and the columns that are stored (generated ones are made anew by the server). */
export type Table = { name: string; columns: string[] }
/** A foreign key from one table to another. */
export type Reference = { name: string; from: string; to: string }

/** Double quotes for a name in SQL. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The number of teams of a competition is left out: a trigger counts them again when they are imported. */
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

/** Foreign keys of the schema `public`. */
export const references = async (client: pg.ClientBase): Promise<Reference[]> => (await client.query<Reference>(foreignKeys)).rows

/** The tables of the schema `public`, a table after those that it refers to (as far as that goes: in a circle, by name). */
export const tablesInOrder = async (client: pg.ClientBase): Promise<Table[]> => {
  const { rows } = await client.query<Table>(tablesAndColumns)
  const keys = await references(client)
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

/** Sequences of the schema `public` and where they stand; null for one never used. */
export const sequences = async (client: pg.ClientBase): Promise<Record<string, string | null>> => {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    "select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' order by 1",
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** One way of writing values, whatever the server's own settings are. */
export const plainSettings =
  "set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local extra_float_digits = 3; set local bytea_output = 'hex'"
