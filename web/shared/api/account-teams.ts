import type { AccountTeam, TeamSubmission } from '#contract/people/teams/team.schema.ts'
import { accountTeamsPerPage } from '#contract/people/teams/team.ts'
import type { ApiError } from './call.ts'
import { toFormData } from './form-data.ts'
import { requireResponseWithField } from './get-variant.ts'
import { callApi as call } from './with-token.ts'

/**
 * The images of a submission: of the team, and of members by their index. Null removes an image, undefined
 * leaves it.
 */
type SubmissionImages = { image?: Blob | null; photos?: ReadonlyMap<number, Blob | null> }

const submissionForm = (
  { coaches, members, ...fields }: TeamSubmission,
  { image, photos = new Map() }: SubmissionImages,
): FormData => {
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

/**
 * The API client of the teams of an account; in the browser only, because it needs the token. All calls throw
 * an `ApiError`.
 */
export const accountTeamApi = {
  /** All active competitions, open for registration or not. */
  competitions: async () => (await call('GET /api/competitions')).competitions,
  /**
   * A page of the teams that the account registered or coaches and that match a search, the newest first;
   * `page` counts from 1.
   */
  list: async ({ page, search }: { page: number; search: string }) => {
    const { teams, totalItems } = await call('GET /api/account/teams', {
      query: { page, per_page: accountTeamsPerPage, s: search },
    })
    return { teams, total: totalItems }
  },
  /** All teams that the account registered or coaches without their people, the newest first. */
  summaries: async () => (await call('GET /api/account/teams/summaries')).teams,
  /** The season records of a team that the account registered or coaches, the newest first. */
  seasonRecords: async (teamId: string) =>
    (await call('GET /api/teams/:teamId/season-records', { params: { teamId } })).records,
  /** Requests the withdrawal of a paid team. Throws `conflict` for an unpaid one. */
  requestLeave: async (teamId: string) =>
    (await call('POST /api/teams/:teamId/leave', { params: { teamId } })).team,
  /**
   * Makes the account the owner of a team to which the organizers invited it as the coach. Throws `conflict`
   * without an invitation.
   */
  takeOver: async (teamId: string) => ({
    message: (await call('POST /api/teams/:teamId/owner', { params: { teamId } })).msg,
  }),
  /** The ranks of teams of the account in the rankings of events; of all without `teamIds`. */
  ranks: async (teamIds?: readonly string[]) =>
    (await call('GET /api/teams/ranks', { query: { teamIds: teamIds?.join(',') } })).ranks,
  /** The history of a team of the account, the newest first. */
  history: async (teamId: string) =>
    (await call('GET /api/teams/:teamId/history', { params: { teamId } })).history,
  /** What judges wrote to a team of the account, after its release. */
  feedback: async (teamId: string) =>
    (await call('GET /api/teams/:teamId/feedback', { params: { teamId } })).feedback,
  /** The slots of a team of the account in published schedules, by event. */
  schedules: (teamId: string) => call('GET /api/teams/:teamId/schedule', { params: { teamId } }),
  /**
   * Emails a personal link to the guardian of a member. Throws `no-mail`, `conflict` for a guardian who has
   * confirmed, `too-many`.
   */
  emailGuardianLink: async (teamId: string, personId: string) => ({
    message: (
      await call('POST /api/teams/:teamId/members/:personId/guardian-mail', { params: { teamId, personId } })
    ).msg,
  }),
  /**
   * Creates a personal link for the guardian of a member. Throws `conflict` for a guardian who has confirmed.
   */
  createGuardianLink: async (teamId: string, personId: string) =>
    (await call('POST /api/teams/:teamId/members/:personId/guardian-link', { params: { teamId, personId } }))
      .link,
  /** Throws `not-found` for the team of another account. */
  one: async (id: string) =>
    requireResponseWithField(await call('GET /api/teams', { query: { id } }), 'team').team,
  /**
   * Registers a team, or changes the team that `team.id` names. `emailTo` is where the email about a new
   * registration is sent, null without one. Error codes: `form-incomplete` and
   * `bad-input` with fields, `not-open`, `no-ranks`, `conflict` (a national ID that is in another team),
   * `stale-version` (`findCurrentTeamInStaleError` returns the current team), `bad-picture`, `picture-too-large`.
   */
  save: async (team: TeamSubmission, pictures: SubmissionImages = {}) => {
    const saved = await call(team.id ? 'PUT /api/teams' : 'POST /api/teams', {
      form: submissionForm(team, pictures),
    })
    return { message: saved.msg, team: saved.team, emailTo: saved.emailTo }
  },
  /**
   * Registers a lapsed team again: it gets a free place or joins the waiting list. Throws `not-open`,
   * `conflict`.
   */
  registerAgain: async (teamId: string) =>
    (await call('POST /api/teams/:teamId/place', { params: { teamId } })).team,
  /**
   * Withdraws an unpaid team while its registration is open. Throws `not-open`, `conflict` for a paid team.
   */
  withdraw: async (id: string) => ({ message: (await call('DELETE /api/teams', { query: { id } })).msg }),
  /** Registrations that are not submitted yet, the last changed first. */
  drafts: async () => (await call('GET /api/teams/drafts')).drafts,
  /**
   * Saves a draft under an id (UUID) that the form generated; a repeat is harmless. `leaving`: the page is
   * being left.
   */
  saveDraft: async (draftId: string, data: string, leaving = false) => {
    await call('PUT /api/teams/drafts/:draftId', { params: { draftId }, json: { data }, keepalive: leaving })
  },
  /** An unknown id is no error. */
  removeDraft: async (draftId: string) => {
    await call('DELETE /api/teams/drafts/:draftId', { params: { draftId } })
  },
}

/**
 * Returns the current team, which the server sends with a `stale-version` error; undefined for other errors.
 */
export const findCurrentTeamInStaleError = ({ details }: ApiError): AccountTeam | undefined =>
  details.current as AccountTeam | undefined
