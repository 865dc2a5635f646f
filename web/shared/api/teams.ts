import type { OpenCompetition } from '#contract/competition.ts'
import { paths } from '#contract/paths.ts'
import type { WireDraft, WireOwnTeam } from '#contract/published/team.schema.ts'
import { draftFromWire, ownTeamFromWire, teamFieldFromWire } from '#contract/published/team.ts'
import { type SubmissionPictures, submissionToForm } from '#contract/published/team-forms.ts'
import type { OwnTeam, TeamDraftRecord, TeamSubmission } from '#contract/team.ts'
import { type ApiError, type Call, createCall } from './call.ts'
import { fetchWithToken } from './with-token.ts'

type Saved = { message: string; team: OwnTeam }
type WireSaved = { msg: string; team: WireOwnTeam }
const saved = ({ msg, team }: WireSaved): Saved => ({ message: msg, team: ownTeamFromWire(team) })

/** The calls about the own teams; `call` brings the token. All throw an `ApiError`. */
export const teamCalls = (call: Call) => ({
  /** Those that take part, open for registration or not. */
  competitions: async (): Promise<OpenCompetition[]> => (await call<{ competitions: OpenCompetition[] }>(paths.competitions)).competitions,
  /** The teams that the person registered, the newest first. */
  mine: async (): Promise<OwnTeam[]> => (await call<{ teams: WireOwnTeam[] }>(paths.teams)).teams.map(ownTeamFromWire),
  /** Throws `not-found` for somebody else's. */
  one: async (id: string): Promise<OwnTeam> => ownTeamFromWire((await call<{ team: WireOwnTeam }>(paths.teams, { query: { id } })).team),
  /**
   * Registers a team, or changes the one that `team.id` names. Refusals to know: `form-incomplete` and `bad-input` with fields (`submissionFields`), `not-open`,
   * `no-places`, `conflict` (a national ID that is in another team), `stale-version` (`currentTeam`), `bad-picture`, `picture-too-large`.
   */
  save: async (team: TeamSubmission, pictures: SubmissionPictures = {}): Promise<Saved> =>
    saved(await call<WireSaved>(paths.teams, { method: team.id ? 'PUT' : 'POST', form: submissionToForm(team, pictures) })),
  /** Takes an unpaid team back while its registration is open. Throws `not-open`, `conflict` for a paid one. */
  withdraw: async (id: string): Promise<{ message: string }> => {
    const { msg } = await call<{ msg: string }>(paths.teams, { method: 'DELETE', query: { id } })
    return { message: msg }
  },
  /** Registrations in the making, the last changed first. */
  drafts: async (): Promise<TeamDraftRecord[]> => (await call<{ drafts: WireDraft[] }>(paths.teamDrafts)).drafts.map(draftFromWire),
  /** Keeps a draft under an id (UUID) that the form made; a repeat is harmless. `leaving`: the page goes away meanwhile. */
  keepDraft: async (id: string, data: string, leaving = false): Promise<void> => {
    await call(`${paths.teamDrafts}/${encodeURIComponent(id)}`, { method: 'PUT', json: { data }, keepalive: leaving })
  },
  /** One that is not there is no error. */
  dropDraft: async (id: string): Promise<void> => {
    await call(`${paths.teamDrafts}/${encodeURIComponent(id)}`, { method: 'DELETE' })
  },
})

/** The calls about the own teams, with the token of this browser. */
export const ownTeams = teamCalls(createCall(fetchWithToken))

/** The fields of a refusal by the names of `TeamSubmission` (`members.0.nationalId`). */
export const submissionFields = ({ fields }: ApiError): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, message]) => [teamFieldFromWire(field), message]))

/** The team as it is now, from the `details` of a `stale-version` refusal. */
export const currentTeam = ({ details }: ApiError): OwnTeam | undefined =>
  details.current ? ownTeamFromWire(details.current as WireOwnTeam) : undefined
