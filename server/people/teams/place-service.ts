import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { RefundFields } from '#contract/money/payment.schema.ts'
import { getTeamNameOrNumberForEmail } from '#contract/people/teams/person-name.ts'
import type { LeaveRefundResult, LeaveRequest } from '#contract/people/teams/team-leave.schema.ts'
import { findTeamPaymentDeadline } from '#contract/people/teams/team-places.ts'
import type { Localized } from '#contract/platform/localized.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import type { Core } from '#server/deps.ts'
import { lockCompetition } from '#server/event/competitions/service.ts'
import {
  createPaymentAndRefundService,
  filterTeamIdSetInPaymentDecision,
  type RequestedRefund,
} from '#server/money/payments/service.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import { updateRowWithAudit } from '#server/platform/crud/soft-delete.ts'
import type { Db } from '#server/platform/db/open.ts'
import { isWithinRegions } from '#server/platform/db/region-conditions.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { buildNoticeTextForOrganizers } from '#server/platform/emails/messages.ts'
import type { EmailContent } from '#server/platform/emails/templates.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getSiteDate } from '#server/platform/settings/service.ts'
import { insertMessageAndGetNumber } from '#server/site/messages/service.ts'
import { buildTeamOwnerEmailValues, emailTeamOwnerAddingMissingParts } from '../team-emails/service.ts'
import { lockTeam } from './queries.ts'
import { findTeamRoleOfUser } from './queries-account.ts'
import { listEventTitlesOfTeam } from './queries-competing.ts'
import {
  findFirstWaitingTeam,
  findTeamWithCompetitionAndOwner,
  listCompetitionIdsToFill,
  listIncompleteTeamIdsWithGrownRefusedMember,
  listTeamIdsDueForPlaceTask,
  listTeamsWithOpenLeaveRequest,
  lockTeamIfDueForPlaceTask,
  type PlaceTask,
  syncPaymentPausesWithRefusals,
  type TeamPlace,
} from './queries-places.ts'
import { updateTeam } from './queries-write.ts'
import { softDeleteTeamWithPeopleAndAudit, teamSoftDeleteConfig, updateTeamCompleteness } from './service.ts'

const system: Actor = { userId: null, name: 'system' }

/** Tells the organizers about a team, in the language of its owner. */
const sendNotice = async (
  tx: Db,
  { team, competition, owner }: TeamPlace,
  notice: 'paidWithoutPlace' | 'withdrawnFromEvent',
  events: readonly Localized[] = [],
): Promise<void> => {
  const { firstName = '', lastName = '', email = '', lang = 'en' } = owner ?? {}
  const body = buildNoticeTextForOrganizers(notice, lang, {
    team: getTeamNameOrNumberForEmail(team),
    competition: lang === 'ar' ? competition.nameAr : competition.nameEn,
    events: events.map((title) => getEventTitleWithFallback(title, lang)).join(' · '),
  })
  const { regionId } = team
  await insertMessageAndGetNumber(tx, { kind: 'issue', firstName, lastName, email, regionId, body, lang })
}

/** Tells the organizers that the owner of a team withdraws it, when an event has it in its draw or schedule. */
export const insertWithdrawalMessageIfInEvent = async (tx: Db, teamId: string): Promise<void> => {
  const events = await listEventTitlesOfTeam(tx, teamId)
  const place = events.length > 0 ? await findTeamWithCompetitionAndOwner(tx, teamId) : undefined
  if (place) await sendNotice(tx, place, 'withdrawnFromEvent', events)
}

/**
 * Creates the service of the places of teams: unpaid teams lapse after an email, and waiting teams get free
 * places. Every change locks the team, then its competition, so no place is given twice, and a payment that
 * arrives at the same time is seen.
 */
export const createDueTeamPlacesUpdater = (core: Core) => {
  const { config, database, invalidator } = core
  const { db } = database

  type PlaceEmail =
    | { template: 'placeExpiring' | 'placeGiven'; deadline: Date }
    | { template: 'placeLapsed' | 'placeGivenWithoutDeadline' }
  const sendEmail = async (tx: Db, { owner, ...place }: TeamPlace, email: PlaceEmail) => {
    if (!owner) return
    const row = { ...place, owner }
    const values = buildTeamOwnerEmailValues(config.SITE_URL, row)
    const content: EmailContent =
      'deadline' in email
        ? {
            template: email.template,
            values: {
              ...values,
              day: await getSiteDate({ config, database: { readDb: tx } }, email.deadline),
            },
          }
        : { template: email.template, values }
    await emailTeamOwnerAddingMissingParts(tx, core, row, content)
  }

  const tasks: Record<PlaceTask, (tx: Db, place: TeamPlace) => Promise<void>> = {
    notice: async (tx, place) => {
      const noticeAt = new Date()
      await updateTeam(tx, place.team.id, { placeNoticeAt: noticeAt })
      const deadline = findTeamPaymentDeadline(place.competition, { ...place.team, placeNoticeAt: noticeAt })
      if (deadline) await sendEmail(tx, place, { template: 'placeExpiring', deadline })
    },
    lapse: async (tx, place) => {
      const change = { status: 'lapsed' as const, statusAt: new Date() }
      await updateRowWithAudit(tx, teamSoftDeleteConfig, place.team, change, 'update', system)
      await sendEmail(tx, place, { template: 'placeLapsed' })
    },
    'paid-without-place': async (tx, place) => {
      await updateTeam(tx, place.team.id, { placeNoticeAt: new Date() })
      await sendNotice(tx, place, 'paidWithoutPlace')
    },
  }

  /** Runs a task for every team for which it is due. Returns how many. */
  const runTask = async (task: PlaceTask, errors: unknown[]): Promise<number> => {
    let done = 0
    for (const id of await listTeamIdsDueForPlaceTask(db, task))
      await inTransaction(db, async (tx) => {
        const place = await lockTeamIfDueForPlaceTask(tx, id, task)
        if (!place) return
        await tasks[task](tx, place)
        done++
      }).catch((error: unknown) => errors.push(error))
    return done
  }

  /**
   * Gives the next free place of a competition to the first waiting team. Returns false when none is free or
   * no team waits.
   */
  const fillNextPlace = (competitionId: string): Promise<boolean> =>
    inTransaction(db, async (tx) => {
      const first = await findFirstWaitingTeam(tx, competitionId)
      const team = first && (await lockTeam(tx, first.id))
      if (!team) return false
      // another process gave it the place, or its owner withdrew it
      if (team.status !== 'waiting' || team.deletedAt) return true
      const competition = await lockCompetition(tx, competitionId)
      if (!competition || (competition.maxTeams !== null && competition.teamCount >= competition.maxTeams))
        return false
      await updateRowWithAudit(
        tx,
        teamSoftDeleteConfig,
        team,
        { status: 'registered', statusAt: new Date() },
        'update',
        system,
      )
      const place = await findTeamWithCompetitionAndOwner(tx, team.id)
      if (!place) return true
      const isPaymentOpen =
        !place.team.paid && !(await filterTeamIdSetInPaymentDecision(tx, [team.id])).has(team.id)
      const deadline = isPaymentOpen ? findTeamPaymentDeadline(competition, place.team) : null
      await sendEmail(
        tx,
        place,
        deadline ? { template: 'placeGiven', deadline } : { template: 'placeGivenWithoutDeadline' },
      )
      return true
    })

  return {
    /**
     * Runs everything that is due now: emails about unpaid teams, lapses, free places for waiting teams,
     * messages to the organizers. A repeat or a concurrent run changes nothing twice. A team that fails does
     * not stop the others; the errors are thrown at the end. Returns how many teams changed.
     */
    updatePlaces: async (): Promise<number> => {
      const errors: unknown[] = []
      const today = await getSiteDate(core)
      await inTransaction(db, (tx) => syncPaymentPausesWithRefusals(tx, today))
      let changed = (await runTask('notice', errors)) + (await runTask('lapse', errors))
      // who is of age needs no guardian, and counts again
      for (const id of await listIncompleteTeamIdsWithGrownRefusedMember(db, today))
        if (await inTransaction(db, (tx) => updateTeamCompleteness(tx, id, today))) changed++
      for (const competitionId of await listCompetitionIdsToFill(db))
        try {
          while (await fillNextPlace(competitionId)) changed++
        } catch (error) {
          errors.push(error)
        }
      changed += await runTask('paid-without-place', errors)
      if (changed > 0) await invalidator.invalidate('teams', 'competitions')
      if (errors.length > 0)
        throw new AggregateError(errors, `the places of ${errors.length} teams could not be updated`)
      return changed
    },
  }
}

/**
 * Creates the service for requests to leave a competition with a team that is paid, or whose money is in
 * decision. An approval can refund the money, or a part of it.
 */
export const createCompetitionLeaveService = (core: Core) => {
  const {
    database: { db },
    invalidator,
  } = core
  const payments = createPaymentAndRefundService(core)

  const requestRefundOfTeam = async (
    tx: Db,
    teamId: string,
    fields: RefundFields,
    actor: Actor,
  ): Promise<RequestedRefund> => {
    const [payment] = await payments.listPaymentsToRefundWhenTeamsLeave(tx, [teamId])
    if (!payment) throw new AppError('conflict')
    return payments.requestRefund(tx, { ...fields, id: payment.id, atGateway: false, actor })
  }

  const sendRefund = async (refund: RequestedRefund): Promise<LeaveRefundResult> => {
    try {
      await payments.sendRefund(refund)
      return 'done'
    } catch (error) {
      if (error instanceof AppError && error.code === 'refund-refused') return 'refused'
      if (error instanceof AppError && error.code === 'gateway-away') return 'unanswered'
      throw error
    }
  }

  return {
    /**
     * Stores the request of the owner; a repeat is harmless. Throws `not-found`, `wrong-role` for a coach,
     * `conflict` for an unpaid team without money in decision, which is withdrawn without a request.
     */
    request: (id: string, actor: Actor & { userId: string }): Promise<void> =>
      inTransaction(db, async (tx) => {
        const team = await lockTeam(tx, id)
        const role = team && !team.deletedAt && (await findTeamRoleOfUser(tx, team, actor.userId))
        if (!role) throw new AppError('not-found')
        if (role === 'coach') throw new AppError('wrong-role')
        const hasMoney = team.paid || (await filterTeamIdSetInPaymentDecision(tx, [id])).has(id)
        if (!hasMoney) throw new AppError('conflict')
        const isOpen = team.leaveRequestedAt !== null && team.leaveRefusedAt === null
        if (!isOpen) await updateTeam(tx, id, { leaveRequestedAt: new Date(), leaveRefusedAt: null })
      }),

    /**
     * Lists the open requests of the regions of a user, the oldest first; with `teamId` only that of the team, and only `withPayments`
     * with the payments of the teams.
     */
    listOpen: async ({
      teamId,
      regionLimit,
      withPayments,
    }: {
      teamId: string | undefined
      regionLimit: RegionLimit
      withPayments: boolean
    }): Promise<LeaveRequest[]> => {
      const rows = await listTeamsWithOpenLeaveRequest(db, teamId, regionLimit)
      const paying = withPayments
        ? await payments.listPaymentsToRefundWhenTeamsLeave(
            db,
            rows.map(({ id }) => id),
          )
        : []
      const toLeavePayment = (payment: (typeof paying)[number] | undefined): LeaveRequest['payment'] => {
        if (!payment) return null
        const { id, method, amount, refundedAmount, currency } = payment
        return { id, method, amount, refundedAmount, currency }
      }
      return rows.map(({ id, name, teamNo, nameEn, nameAr, requestedAt }) => ({
        team: { id, name, teamNo, competition: { en: nameEn, ar: nameAr } },
        requestedAt: requestedAt?.toISOString() ?? '',
        payment: toLeavePayment(paying.find(({ teamId }) => teamId === id)),
      }))
    },

    /**
     * Approves an open request, which deletes the team (it can be restored for 30 days), or refuses it.
     * `refund` of an approval is stored in the same transaction and sent to the gateway afterwards; returns
     * what the gateway said, null without a refund. Throws `not-found`, `conflict` without an open request
     * or, for a refund, without a payment at the gateway, and the errors of `requestRefund`
     * (payments/refund.ts).
     */
    decide: async (
      id: string,
      approved: boolean,
      actor: Actor,
      refund?: RefundFields,
    ): Promise<LeaveRefundResult> => {
      const requested = await inTransaction(db, async (tx) => {
        const team = await lockTeam(tx, id)
        if (!team || team.deletedAt || !isWithinRegions(actor.regionLimit ?? null, team.regionId))
          throw new AppError('not-found')
        if (team.leaveRequestedAt === null || team.leaveRefusedAt !== null) throw new AppError('conflict')
        await writeAudit(tx, { actor, action: approved ? 'approve' : 'deny', entity: 'team', entityId: id })
        if (!approved) {
          await updateTeam(tx, id, { leaveRefusedAt: new Date() })
          return undefined
        }
        await softDeleteTeamWithPeopleAndAudit(
          tx,
          await updateTeam(tx, id, { leaveRequestedAt: null }),
          actor,
        )
        return refund && requestRefundOfTeam(tx, id, refund, actor)
      })
      const result = requested ? await sendRefund(requested) : null
      await invalidator.invalidate('teams', 'competitions')
      return result
    },
  }
}
