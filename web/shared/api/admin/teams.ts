import type { PersonKind } from '#contract/people/teams/team.fields.ts'
import type {
  PersonSubmission,
  Team,
  TeamEdit,
  TeamFilter,
  TeamPerson,
} from '#contract/people/teams/team.schema.ts'
import type { PublishedTeam } from '#contract/published/team.schema.ts'
import {
  fromPublishedTeam,
  fromPublishedTeamFieldName,
  fromPublishedTeamRow,
  toPublishedTeamDownloadFilter,
  toPublishedTeamFilter,
  toPublishedTeamForm,
} from '#contract/published/team.ts'
import type { ApiCall, ApiError, ApiRequest } from '#web/shared/api/call.ts'
import { toFormData } from '#web/shared/api/form-data.ts'
import { createDeletedRecordApi } from './crud.ts'

/** What names the coaches or members of a team in the paths of calls. */
export const personPathNames = { coach: 'coaches', member: 'members' } as const

/**
 * Creates the functions that call the API of teams. `request` returns the response, for calls that return
 * files.
 */
export const createAdminTeamApi = (call: ApiCall, request: ApiRequest) => ({
  deleted: createDeletedRecordApi(call, '/api/admin/teams'),
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
   * (`findCurrentTeamInTeamSaveError`).
   */
  save: async (edit: TeamEdit, image?: Blob | null) => {
    const form = toFormData(toPublishedTeamForm(edit, image))
    const { msg, team } = await call(edit.id ? 'PUT /api/admin/teams' : 'POST /api/admin/teams', { form })
    return { message: msg, record: fromPublishedTeam(team) }
  },
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
      ? call(`POST /api/admin/teams/:teamId/${personPathNames[kind]}`, { params: { teamId }, form })
      : call(`PUT /api/admin/teams/:teamId/${personPathNames[kind]}/:personId`, {
          params: { teamId, personId: id },
          form,
        }))
    return { message: msg, record: person, team }
  },
  /**
   * Invites the first coach of each team that matches and that no account of a coach owns. Returns how many.
   * Throws `mail-not-set-up`.
   */
  inviteCoaches: async (filter: TeamFilter) =>
    (await call('POST /api/admin/teams/coach-invitations', { query: toPublishedTeamDownloadFilter(filter) }))
      .count,
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
export const findCurrentTeamInTeamSaveError = ({ details }: ApiError): Team | undefined =>
  details.current ? fromPublishedTeam(details.current as PublishedTeam) : undefined

/** Returns the fields of an error of `save` by the names of `TeamEdit`. */
export const toTeamFieldErrors = ({ fields }: ApiError): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [fromPublishedTeamFieldName(field), message]),
  )

/**
 * Returns the stored team, from the `details` of a `stale-version` error of `savePerson` and of the call that
 * saves scores.
 */
export const findCurrentTeamInPersonOrScoreError = ({ details }: ApiError): Team | undefined =>
  details.current as Team | undefined

/** Returns the stored coach or member, from the `details` of a `stale-version` error of `savePerson`. */
export const findCurrentPersonInStaleError = (
  error: ApiError,
  kind: PersonKind,
  id: string,
): TeamPerson | undefined => {
  const team = findCurrentTeamInPersonOrScoreError(error)
  return (kind === 'coach' ? team?.coaches : team?.members)?.find((person) => person.id === id)
}
