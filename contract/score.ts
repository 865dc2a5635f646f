import type { MissionType } from './event.ts'
import type { Localized } from './localized.ts'
import type { RankExplanations, RankingRules } from './rank-explanation.schema.ts'
import type { PublishedResults } from './results.ts'
import type {
  adminAttempt,
  adminScoreEntry,
  adminScoresQuery,
  adminScoresResponse,
  attempt,
  attemptInput,
  participant,
  participantDetails,
  participantOption,
  removedScore,
  scoreImportResponse,
  scoreImportRow,
  scoreRow,
  simulatorKey,
  updateAttemptRequest,
  updateParticipantRequest,
} from './score.schema.ts'
import type { z } from './z.ts'

/**
 * The fields of a score, each with its limits and its column in CSV files: the participant's, then the attempt's. Texts are limited in characters.
 * Points may be negative and have up to three decimals.
 */
export const scoreFields = {
  playerName: { column: 'name', maxLength: 200 },
  playerEmail: { column: 'email', maxLength: 254 },
  teamNo: { column: 'team_no', maxLength: 60 },
  teamName: { column: 'team_name', maxLength: 200 },
  schoolName: { column: 'school', maxLength: 200 },
  missionType: { column: 'mission_type' },
  mission: { column: 'mission', min: 1, max: 100 },
  score: { column: 'score', min: -100_000_000, max: 100_000_000 },
  timeMs: { column: 'time', min: 0, max: 1_000_000_000 },
  at: { column: 'at' },
  note: { column: 'note', maxLength: 500 },
} as const
export type ScoreField = keyof typeof scoreFields
/** The texts that name the participant of an entry. */
export type ParticipantText = 'playerName' | 'playerEmail' | 'teamNo' | 'teamName' | 'schoolName'

/** Maximum number of attempts of an entry, of lines and bytes of an import file, and of characters of a key's label and of the reason for a correction. */
export const scoreLimits = { attempts: 1000, importLines: 20_000, importBytes: 5 * 1024 * 1024, keyLabel: 100, reason: 500 } as const

/** Number of entries in the live ranking of an event. */
export const liveRankingSize = 100

export const attemptSources = ['admin', 'csv', 'simulator', 'judge'] as const
export type AttemptSource = (typeof attemptSources)[number]

/** An entry of a ranking: one player or team in one event. `playerEmail` is masked for everyone without the permission `privacy`. */
export type ScoreRow = z.infer<typeof scoreRow>
/** One run of a mission; missions count from 1. */
export type Attempt = z.infer<typeof attempt>
/** An attempt as administrators see it. */
export type AdminAttempt = z.infer<typeof adminAttempt>
/** An entry with its attempts, the oldest first, and the explanation of its rank. */
export type ScoreEntry = ScoreRow & { attempts: Attempt[]; explanation?: RankExplanations }
/** An entry as administrators see it; `userId` and `teamId` are null for a participant without an account or a team. */
export type AdminScoreEntry = z.infer<typeof adminScoreEntry>

/** The event of a ranking. */
export type ScoreEvent = { id: string; slug: string; title: Localized }
/**
 * A page of a ranking: `page` counts from 1, `total` counts the entries that match search and filter, `entryCount` all entries of the event. `freezeAt` is the
 * time from which visitors see no change of the ranking, null without a freeze. `results` is null for an event whose results are not published, `rules` for one
 * without a rule set. Pages that load an event
 * with `isOver` (contract/rules/event-phase.ts) open no event stream.
 */
export type ScorePage = {
  event: ScoreEvent
  rows: ScoreRow[]
  page: number
  perPage: number
  total: number
  entryCount: number
  freezeAt: string | null
  results: PublishedResults | null
  rules: RankingRules | null
  isOver: boolean
}
/** The page, search and filter of a ranking. */
export type ScoreQuery = { page?: number; perPage?: number; search?: string; missionType?: MissionType }
/**
 * A change of the first entries of a ranking: `changed` are new or different entries, `removedIds` those that left. Ranks follow from the entries. `rules` is absent
 * when they did not change.
 */
export type RankingChange = {
  changed: ScoreRow[]
  removedIds: string[]
  entryCount: number
  freezeAt: string | null
  results: PublishedResults | null
  rules?: RankingRules | null
}

/**
 * The participant of an attempt: the one of the entry `entryId`; an account (`userId`); a team (`teamId`; with both, the player is the participant and the
 * team is shown); or a guest, identified by e-mail, else by team number, else by name. The e-mail of an account identifies that account. Names of
 * accounts and teams come from their records.
 */
export type Participant = z.infer<typeof participant>
/** The names that an entry shows of its participant, which an administrator can correct. */
export type ParticipantDetails = z.infer<typeof participantDetails>
/** The new names of an entry, with the reason for their correction. */
export type ParticipantUpdate = z.infer<typeof updateParticipantRequest>
/** An account or team that a new entry can be for. */
export type ParticipantOption = z.infer<typeof participantOption>
/** A new attempt; `at` is the current time when it is absent. */
export type AttemptInput = z.infer<typeof attemptInput>
/** The fields of an attempt that a correction changes, and its reason. */
export type AttemptUpdate = z.infer<typeof updateAttemptRequest>

/** An entry or an attempt that was removed and can be restored for 30 days. */
export type RemovedScore = z.infer<typeof removedScore>
/** A key with which the simulator posts scores. The key itself is shown once, when it is created. */
export type SimulatorKey = z.infer<typeof simulatorKey>

/** A page of the ranking of an event, hidden or not, as administrators see it. */
export type AdminScorePage = Omit<z.infer<typeof adminScoresResponse>, 'success'>
export type AdminScoreEvent = AdminScorePage['event']
export type AdminScoresQuery = Partial<z.infer<typeof adminScoresQuery>>

/** A line of an import file. `isNewEntry` is true when its participant has no entry in the event yet. */
export type ScoreImportRow = z.infer<typeof scoreImportRow>
/** The effect of an import file. */
export type ScoreImport = Omit<z.infer<typeof scoreImportResponse>, 'success'>
