import type {
  Attempt,
  AttemptInput,
  Participant,
  RankingChange,
  ScoreEntry,
  ScorePage,
  ScoreRow,
} from '#contract/event/scores/score.schema.ts'
import { msToSeconds, secondsToMs } from './record.ts'
import type {
  PostedScore,
  PublishedAttempt,
  PublishedRankingChange,
  PublishedScore,
  PublishedScoreboard,
  PublishedScoreEntry,
  PublishedScoreTotals,
} from './score.schema.ts'

/** Returns the number of the team of an entry, or the text that was typed. */
const toPublishedTeamNo = ({ hasTeam, teamNo }: ScoreRow) =>
  hasTeam && /^\d{1,9}$/.test(teamNo) ? Number(teamNo) : teamNo

export const toPublishedScoreRow = (row: ScoreRow): PublishedScore => ({
  _id: row.id,
  rank: row.rank,
  userId: { info: { name: { fname: row.playerName } }, email: row.playerEmail },
  teamId: { teamNo: toPublishedTeamNo(row), name: row.teamName, school: row.schoolName },
  totalScore: row.totalScore,
  totalTime: msToSeconds(row.totalTimeMs),
  score: row.score,
  time: msToSeconds(row.timeMs),
  missionType: row.missionType,
  attempts: row.attemptCount,
  reachedAt: row.reachedAt,
  ...(row.rankingKey ? { rankingKey: row.rankingKey } : {}),
  ...(row.isProvisional ? { provisional: true } : {}),
  ...(row.hasRankOfAlliance ? { hasRankOfAlliance: true } : {}),
  ...(row.level === undefined ? {} : { level: row.level }),
})

const fromPublishedScore = (json: PublishedScore): ScoreRow => ({
  id: json._id,
  rank: json.rank,
  playerName: json.userId.info.name.fname,
  playerEmail: json.userId.email,
  teamNo: String(json.teamId.teamNo),
  hasTeam: typeof json.teamId.teamNo === 'number',
  teamName: json.teamId.name,
  schoolName: json.teamId.school,
  totalScore: json.totalScore,
  totalTimeMs: secondsToMs(json.totalTime),
  score: json.score,
  timeMs: secondsToMs(json.time),
  missionType: json.missionType,
  attemptCount: json.attempts,
  reachedAt: json.reachedAt,
  ...(json.rankingKey ? { rankingKey: json.rankingKey } : {}),
  ...(json.provisional ? { isProvisional: true } : {}),
  ...(json.hasRankOfAlliance ? { hasRankOfAlliance: true } : {}),
  ...(json.level === undefined ? {} : { level: json.level }),
})

const toPublishedAttempt = (attempt: Attempt): PublishedAttempt => ({
  _id: attempt.id,
  mission: attempt.mission,
  score: attempt.score,
  time: msToSeconds(attempt.timeMs),
  at: attempt.at,
  ...(attempt.correctedAt ? { correctedAt: attempt.correctedAt } : {}),
  ...(attempt.round ? { round: attempt.round } : {}),
  ...(attempt.isDisqualified ? { disqualified: true } : {}),
})

const fromPublishedAttempt = (json: PublishedAttempt): Attempt => ({
  id: json._id,
  mission: json.mission,
  score: json.score,
  timeMs: secondsToMs(json.time),
  at: json.at,
  ...(json.correctedAt ? { correctedAt: json.correctedAt } : {}),
  ...(json.round ? { round: json.round } : {}),
  ...(json.disqualified ? { isDisqualified: true } : {}),
})

export const toPublishedScoreboard = (page: ScorePage): PublishedScoreboard => ({
  success: true,
  event: {
    _id: page.event.id,
    slug: page.event.slug,
    title_en: page.event.title.en,
    title_ar: page.event.title.ar,
    Scores: page.rows.map(toPublishedScoreRow),
    totalScores: page.entryCount,
    ...(page.freezeAt === null ? {} : { freezeAt: page.freezeAt }),
    ...(page.results === null ? {} : { results: page.results }),
    ...(page.rules === null ? {} : { rules: page.rules }),
    ...(page.isOver ? { over: true } : {}),
    ...(page.levels.length > 1 ? { levels: page.levels } : {}),
  },
  currentPage: page.page,
  totalItems: page.total,
  per_page: page.perPage,
})

export const fromPublishedScoreboard = (json: PublishedScoreboard): ScorePage => ({
  event: {
    id: json.event._id,
    slug: json.event.slug,
    title: { en: json.event.title_en, ar: json.event.title_ar },
  },
  rows: json.event.Scores.map(fromPublishedScore),
  entryCount: json.event.totalScores,
  freezeAt: json.event.freezeAt ?? null,
  results: json.event.results ?? null,
  rules: json.event.rules ?? null,
  levels: json.event.levels ?? [],
  isOver: json.event.over ?? false,
  page: json.currentPage,
  total: json.totalItems,
  perPage: json.per_page,
})

export const toPublishedScoreEntry = ({
  attempts,
  explanation,
  ...row
}: ScoreEntry): PublishedScoreEntry => ({
  success: true,
  score: toPublishedScoreRow(row),
  attempts: attempts.map(toPublishedAttempt),
  ...(explanation ? { explanation } : {}),
})

export const fromPublishedScoreEntry = (json: PublishedScoreEntry): ScoreEntry => ({
  ...fromPublishedScore(json.score),
  attempts: json.attempts.map(fromPublishedAttempt),
  ...(json.explanation ? { explanation: json.explanation } : {}),
})

export const toPublishedRankingChange = (change: RankingChange): PublishedRankingChange => ({
  Scores: change.changed.map(toPublishedScoreRow),
  gone: change.removedIds,
  totalScores: change.entryCount,
  ...(change.freezeAt === null ? {} : { freezeAt: change.freezeAt }),
  ...(change.results === null ? {} : { results: change.results }),
  ...(change.rules === undefined ? {} : { rules: change.rules }),
})

export const fromPublishedRankingChange = (json: PublishedRankingChange): RankingChange => ({
  changed: json.Scores.map(fromPublishedScore),
  removedIds: json.gone,
  entryCount: json.totalScores,
  freezeAt: json.freezeAt ?? null,
  results: json.results ?? null,
  ...(json.rules === undefined ? {} : { rules: json.rules }),
})

/** Returns the attempt and the participant of a score that the simulator posted. */
export const toParticipantAndAttempt = ({
  mission,
  score,
  time,
  at,
  note,
  values,
  name,
  email,
  school,
  ...rest
}: PostedScore): { participant: Participant; attempt: AttemptInput } => ({
  participant: { ...rest, playerName: name, playerEmail: email, schoolName: school },
  attempt: { mission, score, timeMs: secondsToMs(time), at, note, values },
})

const postedFields: Record<string, string> = {
  playerName: 'name',
  playerEmail: 'email',
  schoolName: 'school',
  timeMs: 'time',
}
/**
 * Returns the path, in the body that the simulator posted, of an invalid field: `3.playerName` is
 * `scores.3.name`.
 */
export const toPostedScoreErrorPath = (scores: readonly PostedScore[], field: string): string => {
  const [index, ...rest] = field.split('.')
  const [part, list, key] = rest
  if (part === 'attempt' && list === 'values') {
    if (key === undefined) return `scores.${index}.values`
    // without values the sheet consists of the posted points and time
    if (scores[Number(index)]?.values) return `scores.${index}.values.${key}`
    return `scores.${index}.${key === 'time' ? 'time' : 'score'}`
  }
  const name = part === 'attempt' ? list : part
  return name === undefined ? `scores.${field}` : `scores.${index}.${postedFields[name] ?? name}`
}

type EntryTotals = { id: string; totalScore: number; totalTimeMs: number; attempts: number }
/**
 * Returns the entries of posted attempts for the response to the simulator: their new totals, or only their
 * ids while the ranking is frozen.
 */
export const toPublishedTotalsUnlessFrozen = (
  entries: readonly EntryTotals[],
  isFrozen: boolean,
): PublishedScoreTotals[] =>
  entries.map(({ id, totalScore, totalTimeMs, attempts }) => ({
    _id: id,
    ...(isFrozen ? {} : { totalScore, totalTime: msToSeconds(totalTimeMs), attempts }),
  }))
