import type { saveTeamPersonRequest } from '#contract/people/teams/team.schema.ts'
import type { z } from '#contract/platform/z.ts'
import type { Deps } from '#server/deps.ts'
import { assertRequestSessionRecentlyConfirmed, getAuditActor } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { createTeamPersonEditService } from './people-and-scores-service.ts'

const pathNames = { coach: 'coaches', member: 'members' } as const
const getImage = ({ picture, removePicture }: z.output<typeof saveTeamPersonRequest>) =>
  picture ?? (removePicture ? null : undefined)

/** Registers the calls of the back office about coaches and members. */
export const createTeamPeopleAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createTeamPersonEditService(deps)
    for (const kind of ['coach', 'member'] as const) {
      const path = `/api/admin/teams/:teamId/${pathNames[kind]}` as const
      implement(`POST ${path}`, async (request) => {
        const place = { teamId: request.params.teamId, kind }
        const saved = await service.save(place, request.body, getAuditActor(request), {
          picture: getImage(request.body),
        })
        return buildMessageReply(request, 'saved', saved)
      })
      implement(`PUT ${path}/:personId`, async (request) => {
        const { teamId, personId: id } = request.params
        const options = { version: request.body.version, picture: getImage(request.body) }
        const saved = await service.save(
          { teamId, kind },
          { ...request.body, id },
          getAuditActor(request),
          options,
        )
        return buildMessageReply(request, 'updated', saved)
      })
      implement(`DELETE ${path}/:personId`, async (request) => {
        const { teamId, personId } = request.params
        return buildMessageReply(request, 'deleted', {
          team: await service.remove({ teamId, kind }, personId, getAuditActor(request)),
        })
      })
      implement(`POST ${path}/:personId/restore`, async (request) => {
        const { teamId, personId } = request.params
        return buildMessageReply(
          request,
          'restored',
          await service.restore({ teamId, kind }, personId, getAuditActor(request)),
        )
      })
      implement(`POST ${path}/:personId/national-id`, async (request) => {
        assertRequestSessionRecentlyConfirmed(request)
        const { teamId, personId } = request.params
        return buildSuccessReply({
          nationalId: await service.reveal(
            { teamId, kind },
            personId,
            request.body.reason,
            getAuditActor(request),
          ),
        })
      })
    }
  })
