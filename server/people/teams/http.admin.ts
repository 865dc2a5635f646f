import { hasPermission } from '#contract/accounts/permissions.ts'
import type { Team } from '#contract/people/teams/team.schema.ts'
import {
  fromPublishedTeamFilter,
  fromPublishedTeamForm,
  toPublishedTeam,
  toPublishedTeamDownloadResponse,
  toPublishedTeamFieldName,
  toPublishedTeamRow,
} from '#contract/published/team.ts'
import { adminTeams as ar } from '#i18n/ar/admin-teams.ts'
import { adminTeams as en } from '#i18n/en/admin-teams.ts'
import type { Deps } from '#server/deps.ts'
import { writeAudit } from '#server/platform/audit/service.ts'
import { createIdRequiredError } from '#server/platform/http/crud-routes.ts'
import { awaitWithPublishedErrorFields } from '#server/platform/http/errors.ts'
import {
  assertRequestPermission,
  assertRequestSessionRecentlyConfirmed,
  getAuditActor,
  getAuthenticatedUser,
  getRegionLimit,
} from '#server/platform/http/guards.ts'
import {
  createCallsPlugin,
  implementGetRouteWithQueryVariants,
} from '#server/platform/http/implement-calls.ts'
import { getRequestLanguage } from '#server/platform/http/language.ts'
import { buildListReply, buildMessageReply, buildSuccessReply, sendCsv } from '#server/platform/http/reply.ts'
import { getSessionSettings } from '#server/platform/settings/service.ts'
import { createOwnershipInvitationService } from './coach-invitation-service.ts'
import { createTeamExportService } from './export-service.ts'
import { createTeamsCsvLabels } from './http.import.ts'
import { createTeamScoreEditService } from './people-and-scores-service.ts'
import { createCompetitionLeaveService } from './place-service.ts'
import { listDistinctTeamStages } from './queries.ts'
import { hidePeopleAndOwnerWithoutPermission } from './rows.ts'
import { createAdminTeamService } from './service.ts'

const unreadableIdTexts = { en: en.unreadableIds, ar: ar.unreadableIds }
const publishedNames = { record: toPublishedTeam, field: toPublishedTeamFieldName }

/**
 * Registers the calls of the back office about teams. List, one, download, save and delete are calls of the
 * specification (section 7 'Admin: teams').
 */
export const createTeamsAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createAdminTeamService(deps)
    const files = createTeamExportService(deps)
    const results = createTeamScoreEditService(deps)

    implementGetRouteWithQueryVariants(implement, 'GET /api/admin/teams', {
      '?download': async (query, request, reply) => {
        assertRequestPermission(request, 'privacy')
        // clients of the specification cannot confirm a session
        if ((await getSessionSettings(deps)).confirmPublishedExports)
          assertRequestSessionRecentlyConfirmed(request)
        const filter = { ...fromPublishedTeamFilter(query), regionLimit: getRegionLimit(request) }
        if (query.format === 'csv') {
          const { name, parts } = await files.csv(filter, getAuditActor(request))
          return sendCsv(reply, name, parts)
        }
        await files.auditExport(filter, getAuditActor(request))
        const teams: Team[] = []
        for await (const some of service.each(filter)) teams.push(...some)
        const slug =
          filter.competitionId === undefined
            ? 'all'
            : ((await service.findCompetitionSlug(filter.competitionId)) ?? '')
        return toPublishedTeamDownloadResponse(teams, slug)
      },
      '?id': async ({ id }, request) => {
        const team = await service.one(id, getRegionLimit(request))
        await writeAudit(deps.database.db, {
          actor: getAuditActor(request),
          action: 'view',
          entity: 'team',
          entityId: id,
        })
        return buildSuccessReply({
          team: toPublishedTeam(hidePeopleAndOwnerWithoutPermission(team, getAuthenticatedUser(request))),
        })
      },
      '': async (query, request) => {
        const { page, per_page: perPage, deleted, sort } = query
        const lang = getRequestLanguage(request)
        const filter = { ...fromPublishedTeamFilter(query), regionLimit: getRegionLimit(request) }
        const { records, total } = await service.list({ page, perPage, deleted, sort, lang, ...filter })
        const user = getAuthenticatedUser(request)
        const teams = records.map((team) =>
          toPublishedTeamRow(hidePeopleAndOwnerWithoutPermission(team, user)),
        )
        return buildListReply('teams', teams, total, query)
      },
    })

    implement('GET /api/admin/teams/export', async (request, reply) => {
      assertRequestSessionRecentlyConfirmed(request)
      const filter = { ...fromPublishedTeamFilter(request.query), regionLimit: getRegionLimit(request) }
      const words = createTeamsCsvLabels(getRequestLanguage(request))
      const { name, parts } = await files.csv(filter, getAuditActor(request), { words })
      return sendCsv(reply, name, parts)
    })

    implement('POST /api/admin/teams/full-export', async (request, reply) => {
      assertRequestSessionRecentlyConfirmed(request)
      const lang = getRequestLanguage(request)
      const { name, parts } = await files.csv(
        { ...fromPublishedTeamFilter(request.query), regionLimit: getRegionLimit(request) },
        getAuditActor(request),
        {
          words: createTeamsCsvLabels(lang),
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
    })

    for (const method of ['POST', 'PUT'] as const)
      implement(`${method} /api/admin/teams`, async (request) => {
        const { id, file, removeFile } = request.body
        if (method === 'PUT' && id === undefined) throw createIdRequiredError()
        const image = file ?? (removeFile ? null : undefined)
        const saving = service.save(fromPublishedTeamForm(request.body), getAuditActor(request), image)
        const team = toPublishedTeam(await awaitWithPublishedErrorFields(saving, publishedNames))
        return buildMessageReply(request, id === undefined ? 'saved' : 'updated', { team })
      })

    implement('DELETE /api/admin/teams', async (request) => {
      await service.remove(request.query.id, getAuditActor(request))
      return buildMessageReply(request, 'teamDeleted')
    })

    implement('POST /api/admin/teams/restore', async (request) =>
      buildMessageReply(request, 'restored', {
        team: await service.restore(request.body.id, getAuditActor(request)),
      }),
    )

    implement('GET /api/admin/teams/stages', async (request) =>
      buildSuccessReply({
        stages: await listDistinctTeamStages(deps.database.readDb, getRegionLimit(request)),
      }),
    )

    implement('PUT /api/admin/teams/:teamId/scores', async (request) => {
      const { scores, version } = request.body
      return buildMessageReply(request, 'updated', {
        team: await results.save(request.params.teamId, scores, version, getAuditActor(request)),
      })
    })
  })

/** Registers the back office's calls about requests to leave a competition with a paid team. */
export const createTeamLeaveAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createCompetitionLeaveService(deps)
    implement('GET /api/admin/teams/leave-requests', async (request) =>
      buildSuccessReply({
        requests: await service.listOpen({
          teamId: request.query.teamId,
          regionLimit: getRegionLimit(request),
          withPayments: hasPermission(getAuthenticatedUser(request).permissions, 'finance'),
        }),
      }),
    )
    implement('POST /api/admin/teams/leave-requests', async (request) => {
      const { teamId, approved, refund } = request.body
      if (refund) {
        assertRequestPermission(request, 'finance')
        assertRequestSessionRecentlyConfirmed(request)
      }
      return buildMessageReply(request, 'updated', {
        refund: await service.decide(teamId, approved, getAuditActor(request), refund),
      })
    })
  })

/**
 * Registers the back office's calls about invitations of coaches to own teams that the organizers registered.
 */
export const createOwnershipInvitationAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createOwnershipInvitationService(deps)

    implement('GET /api/admin/teams/:teamId/coach-invitation', async (request) =>
      buildSuccessReply({ invitation: await service.getInvitation(request.params.teamId) }),
    )
    implement('PUT /api/admin/teams/:teamId/coach-invitation', async (request) => {
      const invitation = await service.invite(
        request.params.teamId,
        request.body.coachId,
        getAuditActor(request),
      )
      return buildMessageReply(request, 'coachInvited', { invitation })
    })
    implement('DELETE /api/admin/teams/:teamId/coach-invitation', async (request) => {
      await service.withdraw(request.params.teamId, getAuditActor(request))
      return buildMessageReply(request, 'invitationWithdrawn')
    })
    implement('POST /api/admin/teams/coach-invitations', async (request) =>
      buildMessageReply(request, 'updated', {
        count: await service.inviteAll(
          { ...fromPublishedTeamFilter(request.query), regionLimit: getRegionLimit(request) },
          getAuditActor(request),
        ),
      }),
    )
  })
