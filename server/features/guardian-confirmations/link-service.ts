import { getGuardianEmail, requiresGuardianConfirmation } from '#contract/rules/guardian-confirmation.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { getSiteDate } from '#server/features/settings/service.ts'
import { assertTeamOfAccount, getTeamAndCompetitionNames } from '#server/features/teams/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { buildGuardianUrl, createGuardianMailRateLimiters, insertGuardianLink, sendGuardianEmail } from './links.ts'
import { findConfirmation, hasPlace, type LinkMethod, lockTeamAndMember, type PersonRow } from './queries.ts'

type AccountActor = Actor & { userId: string }

/** Creates the service with which the account of a team, or the account of its coach, sends the guardian of a member a personal link. Any other team is `not-found`. */
export const createGuardianLinkService = (core: Core) => {
  const { config, database, emails } = core
  const { db } = database
  const limits = createGuardianMailRateLimiters(core)

  /** Locks a member whose guardian has not confirmed. Throws `not-found`, and `conflict` for an adult, a member whose guardian has confirmed, and a team without a place. */
  const lockUnconfirmedMember = async (tx: Db, teamId: string, personId: string, today: string): Promise<PersonRow> => {
    const member = await lockTeamAndMember(tx, teamId, personId)
    if (!member) throw new AppError('not-found')
    const isConfirmed = (await findConfirmation(tx, personId))?.state === 'confirmed'
    if (isConfirmed || !requiresGuardianConfirmation(member, today) || !(await hasPlace(tx, teamId))) throw new AppError('conflict')
    return member
  }
  const writeLinkAudit = (tx: Db, actor: Actor, teamId: string, personId: string, method: LinkMethod) =>
    writeAudit(tx, { actor, action: 'send-guardian-link', entity: 'team-person', entityId: personId, after: { team: teamId, method } })

  return {
    /** Creates a link that a coach passes on, for example by a messenger. Links that were sent before stay valid. */
    createLink: async (teamId: string, personId: string, actor: AccountActor): Promise<string> => {
      await assertTeamOfAccount(db, teamId, actor.userId)
      const today = await getSiteDate(core)
      return inTransaction(db, async (tx) => {
        await lockUnconfirmedMember(tx, teamId, personId, today)
        await writeLinkAudit(tx, actor, teamId, personId, 'copied-link')
        return buildGuardianUrl(config.SITE_URL, await insertGuardianLink(tx, personId, 'copied-link'))
      })
    },

    /** Mails a link to the guardian. Throws `no-mail` when the site cannot send mails or the contact is no address, and `too-many`. */
    mailLink: async (teamId: string, personId: string, actor: AccountActor): Promise<void> => {
      await assertTeamOfAccount(db, teamId, actor.userId)
      if (!emails.isEnabled) throw new AppError('no-mail')
      const today = await getSiteDate(core)
      const member = await inTransaction(db, (tx) => lockUnconfirmedMember(tx, teamId, personId, today))
      const email = getGuardianEmail(member.consent?.contact)
      if (email === null) throw new AppError('no-mail')
      await limits.person.count(personId)
      await limits.account.count(actor.userId)
      await limits.address.count(email.toLowerCase())
      await inTransaction(db, async (tx) => {
        const person = await lockUnconfirmedMember(tx, teamId, personId, today)
        await writeLinkAudit(tx, actor, teamId, personId, 'mailed-link')
        await sendGuardianEmail(tx, core, { person, ...(await getTeamAndCompetitionNames(tx, teamId)) })
      })
    },
  }
}
