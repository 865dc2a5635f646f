import type { Config } from './config.ts'
import { openDatabase } from './db/open.ts'

/** Prints a line of the output of a command. */
export const print = (text: string) => process.stdout.write(`${text}\n`)

/** Prints a warning or an error of a command. With two arguments, as a log is called, the first one is left out. */
export const printError = (first: object | string, text?: string) => process.stderr.write(`${text ?? String(first)}\n`)

/** The log of a command: its warnings and errors are printed. */
export const commandLog = { info: () => {}, warn: printError, error: printError }

type DatabaseConfig = Pick<Config, 'DATABASE_URL' | 'MIGRATION_DATABASE_URL' | 'DATA_DIR'>
/** Opens the database of the installation for a command. `max` is the maximum number of connections. */
export const openDatabaseForCommand = ({ DATABASE_URL, MIGRATION_DATABASE_URL, DATA_DIR }: DatabaseConfig, max = 2) =>
  openDatabase({
    ...(DATABASE_URL ? { url: DATABASE_URL } : {}),
    ...(MIGRATION_DATABASE_URL ? { ownerUrl: MIGRATION_DATABASE_URL } : {}),
    dataDir: DATA_DIR,
    log: commandLog,
    max,
  })
