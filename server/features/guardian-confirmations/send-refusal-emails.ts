import { anonymousNames } from '#contract/rules/certificate-name.ts'
import { getFirstName } from '#contract/rules/guardian-confirmation.ts'
import { replaceUnsafeName } from '#contract/rules/person-name.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import {
  buildTeamOwnerEmailValues,
  findTeamToEmail,
  insertTeamNoticeIfNew,
} from '#server/features/team-emails/service.ts'
import type { PersonRow } from './queries.ts'
import { findTeamWithCoachAddresses } from './queries-emails.ts'

/**
 * Emails that the guardian of a member refuses, in the transaction of the answer: to the owner of the team
 * or, when organizers registered it, to its coaches. One email a day for each member, however often the
 * guardian answers.
 */
export const sendRefusalEmails = async (
  tx: Db,
  { config, emails }: Core,
  { teamId, person, today }: { teamId: string; person: Pick<PersonRow, 'id' | 'name'>; today: string },
): Promise<void> => {
  if (!emails.isEnabled) return
  const withOwner = await findTeamToEmail(tx, teamId)
  const withCoaches = withOwner ? undefined : await findTeamWithCoachAddresses(tx, teamId)
  const row = withOwner ?? withCoaches
  if (!row || !(await insertTeamNoticeIfNew(tx, teamId, 'guardian-refused', `${person.id} ${today}`))) return
  const child = replaceUnsafeName(getFirstName(person.name), anonymousNames.person)
  const recipients = withOwner
    ? [{ name: withOwner.owner.firstName, to: withOwner.owner.email, language: withOwner.owner.lang }]
    : (withCoaches?.addresses ?? []).map((to) => ({ name: '', to, language: 'both' as const }))
  for (const { name, ...recipient } of recipients) {
    const owner = { firstName: name }
    const values = { ...buildTeamOwnerEmailValues(config.SITE_URL, { ...row, owner }), child }
    await emails.send({ template: 'guardianRefused', ...recipient, values }, tx)
  }
}
