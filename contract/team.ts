import type {
  accountTeam,
  consent,
  personSubmission,
  team,
  teamDraft,
  teamImportRow,
  teamListRow,
  teamPerson,
  teamScore,
  teamSubmission,
} from './team.schema.ts'
import type { z } from './z.ts'

export const ageLevels = ['elementary', 'junior', 'senior'] as const
export type AgeLevel = (typeof ageLevels)[number]

export const personKinds = ['coach', 'member'] as const
export type PersonKind = (typeof personKinds)[number]

export type Consent = z.infer<typeof consent>
export type TeamPerson = z.infer<typeof teamPerson>
export type TeamScore = z.infer<typeof teamScore>
/** A match of a score. */
export type TeamMatch = TeamScore['matches'][number]
export type TeamListRow = z.infer<typeof teamListRow>
export type Team = z.infer<typeof team>
export type AccountTeam = z.infer<typeof accountTeam>
export type PersonSubmission = z.output<typeof personSubmission>
export type TeamSubmission = z.output<typeof teamSubmission>
export type TeamDraft = z.infer<typeof teamDraft>
export type TeamImportRow = z.infer<typeof teamImportRow>

type SubmittedFields = Omit<TeamSubmission, 'id' | 'version' | 'name' | 'coaches' | 'members'>
/** What the team form of the back office changes; a field that is undefined stays as it is. `reason` explains a change of `paid`. */
export type TeamEdit = Pick<TeamSubmission, 'id' | 'version' | 'name'> & {
  [K in keyof SubmittedFields]?: SubmittedFields[K] | undefined
} & {
  stage?: string | undefined
  paid?: boolean | undefined
  reason?: string | undefined
}

export type TeamFilter = {
  search?: string | undefined
  competitionId?: string | undefined
  regionId?: string | undefined
  stage?: string | undefined
  paid?: boolean | undefined
}

/** Limits of a team's texts, in characters; `drafts` a person, `draftBytes` a draft, `lines` of a CSV file. */
export const teamLimits = {
  name: 100,
  schoolName: 200,
  stage: 60,
  personName: 120,
  email: 320,
  phone: 40,
  nationalId: 40,
  guardian: 200,
  link: 500,
  reason: 500,
  scores: 40,
  matches: 20,
  key: 40,
  drafts: 20,
  draftBytes: 60_000,
  lines: 5000,
} as const

/** How many photos of members one registration can bring. */
export const maxSubmittedPhotos = 10
