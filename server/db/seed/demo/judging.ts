import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { eventTeams, judges, scheduleSlots } from '#server/db/schema/judging.ts'
import { teams } from '#server/db/schema/teams.ts'
import { generateJudgeCode, toJudgeCodeColumns } from '#server/lib/judge-codes.ts'

const teamCount = 24
const tables = ['A1', 'A2', 'B1']
const minutesPerSlot = 10
const msPerHour = 3_600_000

/** Adds teams with badges, first those without a result, a schedule of two rounds from the next full hour, two judges and a sheet that waits for the second one to a demo event. Half of the teams are checked in. Returns the code of the first judge. */
export const insertDemoJudging = async (tx: Db, eventId: string, now: Date): Promise<string | null> => {
  const rows = await tx
    .select({ id: teams.id })
    .from(teams)
    .where(and(eq(teams.demo, true), eq(teams.status, 'registered'), isNull(teams.deletedAt)))
    .orderBy(asc(teams.teamNo), asc(teams.id))
    .limit(teamCount)
  if (rows.length === 0) return null
  await tx.insert(eventTeams).values(
    rows.map(({ id }, index) => ({
      eventId,
      teamId: id,
      badgeCode: `DEMB${String(index + 1).padStart(4, '0')}`,
      checkedInAt: index % 2 === 0 ? now : null,
    })),
  )
  const start = Math.ceil(now.getTime() / msPerHour) * msPerHour
  const slots = [1, 2].flatMap((round) => rows.map(({ id }) => ({ round, teamId: id })))
  await tx.insert(scheduleSlots).values(
    slots.map((slot, index) => ({
      ...slot,
      eventId,
      tableName: tables[index % tables.length] as string,
      startsAt: new Date(start + Math.floor(index / tables.length) * minutesPerSlot * 60_000),
    })),
  )
  const code = generateJudgeCode()
  await tx.insert(judges).values([
    { eventId, name: 'Huda Nasser', ...toJudgeCodeColumns(code) },
    { eventId, name: 'عمر الحربي', ...toJudgeCodeColumns(generateJudgeCode()) },
  ])
  return code
}
