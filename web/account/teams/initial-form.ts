import type { CompetitionWithPlaces } from '#contract/competition.ts'
import type { AccountTeam, TeamDraft } from '#contract/team.ts'
import { canRegisterTeam } from '#web/shared/competitions/format-competition.ts'
import { storedDrafts } from '#web/shared/session/stored-drafts.ts'
import { createEmptyTeamValues, fitPeopleToLimits, parseTeamDraft, type TeamValues, toTeamValues } from './form-values.ts'

/** The initial values of a form. `unsent`: the server does not have them. `restored`: they come from a draft that was saved `at`. */
export type InitialForm = { values: TeamValues; unsent: boolean; restored?: { at?: number; pictures: boolean } }

type NewTeam = {
  draftId: string
  /** The server's copy. */
  record: TeamDraft | undefined
  userId: string
  /** A competition that was chosen before the form was opened. */
  slug: string | null
  competitions: CompetitionWithPlaces[]
}

const withCompetition = (values: TeamValues, competition: CompetitionWithPlaces): TeamValues => ({
  ...values,
  competitionId: competition.id,
  coaches: fitPeopleToLimits(values.coaches, competition.minCoaches, competition.maxCoaches),
  members: fitPeopleToLimits(values.members, competition.minMembers, competition.maxMembers),
})

/** Creates the form of a new registration from the unsent draft of this tab, else from the server's draft, else empty. */
export const createInitialTeamForm = ({ draftId, record, userId, slug, competitions }: NewTeam): InitialForm => {
  const inTab = storedDrafts.read(draftId, userId)
  const unsent = inTab !== undefined && !inTab.isOnServer
  const text = unsent ? inTab.data : (record?.data ?? inTab?.data)
  const found = text === undefined ? undefined : parseTeamDraft(text)
  if (found) {
    const at = unsent ? inTab.at : record ? Date.parse(record.updatedAt) : inTab?.at
    return { values: found.values, unsent, restored: { ...(at === undefined ? {} : { at }), pictures: found.pictures } }
  }
  const free = competitions.filter(canRegisterTeam)
  const chosen = free.find((competition) => competition.slug === slug) ?? (free.length === 1 ? free[0] : undefined)
  return { values: chosen ? withCompetition(createEmptyTeamValues(), chosen) : createEmptyTeamValues(), unsent: false }
}

/** Creates the form of a registered team, with the unsaved changes of this tab. Saving them uses the version that they were based on. */
export const createInitialTeamEditForm = (team: AccountTeam, userId: string): InitialForm & { version: number } => {
  const inTab = storedDrafts.read(`edit:${team.id}`, userId)
  const found = inTab && parseTeamDraft(inTab.data, team)
  if (!found) return { values: toTeamValues(team), unsent: false, version: team.version }
  return {
    values: found.values,
    unsent: true,
    restored: { at: inTab.at, pictures: found.pictures },
    version: inTab.version ?? team.version,
  }
}
