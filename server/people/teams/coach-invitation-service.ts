import { normalizeEmail } from '#contract/accounts/identity.ts'
import { hasAdministratorRole } from '#contract/accounts/session.ts'
import { getTeamNameOrNumberForEmail } from '#contract/people/teams/person-name.ts'
import type { CoachInvitation } from '#contract/people/teams/team.schema.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import { lockUndeletedRowOrThrow, updateRowWithAudit } from '#server/platform/crud/soft-delete.ts'
import type { Db } from '#server/platform/db/open.ts'
import { isWithinRegions } from '#server/platform/db/region-conditions.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import {
  findTeamWithRelations,
  iterateTeamBatchesByFilter,
  listPeopleOfTeams,
  lockTeam,
  type RegionalTeamFilter,
} from './queries.ts'
import { findConfirmedEmail, findTeamRoleOfUser } from './queries-account.ts'
import { findUndeletedPersonOfTeam, replaceTeamOwnerInvitation } from './queries-write.ts'
import type { PersonRow, TeamJoinRow } from './rows.ts'
import { addSiteDateToFilterIfNeeded, listPeopleOfExistingTeam, teamSoftDeleteConfig } from './service.ts'

const findInvitedCoach = (people: readonly PersonRow[]) => people.find(({ invitedAt }) => invitedAt !== null)

/**
 * Creates the service that invites coaches to own teams which the organizers registered. The email leads to
 * the page of the team: a user with the confirmed address of the invited coach accepts there, so the link
 * needs no secret.
 */
export const createOwnershipInvitationService = (core: Core) => {
  const { config, database, emails, invalidator } = core
  const { db } = database

  const inviteCoach = async (
    tx: Db,
    { team, competition }: Pick<TeamJoinRow, 'team' | 'competition'>,
    coach: PersonRow,
    actor: Actor,
  ) => {
    await replaceTeamOwnerInvitation(tx, team.id, coach.id)
    await writeAudit(tx, { actor, action: 'invite-coach', entity: 'team', entityId: team.id })
    const values = {
      name: coach.name,
      link: `${config.SITE_URL}/account/teams/${team.id}`,
      team: getTeamNameOrNumberForEmail(team),
      competition: { en: competition.nameEn, ar: competition.nameAr },
    }
    // the coach may have no account whose language is known
    await emails.send({ template: 'coachInvited', to: coach.email, language: 'both', values }, tx)
  }

  /** Returns the invitation of a team; null without one. Throws `not-found`. */
  const getInvitation = async (teamId: string): Promise<CoachInvitation> => {
    const coach = findInvitedCoach(await listPeopleOfExistingTeam(db, teamId))
    return coach?.invitedAt ? { coachId: coach.id, invitedAt: coach.invitedAt.toISOString() } : null
  }

  return {
    getInvitation,

    /**
     * Invites a coach of a team in place of one who was invited before, and emails the coach. Throws
     * `not-found`, `bad-input` (`coachId`: no coach of the team, or without an address), `mail-not-set-up`.
     */
    invite: async (teamId: string, coachId: string, actor: Actor): Promise<CoachInvitation> => {
      if (!emails.isEnabled) throw new AppError('mail-not-set-up')
      await inTransaction(db, async (tx) => {
        await lockUndeletedRowOrThrow(tx, teamSoftDeleteConfig, teamId)
        const row = await findTeamWithRelations(tx, teamId)
        const coach = await findUndeletedPersonOfTeam(tx, teamId, 'coach', coachId)
        if (!row || !coach) throw new AppError('bad-input', [{ field: 'coachId', code: 'not-found' }])
        if (coach.email === '') throw new AppError('bad-input', [{ field: 'coachId', code: 'required' }])
        await inviteCoach(tx, row, coach, actor)
      })
      return getInvitation(teamId)
    },

    /**
     * Invites the first coach with an address of each team that matches, that an administrator or no account
     * owns, and that has no open invitation. Returns the number of invitations. Throws `mail-not-set-up`.
     */
    inviteAll: async (filter: RegionalTeamFilter, actor: Actor): Promise<number> => {
      if (!emails.isEnabled) throw new AppError('mail-not-set-up')
      let count = 0
      for await (const rows of iterateTeamBatchesByFilter(
        db,
        await addSiteDateToFilterIfNeeded(core, filter),
      ))
        await inTransaction(db, async (tx) => {
          for (const row of rows) {
            if (row.user !== null && !hasAdministratorRole(row.user)) continue
            const team = await lockTeam(tx, row.team.id)
            if (!team || team.deletedAt || !isWithinRegions(filter.regionLimit, team.regionId)) continue
            const people = await listPeopleOfTeams(tx, [team.id])
            const coach = people.find(({ kind, email }) => kind === 'coach' && email !== '')
            // somebody may have changed the owner since the list was read
            if (!coach || findInvitedCoach(people) || team.userId !== row.team.userId) continue
            await inviteCoach(tx, row, coach, actor)
            count++
          }
        })
      return count
    },

    /** Withdraws the invitation of a team; a repeat is harmless. Throws `not-found`. */
    withdraw: (teamId: string, actor: Actor): Promise<void> =>
      inTransaction(db, async (tx) => {
        await lockUndeletedRowOrThrow(tx, teamSoftDeleteConfig, teamId)
        if (!findInvitedCoach(await listPeopleOfTeams(tx, [teamId]))) return
        await replaceTeamOwnerInvitation(tx, teamId, null)
        await writeAudit(tx, { actor, action: 'withdraw-invitation', entity: 'team', entityId: teamId })
      }),

    /**
     * Makes the account of the invited coach the owner of the team. The days for the payment of the fee begin
     * now. Throws `not-found` for a team that the user neither owns nor coaches, `conflict` without an
     * invitation of this user.
     */
    accept: async (teamId: string, actor: Actor & { userId: string }): Promise<void> => {
      await inTransaction(db, async (tx) => {
        const team = await lockUndeletedRowOrThrow(tx, teamSoftDeleteConfig, teamId)
        if (!(await findTeamRoleOfUser(tx, team, actor.userId))) throw new AppError('not-found')
        const coach = findInvitedCoach(await listPeopleOfTeams(tx, [teamId]))
        if (!coach || normalizeEmail(coach.email) !== (await findConfirmedEmail(tx, actor.userId)))
          throw new AppError('conflict')
        await replaceTeamOwnerInvitation(tx, teamId, null)
        const hasUnpaidPlace = team.status === 'registered' && !team.paid
        const change = {
          userId: actor.userId,
          ...(hasUnpaidPlace ? { statusAt: new Date() } : {}),
        }
        await updateRowWithAudit(tx, teamSoftDeleteConfig, team, change, 'take-over-team', actor)
      })
      await invalidator.invalidate('teams')
    },
  }
}
