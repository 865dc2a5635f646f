import {
  anonymousNames,
  getFirstName,
  getTeamNameOrNumberForEmail,
  replaceUnsafeName,
} from '#contract/people/teams/person-name.ts'
import { listMissingTeamParts, type MissingPart } from '#contract/people/teams/team-next-step.ts'
import { findTeamPaymentDeadline } from '#contract/people/teams/team-places.ts'
import { msPerDay } from '#contract/platform/time.ts'
import { toDateInTimeZone } from '#contract/platform/time-zone.ts'
import type { Core } from '#server/deps.ts'
import { filterTeamIdSetInPaymentDecision } from '#server/money/payments/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { hasLabeledChange } from '#server/platform/emails/formats.ts'
import type { EmailContent, EmailTemplate, TeamNote } from '#server/platform/emails/templates.ts'
import { getSiteDate, getSiteTimeZone } from '#server/platform/settings/service.ts'
import { listUnconfirmedMinorsOfTeam } from '../guardian-confirmations/service.ts'
import { canReplaceRefusedMembers } from '../teams/service.ts'
import {
  findLatestPaidOrRefundedPayment,
  findTeamToEmail,
  insertTeamNoticeIfNew,
  listRecentOrganizerChangesWithoutEmail,
  listRecentPaymentsWithoutEmail,
  listRecentRefundsWithoutEmail,
  listRecentTeamAdvancesWithoutEmail,
  listRecentTeamsWithoutRegistrationEmail,
  listRecentUndoneAdvancesWithoutEmail,
  listTeamRemovalDecisionsToEmail,
  listTeamsWithNearDeadline,
  type RefundEmail,
  type TeamEmail,
} from './queries.ts'
import {
  insertResultsNoticeOfEventIfNew,
  listEventsForResultEmails,
  listResultEmailRecipientsWithRanks,
} from './queries-results.ts'

export { countRecentNoticesOfTeamByKeyPrefix, findTeamToEmail, insertTeamNoticeIfNew } from './queries.ts'

/** The emails that say what the team lacks, with the parts that their texts name. */
const namedParts: Partial<Record<EmailTemplate, readonly MissingPart[]>> = {
  teamRegistered: [],
  teamRegisteredPayBy: ['payment'],
  teamWaiting: ['place'],
  paymentReceived: [],
  paymentRecorded: [],
  placeGiven: ['payment'],
  placeGivenWithoutDeadline: [],
  closingUnpaid: ['payment'],
  closingIncomplete: ['people'],
  paymentDue: ['payment'],
  placeExpiring: ['payment', 'people', 'guardians'],
}

/** Returns the first name of a child for an email. The user chooses it: no email of the site carries its links. */
export const replaceUnsafeChildFirstName = (name: string): string =>
  replaceUnsafeName(getFirstName(name), anonymousNames.person)

/** Returns the sentence that the fee waits for members whose guardian refuses, where a fee is open. */
export const buildFeeWaitingNotesIfUnpaid = ({
  team,
  competition: { fee },
}: Pick<TeamEmail, 'team' | 'competition'>): TeamNote[] =>
  !team.paid && fee > 0 ? [{ note: 'paymentWaits' }] : []

/**
 * Lists the sentences of an email about what a team lacks on the day `today`; none for an email about something
 * else, or a team that lost its place.
 */
export const listMissingTeamPartNotes = async (
  db: Db,
  { team, competition }: Pick<TeamEmail, 'team' | 'competition'>,
  template: EmailTemplate,
  today: string,
): Promise<TeamNote[]> => {
  const named = namedParts[template]
  if (!named || team.status === 'lapsed') return []
  const unconfirmed = await listUnconfirmedMinorsOfTeam(db, team.id, today)
  const missing = listMissingTeamParts(
    {
      ...team,
      fee: competition.fee,
      isPaymentInDecision: (await filterTeamIdSetInPaymentDecision(db, [team.id])).has(team.id),
    },
    unconfirmed,
  )
  if (missing.length === 0) return [{ note: 'nothing' }]
  const canReplace =
    missing.includes('refused') && (await canReplaceRefusedMembers(db, team, competition, today))
  const refusals = unconfirmed.flatMap(({ name, isRefused }): TeamNote[] =>
    isRefused
      ? [{ note: canReplace ? 'refused' : 'refusedTooLate', child: replaceUnsafeChildFirstName(name) }]
      : [],
  )
  if (canReplace) refusals.push(...buildFeeWaitingNotesIfUnpaid({ team, competition }))
  return missing.flatMap((part): TeamNote[] => {
    if (part === 'refused') return refusals
    return named.includes(part) ? [] : [{ note: part }]
  })
}

type TeamAndOwner = Pick<TeamEmail, 'team' | 'competition'> & {
  owner: Pick<TeamEmail['owner'], 'email' | 'firstName' | 'lang'>
}
type TeamAndOwnerName = Pick<TeamEmail, 'team' | 'competition'> & {
  owner: Pick<TeamEmail['owner'], 'firstName'>
}

/** Returns the values that every email to the owner of a team has. The link leads to the page of the team. */
export const buildTeamOwnerEmailValues = (
  siteUrl: string,
  { team, competition, owner }: TeamAndOwnerName,
) => ({
  name: owner.firstName,
  link: `${siteUrl}/account/teams/${team.id}`,
  team: getTeamNameOrNumberForEmail(team),
  competition: { en: competition.nameEn, ar: competition.nameAr },
})

/** Queues an email to the owner of a team, with the sentences about what the team lacks. */
export const emailTeamOwnerAddingMissingParts = async (
  tx: Db,
  { config, emails }: Pick<Core, 'config' | 'emails'>,
  { team, competition, owner }: TeamAndOwner,
  content: EmailContent,
): Promise<void> => {
  const notes = await listMissingTeamPartNotes(
    tx,
    { team, competition },
    content.template,
    await getSiteDate({ config, database: { readDb: tx } }),
  )
  await emails.send({ ...content, to: owner.email, language: owner.lang, notes }, tx)
}

/** How many days before a deadline the owner of a team gets an email, the latest first. */
const reminderDays = [1, 7] as const

/**
 * Creates the jobs that email the owners of teams about each step: registration, payment, changes by
 * organizers, deadlines, results. They read what happened, so an email never blocks an action, and store each
 * email in the transaction that queues it, so that no recipient gets an email twice.
 */
export const createTeamEmailService = (core: Core) => {
  const { config, database, emails } = core
  const { db } = database
  type Notice = { kind: Parameters<typeof insertTeamNoticeIfNew>[2]; key: string }

  const toValues = (row: TeamAndOwner) => buildTeamOwnerEmailValues(config.SITE_URL, row)

  const sendToOwner = (row: TeamEmail, { kind, key }: Notice, content: EmailContent): Promise<number> =>
    inTransaction(db, async (tx: Db) => {
      if (!(await insertTeamNoticeIfNew(tx, row.team.id, kind, key))) return 0
      await emailTeamOwnerAddingMissingParts(tx, core, row, content)
      return 1
    })

  const sendRegistered = async (timeZone: string): Promise<number> => {
    let count = 0
    for (const row of await listRecentTeamsWithoutRegistrationEmail(db)) {
      const { team, competition } = row
      const notice = { kind: 'registered' as const, key: '' }
      const deadline = team.paid ? null : findTeamPaymentDeadline(competition, team)
      const values = toValues(row)
      if (team.status === 'waiting')
        count += await sendToOwner(row, notice, { template: 'teamWaiting', values })
      else if (deadline) {
        const day = toDateInTimeZone(deadline, timeZone)
        count += await sendToOwner(row, notice, {
          template: 'teamRegisteredPayBy',
          values: { ...values, day },
        })
      } else count += await sendToOwner(row, notice, { template: 'teamRegistered', values })
    }
    return count
  }

  const sendPaid = async (): Promise<number> => {
    let count = 0
    for (const { payment, ...row } of await listRecentPaymentsWithoutEmail(db)) {
      const notice = { kind: 'paid' as const, key: payment.id }
      const values = toValues(row)
      const link = `${config.SITE_URL}/payment/receipt/${payment.id}`
      count +=
        payment.method === 'manual'
          ? await sendToOwner(row, notice, { template: 'paymentRecorded', values })
          : await sendToOwner(row, notice, {
              template: 'paymentReceived',
              values: { ...values, link, amount: payment },
            })
    }
    return count
  }

  type RecipientValues = Pick<ReturnType<typeof toValues>, 'name' | 'team' | 'competition'> & {
    link: string | null
  }
  /** A refund of the whole payment has other texts than one of a part. */
  const toRefundContent = ({ payment, refund }: RefundEmail, recipient: RecipientValues): EmailContent => {
    const { currency } = payment
    const values = { ...recipient, amount: { amount: refund.amount, currency } }
    if (refund.amount === payment.amount) return { template: 'paymentRefunded', values }
    const sums = {
      refunded: { amount: payment.refundedAmount, currency },
      paid: { amount: payment.amount, currency },
    }
    return { template: 'paymentPartlyRefunded', values: { ...values, ...sums } }
  }

  // without a link: the page of a payment needs the user, who was erased
  const sendToFormerPayer = async (row: RefundEmail): Promise<number> => {
    const { team, competition, refund, payerName, payerEmail } = row
    if (payerEmail === '') return 0
    return inTransaction(db, async (tx: Db) => {
      if (!(await insertTeamNoticeIfNew(tx, team.id, 'refunded', refund.id))) return 0
      const recipient = {
        name: payerName,
        link: null,
        team: getTeamNameOrNumberForEmail(team),
        competition: { en: competition.nameEn, ar: competition.nameAr },
      }
      await emails.send({ ...toRefundContent(row, recipient), to: payerEmail, language: 'both' }, tx)
      return 1
    })
  }

  const sendRefunded = async (): Promise<number> => {
    let count = 0
    for (const row of await listRecentRefundsWithoutEmail(db)) {
      const { owner, payment, refund } = row
      if (owner) {
        const recipient = {
          ...toValues({ ...row, owner }),
          link: `${config.SITE_URL}/payment/return/${payment.id}/`,
        }
        count += await sendToOwner(
          { ...row, owner },
          { kind: 'refunded', key: refund.id },
          toRefundContent(row, recipient),
        )
      } else count += await sendToFormerPayer(row)
    }
    return count
  }

  const sendChanged = async (): Promise<number> => {
    let count = 0
    for (const [teamId, changes] of Map.groupBy(
      await listRecentOrganizerChangesWithoutEmail(db),
      (change) => change.teamId,
    )) {
      const row = await findTeamToEmail(db, teamId)
      const key = changes.at(-1)?.at ?? ''
      if (row && hasLabeledChange(changes)) {
        const values = { ...toValues(row), fields: changes }
        count += await sendToOwner(row, { kind: 'changed', key }, { template: 'teamChanged', values })
      }
      // changes without an email are done, too
      else await insertTeamNoticeIfNew(db, teamId, 'changed', key)
    }
    return count
  }

  /** Says what has become of the fee of a team that left. */
  const toLeaveContent = async (row: TeamEmail, recipient: RecipientValues): Promise<EmailContent> => {
    const payment = await findLatestPaidOrRefundedPayment(db, row.team.id)
    if (!payment || payment.refundedAmount === 0) return { template: 'leaveApproved', values: recipient }
    const { amount, refundedAmount, currency } = payment
    if (refundedAmount === amount) return { template: 'leaveApprovedAndRefunded', values: recipient }
    const sums = { refunded: { amount: refundedAmount, currency }, paid: { amount, currency } }
    return { template: 'leaveApprovedAndPartlyRefunded', values: { ...recipient, ...sums } }
  }

  const sendDecided = async (): Promise<number> => {
    let count = 0
    for (const { decision, ...row } of await listTeamRemovalDecisionsToEmail(db)) {
      const notice = { kind: 'decided' as const, key: decision.id }
      const values = toValues(row)
      const link = `${config.SITE_URL}/account`
      if (decision.action === 'delete')
        count += await sendToOwner(row, notice, { template: 'teamDeleted', values: { ...values, link } })
      else if (decision.action === 'approve')
        count += await sendToOwner(row, notice, await toLeaveContent(row, { ...values, link }))
      else count += await sendToOwner(row, notice, { template: 'leaveDeclined', values })
    }
    return count
  }

  const sendAdvanced = async (): Promise<number> => {
    let count = 0
    for (const { advance, ...row } of await listRecentTeamAdvancesWithoutEmail(db)) {
      const { id: key, rank, stage, event, target } = advance
      const notice = { kind: 'advanced' as const, key }
      const values = { ...toValues(row), rank, stage, event }
      count += target
        ? await sendToOwner(row, notice, { template: 'teamAdvancedToEvent', values: { ...values, target } })
        : await sendToOwner(row, notice, { template: 'teamAdvanced', values })
    }
    return count
  }

  const sendAdvanceUndone = async (): Promise<number> => {
    let count = 0
    for (const { advance, hasAdvancedAgain, ...row } of await listRecentUndoneAdvancesWithoutEmail(db)) {
      const values = { ...toValues(row), stage: advance.stage, event: advance.event }
      const notice = { kind: 'advance-undone' as const, key: advance.id }
      if (!hasAdvancedAgain)
        count += await sendToOwner(row, notice, { template: 'teamAdvanceUndone', values })
      // the email about the new advancement is enough
      else await insertTeamNoticeIfNew(db, row.team.id, notice.kind, notice.key)
    }
    return count
  }

  const sendDeadline = async (
    row: TeamEmail,
    kind: 'registration-closes' | 'payment-due',
    deadline: Date,
    timeZone: string,
  ) => {
    const left = deadline.getTime() - Date.now()
    const days = reminderDays.find((each) => left > 0 && left <= each * msPerDay)
    // who registered within these days has just read the deadline
    if (days === undefined || row.team.statusAt.getTime() > deadline.getTime() - days * msPerDay) return 0
    const template =
      kind === 'payment-due' ? 'paymentDue' : row.team.complete ? 'closingUnpaid' : 'closingIncomplete'
    const values = { ...toValues(row), day: toDateInTimeZone(deadline, timeZone) }
    return sendToOwner(row, { kind, key: `${deadline.toISOString()} ${days}` }, { template, values })
  }

  const sendResults = async (
    event: Awaited<ReturnType<typeof listEventsForResultEmails>>[number],
  ): Promise<number> =>
    inTransaction(db, async (tx: Db) => {
      if (!(await insertResultsNoticeOfEventIfNew(tx, event.id))) return 0
      const results = await listResultEmailRecipientsWithRanks(tx, event.id)
      for (const { email, firstName, lang, teamName, teamNo, rank, total } of results) {
        const values = {
          name: firstName,
          link: `${config.SITE_URL}/events/${event.slug}/`,
          event: event.title,
          team: getTeamNameOrNumberForEmail({ name: teamName, teamNo }),
          rank,
          total,
        }
        await emails.send(
          { template: teamName ? 'teamResult' : 'result', to: email, language: lang, values },
          tx,
        )
      }
      return results.length
    })

  return {
    /**
     * Emails the payers of refunded payments, and the owners of teams that were registered, paid, changed or
     * deleted by organizers, that advanced or whose advancement was undone, or whose request to leave was
     * decided. Returns the number of emails.
     */
    sendTeamEmails: async (): Promise<number> => {
      if (!emails.isEnabled) return 0
      const timeZone = await getSiteTimeZone({ config, database })
      let count = await sendRegistered(timeZone)
      for (const send of [sendPaid, sendRefunded, sendChanged, sendDecided, sendAdvanced, sendAdvanceUndone])
        count += await send()
      return count
    },
    /**
     * Emails the owners of teams near a deadline, and the participants of events that have ended. Returns the
     * number of emails.
     */
    sendReminders: async (): Promise<number> => {
      if (!emails.isEnabled) return 0
      const timeZone = await getSiteTimeZone({ config, database })
      const today = await getSiteDate({ config, database })
      let count = 0
      const rows = await listTeamsWithNearDeadline(db, Math.max(...reminderDays))
      const inDecision = await filterTeamIdSetInPaymentDecision(
        db,
        rows.map(({ team }) => team.id),
      )
      for (const row of rows) {
        const { team, competition } = row
        const unconfirmed = await listUnconfirmedMinorsOfTeam(db, team.id, today)
        // while money is in decision, or a guardian refuses, no payment is asked for
        const isPaymentOpen =
          !team.paid &&
          team.status === 'registered' &&
          !inDecision.has(team.id) &&
          !unconfirmed.some(({ isRefused }) => isRefused)
        const dueAt = isPaymentOpen ? findTeamPaymentDeadline(competition, team) : null
        const isUnfinished = !team.complete || (isPaymentOpen && competition.fee > 0)
        if (competition.closesAt && isUnfinished)
          count += await sendDeadline(row, 'registration-closes', competition.closesAt, timeZone)
        if (dueAt) count += await sendDeadline(row, 'payment-due', dueAt, timeZone)
      }
      for (const event of await listEventsForResultEmails(db, toDateInTimeZone(new Date(), timeZone)))
        count += await sendResults(event)
      return count
    },
  }
}
