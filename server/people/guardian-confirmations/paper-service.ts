import type { RecordedGuardianConfirmation } from '#contract/people/guardians/guardian-confirmation.schema.ts'
import { isMemberGuardianConfirmationRequired } from '#contract/people/guardians/guardian-confirmation.ts'
import { currentConsentVersion } from '#contract/people/guardians/guardian-consent.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getSiteDate } from '#server/platform/settings/service.ts'
import { listPeopleOfExistingTeam, updateTeamCompleteness } from '../teams/service.ts'
import {
  deleteConfirmation,
  findConfirmation,
  lockMemberAfterTeam,
  setPhotoConsentAndBumpMemberVersion,
  upsertGuardianAnswerAndGetTime,
} from './queries.ts'
import { listConfirmationStatesOfMinors } from './service.ts'

/** Creates the service with which organizers store or remove that a guardian has signed on paper. */
export const createPaperConfirmationService = ({ config, database, invalidator }: Core) => {
  const { db } = database
  const getToday = () => getSiteDate({ config, database })

  /** Lists the confirmations of the guardians of a team. Throws `not-found`. */
  const list = async (teamId: string): Promise<RecordedGuardianConfirmation[]> =>
    listConfirmationStatesOfMinors(db, await listPeopleOfExistingTeam(db, teamId), await getToday())

  const changeMember = async (
    teamId: string,
    personId: string,
    change: (tx: Db, member: NonNullable<Awaited<ReturnType<typeof lockMemberAfterTeam>>>) => Promise<void>,
  ): Promise<void> => {
    await inTransaction(db, async (tx) => {
      const member = await lockMemberAfterTeam(tx, teamId, personId)
      if (!member) throw new AppError('not-found')
      await change(tx, member)
    })
    await invalidator.invalidate('teams')
  }

  return {
    list,

    /**
     * Records the paper in place of a missing answer or a refusal. Throws `not-found`, `conflict` for an
     * adult and for a guardian who has confirmed.
     */
    record: async (
      teamId: string,
      personId: string,
      publish: boolean,
      actor: Actor,
    ): Promise<RecordedGuardianConfirmation[]> => {
      const today = await getToday()
      await changeMember(teamId, personId, async (tx, member) => {
        const before = await findConfirmation(tx, personId)
        if (!isMemberGuardianConfirmationRequired(member, today) || before?.state === 'confirmed')
          throw new AppError('conflict')
        const textVersion = currentConsentVersion
        await upsertGuardianAnswerAndGetTime(tx, {
          personId,
          state: 'confirmed',
          method: 'paper',
          textVersion,
          recordedBy: actor.userId,
          replacedRefusal:
            before?.state === 'refused'
              ? {
                  method: before.method,
                  textVersion: before.textVersion,
                  decidedAt: before.decidedAt.toISOString(),
                }
              : null,
        })
        await setPhotoConsentAndBumpMemberVersion(tx, member, publish)
        await updateTeamCompleteness(tx, teamId, today)
        const after = { team: teamId, method: 'paper' }
        await writeAudit(tx, {
          actor,
          action: 'record-guardian-paper',
          entity: 'team-person',
          entityId: personId,
          after,
        })
      })
      return list(teamId)
    },

    /**
     * Removes the record of a paper; a refusal that it replaced holds again. Throws `not-found`, `conflict`
     * without one.
     */
    remove: async (
      teamId: string,
      personId: string,
      actor: Actor,
    ): Promise<RecordedGuardianConfirmation[]> => {
      const today = await getToday()
      await changeMember(teamId, personId, async (tx, member) => {
        const before = await findConfirmation(tx, personId)
        if (before?.method !== 'paper') throw new AppError('conflict')
        const refusal = before.replacedRefusal
        if (refusal)
          await upsertGuardianAnswerAndGetTime(tx, {
            ...refusal,
            decidedAt: new Date(refusal.decidedAt),
            personId,
            state: 'refused',
            recordedBy: null,
          })
        else await deleteConfirmation(tx, personId)
        await setPhotoConsentAndBumpMemberVersion(tx, member, false)
        await updateTeamCompleteness(tx, teamId, today)
        const after = { team: teamId, method: 'paper' }
        await writeAudit(tx, {
          actor,
          action: 'remove-guardian-paper',
          entity: 'team-person',
          entityId: personId,
          after,
        })
      })
      return list(teamId)
    },
  }
}
