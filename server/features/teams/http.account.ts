import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { idQuery, type Upload } from '#contract/crud.schema.ts'
import { paths } from '#contract/paths.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import { hasAdministratorRole } from '#contract/session.ts'
import {
  accountTeamsResponse,
  draftParams,
  draftsResponse,
  saveDraftRequest,
  savedAccountTeamResponse,
  submitTeamRequest,
  submittedTeamResponse,
  teamParams,
} from '#contract/team.schema.ts'
import { maxSubmittedPhotos } from '#contract/team.ts'
import { teamHistoryResponse, teamRanksResponse } from '#contract/team-progress.schema.ts'
import { z } from '#contract/z.ts'
import type { Deps } from '#server/deps.ts'
import { listVisibleRanksOfTeams } from '#server/features/scores/service.ts'
import { getSiteDate } from '#server/features/settings/service.ts'
import { explanationTexts } from '#server/http/explanations/rank-explanation-texts.ts'
import { createAccountRoutes, getAuditActor, getAuthenticatedUser } from '#server/http/guards.ts'
import { getRequestLanguage } from '#server/http/language.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createFormParsingHook } from '#server/http/request-bodies.ts'
import { sendStoredFile } from '#server/http/send-file.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createLinkSignerAndVerifier } from '#server/lib/signed-links.ts'
import { createAccountTeamService, type SubmittedImages } from './account-team-service.ts'
import { createOwnerInvitationService } from './coach-invitation-service.ts'
import { createReportingMemberGuard } from './conflicts.ts'
import { createTeamLeaveRequestService } from './place-service.ts'
import { listTeamIdsOfUser, readTeamHistory } from './queries-account.ts'
import { createTeamDraftService } from './team-submission.ts'

type SubmitTeamRequest = z.output<typeof submitTeamRequest>
const getPhotos = (form: Readonly<Record<string, unknown>>): ReadonlyMap<number, Upload> =>
  new Map(
    Array.from(
      { length: maxSubmittedPhotos },
      (_, at) => [at, form[`photo${at}`] as Upload | undefined] as const,
    ).filter((photo): photo is [number, Upload] => photo[1] !== undefined),
  )
const getImages = (form: SubmitTeamRequest): SubmittedImages => ({
  image: form.image ?? (form.removeImage ? null : undefined),
  photos: getPhotos(form),
  removed: form.removePhotos ?? [],
})
const getAccountActor = (request: FastifyRequest) => ({
  ...getAuditActor(request),
  userId: getAuthenticatedUser(request).userId,
})

/** Registers the calls of a user about their teams and their drafts of registrations. */
export const teamsAccountRoutes = (deps: Deps) =>
  createAccountRoutes(deps, 'account teams', async (app) => {
    const service = createAccountTeamService(deps)
    const refuseMemberConflicts = createReportingMemberGuard(deps)
    const drafts = createTeamDraftService(deps)
    const leave = createTeamLeaveRequestService(deps)
    const invitations = createOwnerInvitationService(deps)

    app.get(
      paths.teams,
      {
        schema: {
          summary: 'The teams that the account registered or coaches; one of them (`id`)',
          querystring: idQuery.partial(),
          response: { 200: accountTeamsResponse },
        },
      },
      async (request) => {
        const { id } = request.query
        const { userId } = getAuthenticatedUser(request)
        return buildSuccessReply(
          id === undefined ? { teams: await service.list(userId) } : { team: await service.one(id, userId) },
        )
      },
    )

    for (const method of ['POST', 'PUT'] as const)
      app.route({
        method,
        url: paths.teams,
        preValidation: createFormParsingHook(submitTeamRequest),
        schema: {
          summary:
            'Register a team with its people, or with `id` change one, while registration is open: all or nothing',
          consumes: ['multipart/form-data'],
          body: submitTeamRequest,
          response: { 200: submittedTeamResponse },
        },
        handler: async (request) => {
          const user = getAuthenticatedUser(request)
          const { userId } = user
          const { name: teamName, competitionId } = request.body
          const team = await refuseMemberConflicts(
            { userId, team: teamName, competitionId, lang: getRequestLanguage(request) },
            () => service.submit(request.body, getImages(request.body), getAccountActor(request)),
          )
          const isNew = request.body.id === undefined
          // administrators get no email about their teams
          const isEmailed = isNew && deps.emails.isEnabled && !hasAdministratorRole(user)
          return buildMessageReply(request, isNew ? 'saved' : 'updated', {
            team,
            emailTo: isEmailed ? (team.user?.email ?? null) : null,
          })
        },
      })

    app.post(
      `${paths.teams}/:teamId/leave`,
      {
        schema: {
          summary: 'Request the withdrawal of a paid team; its owner only',
          params: teamParams,
          response: { 200: savedAccountTeamResponse },
        },
      },
      async (request) => {
        const actor = getAccountActor(request)
        await leave.request(request.params.teamId, actor)
        return buildMessageReply(request, 'saved', {
          team: await service.one(request.params.teamId, actor.userId),
        })
      },
    )
    app.post(
      `${paths.teams}/:teamId/owner`,
      {
        schema: {
          summary: 'Become the owner of a team whose organizers invited the account as its coach',
          params: teamParams,
          response: { 200: savedAccountTeamResponse },
        },
      },
      async (request) => {
        const actor = getAccountActor(request)
        await invitations.accept(request.params.teamId, actor)
        return buildMessageReply(request, 'teamTakenOver', {
          team: await service.one(request.params.teamId, actor.userId),
        })
      },
    )
    app.get(
      paths.teamRanks,
      {
        schema: {
          summary: 'The ranks of the teams of the account in the rankings of events',
          response: { 200: teamRanksResponse },
        },
      },
      async (request) => {
        const { db } = deps.database
        const teamIds = await listTeamIdsOfUser(db, getAuthenticatedUser(request).userId)
        const shown = { texts: explanationTexts, today: await getSiteDate(deps) }
        return buildSuccessReply({ ranks: await listVisibleRanksOfTeams(db, teamIds, shown) })
      },
    )
    app.get(
      `${paths.teams}/:teamId/history`,
      {
        schema: {
          summary: 'The history of a team of the account',
          params: teamParams,
          response: { 200: teamHistoryResponse },
        },
      },
      async (request) => {
        const team = await service.one(request.params.teamId, getAuthenticatedUser(request).userId)
        return buildSuccessReply({ history: await readTeamHistory(deps.database.db, team) })
      },
    )

    app.post(
      `${paths.teams}/:teamId/place`,
      {
        schema: {
          summary:
            'Register a lapsed team again: it gets a free place, or joins the waiting list; its owner only',
          params: teamParams,
          response: { 200: savedAccountTeamResponse },
        },
      },
      async (request) =>
        buildMessageReply(request, 'saved', {
          team: await service.registerAgain(request.params.teamId, getAccountActor(request)),
        }),
    )

    app.delete(
      paths.teams,
      {
        schema: {
          summary: 'Withdraw an unpaid team; its owner only',
          querystring: idQuery,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await service.withdraw(request.query.id, getAccountActor(request))
        return buildMessageReply(request, 'teamDeleted')
      },
    )

    app.get(
      paths.teamDrafts,
      { schema: { summary: 'Registrations that are not submitted yet', response: { 200: draftsResponse } } },
      async (request) =>
        buildSuccessReply({ drafts: await drafts.list(getAuthenticatedUser(request).userId) }),
    )
    app.put(
      `${paths.teamDrafts}/:draftId`,
      {
        schema: {
          summary: 'Save a draft; a repeat is harmless',
          params: draftParams,
          body: saveDraftRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await drafts.save(getAuthenticatedUser(request).userId, request.params.draftId, request.body.data)
        return buildMessageReply(request, 'saved')
      },
    )
    app.delete(
      `${paths.teamDrafts}/:draftId`,
      { schema: { summary: 'Delete a draft', params: draftParams, response: { 200: messageOnlyResponse } } },
      async (request) => {
        await drafts.remove(getAuthenticatedUser(request).userId, request.params.draftId)
        return buildMessageReply(request, 'updated')
      },
    )
  })

/** Registers the call that sends the photos of people by signed links. */
export const personPhotoRoutes =
  ({ encryption, files }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const links = createLinkSignerAndVerifier(encryption)
    app.get(
      `${paths.teamPicture}/:name`,
      {
        config: { for: 'visitor' },
        schema: {
          summary:
            'A photo of a coach or member; the link with its signature comes from the calls about teams',
          tags: ['account teams'],
          params: z.object({ name: z.string().regex(/^[\w-]{1,80}\.webp$/) }),
          querystring: z.object({
            until: z.string().max(12).default(''),
            signature: z.string().max(100).default(''),
          }),
        },
      },
      (request, reply) => {
        const { name } = request.params
        const { until, signature } = request.query
        // an invalid link and a missing file have the same response
        if (!links.isValid(name, until, signature)) throw new AppError('not-found')
        return sendStoredFile(files, { folder: 'private', name }, request, reply, {
          cache: 'private, max-age=3600',
        })
      },
    )
  }
