import type {
  SeasonMove,
  SeasonMovePreview,
  SeasonMoveSelection,
} from '#contract/people/seasons/season-year.schema.ts'
import { seasonMovePreviewRows } from '#contract/people/seasons/season-year.ts'
import type { Team } from '#contract/people/teams/team.schema.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import { lockUndeletedRowOrThrow } from '#server/platform/crud/soft-delete.ts'
import type { Paging } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { createTeamBatchReader } from '../teams/service.ts'
import {
  countTeamsToMove,
  deleteSeasonRecordsOfMove,
  findSeasonMove,
  insertSeasonMoveAndGetId,
  insertSeasonRecords,
  listTeamsToMove,
  lockAndListUnchangedMovedTeamIds,
  lockSeasonMoveById,
  lockTeamsToMove,
  markSeasonMoveUndone,
  moveTeamsToSeasonAndSetPaid,
  readSeasonMovePage,
} from './queries.ts'

/** The `type` of the records that a move creates. */
const recordType = 'season'

/**
 * Creates the service that moves teams from one season to another. `toSnapshot` returns the object of a team
 * that season records store. A move is one transaction: every team gets a record of the season that it leaves
 * and one of the new season, in which it is not paid.
 */
export const createSeasonMoveService = (core: Core, toSnapshot: (team: Team) => object) => {
  const { db } = core.database
  const readTeams = createTeamBatchReader(core)

  const lockSeasons = async (tx: Db, { fromId, toId }: SeasonMoveSelection) => {
    if (fromId === toId) throw new AppError('bad-input', [{ field: 'toId', code: 'unknown-value' }])
    // a fixed order, so that two moves in opposite directions do not block each other
    const rows = new Map<string, typeof seasonYears.$inferSelect>()
    for (const id of [fromId, toId].toSorted())
      rows.set(id, await lockUndeletedRowOrThrow(tx, { table: seasonYears }, id))
    return {
      from: rows.get(fromId) as typeof seasonYears.$inferSelect,
      to: rows.get(toId) as typeof seasonYears.$inferSelect,
    }
  }

  const getMove = async (id: string): Promise<SeasonMove> => {
    const found = await findSeasonMove(db, id)
    if (!found) throw new AppError('not-found')
    return found
  }

  return {
    list: (paging: Paging) => readSeasonMovePage(db, paging),

    /** Counts and lists the teams that a move would move. */
    preview: async (selection: SeasonMoveSelection): Promise<SeasonMovePreview> => ({
      count: await countTeamsToMove(db, selection),
      teams: await listTeamsToMove(db, selection, seasonMovePreviewRows),
    }),

    /**
     * Moves the selected teams, all or none. Throws `not-found` for an unknown season, `bad-input` (`toId`),
     * `conflict` (`count`) when other teams match now.
     */
    create: async (selection: SeasonMoveSelection, count: number, actor: Actor): Promise<SeasonMove> => {
      const id = await inTransaction(db, async (tx) => {
        const { from, to } = await lockSeasons(tx, selection)
        const selected = await lockTeamsToMove(tx, selection)
        if (selected.length !== count || count === 0)
          throw new AppError('conflict', [
            { field: 'count', code: 'unknown-value', values: { limit: selected.length } },
          ])
        const moveId = await insertSeasonMoveAndGetId(tx, {
          fromId: from.id,
          toId: to.id,
          createdBy: actor.userId,
          teams: selected.map(({ id, version, paid }) => ({ id, version: version + 1, paid })),
        })
        const now = Date.now()
        for await (const batch of readTeams(
          tx,
          selected.map((team) => team.id),
        ))
          await insertSeasonRecords(
            tx,
            batch.flatMap((team) => {
              const shared = { teamId: team.id, type: recordType, moveId, createdBy: actor.userId }
              const old = {
                ...shared,
                seasonYearId: from.id,
                ref: String(from.year),
                data: toSnapshot(team),
                createdAt: new Date(now),
              }
              const data = toSnapshot({ ...team, paid: false })
              // the record of the new season is the newest one
              return [
                old,
                { ...shared, seasonYearId: to.id, ref: String(to.year), data, createdAt: new Date(now + 1) },
              ]
            }),
          )
        await moveTeamsToSeasonAndSetPaid(
          tx,
          selected.map((team) => team.id),
          to.id,
          false,
        )
        await writeAudit(tx, {
          actor,
          action: 'create',
          entity: 'season-move',
          entityId: moveId,
          after: { name: `${from.year} → ${to.year}`, from: from.year, to: to.year, teams: count },
        })
        return moveId
      })
      return getMove(id)
    },

    /**
     * Undoes a move and deletes its records. Throws `not-found`, and `conflict` when it is undone already or
     * a moved team has changed or paid since.
     */
    undo: async (id: string, actor: Actor): Promise<SeasonMove> => {
      await inTransaction(db, async (tx) => {
        const move = await lockSeasonMoveById(tx, id)
        if (!move) throw new AppError('not-found')
        const unchanged = await lockAndListUnchangedMovedTeamIds(tx, move.teams, move.toId)
        if (move.undoneAt || unchanged.length !== move.teams.length) throw new AppError('conflict')
        for (const paid of [true, false])
          await moveTeamsToSeasonAndSetPaid(
            tx,
            move.teams.filter((team) => team.paid === paid).map((team) => team.id),
            move.fromId,
            paid,
          )
        await deleteSeasonRecordsOfMove(tx, id)
        await markSeasonMoveUndone(tx, id)
        await writeAudit(tx, {
          actor,
          action: 'restore',
          entity: 'season-move',
          entityId: id,
          after: { teams: move.teams.length },
        })
      })
      return getMove(id)
    },
  }
}
