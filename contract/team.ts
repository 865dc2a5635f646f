import type { Localized } from './localized.ts'
import type { Gender } from './user.ts'

export const ageLevels = ['elementary', 'junior', 'senior'] as const
export type AgeLevel = (typeof ageLevels)[number]

export const personKinds = ['coach', 'member'] as const
export type PersonKind = (typeof personKinds)[number]

/** A guardian's written consent for a member who is a minor: who gave it, how to reach them, when, to which text; `publish` allows the photo to be shown. */
export type Consent = { guardian: string; contact: string; at: string; textVersion: string; publish: boolean }

/**
 * A coach or a member. `nationalId` is masked (`•••••••008`), null when none is stored. `phone` is E.164; `birthDate` a day (YYYY-MM-DD). `picture` is an
 * address that only works for a short time and only shows this picture, null for none.
 */
export type TeamPerson = {
  id: string
  kind: PersonKind
  name: string
  email: string
  phone: string
  nationalId: string | null
  birthDate: string | null
  gender: Gender | null
  picture: string | null
  consent: Consent | null
  version: number
}

/** A match within a result: `fbs` and `obs` are kept as they come. */
export type TeamMatch = { fbs: number; obs: number; youtubeLink: string }

/** One round, run or document of a team; `key` names its place in the competition's sheet (contract/rules/team-sheet.ts), empty for none. `timeMs` in milliseconds. */
export type TeamScore = {
  key: string
  score: number
  timeMs: number
  youtubeLink: string
  file: string
  github: string
  matches: TeamMatch[]
}

export type TeamCompetition = { id: string; slug: string; name: Localized }
export type TeamRegion = { id: string; name: Localized }

/** What a list shows of a team. `people` are the first three of its members. */
export type TeamRow = {
  id: string
  teamNo: number
  name: string
  schoolName: string
  stage: string
  ageLevel: AgeLevel
  image: string | null
  competition: TeamCompetition
  region: TeamRegion | null
  paid: boolean
  /** Whether it has as many coaches and members as its competition asks for. */
  complete: boolean
  members: { id: string; name: string; picture: string | null }[]
  memberCount: number
  version: number
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}

/** Everything about a team. `user` is who registered it. */
export type Team = Omit<TeamRow, 'members' | 'memberCount'> & {
  coaches: TeamPerson[]
  members: TeamPerson[]
  user: { id: string; name: string; email: string } | null
  scores: TeamScore[]
}

/** A team as its owner sees it: whether it can still be changed, and what it costs. */
export type OwnTeam = Team & { editable: boolean; fee: number; currency: string; closesAt: string | null }

/** A person as a form sends it: an `id` names one who is there, whose national ID stays when none is sent. `picture` stays when undefined. */
export type PersonDraft = {
  id?: string | undefined
  name: string
  email: string
  phone: string
  nationalId?: string | undefined
  birthDate: string | null
  gender: Gender | null
  consent?: { guardian: string; contact: string; agreed: boolean; publish: boolean } | undefined
}

/** What the registration of a team sends. */
export type TeamSubmission = {
  id?: string | undefined
  version?: number | undefined
  competitionId: string
  regionId: string | null
  name: string
  schoolName: string
  ageLevel: AgeLevel
  coaches: PersonDraft[]
  members: PersonDraft[]
}

/** What the back office's team form sends; people have forms of their own. `reason` is told when an administrator marks a team as paid. */
export type TeamDraft = {
  id?: string | undefined
  version?: number | undefined
  competitionId: string
  regionId: string | null
  name: string
  schoolName: string
  ageLevel: AgeLevel
  stage: string
  paid: boolean
  reason?: string | undefined
}

/** Which teams are asked for. */
export type TeamFilter = {
  search?: string | undefined
  competitionId?: string | undefined
  regionId?: string | undefined
  stage?: string | undefined
  paid?: boolean | undefined
}

/** A registration in the making: `data` is what the form holds, as JSON text. */
export type TeamDraftRecord = { id: string; data: string; updatedAt: string }

/** Limits of a team's texts, in characters; `drafts` a person, `draftBytes` a draft. */
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
  /** Lines of a file of teams. */
  lines: 5000,
} as const
