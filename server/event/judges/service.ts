import { judgeNameYears } from '#contract/accounts/retention.ts'
import type { JudgeTablets } from '#contract/event/event-overview.schema.ts'
import type {
  CreatedJudge,
  CreateJudgesRequest,
  Judge,
  LeaveJudgeRequest,
  LeftJudge,
  SaveJudgeRequest,
} from '#contract/event/judging/judge.schema.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit, writeAudits } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getEventOverviewCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import { generateJudgeCode, toJudgeCodeHashAndHint } from '#server/platform/lib/judge-codes.ts'
import { omitUndefined } from '#server/platform/lib/omit-undefined.ts'
import { getSiteDate, getSiteTimeZone } from '#server/platform/settings/service.ts'
import { lockAndDeleteAllPrintFileRows } from '../print-files/service.ts'
import { eraseWithdrawalReasonsBefore, isJudgingClosed } from '../schedule/service.ts'
import { getRankingEvent } from '../scores/service.ts'
import { runScoreTransactionWithFreeze } from '../scores/write/score-writer.ts'
import { listTeamIdsWithoutEnoughOtherJudges } from './panel-service.ts'
import {
  deleteSessionsOfJudge,
  eraseJudgesAndDeleteSessions,
  insertJudges,
  lockAndListJudgeIdsInactiveSince,
  lockJudgeOfEvent,
  lockJudgePeopleForEvent,
  toJudge,
  updateJudge,
} from './queries.ts'
import {
  countJudgesAndListTabletProblems,
  type JudgeListQuery,
  listNamedJudgesOfEvent,
  readJudgePageOfEvent,
  type TabletCheck,
} from './queries-lists.ts'
import {
  deleteOpenSecondLooksOfJudge,
  eraseRecusalAndSecondLookTextsBefore,
  insertRecusalIfNew,
  revokeLeaveRecusalsIfAny,
} from './queries-panels.ts'
import { eraseReviewReasonsBefore } from './queries-reviews.ts'

export { countPlannedAndMissingPanelSheets } from './panel-service.ts'
export { listReleasedFeedbackOfTeam } from './queries-feedback.ts'
export { deleteFeedbackOfTeams } from './queries-panels.ts'
export { insertSentSheetsWithScoreLog } from './queries-sheet-writes.ts'
export { assertNoUnreviewedSheets, countUnreviewedSheetsByReason } from './sheet-review-service.ts'

/**
 * Erases the names of judges, revokes their codes and ends their links to people. Deletes all print files, any of
 * which may name them.
 */
export const eraseJudgesSessionsAndAllPrints = async (tx: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await eraseJudgesAndDeleteSessions(tx, ids)
  await lockAndDeleteAllPrintFileRows(tx)
}

/** Judges of an event of the same kind, with the same tables and days: new names, and people of the organizer. */
type NewJudges = Omit<CreateJudgesRequest, 'personIds'> & {
  eventId: string
  people?: readonly { id: string; name: string }[]
  createdBy: string | null
}

/** Inserts judges of an event with codes. `code` is returned only here. */
export const insertJudgesWithCodes = async (
  tx: Db,
  { names, people = [], ...shared }: NewJudges,
): Promise<CreatedJudge[]> => {
  const created = [
    ...people.map((person) => ({ name: person.name, person })),
    ...names.map((name) => ({ name, person: null })),
  ].map((judge) => ({ ...judge, code: generateJudgeCode() }))
  const rows = await insertJudges(
    tx,
    created.map(({ name, person, code }) => ({
      ...shared,
      name,
      personId: person?.id ?? null,
      ...toJudgeCodeHashAndHint(code),
    })),
  )
  return rows.flatMap((row, index) => {
    const judge = created[index]
    if (!judge) return []
    const { person, code } = judge
    return { judge: toJudge({ row, deviceCount: 0, substituteName: null, person }), code }
  })
}

/**
 * Locks people of the organizer who become judges of an event. Throws `bad-input` for a person who does not exist,
 * and for one who is a judge of the event already, other than `judgeId`.
 */
const lockNewJudgePeopleOrThrow = async (
  tx: Db,
  eventId: string,
  personIds: readonly string[],
  { field, judgeId = null }: { field: string; judgeId?: string | null },
): Promise<{ id: string; name: string }[]> => {
  const ids = [...new Set(personIds)]
  if (ids.length === 0) return []
  const found = new Map(
    (await lockJudgePeopleForEvent(tx, eventId, ids)).map((person) => [person.id, person]),
  )
  return ids.map((id) => {
    const person = found.get(id)
    if (!person) throw new AppError('bad-input', [{ field, code: 'not-found' }])
    if (person.judgeId !== null && person.judgeId !== judgeId)
      throw new AppError('bad-input', [{ field, code: 'judges-already', values: { name: person.name } }])
    return { id, name: person.name }
  })
}

type JudgeRow = NonNullable<Awaited<ReturnType<typeof lockJudgeOfEvent>>>

/**
 * Gives the tables and days of a judge who leaves to the substitute, a new one or another judge of the event,
 * who keeps the own ones. Returns the substitute, with the code of a new one; null without one.
 */
const takeOverAssignment = async (
  tx: Db,
  judge: JudgeRow,
  { substituteId, substituteName }: LeaveJudgeRequest,
  actor: Actor,
): Promise<LeftJudge['substitute']> => {
  const { eventId, isHead, tables, days } = judge
  const auditEntry = { actor, entity: 'judge' as const }
  if (substituteName !== '') {
    const names = [substituteName]
    const [created] = await insertJudgesWithCodes(tx, {
      eventId,
      names,
      isHead,
      tables,
      days,
      createdBy: actor.userId,
    })
    if (!created) return null
    const { id, name, hint } = created.judge
    const after = { event: eventId, name, isHead, tables, days, hint }
    await writeAudit(tx, { ...auditEntry, action: 'create', entityId: id, after })
    return created
  }
  if (substituteId === null) return null
  const found = substituteId === judge.id ? undefined : await lockJudgeOfEvent(tx, eventId, substituteId)
  if (!found) throw new AppError('bad-input', [{ field: 'substituteId', code: 'not-found' }])
  if (found.revokedAt) throw new AppError('bad-input', [{ field: 'substituteId', code: 'judge-revoked' }])
  // none are all of them
  const join = (own: readonly string[], added: readonly string[]) =>
    own.length === 0 || added.length === 0 ? [] : [...new Set([...own, ...added])]
  const before = { event: eventId, tables: found.tables, days: found.days }
  const after = { event: eventId, tables: join(found.tables, tables), days: join(found.days, days) }
  const substitute = await updateJudge(tx, found.id, { tables: after.tables, days: after.days })
  await writeAudit(tx, { ...auditEntry, action: 'update', entityId: found.id, before, after })
  return { judge: substitute, code: null }
}

/** Reads what decides whether a silent tablet is a problem: the day of the site, and whether judging is closed. */
const readTabletCheck = async (core: Core, eventId: string): Promise<TabletCheck> => ({
  today: await getSiteDate(core),
  isJudgingClosed: await isJudgingClosed(core.database.db, eventId),
})

/**
 * Counts the judges of an event whose code is valid and their devices, and lists the devices with a problem.
 */
export const readJudgeTabletProblems = async (core: Core, eventId: string): Promise<JudgeTablets> =>
  countJudgesAndListTabletProblems(core.database.db, eventId, await readTabletCheck(core, eventId))

/** Creates the service of the judges of an event for administrators. */
export const createJudgeService = (core: Core) => {
  const { config, database, invalidator } = core
  const announce = (eventId: string) => invalidator.invalidate(getEventOverviewCacheTag(eventId))
  /** Changes a judge and writes the audit log. Throws `not-found`. */
  const changeJudge = async (
    tx: Db,
    { eventId, judgeId }: { eventId: string; judgeId: string },
    actor: Actor,
    action: 'update' | 'revoke',
    change: (before: JudgeRow) => Promise<Judge>,
  ): Promise<Judge> => {
    const before = await lockJudgeOfEvent(tx, eventId, judgeId)
    if (!before) throw new AppError('not-found')
    const after = await change(before)
    const toAudit = (
      { name, isHead, tables, days, hint }: Pick<Judge, 'name' | 'isHead' | 'tables' | 'days' | 'hint'>,
      personId: string | null,
    ) => ({ event: eventId, name, personId, isHead, tables, days, hint })
    await writeAudit(tx, {
      actor,
      action,
      entity: 'judge',
      entityId: judgeId,
      before: toAudit(before, before.personId),
      ...(action === 'update' ? { after: toAudit(after, after.person?.id ?? null) } : {}),
    })
    return after
  }

  return {
    /** Lists a page of the judges of an event. Throws `not-found`. */
    list: async (eventId: string, query: JudgeListQuery): Promise<{ judges: Judge[]; total: number }> => {
      await getRankingEvent(database.db, eventId)
      return readJudgePageOfEvent(database.db, eventId, query, await readTabletCheck(core, eventId))
    },

    /** Lists the names of all judges of an event. Throws `not-found`. */
    listNames: async (eventId: string) => {
      await getRankingEvent(database.db, eventId)
      return listNamedJudgesOfEvent(database.db, eventId)
    },

    /** Creates judges of the same kind, with the same tables and days. `code` is returned only here. */
    create: async (
      eventId: string,
      { names, personIds, isHead, tables, days }: CreateJudgesRequest,
      actor: Actor,
    ): Promise<CreatedJudge[]> => {
      await getRankingEvent(database.db, eventId)
      if (names.length + personIds.length === 0)
        throw new AppError('bad-input', [{ field: 'names', code: 'required' }])
      // the people of the list of judges are those of all regions
      if (personIds.length > 0 && actor.regionLimit) throw new AppError('not-for-regions')
      const created = await inTransaction(database.db, async (tx) => {
        const people = await lockNewJudgePeopleOrThrow(tx, eventId, personIds, { field: 'personIds' })
        const inserted = await insertJudgesWithCodes(tx, {
          eventId,
          names,
          people,
          isHead,
          tables,
          days,
          createdBy: actor.userId,
        })
        await writeAudits(
          tx,
          inserted.map(({ judge: { id, name, person, hint } }) => ({
            actor,
            action: 'create',
            entity: 'judge',
            entityId: id,
            after: { event: eventId, name, personId: person?.id ?? null, isHead, tables, days, hint },
          })),
        )
        return inserted
      })
      await announce(eventId)
      return created
    },

    update: async (
      eventId: string,
      judgeId: string,
      { name, personId, isHead, tables, days }: SaveJudgeRequest,
      actor: Actor,
    ): Promise<Judge> => {
      const judge = await inTransaction(database.db, (tx) =>
        changeJudge(tx, { eventId, judgeId }, actor, 'update', async (before) => {
          const ids = personId ? [personId] : []
          if (personId && personId !== before.personId && actor.regionLimit)
            throw new AppError('not-for-regions')
          await lockNewJudgePeopleOrThrow(tx, eventId, ids, { field: 'personId', judgeId })
          return updateJudge(tx, judgeId, { name, ...omitUndefined({ personId }), isHead, tables, days })
        }),
      )
      await announce(eventId)
      return judge
    },

    /**
     * Replaces the code of a judge, who is signed out on all devices and stays the same judge: sheets that a
     * device has not sent are accepted after a sign-in with the new code. A revoked judge, or one who had left,
     * may sign in again, and panels wait again for the sheets of this judge. `code` is returned only here.
     */
    renewCode: async (eventId: string, judgeId: string, actor: Actor): Promise<CreatedJudge> => {
      const code = generateJudgeCode()
      const judge = await runScoreTransactionWithFreeze({ database, invalidator }, eventId, (tx, event) =>
        changeJudge(tx, { eventId, judgeId }, actor, 'update', async () => {
          await deleteSessionsOfJudge(tx, judgeId)
          const isPanelChanged = await revokeLeaveRecusalsIfAny(tx, eventId, judgeId)
          if (isPanelChanged && !event.isFrozen) event.changedTags.add(`scores:${eventId}`)
          return updateJudge(tx, judgeId, {
            ...toJudgeCodeHashAndHint(code),
            revokedAt: null,
            leftAt: null,
            substituteId: null,
          })
        }),
      )
      return { judge, code }
    },

    /**
     * Lets a judge leave the event from now on, for example ill. The code is revoked; sheets that were sent
     * stay. A substitute takes over the tables and days, and panels wait for the sheet of another judge; where
     * nobody else can fill it in, they do without. A substitute for a judge who has left without one is named
     * by a repeat. Throws `not-found`, `results-final`, and `bad-input` for any other judge who has left, and
     * for a substitute who cannot judge.
     */
    leave: (eventId: string, judgeId: string, request: LeaveJudgeRequest, actor: Actor): Promise<LeftJudge> =>
      runScoreTransactionWithFreeze({ database, invalidator }, eventId, async (tx, event) => {
        const { reason } = request
        if (event.areResultsFinal) throw new AppError('results-final')
        if (reason === '') throw new AppError('bad-input', [{ field: 'reason', code: 'required' }])
        const before = await lockJudgeOfEvent(tx, eventId, judgeId)
        if (!before) throw new AppError('not-found')
        const hasSubstitute = request.substituteId !== null || request.substituteName !== ''
        if (before.leftAt && (before.substituteId !== null || !hasSubstitute))
          throw new AppError('bad-input', [{ field: 'judgeId', code: 'judge-revoked' }])
        const substitute = await takeOverAssignment(tx, before, request, actor)
        const now = new Date()
        const judge = await updateJudge(tx, judgeId, {
          leftAt: before.leftAt ?? now,
          substituteId: substitute?.judge.id ?? null,
          revokedAt: before.revokedAt ?? now,
        })
        if (before.leftAt) await revokeLeaveRecusalsIfAny(tx, eventId, judgeId)
        const teamIds = await listTeamIdsWithoutEnoughOtherJudges(
          tx,
          event,
          judgeId,
          await getSiteTimeZone({ config, database: { readDb: tx } }),
        )
        for (const teamId of teamIds)
          await insertRecusalIfNew(tx, { eventId, judgeId, teamId, kind: 'left', reason })
        // the judge can answer no request for a second look
        await deleteOpenSecondLooksOfJudge(tx, { judgeId })
        await writeAudit(tx, {
          actor,
          action: 'leave-event',
          entity: 'judge',
          entityId: judgeId,
          after: {
            event: eventId,
            reason,
            teams: teamIds.length,
            ...(substitute ? { judge: substitute.judge.id } : {}),
          },
        })
        if (!event.isFrozen) event.changedTags.add(`scores:${eventId}`)
        return { judge, substitute, excusedTeamCount: teamIds.length }
      }),

    /**
     * Makes the code and all sessions of a judge invalid. The sessions stay, so that a device learns why its
     * calls are rejected.
     */
    revoke: async (eventId: string, judgeId: string, actor: Actor): Promise<Judge> => {
      const judge = await inTransaction(database.db, (tx) =>
        changeJudge(tx, { eventId, judgeId }, actor, 'revoke', (before) =>
          updateJudge(tx, judgeId, { revokedAt: before.revokedAt ?? new Date() }),
        ),
      )
      await announce(eventId)
      return judge
    },

    /**
     * Erases the names of judges who were not active for `judgeNameYears`, and the reasons of rejected
     * sheets, of judges who were left out, of second looks and of withdrawals of before. Returns how many
     * judges.
     */
    purge: async (now = new Date()): Promise<number> => {
      const before = new Date(now)
      before.setUTCFullYear(before.getUTCFullYear() - judgeNameYears)
      await eraseReviewReasonsBefore(database.db, before)
      await eraseRecusalAndSecondLookTextsBefore(database.db, before)
      await eraseWithdrawalReasonsBefore(database.db, before)
      return inTransaction(database.db, async (tx) => {
        const ids = await lockAndListJudgeIdsInactiveSince(tx, before)
        await eraseJudgesSessionsAndAllPrints(tx, ids)
        return ids.length
      })
    },
  }
}
