import type { SeasonRecordSummary } from '#contract/people/seasons/season-year.schema.ts'
import type { SeasonRecord } from '#contract/people/seasons/season-year.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { type AuthenticatedUser, canActForEveryone } from '#server/platform/lib/authenticated-user.ts'
import {
  deleteTeamSeasonRecord,
  findLatestSeasonRecord,
  findSeasonRecord,
  findTeamOwnerId,
  insertSeasonRecord,
  listSeasonRecordsOfTeam,
} from './queries.ts'

export {
  clearUserSeasonRecordTextsOfTeams,
  deleteSeasonRecordsOfTeams,
  erasePeopleInSeasonRecords,
} from './queries.ts'

type User = Pick<AuthenticatedUser, 'userId' | 'permissions' | 'regionLimit' | 'needsSecondFactorSetup'>

/** Returns the user who registered a team, or null. Throws `not-found` for a deleted or unknown team. */
export const getTeamOwnerId = async (db: Db, teamId: string): Promise<string | null> => {
  const ownerId = await findTeamOwnerId(db, teamId)
  if (ownerId === undefined) throw new AppError('not-found')
  return ownerId
}

type SnapshotData = { name?: unknown; stage?: unknown; payment_status?: unknown; members?: unknown }
const toText = (value: unknown) => (typeof value === 'string' ? value : '')

/** Lists the season records of a team, the newest first. The caller checks the access. */
export const listSeasonRecordSummariesOfTeam = async (
  db: Db,
  teamId: string,
): Promise<SeasonRecordSummary[]> =>
  (await listSeasonRecordsOfTeam(db, teamId)).map(({ record, year, nameEn, nameAr }) => {
    // other programs may store any object
    const { name, stage, payment_status: paid, members } = (record.data ?? {}) as SnapshotData
    return {
      id: record.id,
      season: { year, name: { en: nameEn, ar: nameAr } },
      type: record.type,
      ref: record.ref,
      createdAt: record.createdAt.toISOString(),
      teamName: toText(name),
      stage: toText(stage),
      paid: typeof paid === 'boolean' ? paid : null,
      memberCount: Array.isArray(members) ? members.length : null,
    }
  })

/**
 * Creates the service of season records, for the owner of a team and administrators with the permission
 * `registration`. Every function throws `not-found` for the team of another user.
 */
export const createSeasonRecordService = ({ database: { db } }: Core) => {
  const requireTeamAccess = async (teamId: string, user: User) => {
    const isOwner = (await getTeamOwnerId(db, teamId)) === user.userId
    if (!isOwner && !canActForEveryone(user, 'registration')) throw new AppError('not-found')
    return { isOwner }
  }
  const toAuditValue = ({ type, ref, teamId }: SeasonRecord) => ({ type, ref, team: teamId })
  return {
    /**
     * Records a team for a season. Without `data` the record is a copy of the team from `readTeam`, and the
     * audit log records that an administrator read the team of another user.
     */
    create: async (
      { data, ...season }: Pick<SeasonRecord, 'type' | 'teamId' | 'ref'> & { data?: object | undefined },
      { user, actor, readTeam }: { user: User; actor: Actor; readTeam: () => Promise<object> },
    ): Promise<SeasonRecord> => {
      const { isOwner } = await requireTeamAccess(season.teamId, user)
      const stored = data ?? (await readTeam())
      return inTransaction(db, async (tx) => {
        const created = await insertSeasonRecord(tx, { ...season, data: stored, createdBy: user.userId })
        if (data === undefined && !isOwner)
          await writeAudit(tx, { actor, action: 'view', entity: 'team', entityId: season.teamId })
        await writeAudit(tx, {
          actor,
          action: 'create',
          entity: 'season',
          entityId: created.id,
          after: toAuditValue(created),
        })
        return created
      })
    },

    /**
     * Finds the newest record of a team, null for none. The audit log records that an administrator read the
     * team of another user.
     */
    findLatest: async (teamId: string, user: User, actor: Actor): Promise<SeasonRecord | null> => {
      const { isOwner } = await requireTeamAccess(teamId, user)
      const season = await findLatestSeasonRecord(db, teamId)
      if (season && !isOwner)
        await writeAudit(db, { actor, action: 'view', entity: 'team', entityId: teamId })
      return season ?? null
    },

    remove: async (id: string, user: User, actor: Actor): Promise<void> => {
      const season = await findSeasonRecord(db, id)
      if (!season) throw new AppError('not-found')
      await requireTeamAccess(season.teamId, user)
      await inTransaction(db, async (tx) => {
        await deleteTeamSeasonRecord(tx, id)
        await writeAudit(tx, {
          actor,
          action: 'delete',
          entity: 'season',
          entityId: id,
          before: toAuditValue(season),
        })
      })
    },
  }
}
