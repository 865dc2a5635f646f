import type {
  GuardianDecision,
  GuardianRequest,
} from '#contract/people/guardians/guardian-confirmation.schema.ts'
import { isMemberGuardianConfirmationRequired } from '#contract/people/guardians/guardian-confirmation.ts'
import { currentConsentVersion } from '#contract/people/guardians/guardian-consent.ts'
import { getFirstName } from '#contract/people/teams/person-name.ts'
import { hashToken } from '#server/accounts/session/service.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getSiteDate } from '#server/platform/settings/service.ts'
import { assertUserOwnsOrCoachesTeam, updateTeamCompleteness } from '../teams/service.ts'
import {
  getNormalizedGuardianEmail,
  groupChildrenForGuardianEmails,
  hasSameGuardian,
  lockAndFilterUnansweredChildren,
  lockTeamsAndFilterMembers,
} from './children-of-guardian.ts'
import {
  extendLinkForWithdrawal,
  findConfirmation,
  findLanguageOfTeamOwnerOrUser,
  isTeamRegistered,
  type LinkedChild,
  type LinkMethod,
  listChildrenOfValidLink,
  lockMemberAfterTeam,
  type PersonRow,
  setPhotoConsentAndBumpMemberVersion,
  upsertGuardianAnswerAndGetTime,
} from './queries.ts'
import {
  findMemberForGuardianEmail,
  listAskedMembersOfGuardianLink,
  listUnansweredMembersByOwnerOrTeam,
  mapCoachAndOwnerEmailsByOwnerOrTeam,
} from './queries-emails.ts'
import { reportRefusalToTeamOrOrganizers } from './report-refusal.ts'
import {
  buildGuardianUrl,
  createGuardianEmailRateLimiters,
  insertAndSendGuardianLinkIfPossible,
  insertGuardianLinkAndGetToken,
} from './send-emails.ts'

const toGuardianRequest = ({
  link,
  person,
  team,
  competition,
  confirmation,
}: LinkedChild): GuardianRequest => ({
  personId: person.id,
  state: confirmation?.state ?? 'missing',
  at: confirmation?.decidedAt.toISOString() ?? null,
  textVersion: confirmation?.state === 'confirmed' ? confirmation.textVersion : currentConsentVersion,
  publish: confirmation?.state === 'confirmed' && person.consent?.publish === true,
  firstName: getFirstName(person.name),
  teamName: team.name,
  competition,
  validUntil: link.expiresAt.toISOString(),
})

/**
 * Creates the service with which guardians answer by a personal link. Its functions throw `ticket-spent` for
 * an unknown or expired token.
 */
export const createGuardianAnswerService = (core: Core) => {
  const {
    database: { db },
    emails,
    invalidator,
  } = core
  const limits = createGuardianEmailRateLimiters(core)
  const listChildren = async (tx: Db, token: string): Promise<[LinkedChild, ...LinkedChild[]]> => {
    const [first, ...others] = await listChildrenOfValidLink(tx, hashToken(token))
    if (!first) throw new AppError('ticket-spent')
    return [first, ...others]
  }
  /** Returns a child that a link opens. Without `personId` there must be one child. Throws `bad-input`, `not-found`. */
  const getChild = async (tx: Db, token: string, personId: string | undefined): Promise<LinkedChild> => {
    const [first, ...others] = await listChildren(tx, token)
    if (personId === undefined && others.length > 0)
      throw new AppError('bad-input', [{ field: 'personId', code: 'required' }])
    const child = [first, ...others].find(({ person }) => person.id === (personId ?? first.person.id))
    if (!child) throw new AppError('not-found', [{ field: 'personId', code: 'not-found' }])
    return child
  }
  return {
    /** Returns the children that a link opens: the first, and the others. */
    read: async (token: string): Promise<{ request: GuardianRequest; others: GuardianRequest[] }> => {
      const [first, ...others] = await listChildren(db, token)
      return { request: toGuardianRequest(first), others: others.map(toGuardianRequest) }
    },

    /**
     * Emails a new link to the same children to the address that is stored of their guardian, whom the link was
     * created for, also an expired one. Throws `ticket-spent` for an unknown link, for a guardian without an
     * address and for children who are not asked about any more, `too-many`.
     */
    emailNewLink: async (token: string): Promise<void> => {
      const rows = emails.isEnabled
        ? await listAskedMembersOfGuardianLink(db, hashToken(token), await getSiteDate(core))
        : []
      const consent = rows[0]?.person.consent ?? null
      const address = getNormalizedGuardianEmail(consent)
      if (address === '') throw new AppError('ticket-spent')
      await limits.newLink.count(address)
      await inTransaction(db, async (tx) => {
        const members = (await lockTeamsAndFilterMembers(tx, rows)).filter(({ person }) =>
          hasSameGuardian(person.consent, consent),
        )
        if (!(await insertAndSendGuardianLinkIfPossible(tx, core, members, { isAwaited: true })))
          throw new AppError('ticket-spent')
      })
    },

    /**
     * Stores the answer for one child; a repeat is harmless, and another answer replaces it. Throws
     * `bad-input` (`textVersion`: the guardian did not read the current text; `personId`: missing for a link to
     * several children), `not-found` for a child that the link does not open.
     */
    decide: async (
      token: string,
      { agrees, publish, textVersion, personId }: GuardianDecision,
    ): Promise<GuardianRequest> => {
      const request = await inTransaction(db, async (tx) => {
        const { team, person: unlocked } = await getChild(tx, token, personId)
        await lockMemberAfterTeam(tx, team.id, unlocked.id)
        // the link and the answer as they are after other writers
        const { link, person, confirmation } = await getChild(tx, token, unlocked.id)
        if (agrees && textVersion !== currentConsentVersion)
          throw new AppError('bad-input', [{ field: 'textVersion', code: 'consent-outdated' }])
        const state = agrees ? 'confirmed' : 'refused'
        const isRepeated = confirmation?.state === state && (!agrees || person.consent?.publish === publish)
        if (!isRepeated) {
          const decidedAt = await upsertGuardianAnswerAndGetTime(tx, {
            personId: person.id,
            state,
            method: link.method,
            textVersion: currentConsentVersion,
            recordedBy: null,
          })
          await setPhotoConsentAndBumpMemberVersion(tx, person, agrees && publish)
          const today = await getSiteDate({ config: core.config, database: { readDb: tx } })
          await updateTeamCompleteness(tx, team.id, today)
          if (!agrees)
            await reportRefusalToTeamOrOrganizers(tx, core, {
              teamId: team.id,
              person,
              decidedAt,
              today,
            })
          await extendLinkForWithdrawal(tx, link.tokenHash)
          await writeAudit(tx, {
            actor: { userId: null, name: '' },
            action: agrees ? 'confirm-guardian' : 'refuse-guardian',
            entity: 'team-person',
            entityId: person.id,
            after: { team: team.id, method: link.method },
          })
        }
        return toGuardianRequest(await getChild(tx, token, person.id))
      })
      await invalidator.invalidate('teams')
      return request
    },
  }
}

type AccountActor = Actor & { userId: string }

/**
 * Creates the service with which the account of a team, or the account of its coach, sends the guardian of a
 * member a personal link. Any other team is `not-found`.
 */
export const createGuardianLinkService = (core: Core) => {
  const { config, database, emails } = core
  const { db } = database
  const limits = createGuardianEmailRateLimiters(core)

  /**
   * Locks a member whose guardian has not confirmed. Throws `not-found`, and `conflict` for an adult, a
   * member whose guardian has confirmed, and a team without a place.
   */
  const lockUnconfirmedMember = async (
    tx: Db,
    teamId: string,
    personId: string,
    today: string,
  ): Promise<PersonRow> => {
    const member = await lockMemberAfterTeam(tx, teamId, personId)
    if (!member) throw new AppError('not-found')
    const isConfirmed = (await findConfirmation(tx, personId))?.state === 'confirmed'
    if (
      isConfirmed ||
      !isMemberGuardianConfirmationRequired(member, today) ||
      !(await isTeamRegistered(tx, teamId))
    )
      throw new AppError('conflict')
    return member
  }
  const writeLinkAudit = (tx: Db, actor: Actor, teamId: string, personId: string, method: LinkMethod) =>
    writeAudit(tx, {
      actor,
      action: 'send-guardian-link',
      entity: 'team-person',
      entityId: personId,
      after: { team: teamId, method },
    })

  return {
    /**
     * Creates a link that a coach passes on, for example by a messenger, in the language of the account of
     * the team. Links that were sent before stay valid.
     */
    createLink: async (teamId: string, personId: string, actor: AccountActor): Promise<string> => {
      await assertUserOwnsOrCoachesTeam(db, teamId, actor.userId)
      const today = await getSiteDate(core)
      return inTransaction(db, async (tx) => {
        await lockUnconfirmedMember(tx, teamId, personId, today)
        await writeLinkAudit(tx, actor, teamId, personId, 'copied-link')
        return buildGuardianUrl(
          config.SITE_URL,
          await insertGuardianLinkAndGetToken(tx, [personId], 'copied-link'),
          await findLanguageOfTeamOwnerOrUser(tx, teamId, actor.userId),
        )
      })
    },

    /**
     * Emails the guardian a link, which also opens the other children of the guardian without an answer. Throws
     * `no-mail` when the site cannot send emails or the contact is no address, and `too-many`.
     */
    emailLink: async (teamId: string, personId: string, actor: AccountActor): Promise<void> => {
      await assertUserOwnsOrCoachesTeam(db, teamId, actor.userId)
      if (!emails.isEnabled) throw new AppError('no-mail')
      const today = await getSiteDate(core)
      const member = await inTransaction(db, (tx) => lockUnconfirmedMember(tx, teamId, personId, today))
      const address = getNormalizedGuardianEmail(member.consent)
      if (address === '') throw new AppError('no-mail')
      await limits.person.count(personId)
      await limits.account.count(actor.userId)
      await limits.address.count(address)
      await inTransaction(db, async (tx) => {
        const found = await findMemberForGuardianEmail(tx, teamId, personId)
        if (!found) throw new AppError('not-found')
        const unanswered = await listUnansweredMembersByOwnerOrTeam(tx, [found.scopeId], today)
        const groups = groupChildrenForGuardianEmails(
          [found, ...unanswered.filter(({ person }) => person.id !== personId)],
          await mapCoachAndOwnerEmailsByOwnerOrTeam(tx, [found.scopeId]),
        )
        const children = await lockAndFilterUnansweredChildren(tx, groups[0] ?? [], personId)
        await lockUnconfirmedMember(tx, teamId, personId, today)
        if (!children.some(({ person }) => person.id === personId)) throw new AppError('conflict')
        await writeLinkAudit(tx, actor, teamId, personId, 'mailed-link')
        await insertAndSendGuardianLinkIfPossible(tx, core, children, { isAwaited: true })
      })
    },
  }
}
