import type { MissionType, TotalRule } from './event.ts'
import type { ImportProblem } from './import.ts'
import type { Localized } from './localized.ts'

/**
 * A place in a ranking: one player or team in one event. Points have up to three decimals, times are whole milliseconds, instants ISO 8601 UTC.
 * `score` and `timeMs` are the last attempt's; the totals follow the event's rule (contract/rules/totals.ts); `reachedAt` is when the total was
 * reached. Texts may be empty; `email` is masked for everyone but administrators.
 */
export type ScoreRow = {
  id: string
  rank: number
  player: string
  email: string
  teamNo: string
  team: string
  school: string
  missionType: MissionType
  score: number
  timeMs: number
  totalScore: number
  totalTimeMs: number
  attempts: number
  reachedAt: string
}

/** What a ranking says of its event. */
export type ScoreEvent = { id: string; slug: string; title: Localized }

/** Some of a ranking: `page` counts from 1, `total` counts the entries that match search and filter, `entries` all of the event. */
export type ScorePage = { event: ScoreEvent; rows: ScoreRow[]; page: number; perPage: number; total: number; entries: number }

/** What to show of a ranking. */
export type ScoreQuery = { page?: number; perPage?: number; search?: string; missionType?: MissionType }

/** One run of a mission; missions count from 1. */
export type Attempt = { id: string; mission: number; score: number; timeMs: number; at: string }

export const attemptSources = ['admin', 'csv', 'simulator'] as const
export type AttemptSource = (typeof attemptSources)[number]
/** What the back office sees of a run beside. */
export type AdminAttempt = Attempt & { source: AttemptSource; note: string }

/** An entry with its attempts, the oldest first. */
export type ScoreEntry = { row: ScoreRow; attempts: Attempt[] }
/** The same for the back office: `userId` and `teamId` are null for who has no account. */
export type AdminScoreEntry = { row: ScoreRow; attempts: AdminAttempt[]; userId: string | null; teamId: string | null }

/** What changed in a ranking's first places: `rows` are new or different, `gone` are ids that left. Ranks follow from the rows. */
export type ScoreChange = { rows: ScoreRow[]; gone: string[]; entries: number }

/**
 * Who took part. Whoever has that entry already (`entryId`); or an account (`userId`), a team (`teamId`; with both, the player is the participant and the team is shown), or a guest: known by
 * e-mail, else by team number, else by name. An e-mail of an account means that account. Names of accounts and teams come from their records.
 */
export type Participant = {
  entryId?: string
  userId?: string
  teamId?: string
  name?: string
  email?: string
  teamNo?: string
  teamName?: string
  school?: string
  missionType?: MissionType
}

/** One run as it is recorded; `at` is now where it is not given. */
export type Run = { mission: number; score: number; timeMs: number; at?: string; note?: string }

/** The names that an entry shows, as an administrator corrects them. */
export type EntryDetails = { name: string; email: string; teamNo: string; teamName: string; school: string; missionType: MissionType }

/** Somebody found for an entry. */
export type ParticipantFound = { kind: 'user' | 'team'; id: string; name: string; detail: string }

/** What was removed from an event's scores and can be brought back for 30 days: an entry or a single attempt of it. */
export type RemovedScores = { id: string; at: string; by: string; name: string; team: string; attempts: number }

/** A key with which the simulator posts scores; the key itself is shown once, when it is made. */
export type EventKey = { id: string; label: string; hint: string; createdAt: string; lastUsedAt: string | null; revokedAt: string | null }

/** What the back office says of the event whose scores it edits. */
export type AdminScoreEvent = ScoreEvent & { totalRule: TotalRule; eventCode: string; active: boolean; missionType: MissionType }
export type AdminScorePage = Omit<ScorePage, 'event'> & { event: AdminScoreEvent }

/** A line of a CSV file as it was understood. `isNew` says that its participant has no entry in the event yet. */
export type ImportRow = { line: number; name: string; team: string; mission: number; score: number; timeMs: number; isNew: boolean }
export type ImportPreview = { rows: ImportRow[]; problems: ImportProblem[]; count: number; participants: number; newEntries: number }

/** Limits: points either way, seconds of a run, missions of an event, runs of an entry, lines of a file, texts in characters. */
export const scoreLimits = {
  score: 100_000_000,
  seconds: 1_000_000,
  mission: 100,
  attempts: 1000,
  lines: 20_000,
  name: 200,
  email: 254,
  teamNo: 60,
  note: 500,
  label: 100,
} as const
