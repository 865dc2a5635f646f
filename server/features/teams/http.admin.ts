import type { FastifyReply, FastifyRequest } from 'fastify'
import { idQuery } from '#contract/crud.schema.ts'
import { paths } from '#contract/paths.ts'
import {
  publishedTeamFilter,
  savedPublishedTeamResponse,
  saveTeamRequest,
  teamDownloadQuery,
  teamListQuery,
  teamQuery,
  teamsResponse,
} from '#contract/published/team.schema.ts'
import {
  fromPublishedTeamFilter,
  fromPublishedTeamForm,
  toPublishedTeam,
  toPublishedTeamDownloadResponse,
  toPublishedTeamFieldName,
  toPublishedTeamRow,
} from '#contract/published/team.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import { hasPermission } from '#contract/rules/permissions.ts'
import {
  coachInvitationResponse,
  inviteCoachRequest,
  invitedCoachesResponse,
  nationalIdReasonRequest,
  savedCoachInvitationResponse,
  savedTeamResponse,
  saveTeamScoresRequest,
  type Team,
  teamParams,
} from '#contract/team.schema.ts'
import {
  decideLeaveRequest,
  decideLeaveResponse,
  leaveRequestsQuery,
  leaveRequestsResponse,
} from '#contract/team-leave.schema.ts'
import type { z } from '#contract/z.ts'
import { adminTeams as ar } from '#i18n/ar/admin-teams.ts'
import { adminTeams as en } from '#i18n/en/admin-teams.ts'
import type { Deps } from '#server/deps.ts'
import { writeAudit } from '#server/features/audit/service.ts'
import { getSessionSettings } from '#server/features/settings/service.ts'
import { createMissingIdError } from '#server/http/crud-routes.ts'
import { awaitWithPublishedErrorNames } from '#server/http/errors.ts'
import {
  assertRequestPermission,
  assertRequestSessionConfirmed,
  createAdminRoutes,
  getAuditActor,
  getAuthenticatedUser,
} from '#server/http/guards.ts'
import { getRequestLanguage } from '#server/http/language.ts'
import { createQueryDispatch, defineRouteVariant, hasQueryKey } from '#server/http/query-dispatch.ts'
import { buildListReply, buildMessageReply, buildSuccessReply, sendCsv } from '#server/http/reply.ts'
import { createFormParsingHook } from '#server/http/request-bodies.ts'
import { createOwnerInvitationService } from './coach-invitation-service.ts'
import { createTeamExportService } from './export-service.ts'
import { createTeamsCsvWords } from './http.admin-import.ts'
import { createTeamScoreService } from './people-and-scores-service.ts'
import { createTeamLeaveRequestService } from './place-service.ts'
import { hidePeopleWithoutPermission } from './rows.ts'
import { createTeamService } from './service.ts'

const unreadableIdTexts = { en: en.unreadableIds, ar: ar.unreadableIds }
const publishedNames = { record: toPublishedTeam, field: toPublishedTeamFieldName }

/**
 * Registers the calls of the back office about teams. List, one, download, save and delete are calls of the
 * specification (section 7 'Admin: teams').
 */
export const teamsAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'teams', 'registration', async (app) => {
    const service = createTeamService(deps)
    const files = createTeamExportService(deps)
    const results = createTeamScoreService(deps)

    const download = async (
      query: z.output<typeof teamDownloadQuery>,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => {
      assertRequestPermission(request, 'privacy')
      // clients of the specification cannot confirm a session
      if ((await getSessionSettings(deps)).confirmPublishedExports) assertRequestSessionConfirmed(request)
      const filter = fromPublishedTeamFilter(query)
      if (query.format === 'csv') {
        const { name, parts } = await files.csv(filter, getAuditActor(request))
        return sendCsv(reply, name, parts)
      }
      await files.note(filter, getAuditActor(request))
      const teams: Team[] = []
      for await (const some of service.each(filter)) teams.push(...some)
      const slug =
        filter.competitionId === undefined
          ? 'all'
          : ((await service.findCompetitionSlug(filter.competitionId)) ?? '')
      return toPublishedTeamDownloadResponse(teams, slug)
    }
    const { querystring, answer } = createQueryDispatch([
      defineRouteVariant({
        when: (query) => hasQueryKey(query, 'download'),
        schema: teamDownloadQuery,
        handle: download,
      }),
      defineRouteVariant({
        when: (query) => hasQueryKey(query, 'id'),
        schema: teamQuery,
        handle: async ({ id }, request) => {
          const team = await service.one(id)
          await writeAudit(deps.database.db, {
            actor: getAuditActor(request),
            action: 'view',
            entity: 'team',
            entityId: id,
          })
          return buildSuccessReply({
            team: toPublishedTeam(hidePeopleWithoutPermission(team, getAuthenticatedUser(request))),
          })
        },
      }),
      defineRouteVariant({
        when: () => true,
        schema: teamListQuery,
        handle: async (query, request) => {
          const { page, per_page: perPage, deleted, sort } = query
          const lang = getRequestLanguage(request)
          const { records, total } = await service.list({
            page,
            perPage,
            deleted,
            sort,
            lang,
            ...fromPublishedTeamFilter(query),
          })
          const user = getAuthenticatedUser(request)
          const teams = records.map((team) => toPublishedTeamRow(hidePeopleWithoutPermission(team, user)))
          return buildListReply('teams', teams, total, query)
        },
      }),
    ])
    app.get(
      paths.adminTeams,
      {
        config: {
          permission: ['registration', 'results', 'finance', 'privacy'],
          conditionalChecks: [
            { when: 'with `download`', permission: 'privacy' },
            { when: 'with `download`, where the settings ask for it', confirmation: true },
          ],
        },
        schema: {
          summary: 'List; one (`id`); all of them (`download`), as CSV with `format=csv`',
          querystring,
          response: { 200: teamsResponse },
        },
      },
      async (request, reply) => (await answer(request, reply)) as z.input<typeof teamsResponse>,
    )

    app.get(
      paths.adminTeamsExport,
      {
        config: { permission: 'privacy', conditionalChecks: [{ when: 'always', confirmation: true }] },
        schema: {
          summary: 'All teams that match as CSV, in a confirmed session',
          querystring: publishedTeamFilter,
          produces: ['text/csv'],
        },
      },
      async (request, reply) => {
        assertRequestSessionConfirmed(request)
        const filter = fromPublishedTeamFilter(request.query)
        const words = createTeamsCsvWords(getRequestLanguage(request))
        const { name, parts } = await files.csv(filter, getAuditActor(request), { words })
        return sendCsv(reply, name, parts)
      },
    )

    app.post(
      paths.adminTeamsFullExport,
      {
        config: { permission: 'privacy', conditionalChecks: [{ when: 'always', confirmation: true }] },
        schema: {
          summary:
            'All teams that match as CSV, with all people and whole national IDs; who exports them and why is written into the audit log',
          querystring: publishedTeamFilter,
          body: nationalIdReasonRequest,
          produces: ['text/csv'],
        },
      },
      async (request, reply) => {
        assertRequestSessionConfirmed(request)
        const lang = getRequestLanguage(request)
        const { name, parts } = await files.csv(
          fromPublishedTeamFilter(request.query),
          getAuditActor(request),
          {
            words: createTeamsCsvWords(lang),
            full: {
              reason: request.body.reason,
              report: (personId) =>
                request.log.warn(
                  { column: 'team_people.national_id', rowId: personId },
                  'a value cannot be decrypted',
                ),
              formatNote: (names) => unreadableIdTexts[lang].replace('{{people}}', () => names.join(', ')),
            },
          },
        )
        return sendCsv(reply, name, parts)
      },
    )

    for (const method of ['POST', 'PUT'] as const)
      app.route({
        method,
        url: paths.adminTeams,
        config: { conditionalChecks: [{ when: 'to mark it as paid or not paid', permission: 'finance' }] },
        preValidation: createFormParsingHook(saveTeamRequest),
        schema: {
          summary: 'Create, or with `id` change',
          consumes: ['multipart/form-data', 'application/x-www-form-urlencoded'],
          body: saveTeamRequest,
          response: { 200: savedPublishedTeamResponse },
        },
        handler: async (request) => {
          const { id, file, removeFile } = request.body
          if (method === 'PUT' && id === undefined) throw createMissingIdError()
          const image = file ?? (removeFile ? null : undefined)
          const saving = service.save(fromPublishedTeamForm(request.body), getAuditActor(request), image)
          const team = toPublishedTeam(await awaitWithPublishedErrorNames(saving, publishedNames))
          return buildMessageReply(request, id === undefined ? 'saved' : 'updated', { team })
        },
      })

    app.delete(
      paths.adminTeams,
      {
        schema: {
          summary: 'Delete; undone for 30 days',
          querystring: idQuery,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await service.remove(request.query.id, getAuditActor(request))
        return buildMessageReply(request, 'teamDeleted')
      },
    )

    app.post(
      `${paths.adminTeams}/restore`,
      { schema: { summary: 'Restore a deleted team', body: idQuery, response: { 200: savedTeamResponse } } },
      async (request) =>
        buildMessageReply(request, 'restored', {
          team: await service.restore(request.body.id, getAuditActor(request)),
        }),
    )

    app.put(
      `${paths.adminTeams}/:teamId/scores`,
      {
        config: { permission: 'results' },
        schema: {
          summary: 'Replace all scores of a team',
          params: teamParams,
          body: saveTeamScoresRequest,
          response: { 200: savedTeamResponse },
        },
      },
      async (request) => {
        const { scores, version } = request.body
        return buildMessageReply(request, 'updated', {
          team: await results.save(request.params.teamId, scores, version, getAuditActor(request)),
        })
      },
    )
  })

/** Registers the back office's calls about requests to leave a competition with a paid team. */
export const teamLeaveAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'teams', 'registration', async (app) => {
    const service = createTeamLeaveRequestService(deps)
    app.get(
      paths.adminLeaveRequests,
      {
        config: { permission: ['registration', 'results', 'finance', 'privacy'] },
        schema: {
          summary:
            'The open requests to leave a competition with a paid team; with `teamId` that of one team',
          querystring: leaveRequestsQuery,
          response: { 200: leaveRequestsResponse },
        },
      },
      async (request) =>
        buildSuccessReply({
          requests: await service.listOpen({
            teamId: request.query.teamId,
            withPayments: hasPermission(getAuthenticatedUser(request).permissions, 'finance'),
          }),
        }),
    )
    app.post(
      paths.adminLeaveRequests,
      {
        config: {
          conditionalChecks: [{ when: 'to refund the fee', permission: 'finance', confirmation: true }],
        },
        schema: {
          summary: 'Approve or refuse a request; an approved team is deleted, and its fee can be refunded',
          body: decideLeaveRequest,
          response: { 200: decideLeaveResponse },
        },
      },
      async (request) => {
        const { teamId, approved, refund } = request.body
        if (refund) {
          assertRequestPermission(request, 'finance')
          assertRequestSessionConfirmed(request)
        }
        return buildMessageReply(request, 'updated', {
          refund: await service.decide(teamId, approved, getAuditActor(request), refund),
        })
      },
    )
  })

/**
 * Registers the back office's calls about invitations of coaches to own teams that the organizers registered.
 */
export const ownerInvitationAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'teams', 'registration', async (app) => {
    const service = createOwnerInvitationService(deps)
    const path = `${paths.adminTeams}/:teamId/coach-invitation`
    app.get(
      path,
      {
        config: { permission: ['registration', 'results', 'finance', 'privacy'] },
        schema: {
          summary: 'The invitation of a coach to own a team',
          params: teamParams,
          response: { 200: coachInvitationResponse },
        },
      },
      async (request) =>
        buildSuccessReply({ invitation: await service.getInvitation(request.params.teamId) }),
    )
    app.put(
      path,
      {
        schema: {
          summary: 'Invite a coach of a team to own it, by email',
          params: teamParams,
          body: inviteCoachRequest,
          response: { 200: savedCoachInvitationResponse },
        },
      },
      async (request) => {
        const invitation = await service.invite(
          request.params.teamId,
          request.body.coachId,
          getAuditActor(request),
        )
        return buildMessageReply(request, 'coachInvited', { invitation })
      },
    )
    app.delete(
      path,
      {
        schema: {
          summary: 'Withdraw the invitation of a coach',
          params: teamParams,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await service.withdraw(request.params.teamId, getAuditActor(request))
        return buildMessageReply(request, 'invitationWithdrawn')
      },
    )
    app.post(
      paths.adminCoachInvitations,
      {
        schema: {
          summary: 'Invite the first coach of each team that matches and that no account of a coach owns',
          querystring: publishedTeamFilter,
          response: { 200: invitedCoachesResponse },
        },
      },
      async (request) =>
        buildMessageReply(request, 'updated', {
          count: await service.inviteAll(fromPublishedTeamFilter(request.query), getAuditActor(request)),
        }),
    )
  })
