import type { CompetitionWithPlaces } from '#contract/competition.ts'
import { paths } from '#contract/paths.ts'
import type { SeasonRecordSummary } from '#contract/season-year.ts'
import type { AccountTeam, TeamDraft, TeamSubmission } from '#contract/team.ts'
import type { TeamHistoryEntry, TeamRank } from '#contract/team-progress.ts'
import type { ApiCall, ApiError } from './call.ts'
import { toFormData } from './form-data.ts'

type Saved = { msg: string; team: AccountTeam }
const pathOfDraft = (id: string) => `${paths.teamDrafts}/${encodeURIComponent(id)}`

/** The pictures of a submission: of the team, and of members by their index. Null removes a picture, undefined leaves it. */
export type SubmissionPictures = { image?: Blob | null; photos?: ReadonlyMap<number, Blob | null> }

const submissionForm = ({ coaches, members, ...fields }: TeamSubmission, { image, photos = new Map() }: SubmissionPictures): FormData => {
  const removedPhotos = [...photos].flatMap(([at, photo]) => (photo === null ? (members[at]?.id ?? []) : []))
  return toFormData({
    ...fields,
    coaches: JSON.stringify(coaches),
    members: JSON.stringify(members),
    image: image ?? undefined,
    removeImage: image === null ? true : undefined,
    removePhotos: removedPhotos.length > 0 ? JSON.stringify(removedPhotos) : undefined,
    ...Object.fromEntries([...photos].flatMap(([at, photo]) => (photo ? [[`photo${at}`, photo]] : []))),
  })
}

/** Creates the client of the calls about the teams of the account; `call` sends the token. All throw an `ApiError`. */
export const createAccountTeamApi = (call: ApiCall) => ({
  /** All active competitions, open for registration or not. */
  competitions: async () => (await call<{ competitions: CompetitionWithPlaces[] }>(paths.competitions)).competitions,
  /** The teams that the account registered, the newest first. */
  list: async () => (await call<{ teams: AccountTeam[] }>(paths.teams)).teams,
  /** The season records of a team that the account registered or coaches, the newest first. */
  seasonRecords: async (id: string) => (await call<{ records: SeasonRecordSummary[] }>(paths.teamSeasonRecords(id))).records,
  /** Asks the organizers to leave the competition with a paid team. Throws `conflict` for an unpaid one. */
  requestLeave: async (id: string) => (await call<Saved>(paths.teamLeave(id), { method: 'POST' })).team,
  /** The ranks of the teams of the account in the rankings of events. */
  ranks: async () => (await call<{ ranks: TeamRank[] }>(paths.teamRanks)).ranks,
  /** The history of a team of the account, the newest first. */
  history: async (id: string) => (await call<{ history: TeamHistoryEntry[] }>(paths.teamHistory(id))).history,
  /** Mails a personal link to the guardian of a member. Throws `no-mail`, `conflict` for a guardian who has confirmed, `too-many`. */
  mailGuardianLink: async (teamId: string, personId: string) => ({
    message: (await call<{ msg: string }>(paths.memberGuardianMail(teamId, personId), { method: 'POST' })).msg,
  }),
  /** Creates a personal link for the guardian of a member. Throws `conflict` for a guardian who has confirmed. */
  createGuardianLink: async (teamId: string, personId: string) =>
    (await call<{ link: string }>(paths.memberGuardianLink(teamId, personId), { method: 'POST' })).link,
  /** Throws `not-found` for the team of another account. */
  one: async (id: string) => (await call<{ team: AccountTeam }>(paths.teams, { query: { id } })).team,
  /**
   * Registers a team, or changes the team that `team.id` names. Error codes: `form-incomplete` and `bad-input` with fields, `not-open`, `no-ranks`, `conflict`
   * (a national ID that is in another team), `stale-version` (`findCurrentTeamInError` returns the current team), `bad-picture`, `picture-too-large`.
   */
  save: async (team: TeamSubmission, pictures: SubmissionPictures = {}) => {
    const saved = await call<Saved>(paths.teams, { method: team.id ? 'PUT' : 'POST', form: submissionForm(team, pictures) })
    return { message: saved.msg, team: saved.team }
  },
  /** Registers a lapsed team again: it gets a free place or joins the waiting list. Throws `not-open`, `conflict`. */
  registerAgain: async (id: string) => (await call<Saved>(`${paths.teams}/${encodeURIComponent(id)}/place`, { method: 'POST' })).team,
  /** Withdraws an unpaid team while its registration is open. Throws `not-open`, `conflict` for a paid team. */
  withdraw: async (id: string) => ({ message: (await call<{ msg: string }>(paths.teams, { method: 'DELETE', query: { id } })).msg }),
  /** Registrations that are not submitted yet, the last changed first. */
  drafts: async () => (await call<{ drafts: TeamDraft[] }>(paths.teamDrafts)).drafts,
  /** Saves a draft under an id (UUID) that the form generated; a repeat is harmless. `leaving`: the page is being left. */
  saveDraft: async (id: string, data: string, leaving = false) => {
    await call(pathOfDraft(id), { method: 'PUT', json: { data }, keepalive: leaving })
  },
  /** An unknown id is no error. */
  removeDraft: async (id: string) => {
    await call(pathOfDraft(id), { method: 'DELETE' })
  },
})

/** Returns the current team, which the server sends with a `stale-version` error; undefined for other errors. */
export const findCurrentTeamInError = ({ details }: ApiError): AccountTeam | undefined => details.current as AccountTeam | undefined
