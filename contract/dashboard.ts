import type { Localized } from './localized.ts'

/** A value and how often it is there. */
export type Count = { key: string; count: number }

/** The figures of the back office's first page. Days are `YYYY-MM-DD`, the last 30 of them, oldest first, none left out. */
export type Dashboard = {
  users: { total: number; active: number; byRole: Count[] }
  events: { live: number; coming: number; past: number; entries: number }
  downloads: { total: number; byDay: { day: string; win: number; mac: number }[]; byCountry: Count[]; byUserType: Count[] }
  teams: { total: number; paid: number; pending: number; byCompetition: { name: Localized; count: number }[]; byStage: Count[] }
  openMessages: number
  /** The newest attempts. `score` in points, `at` ISO 8601. */
  newestScores: { eventId: string; event: Localized; who: string; score: number; at: string }[]
}
