import { paths } from '#contract/paths.ts'
import {
  nationalIdReasonRequest,
  revealNationalIdResponse,
  savedTeamPersonResponse,
  savedTeamResponse,
  saveTeamPersonRequest,
  teamParams,
  teamPersonParams,
} from '#contract/team.schema.ts'
import type { z } from '#contract/z.ts'
import type { Deps } from '#server/deps.ts'
import { assertRequestSessionConfirmed, createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createFormParsingHook } from '#server/http/request-bodies.ts'
import { createTeamPeopleService } from './people-and-scores-service.ts'

const pathNames = { coach: 'coaches', member: 'members' } as const
const consumes = ['multipart/form-data']
const getImage = ({ picture, removePicture }: z.output<typeof saveTeamPersonRequest>) =>
  picture ?? (removePicture ? null : undefined)

/** Registers the calls of the back office about coaches and members. */
export const teamPeopleAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'teams', 'registration', async (app) => {
    const service = createTeamPeopleService(deps)
    for (const kind of ['coach', 'member'] as const) {
      const path = `${paths.adminTeams}/:teamId/${pathNames[kind]}`
      app.post(
        path,
        {
          preValidation: createFormParsingHook(saveTeamPersonRequest),
          schema: {
            summary: `Add a ${kind}`,
            consumes,
            params: teamParams,
            body: saveTeamPersonRequest,
            response: { 200: savedTeamPersonResponse },
          },
        },
        async (request) => {
          const place = { teamId: request.params.teamId, kind }
          const saved = await service.save(place, request.body, getAuditActor(request), {
            picture: getImage(request.body),
          })
          return buildMessageReply(request, 'saved', saved)
        },
      )
      app.put(
        `${path}/:personId`,
        {
          preValidation: createFormParsingHook(saveTeamPersonRequest),
          schema: {
            summary: `Change a ${kind}; without \`nationalId\` the stored one stays`,
            consumes,
            params: teamPersonParams,
            body: saveTeamPersonRequest,
            response: { 200: savedTeamPersonResponse },
          },
        },
        async (request) => {
          const { teamId, personId: id } = request.params
          const options = { version: request.body.version, picture: getImage(request.body) }
          const saved = await service.save(
            { teamId, kind },
            { ...request.body, id },
            getAuditActor(request),
            options,
          )
          return buildMessageReply(request, 'updated', saved)
        },
      )
      app.delete(
        `${path}/:personId`,
        {
          schema: {
            summary: `Remove a ${kind}; undone for 30 days`,
            params: teamPersonParams,
            response: { 200: savedTeamResponse },
          },
        },
        async (request) => {
          const { teamId, personId } = request.params
          return buildMessageReply(request, 'deleted', {
            team: await service.remove({ teamId, kind }, personId, getAuditActor(request)),
          })
        },
      )
      app.post(
        `${path}/:personId/restore`,
        {
          schema: {
            summary: `Restore a removed ${kind}`,
            params: teamPersonParams,
            response: { 200: savedTeamPersonResponse },
          },
        },
        async (request) => {
          const { teamId, personId } = request.params
          return buildMessageReply(
            request,
            'restored',
            await service.restore({ teamId, kind }, personId, getAuditActor(request)),
          )
        },
      )
      app.post(
        `${path}/:personId/national-id`,
        {
          config: { permission: 'privacy', conditionalChecks: [{ when: 'always', confirmation: true }] },
          schema: {
            summary:
              'The whole national ID of one person; who reads it and why is written into the audit log',
            params: teamPersonParams,
            body: nationalIdReasonRequest,
            response: { 200: revealNationalIdResponse },
          },
        },
        async (request) => {
          assertRequestSessionConfirmed(request)
          const { teamId, personId } = request.params
          return buildSuccessReply({
            nationalId: await service.reveal(
              { teamId, kind },
              personId,
              request.body.reason,
              getAuditActor(request),
            ),
          })
        },
      )
    }
  })
