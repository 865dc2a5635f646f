import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErasureGround } from '#contract/accounts/personal-data.ts'
import { payerDetailsYears } from '#contract/accounts/retention.ts'
import type { ErasureReason } from '#contract/accounts/user.ts'
import { getTeamNameOrNumberForEmail } from '#contract/people/teams/person-name.ts'
import type { Core } from '#server/deps.ts'
import { removeFilesOfDeletedPrints } from '#server/event/print-files/service.ts'
import { deleteTeamPeopleByIds, lockAndListTeamPersonIds } from '#server/people/teams/service.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction, retryTransactionOnDeadlock } from '#server/platform/db/transaction.ts'
import { erasureTag } from '#server/platform/lib/cache-invalidation.ts'
import type { FileStore } from '#server/platform/lib/files.ts'
import { lockUsersByIds, type UserRow } from './queries.ts'
import {
  type AffectedTeam,
  type ErasureCleanup,
  eraseRecordsOfDeletedTeamPeople,
  eraseUserDataAndReturnCleanup,
  mergeErasureCleanups,
} from './remove-personal-data.ts'

/**
 * The state of an erasure: `erasing` before the transaction commits, `erased` after it, `kept` when the
 * transaction was rolled back. The last line of an id counts.
 */
export type ErasureState = 'erasing' | 'erased' | 'kept'

const getLogPath = (dataDir: string) => join(dataDir, 'erasures.log')

/**
 * Appends the state of erased users and team people to the file `erasures.log` in the data folder, and
 * waits until the file is on the disk: a line for each id. The file is outside the database, so that it
 * survives a restore.
 */
export const appendErasureStateToLogFile = async (
  dataDir: string,
  ids: readonly string[],
  state: ErasureState,
): Promise<void> => {
  if (ids.length === 0) return
  const now = new Date().toISOString()
  await mkdir(dataDir, { recursive: true })
  // the empty line before them ends a line that a crash cut off
  const lines = ['', ...ids.map((id) => `${now} ${state} ${id}`), '']
  await appendFile(getLogPath(dataDir), lines.join('\n'), { mode: 0o600, flush: true })
}

/** Lines of older versions have no state. */
const linePattern = /^\S+ (?:(erasing|erased|kept) )?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Reads the ids of the log whose last state is one of `states`; none when there is no log. */
export const readPersonIdsFromErasureLogFile = async (
  dataDir: string,
  states: readonly ErasureState[],
): Promise<string[]> => {
  const text = await readFile(getLogPath(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const stateById = new Map<string, ErasureState>()
  for (const line of text.split('\n')) {
    const [, state = 'erased', id] = linePattern.exec(line) ?? []
    if (id) stateById.set(id, state as ErasureState)
  }
  return [...stateById].flatMap(([id, state]) => (states.includes(state) ? [id] : []))
}

/**
 * Writes `kept` or `erased` for the erasures of the log that are only `erasing`, because their process ended
 * or lost the database during the commit. It locks the people, so that it waits for erasures that are not
 * committed yet.
 */
export const logOutcomesOfInterruptedErasures = async (db: Db, dataDir: string): Promise<void> => {
  const ids = await readPersonIdsFromErasureLogFile(dataDir, ['erasing'])
  if (ids.length === 0) return
  await inTransaction(db, async (tx) => {
    const present = new Set(
      [...(await lockUsersByIds(tx, ids)), ...(await lockAndListTeamPersonIds(tx, ids))].map(({ id }) => id),
    )
    const select = (isPresent: boolean) => ids.filter((id) => present.has(id) === isPresent)
    await appendErasureStateToLogFile(dataDir, select(true), 'kept')
    await appendErasureStateToLogFile(dataDir, select(false), 'erased')
  })
}

/**
 * Runs `work` in a transaction that erases people, and deletes the emails to them that wait or failed, again after a
 * deadlock. Then removes their files and invalidates the cached replies. The ids are in the erasure log before the commit, so no crash can lose them, and an erasure that
 * cannot be logged is rolled back. The daily removal of orphan files removes files that cannot be removed
 * now.
 */
export const runErasureTransactionAndCleanUp = async <Cleanup extends ErasureCleanup | undefined>(
  { config, database, files, emails, invalidator }: Core,
  work: (tx: Db) => Promise<Cleanup>,
): Promise<Cleanup> => {
  const { db } = database
  let isLogged = false
  // the score logs of several users are locked in any order
  const cleanup = await retryTransactionOnDeadlock(db, async (tx) => {
    const done = await work(tx)
    for (const address of done?.emailAddresses ?? []) await emails.deleteUnsentTo(address, tx)
    if (done && done.erasedIds.length > 0) {
      await appendErasureStateToLogFile(config.DATA_DIR, done.erasedIds, 'erasing')
      isLogged = true
    }
    return done
  }).catch(async (error: unknown) => {
    // only the database knows whether a failed commit took effect; the daily job asks again when it is away
    if (isLogged) await logOutcomesOfInterruptedErasures(db, config.DATA_DIR).catch(() => {})
    throw error
  })
  if (!cleanup) return cleanup
  await appendErasureStateToLogFile(config.DATA_DIR, cleanup.erasedIds, 'erased')
  await Promise.allSettled([
    ...cleanup.files.map(([folder, name]) => files.remove(folder, name)),
    removeFilesOfDeletedPrints({ database, files }),
  ])
  if (cleanup.tags.length > 0) await invalidator.invalidate(erasureTag, ...cleanup.tags)
  return cleanup
}

/** Tells the owners of other teams that a person in their team was erased, without a name. */
export const emailOwnersOfAffectedTeams = async (
  tx: Db,
  emails: Core['emails'],
  affectedTeams: readonly AffectedTeam[],
): Promise<void> => {
  for (const { owner, ...team } of affectedTeams) {
    const values = { name: owner.firstName, team: getTeamNameOrNumberForEmail(team) }
    await emails.send({ template: 'teamPersonErased', to: owner.email, language: owner.lang, values }, tx)
  }
}

/**
 * Erases a user in the caller's transaction, tells the user by email and writes an entry to the audit
 * log.
 */
export const eraseUserAndTeamsWithAuditEmails = async (
  tx: Db,
  emails: Core['emails'],
  row: UserRow,
  { actor, reason }: { actor: Actor; reason: ErasureReason | ErasureGround },
): Promise<ErasureCleanup> => {
  const cleanup = await eraseUserDataAndReturnCleanup(tx, row)
  const values = { name: row.firstName, paymentYears: payerDetailsYears }
  await emails.send({ template: 'erased', to: row.email, language: row.lang, values }, tx)
  await emailOwnersOfAffectedTeams(tx, emails, cleanup.affectedTeams)
  await writeAudit(tx, {
    actor,
    action: 'erase',
    entity: 'user',
    entityId: row.id,
    after: { role: row.role, reason },
  })
  return cleanup
}

/** A command that runs while no server does has no `invalidator`. */
type Options = {
  dataDir: string
  files: FileStore
  states: readonly ErasureState[]
  invalidator?: Core['invalidator']
}

/**
 * Repeats the logged erasures of `states` in a restored database and its files, without emails. A restored
 * person whose erasure was about to be committed is erased, too. Returns how many people were erased again.
 */
export const repeatAndCountLoggedErasuresWithCleanup = async (
  db: Db,
  { dataDir, files, states, invalidator }: Options,
): Promise<number> => {
  const ids = await readPersonIdsFromErasureLogFile(dataDir, states)
  if (ids.length === 0) return 0
  const cleanup = await retryTransactionOnDeadlock(db, async (tx) => {
    const done: ErasureCleanup[] = []
    for (const row of await lockUsersByIds(tx, ids)) done.push(await eraseUserDataAndReturnCleanup(tx, row))
    const people = await deleteTeamPeopleByIds(tx, ids)
    return mergeErasureCleanups(
      people.length > 0 ? [...done, await eraseRecordsOfDeletedTeamPeople(tx, people)] : done,
    )
  })
  await Promise.allSettled([
    ...cleanup.files.map(([folder, name]) => files.remove(folder, name)),
    removeFilesOfDeletedPrints({ database: { db }, files }),
  ])
  if (invalidator && cleanup.tags.length > 0) await invalidator.invalidate(erasureTag, ...cleanup.tags)
  return new Set(cleanup.erasedIds).size
}
