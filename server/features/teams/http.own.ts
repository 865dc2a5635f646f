import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { idQuery } from '#contract/crud.schema.ts'
import { savedResponse } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import {
  draftBody,
  draftPath,
  draftsReply,
  ownTeamAnyReply,
  ownTeamSavedReply,
  submissionForm,
  type WireSubmission,
} from '#contract/published/team.schema.ts'
import { draftToWire, ownTeamToWire } from '#contract/published/team.ts'
import { submissionFromForm } from '#contract/published/team-forms.ts'
import type { Upload } from '#contract/upload.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/http/actor.ts'
import { signedOf } from '#server/http/auth.ts'
import { languageOf, textsOf } from '#server/http/language.ts'
import { readForm } from '#server/http/multipart.ts'
import { draftService } from './drafts.ts'
import { inPublishedNames } from './http.published.ts'
import { ownTeams, type SubmittedPictures } from './own.ts'

const tags = ['own teams']
const security = [{ token: [] }]

const picturesOf = (form: WireSubmission): SubmittedPictures => {
  const photos = Object.entries(form as Record<string, unknown>).flatMap(([name, value]): [number, Upload][] => {
    const at = /^photo_(\d+)$/.exec(name)?.[1]
    return at !== undefined && value ? [[Number(at), value as Upload]] : []
  })
  return { image: form.file ?? (form.removeFile ? null : undefined), photos: new Map(photos), removed: form.removePhotos ?? [] }
}

/** What students and coaches do with their teams: register, read, change, take back, and drafts of it. */
export const teamsOwn =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const service = ownTeams(deps)
    const drafts = draftService(deps)
    const shared = { onRequest: deps.guards.person, config: { for: 'person' } } as const
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })
    const message = (request: FastifyRequest, key: 'saved' | 'updated' | 'teamDeleted') =>
      textsOf(languageOf(request.raw.url, request.headers))(`messages.${key}`)
    const owner = (request: FastifyRequest) => ({ ...actorOf(request), userId: signedOf(request).userId })

    app.get(
      paths.teams,
      {
        ...shared,
        schema: {
          summary: 'The teams that one registered; one of them (`id`)',
          tags,
          security,
          querystring: idQuery.partial(),
          response: { 200: ownTeamAnyReply },
        },
      },
      async (request) => {
        const { id } = request.query
        const { userId } = signedOf(request)
        if (id !== undefined) return { success: true as const, team: ownTeamToWire(await service.one(id, userId)) }
        return { success: true as const, teams: (await service.mine(userId)).map(ownTeamToWire) }
      },
    )

    for (const method of ['POST', 'PUT'] as const)
      app.route({
        method,
        url: paths.teams,
        ...shared,
        preValidation: readForm(submissionForm),
        schema: {
          summary: 'Register a team with its people, or with `id` change one, while registration is open: all or nothing',
          tags,
          security,
          consumes: ['multipart/form-data'],
          body: submissionForm,
          response: { 200: ownTeamSavedReply },
        },
        handler: async (request) => {
          const team = await inPublishedNames(service.submit(submissionFromForm(request.body), picturesOf(request.body), owner(request)))
          return {
            success: true as const,
            msg: message(request, request.body.id === undefined ? 'saved' : 'updated'),
            team: ownTeamToWire(team),
          }
        },
      })

    app.delete(
      paths.teams,
      {
        ...shared,
        schema: { summary: 'Take an unpaid team back', tags, security, querystring: idQuery, response: { 200: savedResponse } },
      },
      async (request) => {
        await inPublishedNames(service.withdraw(request.query.id, owner(request)))
        return { success: true as const, msg: message(request, 'teamDeleted') }
      },
    )

    app.get(
      paths.teamDrafts,
      { ...shared, schema: { summary: 'Registrations in the making', tags, security, response: { 200: draftsReply } } },
      async (request) => ({ success: true as const, drafts: (await drafts.list(signedOf(request).userId)).map(draftToWire) }),
    )
    app.put(
      `${paths.teamDrafts}/:draftId`,
      {
        ...shared,
        schema: {
          summary: 'Keep a draft; a repeat is harmless',
          tags,
          security,
          params: draftPath,
          body: draftBody,
          response: { 200: savedResponse },
        },
      },
      async (request) => {
        await drafts.keep(signedOf(request).userId, request.params.draftId, request.body.data)
        return { success: true as const, msg: message(request, 'saved') }
      },
    )
    app.delete(
      `${paths.teamDrafts}/:draftId`,
      { ...shared, schema: { summary: 'Throw a draft away', tags, security, params: draftPath, response: { 200: savedResponse } } },
      async (request) => {
        await drafts.drop(signedOf(request).userId, request.params.draftId)
        return { success: true as const, msg: message(request, 'updated') }
      },
    )
  }
