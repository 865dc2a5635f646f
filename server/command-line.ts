import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Config, ConfigError } from './config.ts'
import { StartError } from './platform/db/errors.ts'
import { openDatabaseOrStartEmbedded } from './platform/db/open.ts'
import { formatRedactedError } from './platform/lib/logger.ts'

/** Prints a line of the output of a command. */
export const print = (text: string) => process.stdout.write(`${text}\n`)

/**
 * Prints a warning or an error of a command. With two arguments, as a log is called, the first one is left
 * out.
 */
export const printError = (first: object | string, text?: string) =>
  process.stderr.write(`${text ?? String(first)}\n`)

/** The log of a command: its warnings and errors are printed. */
export const commandLog = { info: () => {}, warn: printError, error: printError }

/** Prints why a command cannot run, and ends the process. */
const refuse = (sentence: string): never => {
  printError(sentence)
  process.exit(1)
}

type CommandOptions = NonNullable<ParseArgsConfig['options']>
type CommandLine<Options extends CommandOptions> = {
  usage: string
  /** The least and the greatest number of arguments that are not options. */
  positionals: readonly [least: number, most: number]
  options?: Options
}

/**
 * Parses the arguments of a command. Ends the process with `--help`, for which it prints the usage, and when
 * an argument is unknown, missing or left over, for which it prints one sentence and the usage.
 */
export const parseCommandLineOrExit = <const Options extends CommandOptions = Record<never, never>>(
  { usage, positionals: [least, most], options = {} as Options }: CommandLine<Options>,
  args: string[] = process.argv.slice(2),
) => {
  const parse = () => {
    try {
      return parseArgs({ args, options: { ...options, help: { type: 'boolean' } }, allowPositionals: true })
    } catch (error) {
      // the rest of the message tells how to pass the option as an argument
      return refuse(`${(error as Error).message.split(/\.\s/)[0]?.replace(/\.$/, '')}.\n${usage}`)
    }
  }
  const { values, positionals } = parse()
  if ('help' in values && values.help) {
    print(usage)
    process.exit(0)
  }
  if (positionals.length > most) refuse(`The argument "${positionals[most]}" is not understood.\n${usage}`)
  if (positionals.length < least) refuse(`An argument is missing.\n${usage}`)
  return { values: values as ReturnType<typeof parseArgs<{ options: Options }>>['values'], positionals }
}

/**
 * Parses an option that is a whole number from 1. Ends the process with a sentence that names what was typed
 * otherwise.
 */
export const parseCountOrExit = (name: string, text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text))
    refuse(`The option --${name} cannot be used: "${text}" is not a whole number from 1.`)
  return Number(text)
}

type DatabaseConfig = Pick<Config, 'DATABASE_URL' | 'MIGRATION_DATABASE_URL' | 'DATA_DIR' | 'PG_BIN'>
/** Opens the database of the installation for a command. `max` is the maximum number of connections. */
export const openDatabaseForCommand = (
  { DATABASE_URL, MIGRATION_DATABASE_URL, DATA_DIR, PG_BIN }: DatabaseConfig,
  max = 2,
) =>
  openDatabaseOrStartEmbedded({
    ...(DATABASE_URL ? { url: DATABASE_URL } : {}),
    ...(MIGRATION_DATABASE_URL ? { ownerUrl: MIGRATION_DATABASE_URL } : {}),
    dataDir: DATA_DIR,
    pgBin: PG_BIN,
    log: commandLog,
    max,
  })

/**
 * Prints the error of a command and sets the exit code 1. Errors that the operator can correct are one
 * sentence, others have their stack.
 */
export const printErrorAndSetExitCode = (error: unknown): void => {
  const isKnown = error instanceof StartError || error instanceof ConfigError
  process.stderr.write(`${isKnown ? error.message : formatRedactedError(error)}\n`)
  process.exitCode = 1
}
