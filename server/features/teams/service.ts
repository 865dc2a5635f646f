import type { Team, TeamEdit, TeamFilter, TeamListRow } from '#contract/team.ts'
import type { Upload } from '#contract/upload.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { type CompetitionRow, findCompetition, lockCompetition, takeNextTeamNo } from '#server/features/competitions/service.ts'
import { markPaid } from '#server/features/payments/service.ts'
import { hasRegion } from '#server/features/regions/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { omitUndefined } from '#server/lib/omit-undefined.ts'
import { saveWithImages } from '#server/lib/save-images.ts'
import { assertNoProblems, mapConstraintErrors } from './constraint-errors.ts'
import { findTeamParts, iterateTeams, listPeople, listTeams, loadTeamDetails, lockTeam, type TeamListQuery } from './queries.ts'
import { checkDeferredConstraints, insertTeam, purgeTeams, restorePeople, softDeletePeople, updateTeam } from './queries-write.ts'
import { createTeamReaders, type TeamDbRow, type TeamReaders, toTeam, toTeamRow } from './rows.ts'
import { toTeamAudit } from './team-columns.ts'

const undoDays = 30
const dayLong = 86_400_000

/** Everything about a team. Throws `not-found`. */
export const readTeam = async (db: Db, id: string, readers: TeamReaders): Promise<Team> => {
  const parts = await findTeamParts(db, id)
  const [whole] = parts ? await loadTeamDetails(db, [parts]) : []
  if (!whole) throw new AppError('not-found')
  return toTeam(whole.parts, whole.of, readers)
}

/** Whether a team has as many people as its competition asks for. */
export const isTeamComplete = async (tx: Db, teamId: string, competition: CompetitionRow): Promise<boolean> => {
  const people = await listPeople(tx, [teamId])
  const members = people.filter(({ kind }) => kind === 'member').length
  const coaches = people.length - members
  const { minMembers, maxMembers, minCoaches, maxCoaches } = competition
  return members >= minMembers && members <= maxMembers && coaches >= minCoaches && coaches <= maxCoaches
}

/** A team that is there, kept from other writers. Throws `not-found`, and `stale-version` with the team as it is now. */
export const lockPresentTeam = async (tx: Db, id: string, version: number | undefined, readers: TeamReaders): Promise<TeamDbRow> => {
  const row = await lockTeam(tx, id)
  if (!row || row.deletedAt) throw new AppError('not-found')
  if (version !== undefined && version !== row.version)
    throw new AppError('stale-version', [], { current: await readTeam(tx, id, readers) })
  return row
}

/** Takes a team away with its people, for 30 days. */
export const softDeleteTeam = async (tx: Db, before: TeamDbRow, actor: Actor): Promise<void> => {
  const at = new Date()
  await softDeletePeople(tx, before.id, at)
  const after = await updateTeam(tx, before.id, { deletedAt: at })
  await writeAudit(tx, {
    actor,
    action: 'delete',
    entity: 'team',
    entityId: before.id,
    before: toTeamAudit(before),
    after: toTeamAudit(after),
  })
}

/** The calls of the back office about teams themselves. */
export const createTeamService = ({
  config,
  database,
  files,
  invalidator,
}: Pick<Core, 'config' | 'database' | 'files' | 'invalidator'>) => {
  const { db } = database
  const readers = createTeamReaders(config.SECRET_KEY ?? '')

  /** Everything about a team. Throws `not-found`. */
  const one = (id: string): Promise<Team> => readTeam(db, id, readers)

  const create = async (tx: Db, { id: _, version: _v, reason, paid, competitionId = '', ...columns }: Columns, actor: Actor) => {
    const competition = await lockCompetition(tx, competitionId)
    if (!competition) throw new AppError('bad-input', [{ field: 'competitionId', code: 'not-found' }])
    const values = { ...omitUndefined(columns), name: columns.name, competitionId, teamNo: await takeNextTeamNo(tx, competitionId) }
    const team = await insertTeam(tx, { ...values, userId: actor.userId })
    await writeAudit(tx, { actor, action: 'create', entity: 'team', entityId: team.id, after: toTeamAudit(team) })
    if (paid) await markPaid(tx, { teamId: team.id, paid, reason: reason ?? '', actor })
    return { id: team.id, replaced: [] as (string | null)[] }
  }

  const change = async (tx: Db, { id = '', version, reason, paid, competitionId, ...columns }: Columns, actor: Actor) => {
    const before = await lockPresentTeam(tx, id, version, readers)
    const moves = competitionId !== undefined && competitionId !== before.competitionId
    const competition = await lockCompetition(tx, competitionId ?? before.competitionId)
    if (!competition) throw new AppError('bad-input', [{ field: 'competitionId', code: 'not-found' }])
    const moved = moves ? { competitionId, teamNo: await takeNextTeamNo(tx, competitionId) } : {}
    // in another competition other limits hold: what is complete is found out anew
    await updateTeam(tx, id, { ...omitUndefined(columns), ...moved, ...(moves ? { complete: false } : {}), version: before.version + 1 })
    const after = await updateTeam(tx, id, { complete: await isTeamComplete(tx, id, competition) })
    await writeAudit(tx, {
      actor,
      action: 'update',
      entity: 'team',
      entityId: id,
      before: toTeamAudit(before),
      after: toTeamAudit(after),
    })
    if (paid !== undefined && paid !== before.paid) await markPaid(tx, { teamId: id, paid, reason: reason ?? '', actor })
    return { id, replaced: after.image === before.image ? [] : [before.image] }
  }
  type Columns = TeamEdit & { image?: string | null }

  return {
    list: async (query: TeamListQuery): Promise<{ records: TeamListRow[]; total: number }> => {
      const { rows, total } = await listTeams(db, query)
      return { records: rows.map((row) => toTeamRow(row, readers)), total }
    },

    one,

    /**
     * Creates a team, or changes the one that `edit.id` names, with its picture (null takes it away, undefined leaves it). In another competition it gets a number of
     * that. Throws `form-incomplete` (`name`, `competitionId`), `bad-input` (what does not exist, and people that the other competition does not allow), `not-found`,
     * `no-places`, `conflict` (a member who is in another team of the competition; `paid` that only a refund undoes), `bad-picture`, `picture-too-large`,
     * `stale-version` with `details.current`.
     */
    save: async (edit: TeamEdit, actor: Actor, picture?: Upload | null): Promise<Team> => {
      assertNoProblems([
        ...(edit.name === '' ? [{ field: 'name', code: 'required' as const }] : []),
        ...(edit.id === undefined && !edit.competitionId ? [{ field: 'competitionId', code: 'required' as const }] : []),
      ])
      if (edit.regionId && !(await hasRegion(db, edit.regionId)))
        throw new AppError('bad-input', [{ field: 'regionId', code: 'not-found' }])
      if (edit.id !== undefined && !(await findTeamParts(db, edit.id))) throw new AppError('not-found')
      const saved = await saveWithImages(
        files,
        'teams',
        { image: picture ? { upload: picture, kind: 'photo' } : undefined },
        async ({ image }) => {
          const columns: Columns = { ...edit, ...(image ? { image } : picture === null ? { image: null } : {}) }
          return mapConstraintErrors(
            inTransaction(db, async (tx) => {
              const done = edit.id === undefined ? await create(tx, columns, actor) : await change(tx, columns, actor)
              await checkDeferredConstraints(tx)
              return done
            }),
          )
        },
      )
      await invalidator.invalidate('teams', 'competitions')
      return one(saved.id)
    },

    /** Nobody sees it any more, and its place is free; for 30 days `restore` brings it back, with its people. Throws `not-found`. */
    remove: async (id: string, actor: Actor): Promise<void> => {
      await inTransaction(db, async (tx) => {
        await softDeleteTeam(tx, await lockPresentTeam(tx, id, undefined, readers), actor)
      })
      await invalidator.invalidate('teams', 'competitions')
    },

    /** One that is there stays as it is. Throws `not-found` after 30 days, `no-places`, `conflict` when a member is in another team now. */
    restore: async (id: string, actor: Actor): Promise<Team> => {
      await mapConstraintErrors(
        inTransaction(db, async (tx) => {
          const before = await lockTeam(tx, id)
          if (!before || (before.deletedAt && Date.now() - before.deletedAt.getTime() > undoDays * dayLong)) throw new AppError('not-found')
          if (!before.deletedAt) return
          const competition = await findCompetition(tx, before.competitionId)
          if (!competition) throw new AppError('conflict')
          await restorePeople(tx, id, before.deletedAt)
          await updateTeam(tx, id, { deletedAt: null, complete: false })
          const after = await updateTeam(tx, id, { complete: await isTeamComplete(tx, id, competition) })
          await writeAudit(tx, {
            actor,
            action: 'restore',
            entity: 'team',
            entityId: id,
            before: toTeamAudit(before),
            after: toTeamAudit(after),
          })
          await checkDeferredConstraints(tx)
        }),
      )
      await invalidator.invalidate('teams', 'competitions')
      return one(id)
    },

    /** All that match with everything about them, some hundred at a time. */
    each: async function* (filter: TeamFilter): AsyncGenerator<Team[]> {
      for await (const rows of iterateTeams(database.readDb, filter))
        yield (await loadTeamDetails(database.readDb, rows)).map(({ parts, of }) => toTeam(parts, of, readers))
    },

    /** The slug of a competition; undefined for none. */
    findCompetitionSlug: async (competitionId: string): Promise<string | undefined> => (await findCompetition(db, competitionId))?.slug,

    /** Deletes for good what was deleted more than 30 days ago, with all pictures. Returns how many teams. */
    purge: async (): Promise<number> => {
      const { teams, images, photos } = await inTransaction(db, async (tx) => {
        const purged = await purgeTeams(tx)
        const actor = { userId: null, name: 'system' }
        for (const { id, teamNo, competitionId } of purged.teams)
          await writeAudit(tx, { actor, action: 'purge', entity: 'team', entityId: id, before: { teamNo, competitionId } })
        return purged
      })
      await Promise.allSettled([
        ...images.map((name) => files.remove('teams', name)),
        ...photos.map((name) => files.remove('private', name)),
      ])
      return teams.length
    },
  }
}
