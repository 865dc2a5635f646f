import type { FastifyRequest } from 'fastify'
import { hasAdministratorRole } from '#contract/accounts/session.ts'
import type { submitTeamRequest } from '#contract/people/teams/team.schema.ts'
import { maxSubmittedPhotos } from '#contract/people/teams/team.ts'
import type { Upload } from '#contract/platform/crud.schema.ts'
import type { z } from '#contract/platform/z.ts'
import type { Deps } from '#server/deps.ts'
import { listVisibleRanksOfTeams } from '#server/event/scores/service.ts'
import { explanationTexts } from '#server/platform/http/explanations/rank-explanation-texts.ts'
import { getAuditActor, getAuthenticatedUser } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { getRequestLanguage } from '#server/platform/http/language.ts'
import { buildListReply, buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { sendStoredFile } from '#server/platform/http/send-file.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { createExpiringLinkSignerAndVerifier } from '#server/platform/lib/signed-links.ts'
import { getSiteDate } from '#server/platform/settings/service.ts'
import { createAccountTeamService, type SubmittedImages } from './account-team-service.ts'
import { createOwnershipInvitationService } from './coach-invitation-service.ts'
import { createNationalIdConflictReportRunner } from './conflicts.ts'
import { createCompetitionLeaveService } from './place-service.ts'
import { listOwnedOrCoachedTeamIds, readTeamHistory } from './queries-account.ts'
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
export const createTeamsAccountRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createAccountTeamService(deps)
    const refuseMemberConflicts = createNationalIdConflictReportRunner(deps)
    const drafts = createTeamDraftService(deps)
    const leave = createCompetitionLeaveService(deps)
    const invitations = createOwnershipInvitationService(deps)

    implement('GET /api/teams', async (request) => {
      const { id } = request.query
      const { userId } = getAuthenticatedUser(request)
      return buildSuccessReply(
        id === undefined ? { teams: await service.list(userId) } : { team: await service.one(id, userId) },
      )
    })

    implement('GET /api/account/teams', async (request) => {
      const { page, per_page, s: search } = request.query
      const { userId } = getAuthenticatedUser(request)
      const { teams, total } = await service.listPage(userId, { page, perPage: per_page, search })
      return buildListReply('teams', teams, total, { page, per_page })
    })
    implement('GET /api/account/teams/summaries', async (request) =>
      buildSuccessReply({ teams: await service.list(getAuthenticatedUser(request).userId) }),
    )

    for (const method of ['POST', 'PUT'] as const)
      implement(`${method} /api/teams`, async (request) => {
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
      })

    implement('POST /api/teams/:teamId/leave', async (request) => {
      const actor = getAccountActor(request)
      await leave.request(request.params.teamId, actor)
      return buildMessageReply(request, 'saved', {
        team: await service.one(request.params.teamId, actor.userId),
      })
    })
    implement('POST /api/teams/:teamId/owner', async (request) => {
      const actor = getAccountActor(request)
      await invitations.accept(request.params.teamId, actor)
      return buildMessageReply(request, 'teamTakenOver', {
        team: await service.one(request.params.teamId, actor.userId),
      })
    })
    implement('GET /api/teams/ranks', async (request) => {
      const { db } = deps.database
      const { teamIds: wantedIds } = request.query
      const ownIds = await listOwnedOrCoachedTeamIds(db, getAuthenticatedUser(request).userId)
      const teamIds = wantedIds ? ownIds.filter((id) => wantedIds.includes(id)) : ownIds
      const shown = { texts: explanationTexts, today: await getSiteDate(deps) }
      return buildSuccessReply({ ranks: await listVisibleRanksOfTeams(db, teamIds, shown) })
    })
    implement('GET /api/teams/:teamId/history', async (request) => {
      const team = await service.one(request.params.teamId, getAuthenticatedUser(request).userId)
      return buildSuccessReply({ history: await readTeamHistory(deps.database.db, team) })
    })

    implement('POST /api/teams/:teamId/place', async (request) =>
      buildMessageReply(request, 'saved', {
        team: await service.registerAgain(request.params.teamId, getAccountActor(request)),
      }),
    )

    implement('DELETE /api/teams', async (request) => {
      await service.withdraw(request.query.id, getAccountActor(request))
      return buildMessageReply(request, 'teamDeleted')
    })

    implement('GET /api/teams/drafts', async (request) =>
      buildSuccessReply({ drafts: await drafts.list(getAuthenticatedUser(request).userId) }),
    )
    implement('PUT /api/teams/drafts/:draftId', async (request) => {
      await drafts.save(getAuthenticatedUser(request).userId, request.params.draftId, request.body.data)
      return buildMessageReply(request, 'saved')
    })
    implement('DELETE /api/teams/drafts/:draftId', async (request) => {
      await drafts.remove(getAuthenticatedUser(request).userId, request.params.draftId)
      return buildMessageReply(request, 'updated')
    })
  })

/** Registers the call that sends the photos of people by signed links. */
export const createPersonPhotoDownloadRoutes = ({ guards, encryption, files }: Deps) =>
  createCallsPlugin({ guards }, (implement) => {
    const links = createExpiringLinkSignerAndVerifier(encryption)
    implement('GET /api/teams/pictures/:name', (request, reply) => {
      const { name } = request.params
      const { until, signature } = request.query
      // an invalid link and a missing file have the same response
      if (!links.isValid(name, until, signature)) throw new AppError('not-found')
      return sendStoredFile(files, { folder: 'private', name }, request, reply, {
        cache: 'private, max-age=3600',
      })
    })
  })
