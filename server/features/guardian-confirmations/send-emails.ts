import type { Lang } from '#contract/localized.ts'
import { anonymousNames } from '#contract/rules/certificate-name.ts'
import {
  findEmailInGuardianContact,
  getFirstName,
  guardianLinkDays,
} from '#contract/rules/guardian-confirmation.ts'
import { normalizeEmail } from '#contract/rules/identity.ts'
import { getTeamNameForEmail, replaceUnsafeName } from '#contract/rules/person-name.ts'
import { secondsPerDay } from '#contract/rules/time.ts'
import { toDateInTimeZone } from '#contract/rules/time-zone.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import type { EmailContent } from '#server/emails/templates.ts'
import { generateToken, hashToken } from '#server/features/session/service.ts'
import { getSiteDate, getSiteTimeZone } from '#server/features/settings/service.ts'
import { insertTeamNoticeIfNew } from '#server/features/team-emails/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createSharedRateLimiter } from '#server/lib/limiters.ts'
import { groupByGuardian } from './children-of-guardian.ts'
import { deleteExpiredLinks, insertGuardianLinkRow, type LinkMethod, lockTeamAndMember } from './queries.ts'
import {
  type GuardianEmailRow,
  isFirstGuardianEmailDue,
  listMembersForFirstGuardianEmail,
  listMembersForGuardianReminder,
} from './queries-emails.ts'

/**
 * Creates the rate limiters of emails to guardians, so that no account floods an address. All processes share
 * them.
 */
export const createGuardianEmailRateLimiters = ({ database, encryption }: Core) => {
  const store = { db: database.db, hashKey: encryption.keyedHash }
  return {
    address: createSharedRateLimiter(store, {
      name: 'guardian mails to address',
      max: 6,
      seconds: secondsPerDay,
    }),
    person: createSharedRateLimiter(store, {
      name: 'guardian mails about member',
      max: 3,
      seconds: secondsPerDay,
    }),
    account: createSharedRateLimiter(store, {
      name: 'guardian mails of account',
      max: 200,
      seconds: secondsPerDay,
    }),
  }
}

/**
 * Inserts a personal link for the guardian of a member with a new token, and returns the token, which the
 * link ends with.
 */
export const insertGuardianLinkAndGetToken = async (
  tx: Db,
  personId: string,
  method: LinkMethod,
): Promise<string> => {
  const token = generateToken()
  await insertGuardianLinkRow(tx, { tokenHash: hashToken(token), personId, method })
  return token
}

/**
 * Builds the address of the guardian's page. Browsers never send the part after # to a server, so no log has
 * the token. Without `lang` the email adds its language.
 */
export const buildGuardianUrl = (siteUrl: string, token: string, lang?: Lang): string =>
  `${siteUrl}/guardian/${lang ? `?lang=${lang}` : ''}#${token}`

/**
 * Emails a personal link to a guardian in both languages, in the transaction `tx`. The link of the first of
 * several `rows` opens all of them. With the last day of the registration (`YYYY-MM-DD`) the email is a
 * reminder. Returns false without an address.
 */
export const insertAndSendGuardianLinks = async (
  tx: Db,
  { config, emails }: Core,
  rows: readonly GuardianEmailRow[],
  deadlineDay?: string,
): Promise<boolean> => {
  const [first, ...others] = rows
  const to = findEmailInGuardianContact(first?.person.consent?.contact)
  if (!first || to === null) return false
  const token = await insertGuardianLinkAndGetToken(tx, first.person.id, 'mailed-link')
  // these links store that the guardians of the other children were emailed
  for (const { person } of others) await insertGuardianLinkAndGetToken(tx, person.id, 'mailed-link')
  const { competition } = first
  // the user chooses both the names and the recipient: no email of the site carries their links
  const children = rows.map(({ person, team }) => ({
    child: replaceUnsafeName(getFirstName(person.name), anonymousNames.person),
    team: getTeamNameForEmail(team),
  }))
  const common = {
    name: first.person.consent?.guardian ?? '',
    link: buildGuardianUrl(config.SITE_URL, token),
    days: guardianLinkDays,
  }
  const recipient = { to, language: 'both' as const }
  if (others.length > 0) {
    const content: EmailContent = deadlineDay
      ? {
          template: 'guardianReminderForSeveral',
          values: { ...common, children, competition, day: deadlineDay },
        }
      : { template: 'guardianRequestForSeveral', values: { ...common, children } }
    await emails.send({ ...content, ...recipient }, tx)
    return true
  }
  const values = {
    ...common,
    child: children[0]?.child ?? '',
    team: getTeamNameForEmail(first.team),
    competition,
  }
  if (deadlineDay)
    await emails.send(
      { template: 'guardianReminder', ...recipient, values: { ...values, day: deadlineDay } },
      tx,
    )
  else await emails.send({ template: 'guardianRequest', ...recipient, values }, tx)
  return true
}

/**
 * Creates the jobs that email guardians: a link when a member is registered, and one reminder before the
 * registration closes.
 */
export const createGuardianEmailService = (core: Core) => {
  const { config, database, emails } = core
  const { db } = database
  const limits = createGuardianEmailRateLimiters(core)

  /** Counts an email. Returns false when a limit is reached; the coach can pass on a link instead. */
  const countEmail = async ({ person, team }: GuardianEmailRow): Promise<boolean> => {
    try {
      if (team.userId) await limits.account.count(team.userId)
      await limits.address.count(normalizeEmail(person.consent?.contact ?? ''))
      return true
    } catch (error) {
      if (error instanceof AppError && error.code === 'too-many') return false
      throw error
    }
  }

  const sendRequest = async (rows: readonly GuardianEmailRow[]): Promise<number> => {
    const [first] = rows
    if (!first || !(await countEmail(first))) return 0
    return inTransaction(db, async (tx) => {
      const due: GuardianEmailRow[] = []
      // all writers lock several teams in the order of their ids
      for (const row of rows.toSorted((one, other) => one.team.id.localeCompare(other.team.id))) {
        const person = await lockTeamAndMember(tx, row.team.id, row.person.id)
        if (person && (await isFirstGuardianEmailDue(tx, person.id))) due.push({ ...row, person })
      }
      return (await insertAndSendGuardianLinks(tx, core, due)) ? 1 : 0
    })
  }

  type Reminder = Awaited<ReturnType<typeof listMembersForGuardianReminder>>[number]
  const sendReminder = async (
    rows: readonly Reminder[],
    { timeZone, today }: { timeZone: string; today: string },
  ): Promise<number> => {
    const [first] = rows
    if (!first?.closesAt) return 0
    const { team, competition, owner, closesAt } = first
    const day = toDateInTimeZone(closesAt, timeZone)
    return inTransaction(db, async (tx: Db) => {
      if (!(await insertTeamNoticeIfNew(tx, team.id, 'guardians-missing', closesAt.toISOString()))) return 0
      let count = 0
      for (const group of await groupByGuardian(tx, rows, today))
        if (await insertAndSendGuardianLinks(tx, core, group, day)) count++
      if (owner) {
        const link = `${config.SITE_URL}/account/teams/${team.id}`
        const values = { name: owner.firstName, link, day, team: getTeamNameForEmail(team), competition }
        await emails.send({ template: 'guardiansMissing', to: owner.email, language: owner.lang, values }, tx)
        count++
      }
      return count
    })
  }

  return {
    /**
     * Emails a link to the guardians of new members who have an email address, one for all children of a
     * guardian. Returns the number of emails.
     */
    sendRequests: async (): Promise<number> => {
      if (!emails.isEnabled) return 0
      let count = 0
      const today = await getSiteDate(core)
      const members = await listMembersForFirstGuardianEmail(db, today)
      for (const group of await groupByGuardian(db, members, today)) count += await sendRequest(group)
      return count
    },

    /**
     * Emails the guardians who have not answered and the owners of their teams, once, some days before the
     * registration closes. Also deletes expired links. Returns the number of emails.
     */
    sendReminders: async (): Promise<number> => {
      await deleteExpiredLinks(db)
      if (!emails.isEnabled) return 0
      const timeZone = await getSiteTimeZone(core)
      const today = await getSiteDate(core)
      const members = await listMembersForGuardianReminder(db, today)
      let count = 0
      for (const rows of Map.groupBy(members, ({ team }) => team.id).values())
        count += await sendReminder(rows, { timeZone, today })
      return count
    },
  }
}
