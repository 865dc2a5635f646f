import type { TeamHistoryEntry, TeamHistoryKind } from '#contract/team-progress.ts'
import type { Db } from '#server/db/open.ts'
import { listSeasonRecordTimes, listTeamPaymentTimes, listTeamProgressUpdates } from './queries-history.ts'

type Update = Awaited<ReturnType<typeof listTeamProgressUpdates>>[number]

const describeUpdate = (update: Update): Pick<TeamHistoryEntry, 'kind' | 'value'> | undefined => {
  if (update.stageBefore !== update.stageAfter) return { kind: 'stage', value: update.stageAfter }
  if (update.statusBefore !== update.statusAfter) return { kind: 'status', value: update.statusAfter }
  // payments have entries of their own
  return update.paidBefore === update.paidAfter ? { kind: 'changed', value: null } : undefined
}

/** Reads the history of a team, the newest first: registration, changes, stages, places, payments and season records. Changes on the same day count once. */
export const readTeamHistory = async (db: Db, team: { id: string; createdAt: string }): Promise<TeamHistoryEntry[]> => {
  const entries: TeamHistoryEntry[] = []
  const add = (at: Date, kind: TeamHistoryKind, value: string | null = null) => entries.push({ at: at.toISOString(), kind, value })
  add(new Date(team.createdAt), 'registered')
  let lastChangeDay = ''
  for (const update of await listTeamProgressUpdates(db, team.id)) {
    const described = describeUpdate(update)
    const day = update.at.toISOString().slice(0, 10)
    if (!described || (described.kind === 'changed' && day === lastChangeDay)) continue
    if (described.kind === 'changed') lastChangeDay = day
    add(update.at, described.kind, described.value)
  }
  for (const { paidAt, refundedAt } of await listTeamPaymentTimes(db, team.id)) {
    if (paidAt) add(paidAt, 'paid')
    if (refundedAt) add(refundedAt, 'refunded')
  }
  for (const { at, year } of await listSeasonRecordTimes(db, team.id)) add(at, 'season', String(year))
  return entries.toSorted((one, other) => other.at.localeCompare(one.at))
}
