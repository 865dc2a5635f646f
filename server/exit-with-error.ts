import { ConfigError } from './config.ts'
import { StartError } from './db/errors.ts'
import { formatErrorForTerminal } from './lib/serialize-error.ts'

/** Prints the error of a command and sets the exit code 1. Errors that the operator can correct are one sentence, others have their stack. */
export const exitWithError = (error: unknown): void => {
  const isKnown = error instanceof StartError || error instanceof ConfigError
  process.stderr.write(`${isKnown ? error.message : formatErrorForTerminal(error)}\n`)
  process.exitCode = 1
}
