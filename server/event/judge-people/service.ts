import { normalizeEmail } from '#contract/accounts/identity.ts'
import { judgePersonYears } from '#contract/accounts/retention.ts'
import type { JudgePerson, JudgePersonFields } from '#contract/event/judging/judge-person.schema.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudits } from '#server/platform/audit/service.ts'
import { purgeDeletedRowWithAudit } from '#server/platform/crud/deleted-records.ts'
import { toRecordMetadata } from '#server/platform/crud/metadata.ts'
import { createCrudService } from '#server/platform/crud/service.ts'
import { purgeExpiredRowsWithAudit } from '#server/platform/crud/soft-delete.ts'
import type { Db } from '#server/platform/db/open.ts'
import { judgePeople } from '#server/platform/db/schema/judge-people.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import {
  deleteUnownedRecipientsByEmail,
  filterAddressesWithoutUserOrPerson,
} from '#server/site/announcements/service.ts'
import { eraseJudgesSessionsAndAllPrints } from '../judges/service.ts'
import {
  buildJudgePersonFilterConditions,
  filterCompetitionIdSet,
  filterTakenJudgePersonEmailSet,
  getJudgePersonSortColumns,
  hasValidCodeOfComingEventCondition,
  type JudgePersonRow,
  judgePersonSearchText,
  listJudgesOfDeletedPeople,
  lockJudgePersonEmails,
  lockJudgePersonIdsUnusedSince,
  softDeleteAndReturnJudgePeople,
  toJudgePersonFields,
} from './queries.ts'

/** Returns a person for the audit log, which stores neither name nor address. */
export const toJudgePersonAudit = ({
  search: _search,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...rest
}: JudgePersonRow): Record<string, unknown> => rest

const target = { table: judgePeople, entity: 'judge-person' as const, toAudit: toJudgePersonAudit }
const keepDeleted = { condition: hasValidCodeOfComingEventCondition, code: 'judge-assigned' as const }
const systemActor: Actor = { userId: null, name: 'system' }

/**
 * Creates the service of the people who judge. To delete one permanently also erases the names of the judges of
 * events who are linked to the person, revokes their codes, and deletes announcements to the address that wait.
 * Their ids and sheets stay for the score log.
 */
export const createJudgePersonService = (core: Core) => {
  const { database, emails } = core
  const erase = async (tx: Db, people: readonly JudgePersonRow[], judgeIds: readonly string[]) => {
    await eraseJudgesSessionsAndAllPrints(tx, judgeIds)
    const addresses = people.flatMap(({ email }) => email ?? [])
    await deleteUnownedRecipientsByEmail(tx, addresses)
    for (const address of await filterAddressesWithoutUserOrPerson(tx, addresses))
      await emails.deleteUnsentTo(address, tx)
  }
  const records = createCrudService<typeof judgePeople, JudgePersonFields, JudgePerson>(
    {
      table: judgePeople,
      entity: 'judge-person',
      cacheTags: [],
      searchText: judgePersonSearchText,
      getSortColumns: getJudgePersonSortColumns,
      buildFilterConditions: buildJudgePersonFilterConditions,
      recordName: { en: judgePeople.name, ar: judgePeople.name },
      required: ['name'],
      toRecord: (row) => ({ ...toJudgePersonFields(row), ...toRecordMetadata(row) }),
      toColumns: ({ email, languages, competitionIds, name }) => ({
        name,
        email: email && normalizeEmail(email),
        languages: languages && [...new Set(languages)],
        competitionIds: competitionIds && [...new Set(competitionIds)],
      }),
      check: async (tx, { email, competitionIds }, id) => {
        if (email) {
          await lockJudgePersonEmails(tx)
          if ((await filterTakenJudgePersonEmailSet(tx, [email], id)).size > 0)
            throw new AppError('bad-input', [{ field: 'email', code: 'taken' }])
        }
        if (competitionIds && competitionIds.length > 0) {
          const known = await filterCompetitionIdSet(tx, competitionIds)
          if (competitionIds.some((each) => !known.has(each)))
            throw new AppError('bad-input', [{ field: 'competitionIds', code: 'not-found' }])
        }
      },
    },
    core,
  )

  return {
    ...records,

    /**
     * Deletes a deleted person permanently. Throws `not-found`, and `judge-assigned` as long as the person has a
     * valid code for an event that is not over.
     */
    purgeOne: (id: string, actor: Actor): Promise<void> =>
      inTransaction(database.db, async (tx) => {
        const linked = await listJudgesOfDeletedPeople(tx, id)
        const person = await purgeDeletedRowWithAudit(tx, target, id, actor, keepDeleted)
        await erase(
          tx,
          [person],
          linked.map(({ judgeId }) => judgeId),
        )
      }),

    /**
     * Deletes people who were not used for `judgePersonYears`, who can be restored for 30 days, and permanently
     * those who were deleted before that. Returns how many permanently.
     */
    purge: (now = new Date()): Promise<number> =>
      inTransaction(database.db, async (tx) => {
        const before = new Date(now)
        before.setUTCFullYear(before.getUTCFullYear() - judgePersonYears)
        const unusedIds = await lockJudgePersonIdsUnusedSince(tx, before)
        if (unusedIds.length > 0)
          await writeAudits(
            tx,
            (await softDeleteAndReturnJudgePeople(tx, unusedIds, now)).map((row) => ({
              actor: systemActor,
              action: 'delete',
              entity: 'judge-person',
              entityId: row.id,
              before: toJudgePersonAudit(row),
            })),
          )
        const linked = await listJudgesOfDeletedPeople(tx)
        const purged = await purgeExpiredRowsWithAudit(tx, target, keepDeleted.condition)
        const ids = new Set(purged.map(({ id }) => id))
        await erase(
          tx,
          purged,
          linked.filter(({ personId }) => ids.has(personId)).map(({ judgeId }) => judgeId),
        )
        return purged.length
      }),
  }
}
