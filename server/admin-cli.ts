import { normalizeEmail } from '#contract/accounts/identity.ts'
import {
  openDatabaseForCommand,
  parseCommandLineOrExit,
  print,
  printErrorAndSetExitCode,
} from '#server/command-line.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import {
  deleteSessionsOfUser,
  findSessionUserByEmail,
  replaceSecondFactorOrDeleteAll,
  setPasswordHash,
} from './accounts/session/queries.ts'
import { deleteOneTimeTokensOfUser } from './accounts/session/queries-one-time-tokens.ts'
import { readConfig } from './config.ts'
import { StartError } from './platform/db/errors.ts'
import { generatePassword, hashPassword } from './platform/lib/password.ts'

const usage = `Usage: npm run admin:password -- EMAIL     sets a new password, ends all sessions of the account
                                           and disables its second factor`

/**
 * Resets the password of an administrator who is locked out. Access to the file system is the authorization.
 */
const run = async () => {
  const [command, email = ''] = parseCommandLineOrExit({ usage, positionals: [2, 2] }).positionals
  if (command !== 'password') throw new StartError(usage)
  const config = readConfig(process.env)
  const database = await openDatabaseForCommand(config)
  try {
    const user = await findSessionUserByEmail(database.db, normalizeEmail(email))
    if (user?.role !== 'admin') throw new StartError(`There is no administrator with the email ${email}.`)
    const password = generatePassword()
    const passwordHash = await hashPassword(password)
    await inTransaction(database.db, async (tx) => {
      await setPasswordHash(tx, user.id, passwordHash)
      await replaceSecondFactorOrDeleteAll(tx, user.id, null)
      await deleteOneTimeTokensOfUser(tx, user.id)
      await deleteSessionsOfUser(tx, user.id)
    })
    print(`Administrator: ${user.email}  password: ${password}`)
  } finally {
    await database.close()
  }
}

run().catch(printErrorAndSetExitCode)
