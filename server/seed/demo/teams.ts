// Teams and people are inserted directly, because their registrations are in the past.
// Answers and links are inserted directly, because they are in the past and no email is sent.

import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import { currentConsentVersion } from '#contract/people/guardians/guardian-consent.ts'
import { ageOfMajority } from '#contract/people/teams/age.ts'
import { schoolTypes } from '#contract/people/teams/team.fields.ts'
import { msPerDay } from '#contract/platform/time.ts'
import { addDays } from '#contract/platform/time-zone.ts'
import { isWithinPeopleLimits } from '#server/people/teams/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { regions } from '#server/platform/db/schema/content.ts'
import { guardianConfirmations, guardianLinks } from '#server/platform/db/schema/guardians.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { seasons, teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { arabicSchoolNames, latinSchoolNames, teamNames } from './names.ts'
import { demoCompetitions, demoPlaces, getDemoTeamPlan, insertDemoPayments } from './payments.ts'
import { createSeededRandom, type DemoPlayer, type Participant, pickRandomItem } from './players.ts'

type DemoAnswer = 'mailed-link' | 'copied-link' | 'paper' | 'refused' | 'mail-sent' | 'missing'
/** The answers of the guardians of ten members in a row. */
const answers: DemoAnswer[] = [
  'mailed-link',
  'mailed-link',
  'mail-sent',
  'copied-link',
  'mailed-link',
  'paper',
  'mailed-link',
  'refused',
  'copied-link',
  'missing',
]

/** Returns how the guardian of the demo member with this number answered, and the guardian's contact. */
const getDemoGuardian = (number: number) => {
  const answer = answers[number % answers.length] ?? 'missing'
  const hasEmail = answer === 'mailed-link' || answer === 'mail-sent' || answer === 'refused'
  return {
    answer,
    contact: hasEmail ? `guardian${number}@families.example` : `+96655000${String(1000 + number)}`,
    publish: answer === 'paper' || (answer === 'mailed-link' && number % 2 === 0),
  }
}

/** Inserts the answers of the guardians of demo members. The links of the demo cannot be opened. */
async function insertDemoGuardianAnswers(
  tx: Db,
  members: readonly { id: string; number: number }[],
  now: Date,
): Promise<void> {
  const [organizer] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.deletedAt)))
    .orderBy(asc(users.createdAt))
    .limit(1)
  const getTime = (number: number) => new Date(now.getTime() - (1 + (number % 6)) * msPerDay)
  const confirmations = members.flatMap(({ id, number }) => {
    const { answer } = getDemoGuardian(number)
    if (answer === 'missing' || answer === 'mail-sent') return []
    return {
      personId: id,
      state: answer === 'refused' ? ('refused' as const) : ('confirmed' as const),
      method: answer === 'refused' ? ('mailed-link' as const) : answer,
      textVersion: currentConsentVersion,
      decidedAt: getTime(number),
      recordedBy: answer === 'paper' ? (organizer?.id ?? null) : null,
    }
  })
  if (confirmations.length > 0) await tx.insert(guardianConfirmations).values(confirmations)
  const links = members
    .filter(({ number }) => getDemoGuardian(number).answer === 'mail-sent')
    .map(({ id, number }) => ({
      tokenHash: `demo ${randomUUIDv7()}`,
      personId: id,
      method: 'mailed-link' as const,
      createdAt: getTime(number),
      expiresAt: new Date(now.getTime() + 20 * msPerDay),
    }))
  if (links.length > 0) await tx.insert(guardianLinks).values(links)
}

/** Returns the time at which the team at a position registered. */
const getDemoRegistrationTime = (position: number, now: Date): Date =>
  new Date(
    `${addDays(now.toISOString().slice(0, 10), -12 + Math.floor(position / 2))}T${String(8 + position).padStart(2, '0')}:15:00Z`,
  )

type DemoTeam = Pick<
  typeof teams.$inferSelect,
  'name' | 'schoolName' | 'schoolType' | 'ageLevel' | 'paid'
> & {
  skill: number
}

/** Creates sixty teams. The name of the school is in the language of the team's name. */
function createDemoTeams(): DemoTeam[] {
  const next = createSeededRandom(60)
  // a generator of its own keeps the other values of the demo as they are
  const nextSchoolType = createSeededRandom(61)
  return teamNames.map((name) => ({
    name,
    schoolName: pickRandomItem(/\p{Script=Arabic}/u.test(name) ? arabicSchoolNames : latinSchoolNames, next),
    schoolType: pickRandomItem([null, ...schoolTypes], nextSchoolType),
    ageLevel: pickRandomItem(['elementary', 'junior', 'senior'] as const, next),
    paid: next() < 0.7,
    skill: next(),
  }))
}

/** Inserts the season before the active one, unless it exists, and a record of it for each team. */
async function insertDemoSeasonRecords(
  tx: Db,
  teams: readonly { id: string; name: string; schoolName: string; stage: string }[],
): Promise<void> {
  const [active] = await tx
    .select({ year: seasonYears.year })
    .from(seasonYears)
    .where(eq(seasonYears.active, true))
  if (!active) return
  const year = active.year - 1
  await tx
    .insert(seasonYears)
    .values({ year, nameEn: `Season ${year}`, nameAr: `موسم ${year}`, demo: true })
    .onConflictDoNothing()
  const [previous] = await tx
    .select({ id: seasonYears.id })
    .from(seasonYears)
    .where(and(eq(seasonYears.year, year), isNull(seasonYears.deletedAt)))
  if (!previous || teams.length === 0) return
  await tx.insert(seasons).values(
    teams.map(({ id, ...data }) => ({
      teamId: id,
      type: 'season',
      ref: String(year),
      data,
      seasonYearId: previous.id,
      createdAt: new Date(Date.UTC(year, 10, 20, 9)),
    })),
  )
}

/**
 * Sets the fees of the demo in competitions that nobody has changed or registered for. Returns the ids of
 * those with limited places.
 */
async function setDemoFees(tx: Db, list: (typeof competitions.$inferSelect)[]): Promise<string[]> {
  const limitedIds: string[] = []
  for (const competition of list) {
    const demo = demoCompetitions[competition.slug]
    if (
      !demo ||
      competition.fee > 0 ||
      competition.maxTeams !== null ||
      competition.version > 1 ||
      competition.lastTeamNo > 0
    )
      continue
    competition.fee = demo.fee
    await tx.update(competitions).set({ fee: demo.fee }).where(eq(competitions.id, competition.id))
    if (demo.limited) limitedIds.push(competition.id)
  }
  return limitedIds
}

/** Creates a coach and members from players, and adds the members who are minors to `minors`. */
const createDemoPeople = (
  players: readonly DemoPlayer[],
  {
    teamIndex,
    minors,
    ...team
  }: { teamId: string; competitionId: string; teamIndex: number; minors: { id: string; number: number }[] },
) =>
  players.map((player, position) => {
    const isCoach = position === 0
    const id = randomUUIDv7()
    const guardian = getDemoGuardian(minors.length)
    if (!isCoach && player.age < ageOfMajority) minors.push({ id, number: minors.length })
    const month = String(1 + ((teamIndex * 5 + position) % 12)).padStart(2, '0')
    const consent = {
      guardian: `${players[0]?.firstName} ${player.lastName}`,
      contact: guardian.contact,
      at: new Date().toISOString(),
      textVersion: currentConsentVersion,
      publish: guardian.publish,
    }
    return {
      ...team,
      id,
      position,
      gender: player.gender,
      demo: true,
      kind: isCoach ? ('coach' as const) : ('member' as const),
      name: `${player.firstName} ${player.lastName}`,
      email: isCoach ? player.email.replace('player', 'coach').replace('students', 'schools') : player.email,
      birthDate: isCoach ? null : `${new Date().getUTCFullYear() - player.age}-${month}-15`,
      consent: isCoach ? null : consent,
    }
  })

/**
 * Opens the competitions that no administrator has saved, and inserts 60 teams in the active ones, each with
 * a coach and two or three members, with their payments and places, and some season records. Teams of a full
 * competition wait.
 */
export async function openCompetitionsWithDemoTeams(
  tx: Db,
  players: readonly DemoPlayer[],
  now: Date,
): Promise<Participant[]> {
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
  const minors: { id: string; number: number }[] = []
  const added = createDemoTeams().map(({ skill, ...team }, i) => {
    const competition = activeCompetitions[i % activeCompetitions.length]
    if (!competition) throw new Error('no competition')
    competition.lastTeamNo += 1
    const position = Math.floor(i / activeCompetitions.length)
    const isFull = competition.maxTeams !== null && competition.teamCount >= competition.maxTeams
    const plan = isFull
      ? 'waiting'
      : competition.fee > 0
        ? getDemoTeamPlan(competition.slug, position)
        : 'free'
    const registeredAt = getDemoRegistrationTime(position, now)
    const hasPlace = plan !== 'lapsed' && plan !== 'waiting'
    if (hasPlace) competition.teamCount += 1
    const { id: competitionId, lastTeamNo: teamNo, fee: amount, currency } = competition
    const id = randomUUIDv7()
    const start = (i * 4) % players.length
    const [coach, ...members] = createDemoPeople(players.slice(start, start + (i % 2 ? 3 : 4)), {
      teamId: id,
      competitionId,
      teamIndex: i,
      minors,
    })
    const captain = players[start + 1]
    if (!coach || !captain) throw new Error('a team has no people')
    return {
      team: {
        ...team,
        id,
        competitionId,
        teamNo,
        complete: isWithinPeopleLimits([coach, ...members], competition),
        regionId: allRegions[Math.floor(next() * allRegions.length)]?.id ?? null,
        stage: next() < 0.4 ? 'national' : 'regional',
        paid: plan === 'paid' || plan === 'marked',
        status: hasPlace ? ('registered' as const) : plan,
        statusAt: registeredAt,
        createdAt: registeredAt,
        demo: true,
      },
      people: [coach, ...members],
      payingTeam: {
        id,
        teamNo,
        plan,
        registeredAt,
        amount,
        currency,
        coach: { name: coach.name, email: coach.email },
      },
      participant: {
        participantKey: `team:${id}`,
        teamId: id,
        teamNo: String(teamNo),
        teamName: team.name,
        schoolName: team.schoolName,
        playerName: `${captain.firstName} ${captain.lastName}`,
        playerEmail: captain.email,
        missionType: ['elementary', 'junior', 'senior'].indexOf(team.ageLevel),
        skill,
      },
    }
  })
  // one paid team has asked to leave
  const leaving = added.find(({ payingTeam }) => payingTeam.plan === 'paid')?.team
  await tx
    .insert(teams)
    .values(added.map(({ team }) => ({ ...team, leaveRequestedAt: team === leaving ? now : null })))
  if (limitedIds.length > 0)
    await tx.update(competitions).set({ maxTeams: demoPlaces }).where(inArray(competitions.id, limitedIds))
  for (const { id, lastTeamNo } of activeCompetitions)
    await tx.update(competitions).set({ lastTeamNo }).where(eq(competitions.id, id))
  await tx.insert(teamPeople).values(added.flatMap(({ people }) => people))
  await insertDemoGuardianAnswers(tx, minors, now)
  await insertDemoPayments(
    tx,
    added.map(({ payingTeam }) => payingTeam),
  )
  await insertDemoSeasonRecords(
    tx,
    added.slice(0, 10).map(({ team: { id, name, schoolName, stage } }) => ({ id, name, schoolName, stage })),
  )
  return added.map(({ participant }) => participant)
}
