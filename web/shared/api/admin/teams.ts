import { paths } from '#contract/paths.ts'
import type { WirePerson, WireTeam, WireTeamRow } from '#contract/published/team.schema.ts'
import {
  personFromWire,
  teamExportToQuery,
  teamFieldFromWire,
  teamFilterToQuery,
  teamFromWire,
  teamRowFromWire,
  teamScoreToWire,
} from '#contract/published/team.ts'
import { personToForm, teamToForm } from '#contract/published/team-forms.ts'
import type { PersonDraft, PersonKind, Team, TeamDraft, TeamFilter, TeamPerson, TeamRow, TeamScore } from '#contract/team.ts'
import type { ApiError, Call, Send } from '#web/shared/api/call.ts'

const path = `${paths.adminTeams}/`
type Saved = { message: string; record: Team }
type WireSaved = { msg: string; team: WireTeam }
const saved = ({ msg, team }: WireSaved): Saved => ({ message: msg, record: teamFromWire(team) })
type SavedPerson = { message: string; record: TeamPerson; team: Team }
type WireSavedPerson = { msg: string; person: WirePerson; team: WireTeam }

/** The calls about teams. `ask` gives the reply itself, for files. */
export const adminTeamCalls = (call: Call, ask: (path: string, send?: Send) => Promise<Response>) => ({
  /** `perPage` is one of 10, 25, 100, 200, 300, 400, 500. */
  list: async ({ page, perPage, ...at }: TeamFilter & { page: number; perPage: number }, signal?: AbortSignal) => {
    type Reply = { teams: WireTeamRow[]; currentPage: number; totalItems: number; per_page: number }
    const reply = await call<Reply>(path, {
      query: { page, per_page: perPage, ...teamFilterToQuery(at) },
      ...(signal ? { signal } : {}),
    })
    const records: TeamRow[] = reply.teams.map(teamRowFromWire)
    return { records, page: reply.currentPage, perPage: reply.per_page, total: reply.totalItems }
  },
  /** Throws `not-found`. */
  one: async (id: string): Promise<Team> => teamFromWire((await call<{ team: WireTeam }>(path, { query: { id, view_team: true } })).team),
  /**
   * Creates a team, or edits the one that `draft.id` names. A picture of null is taken away, undefined stays. Refusals to know: `form-incomplete`, `no-places`,
   * `conflict` (`competitionId` that its people do not fit, `paid` that only a refund undoes), `bad-picture`, `picture-too-large`, `stale-version` (`currentTeam`).
   */
  save: async (draft: TeamDraft, image?: Blob | null): Promise<Saved> =>
    saved(await call<WireSaved>(path, { method: draft.id ? 'PUT' : 'POST', form: teamToForm(draft, image) })),
  /** Can be brought back for 30 days. */
  remove: async (id: string): Promise<{ message: string }> => {
    const { msg } = await call<{ msg: string }>(path, { method: 'DELETE', query: { id } })
    return { message: msg }
  },
  /** Throws `no-places`, and `conflict` when one of its members is in another team now. */
  restore: async (id: string): Promise<Saved> => saved(await call<WireSaved>(`${path}restore`, { method: 'POST', json: { id } })),
  /** Adds a coach or member, or changes the one that `draft.id` names; `version` is the person's. Without a `nationalId` the stored one stays. */
  savePerson: async (
    teamId: string,
    kind: PersonKind,
    draft: PersonDraft,
    version?: number,
    picture?: Blob | null,
  ): Promise<SavedPerson> => {
    const at = draft.id === undefined ? paths.adminTeamPeople(teamId, kind) : paths.adminTeamPerson(teamId, kind, draft.id)
    const form = personToForm(draft, version, picture)
    const { msg, person, team } = await call<WireSavedPerson>(at, { method: draft.id === undefined ? 'POST' : 'PUT', form })
    return { message: msg, record: personFromWire(person, kind), team: teamFromWire(team) }
  },
  removePerson: async (teamId: string, kind: PersonKind, personId: string): Promise<Saved> =>
    saved(await call<WireSaved>(paths.adminTeamPerson(teamId, kind, personId), { method: 'DELETE' })),
  /** Brings back who was taken out. Throws `bad-input` (`members`, `coaches`) when there is no room, `conflict` when they are in another team now. */
  restorePerson: async (teamId: string, kind: PersonKind, personId: string): Promise<Saved> =>
    saved(await call<WireSaved>(`${paths.adminTeamPerson(teamId, kind, personId)}/restore`, { method: 'POST' })),
  /** The whole national ID of one person; it is written down who saw it and why. */
  reveal: async (teamId: string, kind: PersonKind, personId: string, reason: string): Promise<string> => {
    const at = `${paths.adminTeamPerson(teamId, kind, personId)}/national-id`
    return (await call<{ national_id: string }>(at, { method: 'POST', json: { reason } })).national_id
  },
  /** Replaces all results of the team; `version` is the team's. Throws `stale-version`, `bad-input` with fields such as `scores.0.score`. */
  saveScores: async (teamId: string, scores: TeamScore[], version: number): Promise<Saved> =>
    saved(await call<WireSaved>(paths.adminTeamScores(teamId), { method: 'PUT', json: { version, scores: scores.map(teamScoreToWire) } })),
  /** All that match as a CSV file with the columns of their competition; `full` has all people with their national IDs and is written down. */
  exportCsv: async (at: TeamFilter, full = false): Promise<Blob> => {
    return (
      await ask(path, {
        query: { download: true, format: 'csv', full: full || undefined, ...teamExportToQuery(at) },
      })
    ).blob()
  },
})

/** The team as it is now, from the `details` of a `stale-version` refusal. */
export const currentTeam = ({ details }: ApiError): Team | undefined =>
  details.current ? teamFromWire(details.current as WireTeam) : undefined

/** The fields of a refusal by the names of the drafts. */
export const teamFields = ({ fields }: ApiError): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, message]) => [teamFieldFromWire(field), message]))

/** A coach or member as they are now, from the `details` of a `stale-version` refusal, which have the whole team. */
export const currentPerson = (error: ApiError, kind: PersonKind, id: string): TeamPerson | undefined => {
  const team = currentTeam(error)
  return (kind === 'coach' ? team?.coaches : team?.members)?.find((person) => person.id === id)
}
