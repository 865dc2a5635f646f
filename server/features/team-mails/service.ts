import type { Lang } from '#contract/localized.ts'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import { getTeamNameForEmail } from '#contract/rules/person-name.ts'
import { listMissingParts, type MissingPart } from '#contract/rules/team-next-step.ts'
import { getPaymentDeadline } from '#contract/rules/team-places.ts'
import { msPerDay } from '#contract/rules/time.ts'
import { toDateInTimeZone } from '#contract/rules/time-zone.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { isTeamConfirmationMissing } from '#server/features/guardian-confirmations/service.ts'
import { getSiteBrand, getSiteDate, getSiteTimeZone } from '#server/features/settings/service.ts'
import type { EmailTemplate, EmailValues, RenderBilingualEmail, RenderEmail, TeamNote } from '#server/lib/email-templates.ts'
import {
  findMailableTeam,
  insertEventResultNoticeIfNew,
  insertTeamNoticeIfNew,
  listEventsForResultMails,
  listResultMailRecipients,
  listTeamsForDeadlineReminder,
  listUnmailedPayments,
  listUnmailedRefunds,
  listUnmailedRegistrations,
  listUnmailedTeamAdvances,
  listUnmailedTeamChanges,
  listUnmailedTeamDecisions,
  listUnmailedUndoneAdvances,
  type RefundMail,
  type TeamChange,
  type TeamMail,
} from './queries.ts'

export { insertTeamNoticeIfNew } from './queries.ts'

/** Names the fields that changed in a language, without their values; empty when none of them has a name. */
export type NameChangedFields = (lang: Lang, changes: readonly Omit<TeamChange, 'teamId' | 'at'>[]) => string
/** Formats an amount with its currency in a language. */
export type FormatAmount = (lang: Lang, money: { amount: number; currency: string }) => string
/** Formats the stage of a team in a language. */
export type FormatStage = (lang: Lang, stage: string) => string
type Options = Pick<Core, 'config' | 'database' | 'mailer'> & {
  renderEmail: RenderEmail
  renderBilingualEmail: RenderBilingualEmail
  formatChangedFields: NameChangedFields
  formatAmount: FormatAmount
  formatStage: FormatStage
}

/** The mails that say what the team lacks, with the parts that their texts name. */
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
}

/** Lists the sentences of a mail about what a team lacks on the day `today`; none for a mail about something else, or a team that lost its place. */
export const listTeamNotes = async (
  db: Db,
  { team, competition: { fee } }: Pick<TeamMail, 'team' | 'competition'>,
  template: EmailTemplate,
  today: string,
): Promise<TeamNote[]> => {
  const named = namedParts[template]
  if (!named || team.status === 'lapsed') return []
  const missing = listMissingParts({ ...team, fee }, await isTeamConfirmationMissing(db, team.id, today))
  return missing.length === 0 ? ['nothing'] : missing.filter((part) => !named.includes(part))
}

/** How many days before a deadline the owner of a team gets a mail, the latest first. */
const reminderDays = [1, 7] as const

/**
 * Creates the jobs that mail the owners of teams about each step: registration, payment, changes by organizers, deadlines, results. They read what happened, so a mail
 * never blocks an action, and store each mail in the transaction that queues it, so that no recipient gets a mail twice.
 */
export const createTeamMailService = ({
  config,
  database: core,
  mailer,
  renderEmail,
  renderBilingualEmail,
  formatChangedFields,
  formatAmount,
  formatStage,
}: Options) => {
  const { db } = core
  type Notice = Parameters<typeof insertTeamNoticeIfNew>[2]

  const sendToOwner = (
    { team, competition, owner }: TeamMail,
    { kind, key }: { kind: Notice; key: string },
    template: EmailTemplate,
    values: Partial<EmailValues> = {},
  ): Promise<number> =>
    inTransaction(db, async (tx: Db) => {
      if (!(await insertTeamNoticeIfNew(tx, team.id, kind, key))) return 0
      const content = renderEmail(template, owner.lang, {
        name: owner.firstName,
        link: `${config.SITE_URL}/account/teams/${team.id}`,
        ...values,
        notes: await listTeamNotes(tx, { team, competition }, template, await getSiteDate({ config, database: core })),
        values: {
          team: getTeamNameForEmail(team),
          competition: owner.lang === 'ar' ? competition.nameAr : competition.nameEn,
          ...values.values,
        },
      })
      await mailer.send({ to: owner.email, lang: owner.lang, ...content }, tx)
      return 1
    })

  const sendRegistered = async (timeZone: string): Promise<number> => {
    let count = 0
    for (const row of await listUnmailedRegistrations(db)) {
      const { team, competition } = row
      const notice = { kind: 'registered' as const, key: '' }
      const deadline = team.paid ? null : getPaymentDeadline(competition, { since: team.statusAt, noticeAt: team.placeNoticeAt })
      if (team.status === 'waiting') count += await sendToOwner(row, notice, 'teamWaiting')
      else if (deadline) count += await sendToOwner(row, notice, 'teamRegisteredPayBy', { day: toDateInTimeZone(deadline, timeZone) })
      else count += await sendToOwner(row, notice, 'teamRegistered')
    }
    return count
  }

  const sendPaid = async (): Promise<number> => {
    let count = 0
    for (const { payment, ...row } of await listUnmailedPayments(db)) {
      const notice = { kind: 'paid' as const, key: payment.id }
      const values = { values: { amount: formatAmount(row.owner.lang, payment) } }
      count +=
        payment.method === 'manual'
          ? await sendToOwner(row, notice, 'paymentRecorded', values)
          : await sendToOwner(row, notice, 'paymentReceived', { ...values, link: `${config.SITE_URL}/payment/receipt/${payment.id}` })
    }
    return count
  }

  // without a link: the page of a payment needs the account, which was erased
  const sendToFormerPayer = async ({ team, competition, payment, payerName, payerEmail }: RefundMail): Promise<number> => {
    if (payerEmail === '') return 0
    const { name: siteNames } = await getSiteBrand({ config, database: core })
    return inTransaction(db, async (tx: Db) => {
      if (!(await insertTeamNoticeIfNew(tx, team.id, 'refunded', payment.id))) return 0
      const toValues = (lang: Lang) => ({
        name: payerName,
        values: {
          team: getTeamNameForEmail(team),
          competition: lang === 'ar' ? competition.nameAr : competition.nameEn,
          amount: formatAmount(lang, payment),
        },
      })
      const content = renderBilingualEmail('paymentRefunded', { ar: toValues('ar'), en: toValues('en') }, siteNames)
      await mailer.send({ to: payerEmail, lang: 'ar', ...content }, tx)
      return 1
    })
  }

  const sendRefunded = async (): Promise<number> => {
    let count = 0
    for (const row of await listUnmailedRefunds(db)) {
      const { owner, payment } = row
      count += owner
        ? await sendToOwner({ ...row, owner }, { kind: 'refunded', key: payment.id }, 'paymentRefunded', {
            link: `${config.SITE_URL}/payment/return/${payment.id}/`,
            values: { amount: formatAmount(owner.lang, payment) },
          })
        : await sendToFormerPayer(row)
    }
    return count
  }

  const sendChanged = async (): Promise<number> => {
    let count = 0
    for (const [teamId, changes] of Map.groupBy(await listUnmailedTeamChanges(db), (change) => change.teamId)) {
      const row = await findMailableTeam(db, teamId)
      const fields = row ? formatChangedFields(row.owner.lang, changes) : ''
      const key = changes.at(-1)?.at ?? ''
      if (row && fields !== '') count += await sendToOwner(row, { kind: 'changed', key }, 'teamChanged', { values: { fields } })
      // changes without a mail are done, too
      else await insertTeamNoticeIfNew(db, teamId, 'changed', key)
    }
    return count
  }

  const sendDecided = async (): Promise<number> => {
    let count = 0
    for (const { decision, ...row } of await listUnmailedTeamDecisions(db)) {
      const notice = { kind: 'decided' as const, key: decision.id }
      const link = `${config.SITE_URL}/account`
      if (decision.action === 'delete') count += await sendToOwner(row, notice, 'teamDeleted', { link })
      else if (decision.action === 'approve') count += await sendToOwner(row, notice, 'leaveApproved', { link })
      else count += await sendToOwner(row, notice, 'leaveDeclined')
    }
    return count
  }

  const sendAdvanced = async (): Promise<number> => {
    let count = 0
    for (const { advance, ...row } of await listUnmailedTeamAdvances(db)) {
      const { lang } = row.owner
      const { id: key, rank, stage, event, target } = advance
      const values = { rank, stage: formatStage(lang, stage), event: event[lang], ...(target ? { target: target[lang] } : {}) }
      count += await sendToOwner(row, { kind: 'advanced', key }, target ? 'teamAdvancedToEvent' : 'teamAdvanced', { values })
    }
    return count
  }

  const sendAdvanceUndone = async (): Promise<number> => {
    let count = 0
    for (const { advance, hasAdvancedAgain, ...row } of await listUnmailedUndoneAdvances(db)) {
      const { lang } = row.owner
      const values = { stage: formatStage(lang, advance.stage), event: advance.event[lang] }
      const notice = { kind: 'advance-undone' as const, key: advance.id }
      if (!hasAdvancedAgain) count += await sendToOwner(row, notice, 'teamAdvanceUndone', { values })
      // the mail about the new advancement is enough
      else await insertTeamNoticeIfNew(db, row.team.id, notice.kind, notice.key)
    }
    return count
  }

  const sendDeadline = async (row: TeamMail, kind: 'registration-closes' | 'payment-due', deadline: Date, timeZone: string) => {
    const left = deadline.getTime() - Date.now()
    const days = reminderDays.find((each) => left > 0 && left <= each * msPerDay)
    // who registered within these days has just read the deadline
    if (days === undefined || row.team.statusAt.getTime() > deadline.getTime() - days * msPerDay) return 0
    const template = kind === 'payment-due' ? 'paymentDue' : row.team.complete ? 'closingUnpaid' : 'closingIncomplete'
    return sendToOwner(row, { kind, key: `${deadline.toISOString()} ${days}` }, template, { day: toDateInTimeZone(deadline, timeZone) })
  }

  const sendResults = async (event: Awaited<ReturnType<typeof listEventsForResultMails>>[number]): Promise<number> =>
    inTransaction(db, async (tx: Db) => {
      if (!(await insertEventResultNoticeIfNew(tx, event.id))) return 0
      const results = await listResultMailRecipients(tx, event.id)
      for (const { email, firstName, lang, teamName, teamNo, rank, total } of results) {
        const content = renderEmail(teamName ? 'teamResult' : 'result', lang, {
          name: firstName,
          link: `${config.SITE_URL}/events/${event.slug}/`,
          values: {
            event: getEventTitleWithFallback(event.title, lang),
            team: getTeamNameForEmail({ name: teamName, teamNo }),
            rank,
            total,
          },
        })
        await mailer.send({ to: email, lang, ...content, isBulk: true }, tx)
      }
      return results.length
    })

  return {
    /**
     * Mails the payers of refunded payments, and the owners of teams that were registered, paid, changed or deleted by organizers, that advanced or whose advancement was undone, or whose request to leave was
     * decided. Returns the number of mails.
     */
    sendTeamMails: async (): Promise<number> => {
      if (!mailer.isEnabled) return 0
      const timeZone = await getSiteTimeZone({ config, database: core })
      let count = await sendRegistered(timeZone)
      for (const send of [sendPaid, sendRefunded, sendChanged, sendDecided, sendAdvanced, sendAdvanceUndone]) count += await send()
      return count
    },
    /** Mails the owners of teams near a deadline, and the participants of events that have ended. Returns the number of mails. */
    sendReminders: async (): Promise<number> => {
      if (!mailer.isEnabled) return 0
      const timeZone = await getSiteTimeZone({ config, database: core })
      let count = 0
      for (const row of await listTeamsForDeadlineReminder(db, Math.max(...reminderDays))) {
        const { team, competition } = row
        const dueAt =
          !team.paid && team.status === 'registered'
            ? getPaymentDeadline(competition, { since: team.statusAt, noticeAt: team.placeNoticeAt })
            : null
        const isUnfinished = !team.complete || (team.status === 'registered' && !team.paid && competition.fee > 0)
        if (competition.closesAt && isUnfinished) count += await sendDeadline(row, 'registration-closes', competition.closesAt, timeZone)
        if (dueAt) count += await sendDeadline(row, 'payment-due', dueAt, timeZone)
      }
      for (const event of await listEventsForResultMails(db, toDateInTimeZone(new Date(), timeZone))) count += await sendResults(event)
      return count
    },
  }
}
