import type pg from 'pg'
import { quoteIdentifier } from './backup/tables.ts'

/** The tables to which the site only adds rows. */
const appendOnlyTables = ['score_log', 'published_score_log_heads'] as const

/**
 * Statements that give the application role its rights, after every migration and in this order: it reads and writes rows. It owns nothing, so it can
 * neither create, change, drop nor truncate tables. The default privileges cover tables that later migrations create.
 */
const buildGrants = (role: string): string[] => [
  'revoke create on schema public from public',
  ...['public', 'pgboss'].flatMap((schema) => [
    `grant usage on schema ${schema} to ${role}`,
    `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
    `grant usage, select on all sequences in schema ${schema} to ${role}`,
    `alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${role}`,
    `alter default privileges in schema ${schema} grant usage, select on sequences to ${role}`,
  ]),
  `grant usage on schema drizzle to ${role}`,
  `grant select on drizzle.__drizzle_migrations to ${role}`,
  ...appendOnlyTables.map(
    (table) => `do $$ begin
      if to_regclass('public.${table}') is not null then revoke update, delete on public.${table} from ${role}; end if;
    end $$`,
  ),
]

/** Grants the application role its rights in one transaction. `owner` is a connection of the role that owns the tables. */
export const grantApplicationRights = async (owner: pg.ClientBase, role: string): Promise<void> => {
  await owner.query('begin')
  for (const statement of buildGrants(quoteIdentifier(role))) await owner.query(statement)
  await owner.query('commit')
}
