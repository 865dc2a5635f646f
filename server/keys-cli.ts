import {
  openDatabaseForCommand,
  parseCommandLineOrExit,
  print,
  printError,
  printErrorAndSetExitCode,
} from '#server/command-line.ts'
import { readConfig } from './config.ts'
import { StartError } from './platform/db/errors.ts'
import {
  countOldCiphertextsByColumn,
  countUnusedOldRecoveryCodes,
  deleteUnknownKeyValuesOrRows,
  reencryptAndRehashAllColumns,
} from './platform/db/reencrypt.ts'
import { createFieldEncryption, hasAnySecretKey, loadOrCreateSecretKeys } from './platform/lib/encryption.ts'

const usage = `Usage: npm run keys:reencrypt     encrypts all values that have an old key (SECRET_KEY_OLD) or an earlier format with SECRET_KEY;
                                  Botola may run meanwhile, with the same keys
       npm run keys:reencrypt -- --delete-unreadable
                                  deletes the values whose key is lost`

type Counts = Awaited<ReturnType<typeof countOldCiphertextsByColumn>>
/** Formats counts as `12 values (users.national_id 10, team_drafts.data 2)`. */
const formatCounts = (counts: Counts) => {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const columns = counts.map(({ column, count }) => `${column} ${count}`).join(', ')
  return `${total} ${total === 1 ? 'value' : 'values'}${columns ? ` (${columns})` : ''}`
}

const run = async () => {
  const { positionals, values } = parseCommandLineOrExit({
    usage,
    positionals: [1, 1],
    options: { 'delete-unreadable': { type: 'boolean' } },
  })
  if (positionals[0] !== 'reencrypt') throw new StartError(usage)
  const config = readConfig(process.env)
  if (!hasAnySecretKey(config))
    throw new StartError(
      `There is no key: set SECRET_KEY, or DATA_DIR to the folder with the file secret-key.`,
    )
  const encryption = createFieldEncryption(loadOrCreateSecretKeys(config))
  const database = await openDatabaseForCommand(config)
  try {
    if (values['delete-unreadable'])
      print(
        `Deleted ${formatCounts(await deleteUnknownKeyValuesOrRows(database.pool, encryption))} without a known key.`,
      )
    const { changed, repeated, damaged } = await reencryptAndRehashAllColumns(database.pool, encryption)
    print(`Re-encrypted ${formatCounts(changed)}.`)
    for (const row of repeated)
      printError(`${row}: another row has the same value; correct one of them and run the command again.`)
    for (const row of damaged) printError(`${row}: the value is damaged and cannot be decrypted.`)
    const left = await countOldCiphertextsByColumn(database.pool, encryption)
    print(`Left under an old key: ${formatCounts(left)}.`)
    const oldCodes = await countUnusedOldRecoveryCodes(database.pool)
    if (oldCodes > 0)
      print(
        `${oldCodes} unused recovery codes of an earlier version stop working without the key that was current when they were created.`,
      )
    if (left.length > 0) process.exitCode = 1
    else print('SECRET_KEY_OLD and the file secret-key-old can be removed.')
  } finally {
    await database.close()
  }
}

run().catch(printErrorAndSetExitCode)
