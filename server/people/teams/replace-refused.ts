import { isDeepStrictEqual } from 'node:util'
import { normalizeEmail } from '#contract/accounts/identity.ts'
import { isWithinRegistrationPeriod } from '#contract/people/teams/team-places.ts'
import { cleanText } from '#contract/platform/text.ts'
import { type CompetitionRow, toCompetition } from '#server/event/competitions/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { FieldEncryption } from '#server/platform/lib/encryption.ts'
import { listUnconfirmedMinorsOfTeam } from '../guardian-confirmations/service.ts'
import { hasTeamEventBegun } from './queries-competing.ts'
import { isTeamOfActiveSeason } from './queries-places.ts'
import { type PersonRow, type TeamDbRow, toPersonAuditWithNameAndHashes } from './rows.ts'

/**
 * Returns whether the owner of a team can replace or remove members whose guardian refuses, on the day `today`:
 * while the team of the active season has a place, and registration is open or none of its events has begun.
 */
export const canReplaceRefusedMembers = async (
  db: Db,
  team: Pick<TeamDbRow, 'id' | 'status'>,
  competition: CompetitionRow | undefined,
  today: string,
): Promise<boolean> => {
  if (team.status !== 'registered' || !competition?.active || competition.deletedAt) return false
  if (!(await isTeamOfActiveSeason(db, team.id))) return false
  const isOpen = isWithinRegistrationPeriod(toCompetition(competition), new Date().toISOString())
  return isOpen || !(await hasTeamEventBegun(db, team.id, today))
}

/** Lists the members of a team whom its owner may replace or remove after the registration has closed. */
export const readReplaceableMemberIdSet = async (
  db: Db,
  team: Pick<TeamDbRow, 'id' | 'status'>,
  competition: CompetitionRow | undefined,
  today: string,
): Promise<Set<string>> => {
  const unconfirmed = await listUnconfirmedMinorsOfTeam(db, team.id, today)
  const ids = unconfirmed.flatMap(({ id, isRefused }) => (isRefused ? id : []))
  const canReplace = ids.length > 0 && (await canReplaceRefusedMembers(db, team, competition, today))
  return new Set(canReplace ? ids : [])
}

export type PersonChange = {
  action: 'create' | 'update' | 'delete'
  old: PersonRow | undefined
  row: PersonRow
}

/** Returns a stored person as a form would send it, without what only cleaning changes. */
const cleanPerson = (row: PersonRow): PersonRow => ({
  ...row,
  name: cleanText(row.name, 'name'),
  email: normalizeEmail(row.email),
  phone: cleanText(row.phone, 'code'),
})

/**
 * Throws `replace-refused-only` unless members `ids` are removed, or replaced by as many new members, and nobody
 * else changes.
 */
export const assertOnlyRefusedMembersReplaced = (
  changes: readonly PersonChange[],
  ids: ReadonlySet<string>,
  encryption: Pick<FieldEncryption, 'keyedHash'>,
): void => {
  const toCompared = (row: PersonRow) => toPersonAuditWithNameAndHashes(cleanPerson(row), encryption)
  const isOtherChanged = changes.some(
    ({ action, old, row }) =>
      old &&
      !(action === 'delete' && ids.has(old.id)) &&
      !isDeepStrictEqual(toCompared(old), toCompared(row)),
  )
  const added = changes.filter(({ action }) => action === 'create')
  const removedCount = changes.filter(({ action }) => action === 'delete').length
  if (isOtherChanged || added.some(({ row }) => row.kind !== 'member') || added.length > removedCount)
    throw new AppError('replace-refused-only')
}
