import { scoreLimits } from '#contract/event/scores/score.ts'
import { getPanelSheetKey } from '#contract/event/scoring/rule-set-sheet.ts'
import { type Actor, writeAudits } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError, type FieldProblem } from '#server/platform/lib/app-error.ts'
import { generateSalt, type ScoreLogChange, toLoggedAttempt } from '../log/queries-append.ts'
import { hasEventReveal } from '../ranking/queries-freeze.ts'
import { findMatchAttemptProblem, mapDrawnEntryIdsByTeam } from '../scoring/match-writes.ts'
import { isGuestKey } from './guest-keys.ts'
import {
  listAttemptsOfEntries,
  type MovedAttempt,
  updateEntryIdsAndReturnAttempts,
} from './queries-attempts.ts'
import {
  type EntryValues,
  linkGuestsToUsersAndUpsertEntries,
  listEntriesByParticipantKeys,
  lockEntriesByIds,
  type StoredEntry,
  updateParticipantsOfEntries,
} from './queries-entries.ts'
import {
  deleteOverwrittenDetailsOfEntries,
  filterTeamsAllowedForResults,
  listTeamsOfEventOrDrawOrResults,
  type ParticipatingTeam,
  readGuestRulesOfEvent,
} from './queries-participants.ts'
import { updateEntryIdsOfRemovedScores } from './queries-removed-scores.ts'
import { checkWhichRunsSheetsRecorded } from './recorded-runs.ts'
import type { AppliedWrite, ScoredEvent, WriteOf } from './score-write.ts'

/**
 * Throws `results-final` when the results of an event are final, and `reveal-running` while its ranking is being
 * revealed: the steps of a reveal name entries.
 */
export const assertNotFinalOrBeingRevealed = async (tx: Db, event: ScoredEvent): Promise<void> => {
  if (event.areResultsFinal) throw new AppError('results-final')
  if (await hasEventReveal(tx, event.id)) throw new AppError('reveal-running')
}

/** A guest with the team that it is. */
type Assignment = { guest: StoredEntry; team: ParticipatingTeam }

/**
 * Locks the entries of the assigned guests and reads their teams. Throws `bad-input` for an entry that is no
 * guest, and for a team that does not exist, that the user may not see or, in an event with teams, that does not take
 * part.
 */
const readAssignments = async (
  tx: Db,
  eventId: string,
  assignments: WriteOf<'assign'>['assignments'],
  { regionLimit = null }: Actor,
): Promise<Assignment[]> => {
  const guests = new Map(
    (
      await lockEntriesByIds(
        tx,
        eventId,
        assignments.map(({ entryId }) => entryId),
      )
    ).map((entry) => [entry.id, entry]),
  )
  const teamIds = [...new Set(assignments.map(({ teamId }) => teamId))]
  const teams = new Map(
    (await filterTeamsAllowedForResults(tx, teamIds, { eventId, regionLimit })).map((team) => [
      team.id,
      team,
    ]),
  )
  const { hasTeams } = await readGuestRulesOfEvent(tx, eventId)
  const candidates = new Set(
    hasTeams ? (await listTeamsOfEventOrDrawOrResults(tx, eventId)).map(({ id }) => id) : teamIds,
  )
  const seen = new Set<string>()
  const problems: FieldProblem[] = []
  const found = assignments.flatMap(({ entryId, teamId }, index): Assignment[] => {
    const guest = guests.get(entryId)
    const team = teams.get(teamId)
    const refuse = (field: 'entryId' | 'teamId', code: FieldProblem['code']) =>
      void problems.push({ field: `assignments.${index}.${field}`, code })
    if (!guest || !isGuestKey(guest.participantKey)) refuse('entryId', 'not-found')
    else if (seen.has(entryId)) refuse('entryId', 'twice')
    if (!team) refuse('teamId', 'not-found')
    else if (!candidates.has(teamId)) refuse('teamId', 'no-such-team')
    seen.add(entryId)
    return guest && team ? [{ guest, team }] : []
  })
  if (problems.length > 0) throw new AppError('bad-input', problems)
  return found
}

/** Returns the entry of a team whose only results are those of a guest. */
const toEntryOfTeam = ({ guest, team }: Assignment): EntryValues => {
  const { id: _, ...values } = guest
  return {
    ...values,
    participantKey: `team:${team.id}`,
    userId: null,
    teamId: team.id,
    // the members of the team have played, and get certificates where the entry names no player
    playerName: '',
    playerEmail: '',
    teamNo: String(team.teamNo),
    teamName: team.name,
    schoolName: team.schoolName || guest.schoolName,
  }
}

/**
 * Finds what keeps a guest from being a team: a match that the team does not play, a judge of a panel with a
 * sheet of both, and too many attempts. `attemptsOfTeam` grows with those of the guest.
 */
const findAssignmentProblem = (
  { rules }: ScoredEvent,
  teamId: string,
  drawn: ReadonlyMap<string | null, string> | undefined,
  attempts: Awaited<ReturnType<typeof listAttemptsOfEntries>>,
  attemptsOfTeam: Awaited<ReturnType<typeof listAttemptsOfEntries>>,
): Omit<FieldProblem, 'field'> | undefined => {
  for (const { mission } of attempts) {
    const problem = drawn && findMatchAttemptProblem(rules, drawn, teamId, mission)
    if (problem) return problem
  }
  const sheetsOfTeam = attemptsOfTeam.map((attempt) => getPanelSheetKey(rules.ruleSet, attempt))
  const isSheetOfTeam = (sheet: string | undefined) => sheet !== undefined && sheetsOfTeam.includes(sheet)
  if (attempts.some((attempt) => isSheetOfTeam(getPanelSheetKey(rules.ruleSet, attempt))))
    return { code: 'sheets-of-judge' }
  attemptsOfTeam.push(...attempts)
  return attemptsOfTeam.length > scoreLimits.attempts
    ? { code: 'too-many', values: { limit: scoreLimits.attempts } }
    : undefined
}

/** Counts the attempts of each guest that have the round and the result of a judge's sheet of its team. */
const countRunsRecordedAsSheets = async (
  tx: Db,
  eventId: string,
  guests: readonly { from: string; to: string; teamId: string }[],
  attempts: ReadonlyMap<string, Awaited<ReturnType<typeof listAttemptsOfEntries>>>,
): Promise<Map<string, number>> => {
  const runs = guests.flatMap(({ from, to, teamId }) =>
    (attempts.get(from) ?? []).map((attempt) => ({
      ...attempt,
      entryId: from === to ? undefined : to,
      teamId,
      from,
    })),
  )
  const isRecorded = await checkWhichRunsSheetsRecorded(tx, eventId, runs)
  const counts = new Map<string, number>()
  for (const [index, { from }] of runs.entries())
    if (isRecorded[index]) counts.set(from, (counts.get(from) ?? 0) + 1)
  return counts
}

const toChangesOfMove = ({ from, to, ...attempt }: MovedAttempt): ScoreLogChange[] => [
  { kind: 'remove', entryId: from, attemptId: attempt.id, before: toLoggedAttempt(attempt), after: null },
  {
    kind: 'add',
    entryId: to,
    attemptId: attempt.id,
    before: null,
    after: toLoggedAttempt(attempt),
    ruleVersion: attempt.ruleVersion,
  },
]

/**
 * Gives the results of guests to the registered teams that they are. The entry of a guest becomes that of a team
 * without one; otherwise its attempts move to the entry of the team, with everything that they have. In an event
 * with matches the draw gave entries their ids, so there they always move. Throws `bad-input` with fields
 * `assignments.<index>.<field>`, `results-final` and `reveal-running`.
 */
export const assignGuestsToTeamsWithAudit = async (
  tx: Db,
  event: ScoredEvent,
  { assignments: given, reason }: WriteOf<'assign'>,
  actor: Actor,
): Promise<AppliedWrite> => {
  await assertNotFinalOrBeingRevealed(tx, event)
  const assignments = await readAssignments(tx, event.id, given, actor)
  const drawn = mapDrawnEntryIdsByTeam(event)
  const keys = [...new Set(assignments.map(({ team }) => `team:${team.id}`))]
  const entryIds = new Map(
    (await listEntriesByParticipantKeys(tx, event.id, keys)).map(({ participantKey, id }) => [
      participantKey,
      id,
    ]),
  )
  const attempts = Map.groupBy(
    await listAttemptsOfEntries(tx, [...assignments.map(({ guest }) => guest.id), ...entryIds.values()]),
    ({ entryId }) => entryId,
  )
  const renamed: (EntryValues & { id: string; participantSalt: string })[] = []
  const added: EntryValues[] = []
  const attemptsByTeam = new Map<string, Awaited<ReturnType<typeof listAttemptsOfEntries>>>()
  const sharedMatches = new Map<string, number[]>()
  const problems: FieldProblem[] = []
  for (const [index, assignment] of assignments.entries()) {
    const { guest, team } = assignment
    const key = `team:${team.id}`
    const ofTeam = attemptsByTeam.get(key) ?? [...(attempts.get(entryIds.get(key) ?? '') ?? [])]
    attemptsByTeam.set(key, ofTeam)
    const ofGuest = attempts.get(guest.id) ?? []
    if (drawn) {
      const ofBoth = ofGuest.filter((one) => ofTeam.some((other) => other.mission === one.mission))
      sharedMatches.set(guest.id, [...new Set(ofBoth.map(({ mission }) => mission))])
    }
    const problem = findAssignmentProblem(event, team.id, drawn, ofGuest, ofTeam)
    if (problem) problems.push({ ...problem, field: `assignments.${index}.entryId` })
    if (entryIds.has(key)) continue
    const drawnId = drawn?.get(team.id)
    if (drawnId === undefined)
      renamed.push({
        ...toEntryOfTeam(assignment),
        id: guest.id,
        participantSalt: generateSalt(),
      })
    else added.push(toEntryOfTeam(assignment))
    entryIds.set(key, drawnId ?? guest.id)
  }
  if (problems.length > 0) throw new AppError('bad-input', problems)
  await updateParticipantsOfEntries(tx, renamed)
  // an import that is undone would give the team the names of the guest
  await deleteOverwrittenDetailsOfEntries(
    tx,
    renamed.map(({ id }) => id),
  )
  const { createdCount, changedEntries } = await linkGuestsToUsersAndUpsertEntries(tx, event.id, added, {
    idsByTeam: drawn,
  })
  const found = assignments.map(({ guest, team }) => ({
    from: guest.id,
    to: entryIds.get(`team:${team.id}`) as string,
    teamId: team.id,
    teamNo: team.teamNo,
    teamName: team.name,
    attemptCount: attempts.get(guest.id)?.length ?? 0,
    sharedMatches: sharedMatches.get(guest.id) ?? [],
    name: guest.teamName || guest.playerName || guest.teamNo,
  }))
  const repeatedCounts = await countRunsRecordedAsSheets(tx, event.id, found, attempts)
  const targets = found.map((target) => ({ ...target, repeatedCount: repeatedCounts.get(target.from) ?? 0 }))
  const moves = targets.filter(({ from, to }) => from !== to)
  const moved = await updateEntryIdsAndReturnAttempts(tx, moves)
  await updateEntryIdsOfRemovedScores(tx, event.id, moves)
  await writeAudits(
    tx,
    targets.map(({ from, to, teamId, attemptCount }) => ({
      actor,
      action: 'assign-guest' as const,
      entity: 'score' as const,
      entityId: to,
      after: { event: event.id, team: teamId, attempts: attemptCount, from, reason },
    })),
  )
  return {
    entryIds: [...new Set(targets.flatMap(({ from, to }) => [from, to]))],
    createdCount,
    changedEntries: [...renamed, ...changedEntries],
    changes: moved.flatMap(toChangesOfMove),
    ...(drawn ? { missions: [...new Set(moved.map(({ mission }) => mission))] } : {}),
    assignments: targets,
  }
}
