import type {
  AdminAttempt,
  AdminScoreEntry,
  AdminScorePage,
  EntryDetails,
  EventKey,
  ImportPreview,
  ImportRow,
  Participant,
  ParticipantFound,
  RemovedScores,
  Run,
} from '#contract/score.ts'
import type { z } from '#contract/z.ts'
import { attemptToWire, msOf, scoreFromWire, scoreToWire, secondsOf } from './score.ts'
import type {
  participantsReply,
  WireAdminAttempt,
  WireAdminEntry,
  WireAdminScores,
  WireEntryDetails,
  WireEventKey,
  WireImport,
  WireNewScore,
  WireNewScores,
  WireRemovedScores,
  WireRunEdit,
  WireTotals,
} from './score-admin.schema.ts'

export const adminAttemptToWire = (attempt: AdminAttempt): WireAdminAttempt => ({
  ...attemptToWire(attempt),
  source: attempt.source,
  note: attempt.note,
})

const adminAttemptFromWire = (wire: WireAdminAttempt): AdminAttempt => ({
  id: wire._id,
  mission: wire.mission,
  score: wire.score,
  timeMs: msOf(wire.time),
  at: wire.at,
  source: wire.source,
  note: wire.note,
})

export const adminEntryToWire = (entry: AdminScoreEntry): WireAdminEntry => ({
  score: scoreToWire(entry.row),
  attempts: entry.attempts.map(adminAttemptToWire),
  userId: entry.userId,
  teamId: entry.teamId,
})

export const adminEntryFromWire = (wire: WireAdminEntry): AdminScoreEntry => ({
  row: scoreFromWire(wire.score),
  attempts: wire.attempts.map(adminAttemptFromWire),
  userId: wire.userId,
  teamId: wire.teamId,
})

export const adminScoresToWire = (page: AdminScorePage): WireAdminScores => ({
  success: true,
  event: {
    _id: page.event.id,
    slug: page.event.slug,
    title_en: page.event.title.en,
    title_ar: page.event.title.ar,
    totalRule: page.event.totalRule,
    eventCode: page.event.eventCode,
    status: page.event.active,
    missionType: page.event.missionType,
  },
  scores: page.rows.map(scoreToWire),
  totalScores: page.entries,
  currentPage: page.page,
  totalItems: page.total,
  per_page: page.perPage,
})

export const adminScoresFromWire = (wire: WireAdminScores): AdminScorePage => ({
  event: {
    id: wire.event._id,
    slug: wire.event.slug,
    title: { en: wire.event.title_en, ar: wire.event.title_ar },
    totalRule: wire.event.totalRule,
    eventCode: wire.event.eventCode,
    active: wire.event.status,
    missionType: wire.event.missionType,
  },
  rows: wire.scores.map(scoreFromWire),
  entries: wire.totalScores,
  page: wire.currentPage,
  total: wire.totalItems,
  perPage: wire.per_page,
})

type Sent = Pick<WireNewScore, 'entryId' | 'userId' | 'teamId' | 'name' | 'email' | 'teamNo' | 'teamName' | 'school' | 'missionType'>

/** Who took part; what was not sent, or sent empty, is not in it. */
export const participantFromWire = (wire: Sent): Participant => ({
  ...(wire.entryId ? { entryId: wire.entryId } : {}),
  ...(wire.userId ? { userId: wire.userId } : {}),
  ...(wire.teamId ? { teamId: wire.teamId } : {}),
  ...(wire.name ? { name: wire.name } : {}),
  ...(wire.email ? { email: wire.email } : {}),
  ...(wire.teamNo ? { teamNo: wire.teamNo } : {}),
  ...(wire.teamName ? { teamName: wire.teamName } : {}),
  ...(wire.school ? { school: wire.school } : {}),
  ...(wire.missionType === undefined ? {} : { missionType: wire.missionType }),
})

export const runFromWire = (wire: Pick<WireNewScore, 'mission' | 'score' | 'time' | 'at' | 'note'>): Run => ({
  mission: wire.mission,
  score: wire.score,
  timeMs: msOf(wire.time),
  ...(wire.at === undefined ? {} : { at: wire.at }),
  ...(wire.note === undefined ? {} : { note: wire.note }),
})

const runToWire = (run: Run): WireNewScores['runs'][number] => ({
  mission: run.mission,
  score: run.score,
  time: secondsOf(run.timeMs),
  at: run.at,
  note: run.note,
})

export const newScoresToWire = (who: Participant, runs: readonly Run[]): WireNewScores => ({
  entryId: who.entryId,
  userId: who.userId,
  teamId: who.teamId,
  name: who.name,
  email: who.email,
  teamNo: who.teamNo,
  teamName: who.teamName,
  school: who.school,
  missionType: who.missionType,
  runs: runs.map(runToWire),
})

export const runEditFromWire = (wire: WireRunEdit): Partial<Run> => ({
  ...(wire.mission === undefined ? {} : { mission: wire.mission }),
  ...(wire.score === undefined ? {} : { score: wire.score }),
  ...(wire.time === undefined ? {} : { timeMs: msOf(wire.time) }),
  ...(wire.at === undefined ? {} : { at: wire.at }),
  ...(wire.note === undefined ? {} : { note: wire.note }),
})

export const runEditToWire = (run: Partial<Run>): WireRunEdit => ({
  mission: run.mission,
  score: run.score,
  time: run.timeMs === undefined ? undefined : secondsOf(run.timeMs),
  at: run.at,
  note: run.note,
})

export const entryDetailsFromWire = (wire: WireEntryDetails): EntryDetails => ({
  name: wire.name,
  email: wire.email,
  teamNo: wire.teamNo,
  teamName: wire.teamName,
  school: wire.school,
  missionType: wire.missionType,
})

export const entryDetailsToWire = (details: EntryDetails): WireEntryDetails => ({
  name: details.name,
  email: details.email,
  teamNo: details.teamNo,
  teamName: details.teamName,
  school: details.school,
  missionType: details.missionType,
})

export const importRowToWire = (row: ImportRow): WireImport['rows'][number] => ({
  line: row.line,
  name: row.name,
  team: row.team,
  mission: row.mission,
  score: row.score,
  time: secondsOf(row.timeMs),
  isNew: row.isNew,
})

export const importFromWire = (wire: WireImport): ImportPreview => ({
  rows: wire.rows.map((row) => ({
    line: row.line,
    name: row.name,
    team: row.team,
    mission: row.mission,
    score: row.score,
    timeMs: msOf(row.time),
    isNew: row.isNew,
  })),
  problems: wire.problems,
  count: wire.count,
  participants: wire.participants,
  newEntries: wire.newEntries,
})

export const eventKeyToWire = (key: EventKey): WireEventKey => ({
  _id: key.id,
  label: key.label,
  hint: key.hint,
  createdAt: key.createdAt,
  lastUsedAt: key.lastUsedAt,
  revokedAt: key.revokedAt,
})

export const eventKeyFromWire = (wire: WireEventKey): EventKey => ({
  id: wire._id,
  label: wire.label,
  hint: wire.hint,
  createdAt: wire.createdAt,
  lastUsedAt: wire.lastUsedAt,
  revokedAt: wire.revokedAt,
})

export const removedToWire = (removed: RemovedScores): WireRemovedScores => ({
  _id: removed.id,
  at: removed.at,
  by: removed.by,
  name: removed.name,
  team: removed.team,
  attempts: removed.attempts,
})

export const removedFromWire = (wire: WireRemovedScores): RemovedScores => ({
  id: wire._id,
  at: wire.at,
  by: wire.by,
  name: wire.name,
  team: wire.team,
  attempts: wire.attempts,
})

/** What the simulator gets back of each entry that it wrote to. */
export const totalsToWire = (entry: { id: string; totalScore: number; totalTimeMs: number; attempts: number }): WireTotals => ({
  _id: entry.id,
  totalScore: entry.totalScore,
  totalTime: secondsOf(entry.totalTimeMs),
  attempts: entry.attempts,
})

type WireParticipantFound = z.infer<typeof participantsReply>['participants'][number]
export const participantFoundToWire = ({ kind, id, name, detail }: ParticipantFound): WireParticipantFound => ({
  kind,
  _id: id,
  name,
  detail,
})
export const participantFoundFromWire = ({ kind, _id, name, detail }: WireParticipantFound): ParticipantFound => ({
  kind,
  id: _id,
  name,
  detail,
})
