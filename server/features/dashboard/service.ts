import type { Count, Dashboard } from '#contract/dashboard.ts'
import type { Core } from '#server/deps.ts'
import { competitionNames, downloadsByDay, eventFigures, keptTotals, newestAttempts } from './queries.ts'

const days = 30
const newest = 8
const dayMs = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The figures of the back office's first page, all from kept counts and short index reads. `now` is the moment they are for. */
export const dashboardService = ({ database }: Pick<Core, 'database'>) => ({
  figures: async (now = new Date()): Promise<Dashboard> => {
    const db = database.readDb
    const all = Array.from({ length: days }, (_, i) => dayOf(now.getTime() - (days - 1 - i) * dayMs))
    const [kept, byDay, eventCounts, names, attempts] = await Promise.all([
      keptTotals(db),
      downloadsByDay(db, all[0] as string),
      eventFigures(db, now),
      competitionNames(db),
      newestAttempts(db, newest),
    ])
    const of = (subject: string, facet: string): Count[] =>
      kept
        .filter((each) => each.subject === subject && each.facet === facet)
        .map(({ key, count }) => ({ key, count }))
        .toSorted((one, other) => other.count - one.count || one.key.localeCompare(other.key))
    const one = (counts: Count[], key: string) => counts.find((each) => each.key === key)?.count ?? 0
    const sum = (counts: Count[]) => counts.reduce((total, { count }) => total + count, 0)
    const byUserType = of('downloads', 'user-type')
    const paid = of('teams', 'paid')
    const inCompetition = of('teams', 'competition')
    const onDay = (day: string, platform: string) => byDay.find((each) => each.day === day && each.platform === platform)?.count ?? 0
    return {
      users: { total: sum(of('users', 'role')), active: one(of('users', 'active'), 'true'), byRole: of('users', 'role') },
      events: eventCounts,
      downloads: {
        total: sum(byUserType),
        byDay: all.map((day) => ({ day, win: onDay(day, 'win'), mac: onDay(day, 'mac') })),
        byCountry: of('downloads', 'country').slice(0, 10),
        byUserType,
      },
      teams: {
        total: sum(paid),
        paid: one(paid, 'true'),
        pending: one(paid, 'false'),
        byCompetition: names.map(({ id, en, ar }) => ({ name: { en, ar }, count: one(inCompetition, id) })),
        byStage: of('teams', 'stage'),
      },
      openMessages: one(of('messages', 'state'), 'new'),
      newestScores: attempts.map(({ eventId, en, ar, player, team, score, at }) => ({
        eventId,
        event: { en, ar },
        who: player || team,
        score,
        at: at.toISOString(),
      })),
    }
  },
})
