import type { GuardianDecision, GuardianRequest } from '#contract/guardian-confirmation.schema.ts'
import { getFirstName } from '#contract/rules/guardian-confirmation.ts'
import { currentConsentVersion } from '#contract/rules/guardian-consent.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { writeAudit } from '#server/features/audit/service.ts'
import { hashToken } from '#server/features/session/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import {
  extendLinkForWithdrawal,
  type FoundGuardianLink,
  findValidGuardianLink,
  lockTeamAndMember,
  setPhotoConsent,
  upsertConfirmation,
} from './queries.ts'

const toGuardianRequest = ({ link, person, team, competition, confirmation }: FoundGuardianLink): GuardianRequest => ({
  state: confirmation?.state ?? 'missing',
  at: confirmation?.decidedAt.toISOString() ?? null,
  textVersion: confirmation?.state === 'confirmed' ? confirmation.textVersion : currentConsentVersion,
  publish: confirmation?.state === 'confirmed' && person.consent?.publish === true,
  firstName: getFirstName(person.name),
  teamName: team.name,
  competition,
  validUntil: link.expiresAt.toISOString(),
})

/** Creates the service with which guardians answer by a personal link. Its functions throw `ticket-spent` for an unknown or expired token. */
export const createGuardianAnswerService = ({ database: { db }, invalidator }: Core) => {
  const getLink = async (tx: Db, token: string): Promise<FoundGuardianLink> => {
    const found = await findValidGuardianLink(tx, hashToken(token))
    if (!found) throw new AppError('ticket-spent')
    return found
  }
  return {
    read: async (token: string): Promise<GuardianRequest> => toGuardianRequest(await getLink(db, token)),

    /** Stores the answer; a repeat is harmless, and another answer replaces it. Throws `bad-input` (`textVersion`) when the guardian did not read the current text. */
    decide: async (token: string, { agrees, publish, textVersion }: GuardianDecision): Promise<GuardianRequest> => {
      const request = await inTransaction(db, async (tx) => {
        const { team, person: unlocked } = await getLink(tx, token)
        await lockTeamAndMember(tx, team.id, unlocked.id)
        // the link and the answer as they are after other writers
        const { link, person, confirmation } = await getLink(tx, token)
        if (agrees && textVersion !== currentConsentVersion)
          throw new AppError('bad-input', [{ field: 'textVersion', code: 'consent-outdated' }])
        const state = agrees ? 'confirmed' : 'refused'
        const isRepeated = confirmation?.state === state && (!agrees || person.consent?.publish === publish)
        if (!isRepeated) {
          await upsertConfirmation(tx, {
            personId: person.id,
            state,
            method: link.method,
            textVersion: currentConsentVersion,
            recordedBy: null,
          })
          await setPhotoConsent(tx, person, agrees && publish)
          await extendLinkForWithdrawal(tx, link.tokenHash)
          await writeAudit(tx, {
            actor: { userId: null, name: '' },
            action: agrees ? 'confirm-guardian' : 'refuse-guardian',
            entity: 'team-person',
            entityId: person.id,
            after: { team: team.id, method: link.method },
          })
        }
        return toGuardianRequest(await getLink(tx, token))
      })
      await invalidator.invalidate('teams')
      return request
    },
  }
}
