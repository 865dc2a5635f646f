import { normalizeEmail } from '#contract/accounts/identity.ts'
import { hasAdministratorRole } from '#contract/accounts/session.ts'
import { accountTeamFields, pickFields, teamValueFields } from '#contract/people/teams/team.fields.ts'
import type { AccountTeam, TeamSubmission } from '#contract/people/teams/team.schema.ts'
import { findTeamPaymentDeadline, isWithinRegistrationPeriod } from '#contract/people/teams/team-places.ts'
import { listOwnerOnlyChangeProblems, maxUnpaidTeams } from '#contract/people/teams/team-rules.ts'
import type { Upload } from '#contract/platform/crud.schema.ts'
import { cleanText } from '#contract/platform/text.ts'
import type { Core } from '#server/deps.ts'
import {
  type CompetitionRow,
  findCompetition,
  hasFreePlaceForNewTeam,
  listCompetitionsByIds,
  lockCompetition,
  reserveNextTeamNo,
  toCompetition,
} from '#server/event/competitions/service.ts'
import { listRankingCacheTagsOfTeam } from '#server/event/scores/service.ts'
import { filterTeamIdSetInPaymentDecision } from '#server/money/payments/service.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import { updateRowWithAudit } from '#server/platform/crud/soft-delete.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, assertVersionNotStale } from '#server/platform/lib/app-error.ts'
import { saveRecordAndReplaceImages } from '#server/platform/lib/images.ts'
import { getAllSettingsOrThrow, getSiteDate, getSitePhoneCountry } from '#server/platform/settings/service.ts'
import { listConfirmationStatesOfMinors } from '../guardian-confirmations/service.ts'
import { assertNoProblems, awaitWithTeamConstraintErrors } from './conflicts.ts'
import { insertWithdrawalMessageIfInEvent } from './place-service.ts'
import {
  countUnpaidTeamsOfUserInCompetition,
  findTeamWithRelations,
  listOwnedOrCoachedTeams,
  listPeopleOfTeams,
  loadTeamsWithPeopleAndScores,
  lockTeam,
  readTeamPageOfUser,
} from './queries.ts'
import { findConfirmedEmail, findTeamRoleOfUser } from './queries-account.ts'
import { filterCompetingTeamIdSet } from './queries-competing.ts'
import { mapWaitingPositionsByTeam } from './queries-places.ts'
import { insertTeam, setDeferredConstraintsImmediate } from './queries-write.ts'
import { readReplaceableMemberIdSet } from './replace-refused.ts'
import { createTeamReadContext, type TeamJoinRow, toTeam, toTeamAudit } from './rows.ts'
import {
  hasRequiredPeopleWithoutRefused,
  softDeleteTeamWithPeopleAndAudit,
  teamSoftDeleteConfig,
} from './service.ts'
import {
  assertValidSubmission,
  keepStoredPhotoConsentsOfMinors,
  removeIdsOfReplacedMembers,
  replacePeopleAndGetUnusedPhotos,
} from './team-submission.ts'

/**
 * The images of a submission: that of the team, and the photos of members by their index. Null removes the
 * image of the team; `removed` are the ids of the people whose photos are removed.
 */
export type SubmittedImages = {
  image?: Upload | null | undefined
  photos: ReadonlyMap<number, Upload>
  removed: readonly string[]
}
type AccountActor = Actor & { userId: string }
/** The fields that the user can change after the registration. */
const editableFields = accountTeamFields.filter((field) => field !== 'competitionId')

const isOpenNow = (competition: CompetitionRow) =>
  competition.active &&
  !competition.deletedAt &&
  isWithinRegistrationPeriod(toCompetition(competition), new Date().toISOString())

/**
 * Returns until when an unpaid team keeps its place. Teams of administrators and teams without an owner do
 * not lapse.
 */
const getPayBy = ({ team, user }: TeamJoinRow, competition: CompetitionRow): string | null => {
  if (team.paid || team.status !== 'registered' || !user || hasAdministratorRole(user)) return null
  return findTeamPaymentDeadline(competition, team)?.toISOString() ?? null
}

/**
 * Creates the service for the teams of a user: those that they registered, and those that name its
 * confirmed address as a coach's. A coach may change the data of the team, but not who its coaches are, and
 * cannot withdraw it. Any other team is `not-found`.
 */
export const createAccountTeamService = ({ config, database, encryption, files, invalidator }: Core) => {
  const { db } = database
  const readers = createTeamReadContext(encryption)

  const toAccountTeams = async (rows: readonly TeamJoinRow[], userId: string): Promise<AccountTeam[]> => {
    const all = await loadTeamsWithPeopleAndScores(db, rows)
    const today = await getSiteDate({ config, database })
    const people = all.flatMap(({ of }) => of.people)
    const confirmations = new Map(
      (await listConfirmationStatesOfMinors(db, people, today)).map((each) => [each.personId, each]),
    )
    const competitionIds = (each: typeof rows) => [...new Set(each.map(({ competition }) => competition.id))]
    const competitions = new Map(
      (await listCompetitionsByIds(db, competitionIds(rows))).map((row) => [row.id, row]),
    )
    const accountEmail = await findConfirmedEmail(db, userId)
    const unpaidIds = rows.filter(({ team }) => !team.paid).map(({ team }) => team.id)
    const competing = await filterCompetingTeamIdSet(db, unpaidIds, today)
    const inDecision = await filterTeamIdSetInPaymentDecision(db, unpaidIds)
    const waitingPositions = await mapWaitingPositionsByTeam(
      db,
      competitionIds(rows.filter(({ team }) => team.status === 'waiting')),
    )
    const replaceable = new Set<string>()
    for (const { parts, of } of all) {
      const hasRefusal = of.people.some(({ id }) => confirmations.get(id)?.state === 'refused')
      const competition = competitions.get(parts.competition.id)
      if (hasRefusal && (await readReplaceableMemberIdSet(db, parts.team, competition, today)).size > 0)
        replaceable.add(parts.team.id)
    }
    return all.map(({ parts, of }) => {
      const competition = competitions.get(parts.competition.id)
      const team = toTeam(parts, of, readers)
      const editable = competition !== undefined && isOpenNow(competition)
      const isOwner = parts.team.userId === userId
      const invitedCoach = of.people.find(({ invitedAt }) => invitedAt !== null)
      return {
        ...team,
        user: team.user && (isOwner ? team.user : { ...team.user, email: '' }),
        role: isOwner ? 'owner' : 'coach',
        payBy: competition && !inDecision.has(team.id) ? getPayBy(parts, competition) : null,
        isPaymentInDecision: inDecision.has(team.id),
        waitingPosition: waitingPositions.get(team.id) ?? null,
        editable,
        canWithdraw: isOwner && !parts.team.paid && !inDecision.has(team.id) && !competing.has(team.id),
        canReplaceMembers: editable || replaceable.has(team.id),
        isInvitedToOwn:
          !isOwner &&
          accountEmail !== null &&
          invitedCoach !== undefined &&
          normalizeEmail(invitedCoach.email) === accountEmail,
        leave:
          parts.team.leaveRequestedAt === null
            ? null
            : parts.team.leaveRefusedAt === null
              ? 'open'
              : 'refused',
        fee: competition?.fee ?? 0,
        currency: competition?.currency ?? '',
        closesAt: competition?.closesAt?.toISOString() ?? null,
        guardianConfirmations: team.members.flatMap(({ id }) => confirmations.get(id) ?? []),
      }
    })
  }
  /**
   * Returns a team of the user. Throws `not-found`, also for a team that the user neither registered
   * nor coaches.
   */
  const getTeam = async (id: string, userId: string): Promise<AccountTeam> => {
    const parts = await findTeamWithRelations(db, id)
    const [team] =
      parts && (await findTeamRoleOfUser(db, parts.team, userId)) ? await toAccountTeams([parts], userId) : []
    if (!team) throw new AppError('not-found')
    return team
  }

  const requireOpenCompetition = async (id: string): Promise<CompetitionRow> => {
    const competition = await findCompetition(db, id)
    if (!competition?.active) throw new AppError('bad-input', [{ field: 'competitionId', code: 'not-found' }])
    if (!isOpenNow(competition))
      throw new AppError('not-open', [{ field: 'competitionId', code: 'not-found' }])
    return competition
  }

  type WrittenTeam = {
    id: string
    photos: (string | null)[]
    replaced: (string | null)[]
    isLevelChanged: boolean
  }

  const assertFewUnpaidTeams = async (tx: Db, { id, fee }: CompetitionRow, { userId }: AccountActor) => {
    if (fee > 0 && (await countUnpaidTeamsOfUserInCompetition(tx, userId, id)) >= maxUnpaidTeams)
      throw new AppError('conflict', [
        { field: 'competitionId', code: 'unpaid-teams', values: { limit: maxUnpaidTeams } },
      ])
  }

  const registerTeam = async (
    tx: Db,
    submission: TeamSubmission,
    names: StoredImageNames,
    actor: AccountActor,
  ): Promise<WrittenTeam> => {
    if (!(await getAllSettingsOrThrow(tx, config.SITE_NAME)).features.registration)
      throw new AppError('registration-closed')
    // the lock of the competition orders team numbers and places
    const competition = await lockCompetition(tx, submission.competitionId)
    if (!competition || !isOpenNow(competition)) throw new AppError('not-open')
    const status = (await hasFreePlaceForNewTeam(tx, competition)) ? 'registered' : 'waiting'
    if (status === 'waiting' && !submission.joinWaitingList) throw new AppError('no-places')
    await assertFewUnpaidTeams(tx, competition, actor)
    const team = await insertTeam(tx, {
      ...pickFields(submission, editableFields),
      competitionId: competition.id,
      teamNo: await reserveNextTeamNo(tx, competition.id),
      userId: actor.userId,
      image: names.image ?? null,
      status,
      complete: true,
    })
    await replacePeopleAndGetUnusedPhotos(tx, team, submission, [], names.photos, {
      actor,
      removed: [],
      encryption,
      phoneCountry: await getSitePhoneCountry({ config, database: { readDb: tx } }),
    })
    await writeAudit(tx, {
      actor,
      action: 'create',
      entity: 'team',
      entityId: team.id,
      after: toTeamAudit(team),
    })
    return { id: team.id, photos: [], replaced: [], isLevelChanged: false }
  }
  type StoredImageNames = {
    image?: string | null | undefined
    photos: ReadonlyMap<number, string>
    removed: readonly string[]
  }

  const updateRegisteredTeam = async (
    tx: Db,
    submission: TeamSubmission,
    names: StoredImageNames,
    actor: AccountActor,
    today: string,
  ): Promise<WrittenTeam> => {
    const { id = '', version } = submission
    const before = await lockTeam(tx, id)
    const role = before && !before.deletedAt && (await findTeamRoleOfUser(tx, before, actor.userId))
    if (!role) throw new AppError('not-found')
    const competition = await findCompetition(tx, before.competitionId)
    if (!competition) throw new AppError('not-open')
    const replaceableIds = isOpenNow(competition)
      ? undefined
      : await readReplaceableMemberIdSet(tx, before, competition, today)
    if (replaceableIds?.size === 0) throw new AppError('not-open')
    await assertVersionNotStale(version, before, () => getTeam(id, actor.userId))
    // a stored text may have spaces that a form cleans
    const toCompared = (value: string | null) => value && cleanText(value, 'name')
    const isTeamChanged =
      names.image !== undefined ||
      editableFields.some((field) => toCompared(submission[field]) !== toCompared(before[field]))
    if (replaceableIds && isTeamChanged) throw new AppError('replace-refused-only')
    const people = await listPeopleOfTeams(tx, [id])
    if (role === 'coach') {
      const coaches = people.filter(({ kind }) => kind === 'coach')
      assertNoProblems(
        listOwnerOnlyChangeProblems(submission.coaches, new Map(coaches.map((coach) => [coach.id, coach]))),
      )
    }
    const photos = await replacePeopleAndGetUnusedPhotos(tx, before, submission, people, names.photos, {
      actor,
      removed: names.removed,
      encryption,
      phoneCountry: await getSitePhoneCountry({ config, database: { readDb: tx } }),
      replaceableIds,
    })
    const change = {
      ...pickFields(submission, editableFields),
      ...(names.image === undefined ? {} : { image: names.image }),
      complete: await hasRequiredPeopleWithoutRefused(tx, id, competition, today),
      version: before.version + 1,
    }
    const after = await updateRowWithAudit(tx, teamSoftDeleteConfig, before, change, 'update', actor)
    return {
      id,
      photos,
      replaced: after.image === before.image ? [] : [before.image],
      isLevelChanged: after.ageLevel !== before.ageLevel,
    }
  }

  return {
    /** Lists the teams that a user registered or coaches, newest first. */
    list: async (userId: string): Promise<AccountTeam[]> =>
      toAccountTeams(await listOwnedOrCoachedTeams(db, userId), userId),

    /** Lists one page of them that matches a search, and counts all that match. */
    listPage: async (
      userId: string,
      query: Parameters<typeof readTeamPageOfUser>[2],
    ): Promise<{ teams: AccountTeam[]; total: number }> => {
      const { rows, total } = await readTeamPageOfUser(db, userId, query)
      return { teams: await toAccountTeams(rows as TeamJoinRow[], userId), total }
    },

    one: getTeam,

    /**
     * Registers a team with its people, or changes the team that `submission.id` names, in one transaction
     * while registration is open; afterwards only members whose guardian refused can be replaced or removed,
     * until an event of the team begins. Throws `replace-refused-only` for another change then,
     * `form-incomplete` and `bad-input` with fields (contract/people/teams/team-rules.ts; `owner-only` when a coach
     * changes who the coaches are, `in-own-team`), `not-open`, `no-places` (without `joinWaitingList`), `not-found`, `conflict` (`competitionId`: too many unpaid
     * teams), `conflict` (`members.<n>.nationalId` in a team of others), `stale-version` with `details.current`,
     * `bad-picture`, `picture-too-large`.
     */
    submit: async (
      sent: TeamSubmission,
      { image, photos, removed }: SubmittedImages,
      actor: AccountActor,
    ): Promise<AccountTeam> => {
      const { id } = sent
      const existingTeam = id === undefined ? undefined : await getTeam(id, actor.userId)
      const before = existingTeam ? await listPeopleOfTeams(db, [existingTeam.id]) : []
      const today = await getSiteDate({ config, database })
      const withNewMembers = removeIdsOfReplacedMembers(sent, before, encryption)
      const submission = keepStoredPhotoConsentsOfMinors(withNewMembers, before, today)
      if (!existingTeam && submission.competitionId === '')
        throw new AppError('form-incomplete', [{ field: 'competitionId', code: 'required' }])
      const competitionId = existingTeam?.competition.id ?? submission.competitionId
      const competition =
        (existingTeam?.canReplaceMembers ? await findCompetition(db, competitionId) : undefined) ??
        (await requireOpenCompetition(competitionId))
      // an early check: the last place is reserved only when the team is written
      if (!existingTeam && !submission.joinWaitingList && !(await hasFreePlaceForNewTeam(db, competition)))
        throw new AppError('no-places')
      await assertValidSubmission(db, submission, competition, before, {
        encryption,
        today,
        userId: actor.userId,
        phoneCountry: await getSitePhoneCountry({ config, database }),
        storedTeam: existingTeam && {
          ...pickFields(existingTeam, teamValueFields),
          regionId: existingTeam.region?.id ?? null,
        },
        refusedIds: new Set(
          existingTeam?.guardianConfirmations.flatMap(({ state, personId }) =>
            state === 'refused' ? [personId] : [],
          ),
        ),
      })
      for (const at of photos.keys())
        if (at >= submission.members.length)
          throw new AppError('bad-input', [{ field: `photo${at}`, code: 'unexpected-field' }])

      const saved = await saveRecordAndReplaceImages(
        files,
        'private',
        Object.fromEntries(
          [...photos].map(([at, upload]) => [`photo${at}`, { upload, kind: 'avatar' as const }]),
        ),
        async (photoNames) => {
          const names = new Map([...photos.keys()].map((at) => [at, photoNames[`photo${at}`] as string]))
          const written = await saveRecordAndReplaceImages(
            files,
            'teams',
            { image: image ? { upload: image, kind: 'photo' } : undefined },
            ({ image: name }) => {
              const all = { image: name ?? (image === null ? null : undefined), photos: names, removed }
              return awaitWithTeamConstraintErrors(
                inTransaction(db, async (tx) => {
                  const done = await (existingTeam
                    ? updateRegisteredTeam(tx, submission, all, actor, today)
                    : registerTeam(tx, submission, all, actor))
                  await setDeferredConstraintsImmediate(tx)
                  return done
                }),
              )
            },
          )
          return { ...written, replaced: written.photos }
        },
      )
      const rankingTags = saved.isLevelChanged ? await listRankingCacheTagsOfTeam(db, saved.id) : []
      await invalidator.invalidate('teams', 'competitions', ...rankingTags)
      return getTeam(saved.id, actor.userId)
    },

    /**
     * Registers a lapsed team again while registration is open: it gets a free place, or joins the waiting
     * list. Throws `not-found`, `wrong-role` for a coach, `not-open`, `conflict` (a team that did not lapse,
     * too many unpaid teams).
     */
    registerAgain: async (id: string, actor: AccountActor): Promise<AccountTeam> => {
      await inTransaction(db, async (tx) => {
        const before = await lockTeam(tx, id)
        const role = before && !before.deletedAt && (await findTeamRoleOfUser(tx, before, actor.userId))
        if (!role) throw new AppError('not-found')
        if (role === 'coach') throw new AppError('wrong-role')
        if (before.status !== 'lapsed') throw new AppError('conflict')
        const competition = await lockCompetition(tx, before.competitionId)
        if (!competition || !isOpenNow(competition)) throw new AppError('not-open')
        await assertFewUnpaidTeams(tx, competition, actor)
        const status = (await hasFreePlaceForNewTeam(tx, competition))
          ? ('registered' as const)
          : ('waiting' as const)
        const change = { status, statusAt: new Date() }
        await updateRowWithAudit(tx, teamSoftDeleteConfig, before, change, 'update', actor)
      })
      await invalidator.invalidate('teams', 'competitions')
      return getTeam(id, actor.userId)
    },

    /**
     * Withdraws an unpaid team until an event of its competition begins or it has a result, also after its
     * registration has closed. Administrators can restore it for 30 days. Throws `not-found`, `wrong-role` for
     * a coach, `team-paid` (also while money for it is in decision), `team-competes`. The organizers get a notice
     * about a team that is in an event.
     */
    withdraw: async (id: string, actor: AccountActor): Promise<void> => {
      await inTransaction(db, async (tx) => {
        const before = await lockTeam(tx, id)
        const role = before && !before.deletedAt && (await findTeamRoleOfUser(tx, before, actor.userId))
        if (!role) throw new AppError('not-found')
        if (role === 'coach') throw new AppError('wrong-role')
        if (before.paid || (await filterTeamIdSetInPaymentDecision(tx, [id])).has(id))
          throw new AppError('team-paid')
        const today = await getSiteDate({ config, database: { readDb: tx } })
        if ((await filterCompetingTeamIdSet(tx, [id], today)).has(id)) throw new AppError('team-competes')
        await insertWithdrawalMessageIfInEvent(tx, id)
        await softDeleteTeamWithPeopleAndAudit(tx, before, actor)
      })
      await invalidator.invalidate('teams', 'competitions')
    },
  }
}
