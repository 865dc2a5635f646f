import type { Localized } from '../../platform/localized.ts'
import type { MissionType } from '../event.ts'
import { matchDrawLimits } from '../matches/match.ts'

/**
 * The fields of a score, each with its limits and its column in CSV files: the participant's, then the
 * attempt's. Texts are limited in characters. Points may be negative and have up to three decimals.
 */
export const scoreFields = {
  playerName: { column: 'name', maxLength: 200 },
  playerEmail: { column: 'email', maxLength: 254 },
  teamNo: { column: 'team_no', maxLength: 60 },
  teamName: { column: 'team_name', maxLength: 200 },
  schoolName: { column: 'school', maxLength: 200 },
  missionType: { column: 'mission_type' },
  mission: { column: 'mission', min: 1, max: matchDrawLimits.matches },
  score: { column: 'score', min: -100_000_000, max: 100_000_000 },
  timeMs: { column: 'time', min: 0, max: 1_000_000_000 },
  at: { column: 'at' },
  note: { column: 'note', maxLength: 500 },
} as const
export type ScoreField = keyof typeof scoreFields
/** The texts that name the participant of an entry. */
export type ParticipantText = 'playerName' | 'playerEmail' | 'teamNo' | 'teamName' | 'schoolName'

/**
 * Returns the names of an entry in the order in which pages show them: the team before its player. `both`
 * tells the players of one team apart.
 */
export const getEntryDisplayNames = ({
  teamName,
  playerName,
}: {
  teamName: string
  playerName: string
}): { first: string; second: string; both: string } => ({
  first: teamName || playerName,
  second: teamName ? playerName : '',
  both: [teamName, playerName].filter(Boolean).join(' · '),
})

/**
 * Maximum number of attempts of an entry, of lines and bytes of an import file, and of characters of a key's
 * label and of the reason for a correction.
 */
export const scoreLimits = {
  attempts: 1000,
  importLines: 20_000,
  importBytes: 5 * 1024 * 1024,
  keyLabel: 100,
  reason: 500,
} as const

/** Number of entries in the live ranking of an event. */
export const liveRankingSize = 100

export const attemptSources = ['admin', 'csv', 'simulator', 'judge'] as const
export type AttemptSource = (typeof attemptSources)[number]

/** The event of a ranking. */
export type ScoreEvent = { id: string; slug: string; title: Localized }
/** The page, search and filter of a ranking. */
export type ScoreQuery = {
  page?: number
  perPage?: number
  search?: string
  missionType?: MissionType
  /** The level that pages show; `missionType` is the stored one. */
  level?: MissionType
}

/** Maximum number of problems in the result of a check; `problemCount` counts all. */
export const maxScoreLogProblems = 100
