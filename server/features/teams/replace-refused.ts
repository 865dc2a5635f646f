import { isDeepStrictEqual } from 'node:util'
import type { Db } from '#server/db/open.ts'
import type { CompetitionRow } from '#server/features/competitions/service.ts'
import { listUnconfirmedMinors } from '#server/features/guardian-confirmations/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { FieldEncryption } from '#server/lib/encryption.ts'
import { hasTeamEventBegun } from './queries-competing.ts'
import { type PersonRow, type TeamDbRow, toHashedPersonAudit } from './rows.ts'

/**
 * Lists the members of a team whom its owner may replace or remove after the registration has closed, on the
 * day `today`: those whose guardian refuses, while the team has a place and none of its events has begun.
 */
export const listReplaceableMemberIds = async (
  db: Db,
  team: Pick<TeamDbRow, 'id' | 'status'>,
  competition: CompetitionRow | undefined,
  today: string,
): Promise<Set<string>> => {
  if (team.status !== 'registered' || !competition?.active || competition.deletedAt) return new Set()
  const unconfirmed = await listUnconfirmedMinors(db, team.id, today)
  const ids = unconfirmed.flatMap(({ id, isRefused }) => (isRefused ? id : []))
  return new Set(ids.length > 0 && !(await hasTeamEventBegun(db, team.id, today)) ? ids : [])
}

export type PersonChange = {
  action: 'create' | 'update' | 'delete'
  old: PersonRow | undefined
  row: PersonRow
}

/**
 * Throws `replace-refused-only` when anybody but the people `ids` changes, or more members are added than
 * removed.
 */
export const assertOnlyReplaced = (
  changes: readonly PersonChange[],
  ids: ReadonlySet<string>,
  encryption: Pick<FieldEncryption, 'keyedHash'>,
): void => {
  const isOtherChanged = changes.some(
    ({ old, row }) =>
      old &&
      !ids.has(old.id) &&
      !isDeepStrictEqual(toHashedPersonAudit(old, encryption), toHashedPersonAudit(row, encryption)),
  )
  const added = changes.filter(({ action }) => action === 'create')
  const removedCount = changes.filter(({ action }) => action === 'delete').length
  if (isOtherChanged || added.some(({ row }) => row.kind !== 'member') || added.length > removedCount)
    throw new AppError('replace-refused-only')
}
