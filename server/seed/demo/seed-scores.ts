import { randomUUIDv7 } from 'node:crypto'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ScoreSheetValues } from '#contract/rule-set.ts'
import { ageOfMajority } from '#contract/rules/age.ts'
import { currentConsentVersion } from '#contract/rules/guardian-consent.ts'
import { judgeAttempt } from '#contract/rules/rule-set-attempt.ts'
import { createEntryResultCalculator } from '#contract/rules/rule-set-result.ts'
import { computeEntryTotal } from '#contract/rules/scoring.ts'
import type { Db } from '#server/db/open.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { events } from '#server/db/schema/events.ts'
import { regions } from '#server/db/schema/geography.ts'
import { eventRuleSets, scoreAttempts, scoreEntries } from '#server/db/schema/scores.ts'
import { teamPeople, teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'
import { startScoreLog } from '#server/features/scores/service.ts'
import { getDemoGuardian, insertDemoGuardianAnswers } from './guardians.ts'
import { type DemoPayingTeam, insertDemoPayments } from './payments.ts'
import {
  createDemoAttempts,
  createDemoPlayers,
  createDemoTeams,
  createSeededRandom,
  type DemoAttempt,
  type DemoPlayer,
  demoCompetitions,
  demoPlaces,
  getDemoRegistrationTime,
  getDemoTeamPlan,
} from './players.ts'
import { createDemoSheets, type DemoSheet, demoRuleSet, slowDownLastRound } from './rule-set.ts'
import { insertDemoSeasonRecords } from './seasons.ts'
import type { DemoEvent } from './types.ts'

/** Rows per statement; far below PostgreSQL's limit of 65,535 parameters. */
const CHUNK = 1000

/** A participant of an event, with the columns of a score entry. */
type Participant = Pick<
  typeof scoreEntries.$inferInsert,
  'participantKey' | 'userId' | 'teamId' | 'playerName' | 'playerEmail' | 'teamNo' | 'teamName' | 'schoolName'
> & { skill: number; missionType: number }

/** Inserts 300 students without a password, so that their accounts cannot be used. */
export async function insertDemoPlayers(tx: Db): Promise<Participant[]> {
  const players = createDemoPlayers(300)
  const rows = await tx
    .insert(users)
    .values(players.map(({ skill: _, ...player }) => ({ ...player, role: 'student' as const, demo: true })))
    .onConflictDoNothing()
    .returning({ id: users.id, email: users.email })
  const ids = new Map(rows.map(({ id, email }) => [email, id]))
  return players.flatMap((player) => {
    const id = ids.get(player.email)
    if (!id) return []
    const { firstName, lastName, email, school, missionType, skill } = player
    return {
      participantKey: `user:${id}`,
      userId: id,
      playerName: `${firstName} ${lastName}`,
      playerEmail: email,
      schoolName: school,
      missionType,
      skill,
    }
  })
}

/** Sets the fees of the demo in competitions that nobody has changed or registered for. Returns the ids of those with limited places. */
async function setDemoFees(tx: Db, list: (typeof competitions.$inferSelect)[]): Promise<string[]> {
  const limitedIds: string[] = []
  for (const competition of list) {
    const demo = demoCompetitions[competition.slug]
    if (!demo || competition.fee > 0 || competition.maxTeams !== null || competition.version > 1 || competition.lastTeamNo > 0) continue
    competition.fee = demo.fee
    await tx.update(competitions).set({ fee: demo.fee }).where(eq(competitions.id, competition.id))
    if (demo.limited) limitedIds.push(competition.id)
  }
  return limitedIds
}

/** Opens the competitions that no administrator has saved, and inserts 60 teams in the active ones, each with a coach and two or three members, with their payments and places, and some season records. Teams of a full competition wait. */
export async function insertDemoTeams(tx: Db, people: readonly DemoPlayer[], now: Date): Promise<Participant[]> {
  await tx.update(competitions).set({ active: true }).where(eq(competitions.version, 1))
  const activeCompetitions = await tx
    .select()
    .from(competitions)
    .where(and(eq(competitions.active, true), isNull(competitions.deletedAt)))
    .orderBy(asc(competitions.position))
    .for('update')
  const allRegions = await tx.select({ id: regions.id }).from(regions).orderBy(asc(regions.position))
  if (activeCompetitions.length === 0) return []
  const limitedIds = await setDemoFees(tx, activeCompetitions)
  const next = createSeededRandom(7)
  const drafts = createDemoTeams().map((team, i) => {
    const competition = activeCompetitions[i % activeCompetitions.length]
    if (!competition) throw new Error('no competition')
    competition.lastTeamNo += 1
    const { skill, ...values } = team
    const position = Math.floor(i / activeCompetitions.length)
    const isFull = competition.maxTeams !== null && competition.teamCount >= competition.maxTeams
    const plan = isFull ? 'waiting' : competition.fee > 0 ? getDemoTeamPlan(competition.slug, position) : 'free'
    const registeredAt = getDemoRegistrationTime(position, now)
    const hasPlace = plan !== 'lapsed' && plan !== 'waiting'
    if (hasPlace) competition.teamCount += 1
    return {
      skill,
      plan,
      registeredAt,
      values: {
        ...values,
        competitionId: competition.id,
        teamNo: competition.lastTeamNo,
        regionId: allRegions[Math.floor(next() * allRegions.length)]?.id ?? null,
        stage: next() < 0.4 ? 'national' : 'regional',
        paid: plan === 'paid' || plan === 'marked',
        status: hasPlace ? ('registered' as const) : plan,
        statusAt: registeredAt,
        createdAt: registeredAt,
        demo: true,
      },
    }
  })
  // one paid team has asked to leave
  const leaving = drafts.find(({ plan }) => plan === 'paid')
  const rows = await tx
    .insert(teams)
    .values(drafts.map((draft) => ({ ...draft.values, leaveRequestedAt: draft === leaving ? now : null })))
    .returning({ id: teams.id, competitionId: teams.competitionId, teamNo: teams.teamNo })
  if (limitedIds.length > 0) await tx.update(competitions).set({ maxTeams: demoPlaces }).where(inArray(competitions.id, limitedIds))
  for (const { id, lastTeamNo } of activeCompetitions) await tx.update(competitions).set({ lastTeamNo }).where(eq(competitions.id, id))

  const byNumber = new Map(rows.map((row) => [`${row.competitionId} ${row.teamNo}`, row.id]))
  const members: (typeof teamPeople.$inferInsert)[] = []
  const minors: { id: string; number: number }[] = []
  const year = new Date().getUTCFullYear()
  const payingTeams: DemoPayingTeam[] = []
  const participants = drafts.map(({ values, skill, plan, registeredAt }, i) => {
    const id = byNumber.get(`${values.competitionId} ${values.teamNo}`)
    if (!id) throw new Error('a team was not stored')
    const group = people.slice((i * 4) % people.length, ((i * 4) % people.length) + 4)
    group.forEach((person, position) => {
      if (position === 3 && i % 2) return
      const coach = position === 0
      const personId = randomUUIDv7()
      const guardian = getDemoGuardian(minors.length)
      if (!coach && person.age < ageOfMajority) minors.push({ id: personId, number: minors.length })
      members.push({
        id: personId,
        teamId: id,
        competitionId: values.competitionId,
        kind: coach ? 'coach' : 'member',
        name: `${person.firstName} ${person.lastName}`,
        email: coach ? person.email.replace('player', 'coach').replace('students', 'schools') : person.email,
        birthDate: coach ? null : `${year - person.age}-${String(1 + ((i * 5 + position) % 12)).padStart(2, '0')}-15`,
        gender: person.gender,
        position,
        consent: coach
          ? null
          : {
              guardian: `${group[0]?.firstName ?? ''} ${person.lastName}`,
              contact: guardian.contact,
              at: new Date().toISOString(),
              textVersion: currentConsentVersion,
              publish: guardian.publish,
            },
        demo: true,
      })
    })
    const coach = members.findLast((person) => person.teamId === id && person.kind === 'coach')
    const { fee: amount = 0, currency = 'SAR' } = activeCompetitions.find((competition) => competition.id === values.competitionId) ?? {}
    const payer = { name: coach?.name ?? '', email: coach?.email ?? '' }
    payingTeams.push({ id, teamNo: values.teamNo, plan, registeredAt, amount, currency, coach: payer })
    const captain = group[1]
    return {
      participantKey: `team:${id}`,
      teamId: id,
      teamNo: String(values.teamNo),
      teamName: values.name,
      schoolName: values.schoolName,
      playerName: captain ? `${captain.firstName} ${captain.lastName}` : '',
      playerEmail: captain?.email ?? '',
      missionType: ['elementary', 'junior', 'senior'].indexOf(values.ageLevel),
      skill,
    }
  })
  for (let i = 0; i < members.length; i += CHUNK) await tx.insert(teamPeople).values(members.slice(i, i + CHUNK))
  await insertDemoGuardianAnswers(tx, minors, now)
  await insertDemoPayments(tx, payingTeams)
  await insertDemoSeasonRecords(
    tx,
    drafts.slice(0, 10).flatMap(({ values: { competitionId, teamNo, name, schoolName, stage } }) => {
      const id = byNumber.get(`${competitionId} ${teamNo}`)
      return id ? [{ id, name, schoolName, stage }] : []
    }),
  )
  const countPeople = (teamId: string, kind: 'coach' | 'member') =>
    members.filter((person) => person.teamId === teamId && person.kind === kind).length
  const complete = rows.filter(({ id, competitionId }) => {
    const limits = activeCompetitions.find((competition) => competition.id === competitionId)
    const [coaches, memberCount] = [countPeople(id, 'coach'), countPeople(id, 'member')]
    return (
      limits &&
      coaches >= limits.minCoaches &&
      coaches <= limits.maxCoaches &&
      memberCount >= limits.minMembers &&
      memberCount <= limits.maxMembers
    )
  })
  if (complete.length > 0)
    await tx
      .update(teams)
      .set({ complete: true })
      .where(
        inArray(
          teams.id,
          complete.map(({ id }) => id),
        ),
      )
  return participants
}

/**
 * Creates score entries and attempts of an event; totals follow the rule of real scores. Every ninth participant repeats the attempts of the one before,
 * so that there are shared ranks. The attempts are between `from` and `until`.
 */
export function createDemoScoreEntries(
  eventId: string,
  event: DemoEvent,
  participants: readonly Participant[],
  from: number,
  until: number,
  seed: number,
) {
  const next = createSeededRandom(seed)
  const chosen = participants
    .map((participant) => ({ participant, order: next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, event.play.entries)
  const entries: (typeof scoreEntries.$inferInsert)[] = []
  const attempts: (typeof scoreAttempts.$inferInsert & { participantKey: string })[] = []
  type Run = DemoAttempt & { values?: ScoreSheetValues; ruleVersion?: number }
  let previousRuns: Run[] = []
  const { hasRuleSet } = event.play
  const computeSheets = createEntryResultCalculator(demoRuleSet)
  let previousSheets: DemoSheet[] = []
  /** Every third participant of an event with a rule set is like the one before, but slower in one round. */
  const createRuns = (missions: number, best: number, seconds: number, skill: number, at: number): Run[] => {
    if (!hasRuleSet) return createDemoAttempts(missions, best, seconds, skill, next)
    previousSheets = at % 3 === 2 ? slowDownLastRound(previousSheets) : createDemoSheets(skill, next)
    return previousSheets.map(({ mission, values }) => {
      const judged = judgeAttempt(demoRuleSet, { mission, score: 0, timeMs: 0, values })
      if ('problems' in judged) throw new Error('a demo sheet does not fit its rule set')
      return { mission, ...judged.sheet, ruleVersion: 1 }
    })
  }
  chosen.forEach(({ participant: { skill, ...participant } }, i) => {
    const { missions, best, seconds } = event.play
    const runs = i % 9 === 8 ? previousRuns : createRuns(missions, best, seconds, skill, i)
    previousRuns = runs
    const times = runs.map(() => Math.floor(from + next() * (until - from))).sort((a, b) => a - b)
    const timedRuns = runs.map((run, k) => ({ ...run, at: times[k] ?? from }))
    const total = hasRuleSet
      ? computeSheets(timedRuns.map(({ mission, values, at }) => ({ mission, values: values ?? {}, at })))
      : computeEntryTotal(timedRuns, 'sum-of-best')
    if (!total) return
    const { reachedAt, rankingKey, ...sums } = { rankingKey: null, ...total }
    entries.push({
      ...{ eventId, ...participant, ...sums, ruleSetKey: rankingKey && [...rankingKey] },
      ...{ reachedAt: new Date(reachedAt), attemptCount: timedRuns.length, demo: true },
    })
    for (const { at, ...run } of timedRuns)
      attempts.push({ ...run, at: new Date(at), source: 'simulator', entryId: '', participantKey: participant.participantKey })
  })
  return { entries, attempts, ruleSetEventId: hasRuleSet ? eventId : undefined }
}

/** Inserts the results of `createDemoEntries` and updates the entry counts of their events. Returns the number of entries. */
export async function insertDemoScoreEntriesAndCounts(
  tx: Db,
  created: readonly ReturnType<typeof createDemoScoreEntries>[],
): Promise<number> {
  const ids = new Map<string, string>()
  const entries = created.flatMap((result) => result.entries)
  for (let i = 0; i < entries.length; i += CHUNK) {
    const rows = await tx
      .insert(scoreEntries)
      .values(entries.slice(i, i + CHUNK))
      .returning({ id: scoreEntries.id, eventId: scoreEntries.eventId, key: scoreEntries.participantKey })
    for (const row of rows) ids.set(`${row.eventId} ${row.key}`, row.id)
  }
  const attempts = created.flatMap(({ entries: [first], attempts: list }) =>
    list.map(({ participantKey, ...attempt }) => ({ ...attempt, entryId: ids.get(`${first?.eventId} ${participantKey}`) ?? '' })),
  )
  for (let i = 0; i < attempts.length; i += CHUNK) await tx.insert(scoreAttempts).values(attempts.slice(i, i + CHUNK))
  const eventIds = [...new Set(entries.map((entry) => entry.eventId))]
  if (eventIds.length > 0)
    await tx
      .update(events)
      .set({ entryCount: sql`(select count(*) from score_entries where event_id = ${events.id})` })
      .where(inArray(events.id, eventIds))
  for (const { ruleSetEventId } of created)
    if (ruleSetEventId) await tx.insert(eventRuleSets).values({ eventId: ruleSetEventId, version: 1, document: demoRuleSet })
  for (const eventId of eventIds) await startScoreLog(tx, eventId)
  return entries.length
}
