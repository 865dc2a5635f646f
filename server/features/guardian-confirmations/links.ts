import { anonymousNames } from '#contract/rules/certificate-name.ts'
import { getFirstName, getGuardianEmail, guardianLinkDays } from '#contract/rules/guardian-confirmation.ts'
import { getTeamNameForEmail, replaceNameWithLink } from '#contract/rules/person-name.ts'
import { secondsPerDay } from '#contract/rules/time.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { generateToken, hashToken } from '#server/features/session/service.ts'
import { createSharedRateLimiter } from '#server/lib/shared-rate-limiter.ts'
import { type GuardianMailRow, insertGuardianLinkRow, type LinkMethod } from './queries.ts'

/** Creates the rate limiters of mails to guardians, so that no account floods an address. All processes share them. */
export const createGuardianMailRateLimiters = ({ database, encryption }: Core) => {
  const store = { db: database.db, hashKey: encryption.keyedHash }
  return {
    address: createSharedRateLimiter(store, { name: 'guardian mails to address', max: 6, seconds: secondsPerDay }),
    person: createSharedRateLimiter(store, { name: 'guardian mails about member', max: 3, seconds: secondsPerDay }),
    account: createSharedRateLimiter(store, { name: 'guardian mails of account', max: 200, seconds: secondsPerDay }),
  }
}

/** Inserts a personal link for the guardian of a member with a new token, and returns the token, which the link ends with. */
export const insertGuardianLink = async (tx: Db, personId: string, method: LinkMethod): Promise<string> => {
  const token = generateToken()
  await insertGuardianLinkRow(tx, { tokenHash: hashToken(token), personId, method })
  return token
}

/** Builds the address of the guardian's page. Browsers never send the part after # to a server, so no log has the token. */
export const buildGuardianUrl = (siteUrl: string, token: string): string => `${siteUrl}/guardian/#${token}`

/**
 * Mails a personal link to a guardian in both languages, in the transaction `tx`. With the last day of the registration (`YYYY-MM-DD`) the email is a reminder.
 * Returns false without an address.
 */
export const sendGuardianEmail = async (
  tx: Db,
  { config, emails }: Core,
  { person, team, competition }: GuardianMailRow,
  deadlineDay?: string,
): Promise<boolean> => {
  const to = getGuardianEmail(person.consent?.contact)
  if (to === null) return false
  const token = await insertGuardianLink(tx, person.id, 'mailed-link')
  const values = {
    name: person.consent?.guardian ?? '',
    link: buildGuardianUrl(config.SITE_URL, token),
    // the account chooses both the name and the recipient: no email of the site carries its links
    child: replaceNameWithLink(getFirstName(person.name), anonymousNames.person),
    team: getTeamNameForEmail(team),
    competition,
    days: guardianLinkDays,
  }
  const recipient = { to, language: 'both' as const }
  if (deadlineDay) await emails.send({ template: 'guardianReminder', ...recipient, values: { ...values, day: deadlineDay } }, tx)
  else await emails.send({ template: 'guardianRequest', ...recipient, values }, tx)
  return true
}
