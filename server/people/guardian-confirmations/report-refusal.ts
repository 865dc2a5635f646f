import { findTeamPaymentDeadline } from '#contract/people/teams/team-places.ts'
import type { Core } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildNoticeTextForOrganizers } from '#server/platform/emails/messages.ts'
import type { TeamNote } from '#server/platform/emails/templates.ts'
import { insertMessageAndGetNumber } from '#server/site/messages/service.ts'
import {
  buildFeeWaitingNotesIfUnpaid,
  buildTeamOwnerEmailValues,
  countRecentNoticesOfTeamByKeyPrefix,
  findTeamToEmail,
  insertTeamNoticeIfNew,
  replaceUnsafeChildFirstName,
} from '../team-emails/service.ts'
import { canReplaceRefusedMembers } from '../teams/service.ts'
import type { PersonRow } from './queries.ts'
import { findTeamCompetitionAndCoachEmails } from './queries-emails.ts'

/** How many refusals of one guardian are reported in a day. A guardian may change the answer often. */
const maxReportsPerDay = 3

type Refusal = { teamId: string; person: Pick<PersonRow, 'id' | 'name'>; decidedAt: Date; today: string }

/**
 * Reports that the guardian of a member refuses, in the transaction of the answer: by email to the owner of the
 * team or, when organizers registered it, to its coaches; to the organizers where no email can tell them.
 */
export const reportRefusalToTeamOrOrganizers = async (
  tx: Db,
  { config, emails }: Core,
  { teamId, person, decidedAt, today }: Refusal,
): Promise<void> => {
  const withOwner = await findTeamToEmail(tx, teamId)
  const withCoaches = withOwner ? undefined : await findTeamCompetitionAndCoachEmails(tx, teamId)
  const row = withOwner ?? withCoaches
  if (!row) return
  const kind = 'guardian-refused'
  if ((await countRecentNoticesOfTeamByKeyPrefix(tx, teamId, kind, `${person.id} `)) >= maxReportsPerDay)
    return
  if (!(await insertTeamNoticeIfNew(tx, teamId, kind, `${person.id} ${decidedAt.toISOString()}`))) return
  const { team, competition } = row
  const recipients = withOwner
    ? [{ name: withOwner.owner.firstName, to: withOwner.owner.email, language: withOwner.owner.lang }]
    : (withCoaches?.addresses ?? []).map((to) => ({ name: '', to, language: 'both' as const }))
  if (!emails.isEnabled || recipients.length === 0) {
    const values = { team: team.name, competition: competition.nameEn }
    const body = buildNoticeTextForOrganizers('guardianRefusedUntold', 'en', values)
    await insertMessageAndGetNumber(tx, {
      kind: 'issue',
      firstName: '',
      lastName: '',
      email: '',
      regionId: team.regionId,
      body,
      lang: 'en',
    })
    return
  }
  const canReplace = await canReplaceRefusedMembers(tx, team, competition, today)
  const waitNotes = buildFeeWaitingNotesIfUnpaid(row)
  const hasDeadline = waitNotes.length > 0 && findTeamPaymentDeadline(competition, team) !== null
  const notes: TeamNote[] = canReplace
    ? [{ note: 'replaceMember' }, ...waitNotes, ...(hasDeadline ? [{ note: 'deadlineStands' as const }] : [])]
    : [{ note: 'tooLateToReplace' }]
  const child = replaceUnsafeChildFirstName(person.name)
  for (const { name, ...recipient } of recipients) {
    const owner = { firstName: name }
    const values = { ...buildTeamOwnerEmailValues(config.SITE_URL, { ...row, owner }), child }
    await emails.send({ template: 'guardianRefused', ...recipient, values, notes }, tx)
  }
}
