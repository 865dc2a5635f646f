import type { TeamStatus } from './rules/team-places.ts'
import type { TeamFilterField } from './team.fields.ts'
import type {
  accountTeam,
  coachInvitation,
  memberConsent,
  personSubmission,
  team,
  teamDraft,
  teamFieldsRequest,
  teamImportRow,
  teamListRow,
  teamPerson,
  teamScore,
  teamSubmission,
} from './team.schema.ts'
import type { z } from './z.ts'

export type MemberConsent = z.infer<typeof memberConsent>
export type TeamPerson = z.infer<typeof teamPerson>
export type TeamScore = z.infer<typeof teamScore>
/** A match of a score. */
export type TeamMatch = TeamScore['matches'][number]
export type TeamListRow = z.infer<typeof teamListRow>
export type Team = z.infer<typeof team>
export type AccountTeam = z.infer<typeof accountTeam>
export type CoachInvitation = z.infer<typeof coachInvitation>
export type PersonSubmission = z.output<typeof personSubmission>
export type TeamSubmission = z.output<typeof teamSubmission>
export type TeamDraft = z.infer<typeof teamDraft>
export type TeamImportRow = z.infer<typeof teamImportRow>

/** The values of all fields of a team, as they are stored. */
export type TeamFieldsRequest = z.output<typeof teamFieldsRequest>
/** Changes from the team form of the back office; an undefined field stays as it is. `reason` explains a change of `paid`. */
export type TeamEdit = Pick<TeamSubmission, 'id' | 'version'> &
  Pick<TeamFieldsRequest, 'name'> & { [F in Exclude<keyof TeamFieldsRequest, 'name'>]?: TeamFieldsRequest[F] | undefined } & {
    paid?: boolean | undefined
    reason?: string | undefined
  }

export type TeamFilter = { [F in TeamFilterField]?: NonNullable<TeamFieldsRequest[F]> | undefined } & {
  search?: string | undefined
  paid?: boolean | undefined
  /** Whether the competition has a fee. */
  hasFee?: boolean | undefined
  status?: TeamStatus | undefined
  /** Teams with a minor whose guardian has not confirmed. */
  guardianMissing?: boolean | undefined
}

/** Limits that are not in `teamFields`: texts in characters, `drafts` per account, `draftBytes` per draft, `lines` per CSV file. */
export const teamLimits = {
  link: 500,
  reason: 500,
  scores: 40,
  matches: 20,
  key: 40,
  drafts: 20,
  draftBytes: 60_000,
  lines: 5000,
} as const

/** The number of photos that one registration can contain. */
export const maxSubmittedPhotos = 10
