import type { Lang, Localized } from '#contract/localized.ts'
import { anonymousNames } from '#contract/rules/certificate-name.ts'
import { getFirstName, getGuardianEmail, guardianLinkDays } from '#contract/rules/guardian-confirmation.ts'
import { getTeamNameForEmail, replaceNameWithLink } from '#contract/rules/person-name.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { generateToken, hashToken } from '#server/features/session/service.ts'
import type { RenderBilingualEmail } from '#server/lib/email-templates.ts'
import { createFieldEncryption } from '#server/lib/encryption.ts'
import { createSharedRateLimiter } from '#server/lib/shared-rate-limiter.ts'
import { insertGuardianLinkRow, type LinkMethod } from './queries.ts'
import type { GuardianMailRow } from './queries-mails.ts'

const day = 24 * 60 * 60

/** Creates the rate limiters of mails to guardians, so that no account floods an address. All processes share them. */
export const createGuardianMailRateLimiters = ({ config, database }: Pick<Core, 'config' | 'database'>) => {
  const store = { db: database.db, hashKey: createFieldEncryption(config).keyedHash }
  return {
    address: createSharedRateLimiter(store, { name: 'guardian mails to address', max: 6, seconds: day }),
    person: createSharedRateLimiter(store, { name: 'guardian mails about member', max: 3, seconds: day }),
    account: createSharedRateLimiter(store, { name: 'guardian mails of account', max: 200, seconds: day }),
  }
}

/** Inserts a personal link for the guardian of a member with a new token, and returns the token, which the link ends with. */
export const insertGuardianLink = async (tx: Db, personId: string, method: LinkMethod): Promise<string> => {
  const token = generateToken()
  await insertGuardianLinkRow(tx, { tokenHash: hashToken(token), personId, method })
  return token
}

/** Builds the address of the guardian's page. Browsers never send the part after # to a server, so no log has the token. */
export const buildGuardianUrl = (siteUrl: string, token: string, lang?: Lang): string =>
  `${siteUrl}/guardian/${lang === undefined ? '' : `?lang=${lang}`}#${token}`

type Options = Pick<Core, 'config' | 'mailer'> & { renderBilingualEmail: RenderBilingualEmail }
/** The names of the site. The last day of the registration (`YYYY-MM-DD`) makes the mail a reminder. */
type GuardianMailContext = { siteNames: Localized; deadlineDay?: string }

/** Creates the function that mails a personal link to a guardian in both languages, in the transaction `tx`. It returns false without an e-mail address. */
export const createGuardianMailSender = ({ config, mailer, renderBilingualEmail }: Options) => {
  return async (
    tx: Db,
    { person, team, competition }: GuardianMailRow,
    { siteNames, deadlineDay }: GuardianMailContext,
  ): Promise<boolean> => {
    const email = getGuardianEmail(person.consent?.contact)
    if (email === null) return false
    const token = await insertGuardianLink(tx, person.id, 'mailed-link')
    // the account chooses both the name and the recipient: no mail of the site carries its links
    const toValues = (lang: Lang) => ({
      name: person.consent?.guardian ?? '',
      link: buildGuardianUrl(config.SITE_URL, token, lang),
      values: {
        child: replaceNameWithLink(getFirstName(person.name), anonymousNames.person),
        team: getTeamNameForEmail(team),
        competition: competition[lang],
        days: guardianLinkDays,
      },
      ...(deadlineDay ? { day: deadlineDay } : {}),
    })
    const template = deadlineDay ? 'guardianReminder' : 'guardianRequest'
    const content = renderBilingualEmail(template, { ar: toValues('ar'), en: toValues('en') }, siteNames)
    await mailer.send({ to: email, lang: 'ar', ...content }, tx)
    return true
  }
}
