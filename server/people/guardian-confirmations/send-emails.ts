import {
  getGuardianContactIfEmail,
  guardianLinkDays,
} from '#contract/people/guardians/guardian-confirmation.ts'
import {
  anonymousNames,
  getFirstName,
  getTeamNameOrNumberForEmail,
  replaceUnsafeName,
} from '#contract/people/teams/person-name.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { secondsPerDay } from '#contract/platform/time.ts'
import { toDateInTimeZone } from '#contract/platform/time-zone.ts'
import { generateToken, hashToken } from '#server/accounts/session/service.ts'
import type { Core } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { EmailContent } from '#server/platform/emails/templates.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { createSharedRateLimiter } from '#server/platform/lib/limiters.ts'
import { getSiteDate, getSiteTimeZone } from '#server/platform/settings/service.ts'
import { insertTeamNoticeIfNew } from '../team-emails/service.ts'
import {
  getNormalizedGuardianEmail,
  groupChildrenForGuardianEmails,
  lockAndFilterUnansweredChildren,
  lockTeamsAndFilterMembers,
} from './children-of-guardian.ts'
import { deleteLongExpiredLinks, insertGuardianLinkRows, type LinkMethod } from './queries.ts'
import {
  type GuardianEmailRow,
  listMembersForFirstGuardianEmail,
  listMembersForGuardianReminder,
  listUnansweredMembersByIds,
  listUnansweredMembersByOwnerOrTeam,
  mapCoachAndOwnerEmailsByOwnerOrTeam,
} from './queries-emails.ts'

/**
 * Creates the rate limiters of emails to guardians, so that no account floods an address. All processes share
 * them.
 */
export const createGuardianEmailRateLimiters = ({ database, encryption }: Core) => {
  const store = { db: database.db, hashKey: encryption.keyedHash }
  return {
    // apart from the limits of the coach, whom the holder of an old link must not stop
    newLink: createSharedRateLimiter(store, {
      name: 'guardian mails by link',
      max: 3,
      seconds: secondsPerDay,
    }),
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
 * Inserts a personal link for the guardian of these members with a new token, and returns the token, which the
 * link ends with.
 */
export const insertGuardianLinkAndGetToken = async (
  tx: Db,
  personIds: readonly string[],
  method: LinkMethod,
): Promise<string> => {
  const token = generateToken()
  await insertGuardianLinkRows(tx, { tokenHash: hashToken(token), personIds, method })
  return token
}

/**
 * Builds the address of the guardian's page. Browsers never send the part after # to a server, so no log has
 * the token. Without `lang` the email adds its language.
 */
export const buildGuardianUrl = (siteUrl: string, token: string, lang?: Lang): string =>
  `${siteUrl}/guardian/${lang ? `?lang=${lang}` : ''}#${token}`

/**
 * Emails a guardian one personal link to these members in both languages, in the transaction `tx`. With the last
 * day of the registration (`YYYY-MM-DD`) the email is a reminder. `isAwaited`: somebody has just asked for it.
 * Returns false without an address.
 */
export const insertAndSendGuardianLinkIfPossible = async (
  tx: Db,
  { config, emails }: Core,
  rows: readonly GuardianEmailRow[],
  { deadlineDay, isAwaited = false }: { deadlineDay?: string; isAwaited?: boolean } = {},
): Promise<boolean> => {
  const [first, ...others] = rows
  const to = getGuardianContactIfEmail(first?.person.consent?.contact)
  if (!first || to === null) return false
  const personIds = rows.map(({ person }) => person.id)
  const token = await insertGuardianLinkAndGetToken(tx, personIds, 'mailed-link')
  const { competition } = first
  // the user chooses both the names and the recipient: no email of the site carries their links
  const children = rows.map(({ person, team }) => ({
    child: replaceUnsafeName(getFirstName(person.name), anonymousNames.person),
    team: getTeamNameOrNumberForEmail(team),
  }))
  const common = {
    name: first.person.consent?.guardian ?? '',
    link: buildGuardianUrl(config.SITE_URL, token),
    days: guardianLinkDays,
  }
  const recipient = { to, language: 'both' as const, isAwaited }
  if (others.length > 0) {
    const content: EmailContent = deadlineDay
      ? {
          template: 'guardianReminderForSeveral',
          values: { ...common, children, day: deadlineDay },
        }
      : { template: 'guardianRequestForSeveral', values: { ...common, children } }
    await emails.send({ ...content, ...recipient }, tx)
    return true
  }
  const values = {
    ...common,
    child: children[0]?.child ?? '',
    team: getTeamNameOrNumberForEmail(first.team),
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

  /** Returns false when a limit is reached; the coach can pass on a link instead. */
  const isWithinLimits = async (count: () => Promise<void>): Promise<boolean> => {
    try {
      await count()
      return true
    } catch (error) {
      if (error instanceof AppError && error.code === 'too-many') return false
      throw error
    }
  }
  const countEmail = ({ person, team: { userId } }: GuardianEmailRow): Promise<boolean> =>
    isWithinLimits(async () => {
      if (userId) await limits.account.check(userId)
      await limits.address.count(getNormalizedGuardianEmail(person.consent))
      if (userId) await limits.account.count(userId)
    })
  const listUsersWithinLimit = async (rows: readonly GuardianEmailRow[]): Promise<Set<string | null>> => {
    const open = new Set<string | null>([null])
    for (const userId of new Set(rows.map(({ team }) => team.userId)))
      if (userId && (await isWithinLimits(() => limits.account.check(userId)))) open.add(userId)
    return open
  }

  /** Emails the guardian of these members, unless each of them got a link in the meantime. */
  const sendRequest = async (rows: readonly GuardianEmailRow[]): Promise<number> => {
    const [first] = rows
    if (!first || getNormalizedGuardianEmail(first.person.consent) === '' || !(await countEmail(first)))
      return 0
    return inTransaction(db, async (tx) => {
      const asked = await lockAndFilterUnansweredChildren(tx, rows)
      if (asked.every(({ hasEmailedLink }) => hasEmailedLink)) return 0
      return (await insertAndSendGuardianLinkIfPossible(tx, core, asked)) ? 1 : 0
    })
  }

  type Reminder = Awaited<ReturnType<typeof listMembersForGuardianReminder>>[number]
  /** Reminds each guardian of children in the teams of one coach once, and the owner for each team. */
  const remindGuardiansAndOwner = async (rows: readonly Reminder[], timeZone: string): Promise<number> => {
    const formatDay = ({ closesAt }: Reminder) => (closesAt ? toDateInTimeZone(closesAt, timeZone) : '')
    const addresses = await mapCoachAndOwnerEmailsByOwnerOrTeam(db, [
      ...new Set(rows.map(({ scopeId }) => scopeId)),
    ])
    return inTransaction(db, async (tx: Db) => {
      let count = 0
      const locked = await lockTeamsAndFilterMembers(tx, rows)
      const unanswered = await listUnansweredMembersByIds(
        tx,
        locked.map(({ person }) => person.id),
      )
      const ids = new Set(unanswered.map(({ id }) => id))
      const due: Reminder[] = []
      for (const [teamId, members] of Map.groupBy(
        locked.filter(({ person }) => ids.has(person.id)),
        ({ team }) => team.id,
      )) {
        const [first] = members
        const key = first?.closesAt?.toISOString() ?? ''
        if (!first || !(await insertTeamNoticeIfNew(tx, teamId, 'guardians-missing', key))) continue
        due.push(...members)
        const { team, competition, owner } = first
        if (!owner) continue
        const link = `${config.SITE_URL}/account/teams/${team.id}`
        const values = {
          name: owner.firstName,
          link,
          day: formatDay(first),
          team: getTeamNameOrNumberForEmail(team),
          competition,
        }
        await emails.send({ template: 'guardiansMissing', to: owner.email, language: owner.lang, values }, tx)
        count++
      }
      for (const group of groupChildrenForGuardianEmails(due, addresses)) {
        // the registration of another competition may close later
        const [day = ''] = group.map(formatDay).sort()
        if (await insertAndSendGuardianLinkIfPossible(tx, core, group, { deadlineDay: day })) count++
      }
      return count
    })
  }

  return {
    /**
     * Emails a link to the guardians of new members who have an email address, one for all children of a
     * guardian who are not answered for. Returns the number of emails.
     */
    sendRequests: async (): Promise<number> => {
      if (!emails.isEnabled) return 0
      const today = await getSiteDate(core)
      const members = await listMembersForFirstGuardianEmail(db, today)
      const users = await listUsersWithinLimit(members)
      const due = members.filter(({ team }) => users.has(team.userId))
      const dueIds = new Set(due.map(({ person }) => person.id))
      const scopeIds = [...new Set(due.map(({ scopeId }) => scopeId))]
      const unanswered = await listUnansweredMembersByOwnerOrTeam(db, scopeIds, today)
      let count = 0
      for (const group of groupChildrenForGuardianEmails(
        unanswered,
        await mapCoachAndOwnerEmailsByOwnerOrTeam(db, scopeIds),
      ))
        if (group.some(({ person }) => dueIds.has(person.id))) count += await sendRequest(group)
      return count
    },

    /**
     * Emails the guardians who have not answered and the owners of their teams, once, some days before the
     * registration closes. Also deletes expired links. Returns the number of emails.
     */
    sendReminders: async (): Promise<number> => {
      await deleteLongExpiredLinks(db)
      if (!emails.isEnabled) return 0
      const timeZone = await getSiteTimeZone(core)
      const members = await listMembersForGuardianReminder(db, await getSiteDate(core))
      let count = 0
      for (const rows of Map.groupBy(members, ({ scopeId }) => scopeId).values())
        count += await remindGuardiansAndOwner(rows, timeZone)
      return count
    },
  }
}
