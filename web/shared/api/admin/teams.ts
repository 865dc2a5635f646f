import type { RefundFields } from '#contract/payment.schema.ts'
import type { PublishedTeam } from '#contract/published/team.schema.ts'
import {
  fromPublishedTeam,
  fromPublishedTeamFieldName,
  fromPublishedTeamRow,
  toPublishedTeamDownloadFilter,
  toPublishedTeamFilter,
  toPublishedTeamForm,
} from '#contract/published/team.ts'
import type { PersonKind } from '#contract/team.fields.ts'
import type {
  PersonSubmission,
  Team,
  TeamEdit,
  TeamFilter,
  TeamPerson,
  TeamScore,
} from '#contract/team.schema.ts'
import type { ApiCall, ApiError, ApiRequest } from '#web/shared/api/call.ts'
import { toFormData } from '#web/shared/api/form-data.ts'
import { createDeletedRecordApi } from './crud.ts'

const folders = { coach: 'coaches', member: 'members' } as const
const saved = ({ msg, team }: { msg: string; team: Team }) => ({ message: msg, record: team })

/**
 * Creates the functions that call the API of teams. `request` returns the response, for calls that return
 * files.
 */
export const createAdminTeamApi = (call: ApiCall, request: ApiRequest) => ({
  deleted: createDeletedRecordApi(call, '/api/admin/teams'),
  /** The open requests to leave a competition with a paid team, the oldest first; with `teamId` that of one team. */
  leaveRequests: async (teamId?: string) =>
    (await call('GET /api/admin/teams/leave-requests', { query: { teamId } })).requests,
  /**
   * Approves a request, which deletes the team and may refund its fee, or refuses it. Throws `conflict`
   * without an open request, and the errors of a refund that cannot be requested.
   */
  decideLeaveRequest: async (json: { teamId: string; approved: boolean; refund?: RefundFields }) => {
    const { msg, refund } = await call('POST /api/admin/teams/leave-requests', { json })
    return { message: msg, refund }
  },
  /** `perPage` is one of 10, 25, 100, 200, 300, 400, 500. */
  list: async (
    {
      page,
      perPage,
      sort,
      ...filter
    }: TeamFilter & { page: number; perPage: number; sort?: string | undefined },
    signal?: AbortSignal,
  ) => {
    const query = { page, per_page: perPage, sort, ...toPublishedTeamFilter(filter) }
    const reply = await call('GET /api/admin/teams', { query, signal })
    const records = reply.teams.map(fromPublishedTeamRow)
    return { records, page: reply.currentPage, perPage: reply.per_page, total: reply.totalItems }
  },
  /** Throws `not-found`. */
  one: async (id: string) =>
    fromPublishedTeam((await call('GET /api/admin/teams?id', { query: { id, view_team: true } })).team),
  /**
   * Creates a team, or changes the team that `edit.id` names. An image of null is removed, undefined stays.
   * Error codes: `form-incomplete`, `conflict` (`competitionId` that its people do not fit,
   * `paid` that only a refund undoes), `bad-picture`, `picture-too-large`, `stale-version`
   * (`findTeamInSaveError`).
   */
  save: async (edit: TeamEdit, image?: Blob | null) => {
    const form = toFormData(toPublishedTeamForm(edit, image))
    const { msg, team } = await call(edit.id ? 'PUT /api/admin/teams' : 'POST /api/admin/teams', { form })
    return { message: msg, record: fromPublishedTeam(team) }
  },
  /** `restore` undoes it for 30 days. */
  remove: async (id: string) => ({ message: (await call('DELETE /api/admin/teams', { query: { id } })).msg }),
  /** Throws `conflict` when one of its members is in another team now. */
  restore: async (id: string) => saved(await call('POST /api/admin/teams/restore', { json: { id } })),
  /**
   * Adds a coach or member, or changes the person that `edit.id` names; `version` is the person's. Without a
   * `nationalId` the stored one stays.
   */
  savePerson: async (
    teamId: string,
    kind: PersonKind,
    { id, consent, ...edit }: PersonSubmission,
    version?: number,
    picture?: Blob | null,
  ) => {
    const form = toFormData({
      ...edit,
      version,
      consent: consent && JSON.stringify(consent),
      picture: picture ?? undefined,
      removePicture: picture === null ? true : undefined,
    })
    const { msg, person, team } = await (id === undefined
      ? call(`POST /api/admin/teams/:teamId/${folders[kind]}`, { params: { teamId }, form })
      : call(`PUT /api/admin/teams/:teamId/${folders[kind]}/:personId`, {
          params: { teamId, personId: id },
          form,
        }))
    return { message: msg, record: person, team }
  },
  removePerson: async (teamId: string, kind: PersonKind, personId: string) =>
    saved(
      await call(`DELETE /api/admin/teams/:teamId/${folders[kind]}/:personId`, {
        params: { teamId, personId },
      }),
    ),
  /**
   * Throws `bad-input` (`members`, `coaches`) when there is no room, `conflict` when the person is in another
   * team now.
   */
  restorePerson: async (teamId: string, kind: PersonKind, personId: string) =>
    saved(
      await call(`POST /api/admin/teams/:teamId/${folders[kind]}/:personId/restore`, {
        params: { teamId, personId },
      }),
    ),
  /** The confirmations of the guardians of the members who are minors. */
  guardianConfirmations: async (teamId: string) =>
    (await call('GET /api/admin/teams/:teamId/guardian-confirmations', { params: { teamId } })).confirmations,
  /** Records the consent of a guardian on paper. Throws `conflict` for a guardian who has confirmed. */
  recordGuardianPaper: async (teamId: string, personId: string, publish: boolean) => ({
    message: (
      await call('PUT /api/admin/teams/:teamId/members/:personId/guardian-confirmation', {
        params: { teamId, personId },
        json: { publish },
      })
    ).msg,
  }),
  /** Removes the record of a paper. Throws `conflict` without one. */
  removeGuardianPaper: async (teamId: string, personId: string) => ({
    message: (
      await call('DELETE /api/admin/teams/:teamId/members/:personId/guardian-confirmation', {
        params: { teamId, personId },
      })
    ).msg,
  }),
  /** The invitation of a coach to own the team; null without one. */
  coachInvitation: async (teamId: string) =>
    (await call('GET /api/admin/teams/:teamId/coach-invitation', { params: { teamId } })).invitation,
  /**
   * Invites a coach of the team to own it, by email. Throws `bad-input` (`coachId`) for a coach without an
   * address, `mail-not-set-up`.
   */
  inviteCoach: async (teamId: string, coachId: string) => ({
    message: (
      await call('PUT /api/admin/teams/:teamId/coach-invitation', { params: { teamId }, json: { coachId } })
    ).msg,
  }),
  withdrawCoachInvitation: async (teamId: string) => ({
    message: (await call('DELETE /api/admin/teams/:teamId/coach-invitation', { params: { teamId } })).msg,
  }),
  /**
   * Invites the first coach of each team that matches and that no account of a coach owns. Returns how many.
   * Throws `mail-not-set-up`.
   */
  inviteCoaches: async (filter: TeamFilter) =>
    (await call('POST /api/admin/teams/coach-invitations', { query: toPublishedTeamDownloadFilter(filter) }))
      .count,
  /** The whole national ID of one person; who reads it and why is written into the audit log. */
  reveal: async (teamId: string, kind: PersonKind, personId: string, reason: string) => {
    const options = { params: { teamId, personId }, json: { reason } }
    return (await call(`POST /api/admin/teams/:teamId/${folders[kind]}/:personId/national-id`, options))
      .nationalId
  },
  /**
   * Replaces all scores of the team; `version` is the team's. Throws `stale-version`, `bad-input` with fields
   * such as `scores.0.score`.
   */
  saveScores: async (teamId: string, scores: TeamScore[], version: number) =>
    saved(
      await call('PUT /api/admin/teams/:teamId/scores', { params: { teamId }, json: { version, scores } }),
    ),
  /** All that match as a CSV file with the columns of their competition. */
  exportCsv: async (filter: TeamFilter) =>
    (await request('GET /api/admin/teams/export', { query: toPublishedTeamDownloadFilter(filter) })).blob(),
  /**
   * All that match as a CSV file with all people and their national IDs; the reason is written into the audit
   * log.
   */
  exportFullCsv: async (filter: TeamFilter, reason: string) => {
    const query = toPublishedTeamDownloadFilter(filter)
    return (await request('POST /api/admin/teams/full-export', { query, json: { reason } })).blob()
  },
})

/** Returns the stored team, from the `details` of a `stale-version` error of `save`. */
export const findTeamInSaveError = ({ details }: ApiError): Team | undefined =>
  details.current ? fromPublishedTeam(details.current as PublishedTeam) : undefined

/** Returns the fields of an error of `save` by the names of `TeamEdit`. */
export const toTeamFieldErrors = ({ fields }: ApiError): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [fromPublishedTeamFieldName(field), message]),
  )

/**
 * Returns the stored team, from the `details` of a `stale-version` error of `saveScores` and `savePerson`.
 */
export const findTeamInScoreOrPersonError = ({ details }: ApiError): Team | undefined =>
  details.current as Team | undefined

/** Returns the stored coach or member, from the `details` of a `stale-version` error of `savePerson`. */
export const findPersonInError = (error: ApiError, kind: PersonKind, id: string): TeamPerson | undefined => {
  const team = findTeamInScoreOrPersonError(error)
  return (kind === 'coach' ? team?.coaches : team?.members)?.find((person) => person.id === id)
}
