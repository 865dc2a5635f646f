import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import {
  personForm,
  personPath,
  personSavedReply,
  revealBody,
  revealReply,
  teamPath,
  teamSavedReply,
  type WirePersonForm,
} from '#contract/published/team.schema.ts'
import { personToWire, teamToWire } from '#contract/published/team.ts'
import { personEditFromForm } from '#contract/published/team-forms.ts'
import type { Team, TeamPerson } from '#contract/team.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/http/actor.ts'
import { languageOf, textsOf } from '#server/http/language.ts'
import { readForm } from '#server/http/multipart.ts'
import { inPublishedNames } from './http.published.ts'
import { peopleService } from './people-service.ts'

const tags = ['teams (admin)']
const security = [{ token: [] }]
const kinds = { coach: 'coaches', member: 'members' } as const

/** The back office's calls about coaches and members: add, change, take out, bring back, show the national ID of one. */
export const teamPeopleAdmin =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const service = peopleService(deps)
    const shared = { onRequest: deps.guards.admin, config: { for: 'admin' } } as const
    const form = { preValidation: readForm(personForm) }
    const consumes = ['multipart/form-data']
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })
    const message = (request: FastifyRequest, key: 'saved' | 'updated' | 'deleted' | 'restored') =>
      textsOf(languageOf(request.raw.url, request.headers))(`messages.${key}`)
    const saved = (request: FastifyRequest, { person, team }: { person: TeamPerson; team: Team }, key: Parameters<typeof message>[1]) => ({
      success: true as const,
      msg: message(request, key),
      person: personToWire(person),
      team: teamToWire(team),
    })
    const pictureOf = ({ picture, removePicture }: WirePersonForm) => picture ?? (removePicture ? null : undefined)

    for (const kind of ['coach', 'member'] as const) {
      const path = `${paths.adminTeams}/:teamId/${kinds[kind]}`
      app.post(
        path,
        {
          ...shared,
          ...form,
          schema: {
            summary: `Add a ${kind}`,
            tags,
            security,
            consumes,
            params: teamPath,
            body: personForm,
            response: { 200: personSavedReply },
          },
        },
        async (request) => {
          const place = { teamId: request.params.teamId, kind }
          const work = service.save(place, personEditFromForm(request.body), actorOf(request), { picture: pictureOf(request.body) })
          return saved(request, await inPublishedNames(work), 'saved')
        },
      )
      app.put(
        `${path}/:personId`,
        {
          ...shared,
          ...form,
          schema: {
            summary: `Change a ${kind}; without \`national_id\` the stored one stays`,
            tags,
            security,
            consumes,
            params: personPath,
            body: personForm,
            response: { 200: personSavedReply },
          },
        },
        async (request) => {
          const { teamId, personId } = request.params
          const draft = { ...personEditFromForm(request.body), id: personId }
          const more = { version: request.body.version, picture: pictureOf(request.body) }
          return saved(request, await inPublishedNames(service.save({ teamId, kind }, draft, actorOf(request), more)), 'updated')
        },
      )
      app.delete(
        `${path}/:personId`,
        {
          ...shared,
          schema: {
            summary: `Take a ${kind} out; undone for 30 days`,
            tags,
            security,
            params: personPath,
            response: { 200: teamSavedReply },
          },
        },
        async (request) => {
          const { teamId, personId } = request.params
          const team = await inPublishedNames(service.remove({ teamId, kind }, personId, actorOf(request)))
          return { success: true as const, msg: message(request, 'deleted'), team: teamToWire(team) }
        },
      )
      app.post(
        `${path}/:personId/restore`,
        {
          ...shared,
          schema: { summary: `Bring a ${kind} back`, tags, security, params: personPath, response: { 200: personSavedReply } },
        },
        async (request) => {
          const { teamId, personId } = request.params
          return saved(request, await inPublishedNames(service.restore({ teamId, kind }, personId, actorOf(request))), 'restored')
        },
      )
      app.post(
        `${path}/:personId/national-id`,
        {
          ...shared,
          schema: {
            summary: 'The whole national ID of one person; who saw it and why is written down',
            tags,
            security,
            params: personPath,
            body: revealBody,
            response: { 200: revealReply },
          },
        },
        async (request) => {
          const { teamId, personId } = request.params
          return {
            success: true as const,
            national_id: await service.reveal({ teamId, kind }, personId, request.body.reason, actorOf(request)),
          }
        },
      )
    }
  }
