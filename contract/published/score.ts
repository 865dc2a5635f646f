import type { Attempt, ScoreChange, ScoreEntry, ScorePage, ScoreRow } from '#contract/score.ts'
import type { WireAttempt, WireEntry, WireScore, WireScoreboard, WireScoreChange } from './score.schema.ts'

/** Whole milliseconds to seconds with up to three decimals, and back. */
export const secondsOf = (ms: number): number => ms / 1000
export const msOf = (seconds: number): number => Math.round(seconds * 1000)

/** Domain to wire, field by field. */
export const scoreToWire = (row: ScoreRow): WireScore => ({
  _id: row.id,
  rank: row.rank,
  userId: { info: { name: { fname: row.player } }, email: row.email },
  teamId: { teamNo: row.teamNo, name: row.team, school: row.school },
  totalScore: row.totalScore,
  totalTime: secondsOf(row.totalTimeMs),
  score: row.score,
  time: secondsOf(row.timeMs),
  missionType: row.missionType,
  attempts: row.attempts,
  reachedAt: row.reachedAt,
})

export const scoreFromWire = (wire: WireScore): ScoreRow => ({
  id: wire._id,
  rank: wire.rank,
  player: wire.userId.info.name.fname,
  email: wire.userId.email,
  teamNo: wire.teamId.teamNo,
  team: wire.teamId.name,
  school: wire.teamId.school,
  totalScore: wire.totalScore,
  totalTimeMs: msOf(wire.totalTime),
  score: wire.score,
  timeMs: msOf(wire.time),
  missionType: wire.missionType,
  attempts: wire.attempts,
  reachedAt: wire.reachedAt,
})

export const attemptToWire = (attempt: Attempt): WireAttempt => ({
  _id: attempt.id,
  mission: attempt.mission,
  score: attempt.score,
  time: secondsOf(attempt.timeMs),
  at: attempt.at,
})

export const attemptFromWire = (wire: WireAttempt): Attempt => ({
  id: wire._id,
  mission: wire.mission,
  score: wire.score,
  timeMs: msOf(wire.time),
  at: wire.at,
})

export const scoreboardToWire = (page: ScorePage): WireScoreboard => ({
  success: true,
  event: {
    _id: page.event.id,
    slug: page.event.slug,
    title_en: page.event.title.en,
    title_ar: page.event.title.ar,
    Scores: page.rows.map(scoreToWire),
    totalScores: page.entries,
  },
  currentPage: page.page,
  totalItems: page.total,
  per_page: page.perPage,
})

export const scoreboardFromWire = (wire: WireScoreboard): ScorePage => ({
  event: { id: wire.event._id, slug: wire.event.slug, title: { en: wire.event.title_en, ar: wire.event.title_ar } },
  rows: wire.event.Scores.map(scoreFromWire),
  entries: wire.event.totalScores,
  page: wire.currentPage,
  total: wire.totalItems,
  perPage: wire.per_page,
})

export const entryToWire = (entry: ScoreEntry): WireEntry => ({
  success: true,
  score: scoreToWire(entry.row),
  attempts: entry.attempts.map(attemptToWire),
})

export const entryFromWire = (wire: WireEntry): ScoreEntry => ({
  row: scoreFromWire(wire.score),
  attempts: wire.attempts.map(attemptFromWire),
})

export const scoreChangeToWire = (change: ScoreChange): WireScoreChange => ({
  Scores: change.rows.map(scoreToWire),
  gone: change.gone,
  totalScores: change.entries,
})

export const scoreChangeFromWire = (wire: WireScoreChange): ScoreChange => ({
  rows: wire.Scores.map(scoreFromWire),
  gone: wire.gone,
  entries: wire.totalScores,
})
