import type { MissionType, TotalRule } from '#contract/event.ts'
import { maskEmail } from '#contract/rules/mask.ts'
import type { AdminAttempt, AdminScoreEvent, EventKey, ScoreRow } from '#contract/score.ts'
import type { events } from '#server/db/schema/events.ts'
import type { eventKeys, scoreAttempts } from '#server/db/schema/scores.ts'

/** An entry without its place, the e-mail address whole. */
export type EntryRow = Omit<ScoreRow, 'rank'>

/** An entry as PostgreSQL sends it: figures as text. */
export type RawEntry = {
  id: string
  player_name: string
  player_email: string
  team_no: string
  team_name: string
  school: string
  mission_type: number
  score: string
  time_ms: string
  total_score: string
  total_time_ms: string
  attempt_count: number
  reached_at: Date
}

/** The columns of a `RawEntry`. */
export const entryColumns =
  'id, player_name, player_email, team_no, team_name, school, mission_type, score, time_ms, total_score, total_time_ms, attempt_count, reached_at'

export const toEntryRow = (raw: RawEntry): EntryRow => ({
  id: raw.id,
  player: raw.player_name,
  email: raw.player_email,
  teamNo: raw.team_no,
  team: raw.team_name,
  school: raw.school,
  missionType: raw.mission_type as MissionType,
  score: Number(raw.score),
  timeMs: Number(raw.time_ms),
  totalScore: Number(raw.total_score),
  totalTimeMs: Number(raw.total_time_ms),
  attempts: raw.attempt_count,
  reachedAt: new Date(raw.reached_at).toISOString(),
})

/** A row as visitors may see it. */
export const masked = (row: ScoreRow): ScoreRow => ({ ...row, email: maskEmail(row.email) })

export const toAttempt = (row: typeof scoreAttempts.$inferSelect): AdminAttempt => ({
  id: row.id,
  mission: row.mission,
  score: row.score,
  timeMs: row.timeMs,
  at: row.at.toISOString(),
  source: row.source,
  note: row.note,
})

type EventColumns = Pick<
  typeof events.$inferSelect,
  'id' | 'slug' | 'titleEn' | 'titleAr' | 'totalRule' | 'eventCode' | 'active' | 'missionType' | 'entryCount'
>
/** An event as its scores need it; `entries` is the kept count. */
export type ScoredEvent = AdminScoreEvent & { entries: number; totalRule: TotalRule }

export const toScoredEvent = (row: EventColumns): ScoredEvent => ({
  id: row.id,
  slug: row.slug,
  title: { en: row.titleEn, ar: row.titleAr },
  totalRule: row.totalRule,
  eventCode: row.eventCode,
  active: row.active,
  missionType: row.missionType as MissionType,
  entries: row.entryCount,
})

export const toEventKey = (row: typeof eventKeys.$inferSelect): EventKey => ({
  id: row.id,
  label: row.label,
  hint: row.hint,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
})
