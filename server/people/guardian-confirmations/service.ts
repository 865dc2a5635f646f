import type { RecordedGuardianConfirmation } from '#contract/people/guardians/guardian-confirmation.schema.ts'
import {
  getGuardianContactIfEmail,
  isMemberGuardianConfirmationRequired,
  shouldInvalidateGuardianConfirmation,
} from '#contract/people/guardians/guardian-confirmation.ts'
import { isMemberReplaced } from '#contract/people/teams/team-rules.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  eraseConfirmationsAndLinks,
  listConfirmationsWithRecorderName,
  listLastGuardianEmailTimes,
  type PersonRow,
} from './queries.ts'

export {
  buildGuardianAnswerCondition,
  buildMinorMemberCondition,
  buildTeamMissingConfirmationCondition,
  buildTeamRefusedSinceColumn,
  eraseConfirmationsAndLinks,
  listUnconfirmedMinorsOfTeam,
} from './queries.ts'

/** Lists the confirmations of those of these people who need one on the day `today`, in their order. */
export const listConfirmationStatesOfMinors = async (
  db: Db,
  people: readonly PersonRow[],
  today: string,
): Promise<RecordedGuardianConfirmation[]> => {
  const minors = people.filter((person) => isMemberGuardianConfirmationRequired(person, today))
  if (minors.length === 0) return []
  const ids = minors.map(({ id }) => id)
  const rows = new Map(
    (await listConfirmationsWithRecorderName(db, ids)).map((row) => [row.confirmation.personId, row]),
  )
  const mails = new Map(
    (await listLastGuardianEmailTimes(db, ids)).map(({ personId, mailedAt }) => [personId, mailedAt]),
  )
  return minors.map(({ id, consent }) => {
    const { confirmation, recordedBy = null } = rows.get(id) ?? {}
    return {
      personId: id,
      state: confirmation?.state ?? 'missing',
      method: confirmation?.method ?? null,
      at: confirmation?.decidedAt.toISOString() ?? null,
      textVersion: confirmation?.textVersion ?? null,
      mailedAt: mails.get(id)?.toISOString() ?? null,
      hasEmail: getGuardianContactIfEmail(consent?.contact) !== null,
      recordedBy,
    }
  })
}

const isOther = (old: PersonRow, row: PersonRow): boolean =>
  isMemberReplaced(old, row, old.nationalIdIndex !== null && old.nationalIdIndex !== row.nationalIdIndex)

/**
 * Deletes the links and confirmations of the people whose change makes them invalid; `old` is undefined for a
 * new person. A refusal stays with its member until the guardian answers again or a paper is recorded.
 */
export const deleteInvalidatedConfirmationsAndLinks = async (
  tx: Db,
  changes: readonly { old: PersonRow | undefined; row: PersonRow }[],
): Promise<void> => {
  const invalid = changes.flatMap(({ old, row }) =>
    old && shouldInvalidateGuardianConfirmation(old, row) ? [{ id: row.id, isOther: isOther(old, row) }] : [],
  )
  const listIds = (ofOthers: boolean) =>
    invalid.flatMap((each) => (each.isOther === ofOthers ? [each.id] : []))
  await eraseConfirmationsAndLinks(tx, listIds(true))
  await eraseConfirmationsAndLinks(tx, listIds(false), 'confirmed')
}
