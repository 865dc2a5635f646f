import { randomUUIDv7 } from 'node:crypto'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { ageOfMajority } from '#contract/rules/age.ts'
import { currentConsentVersion } from '#contract/rules/guardian-consent.ts'
import { addDays } from '#contract/rules/time-zone.ts'
import { schoolTypes } from '#contract/team.fields.ts'
import type { Db } from '#server/db/open.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { regions } from '#server/db/schema/geography.ts'
import { seasonYears } from '#server/db/schema/season-years.ts'
import { seasons, teamPeople, teams } from '#server/db/schema/teams.ts'
import { getDemoGuardian, insertDemoGuardianAnswers } from './guardians.ts'
import { arabicSchoolNames, latinSchoolNames, teamNames } from './names.ts'
import { type DemoPayingTeam, demoCompetitions, demoPlaces, getDemoTeamPlan, insertDemoPayments } from './payments.ts'
import { createSeededRandom, type DemoPlayer, type Participant, pick } from './players.ts'

/** Returns the time at which the team at a position registered. */
const getDemoRegistrationTime = (position: number, now: Date): Date =>
  new Date(`${addDays(now.toISOString().slice(0, 10), -12 + Math.floor(position / 2))}T${String(8 + position).padStart(2, '0')}:15:00Z`)

type DemoTeam = Pick<typeof teams.$inferSelect, 'name' | 'schoolName' | 'schoolType' | 'ageLevel' | 'paid'> & {
  skill: number
}

/** Creates sixty teams. The name of the school is in the language of the team's name. */
function createDemoTeams(): DemoTeam[] {
  const next = createSeededRandom(60)
  // a generator of its own keeps the other values of the demo as they are
  const nextSchoolType = createSeededRandom(61)
  return teamNames.map((name) => ({
    name,
    schoolName: pick(/\p{Script=Arabic}/u.test(name) ? arabicSchoolNames : latinSchoolNames, next),
    schoolType: pick([null, ...schoolTypes], nextSchoolType),
    ageLevel: pick(['elementary', 'junior', 'senior'] as const, next),
    paid: next() < 0.7,
    skill: next(),
  }))
}

/** Inserts the season before the active one, unless it exists, and a record of it for each team. */
async function insertDemoSeasonRecords(
  tx: Db,
  teams: readonly { id: string; name: string; schoolName: string; stage: string }[],
): Promise<void> {
  const [active] = await tx.select({ year: seasonYears.year }).from(seasonYears).where(eq(seasonYears.active, true))
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
  await tx.insert(teamPeople).values(members)
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
