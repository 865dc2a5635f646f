import type { DateOrder } from '#contract/import.ts'
import { paths } from '#contract/paths.ts'
import type {
  AdminScoreEntry,
  AdminScorePage,
  AdminScoresQuery,
  AttemptInput,
  AttemptUpdate,
  Participant,
  ParticipantOption,
  ParticipantUpdate,
  RemovedScore,
  ScoreImport,
  SimulatorKey,
} from '#contract/score.ts'
import type { ApiCall, RequestOptions } from '#web/shared/api/call.ts'
import { buildImportForm, type ImportRunOptions } from './import.ts'

type SavedEntry = { msg: string; entry: AdminScoreEntry }
/** `removedId` restores the removed entry or attempt. */
type RemovedEntry = { msg: string; removedId: string }

const importPath = (eventId: string) => `${paths.adminScores(eventId)}/import`
const entryPath = (eventId: string, entryId: string) => `${paths.adminScores(eventId)}/${encodeURIComponent(entryId)}`
const attemptPath = (eventId: string, entryId: string, attemptId: string) =>
  `${entryPath(eventId, entryId)}/attempts/${encodeURIComponent(attemptId)}`

/** Creates the calls of the back office about the scores of an event. `ask` returns the reply itself, for files. */
export const createAdminScoreApi = (call: ApiCall, ask: (path: string, send?: RequestOptions) => Promise<Response>) => ({
  /** The ranking, hidden events included; `per_page` is one of 10, 25, 50, 100, 200, 300, 400, 500, 1000. */
  getPage: (eventId: string, query: AdminScoresQuery = {}, signal?: AbortSignal): Promise<AdminScorePage> =>
    call(paths.adminScores(eventId), { query, ...(signal ? { signal } : {}) }),
  getEntry: async (eventId: string, entryId: string): Promise<AdminScoreEntry> =>
    (await call<{ entry: AdminScoreEntry }>(entryPath(eventId, entryId))).entry,
  /** Records attempts of one participant, and creates the entry when there is none. */
  addAttempts: (eventId: string, participant: Participant, attempts: readonly AttemptInput[]): Promise<SavedEntry> =>
    call(paths.adminScores(eventId), { method: 'POST', json: { ...participant, attempts } }),
  updateAttempt: (eventId: string, entryId: string, attemptId: string, attempt: AttemptUpdate): Promise<SavedEntry> =>
    call(attemptPath(eventId, entryId, attemptId), { method: 'PATCH', json: attempt }),
  updateParticipant: (eventId: string, entryId: string, details: ParticipantUpdate): Promise<SavedEntry> =>
    call(entryPath(eventId, entryId), { method: 'PUT', json: details }),
  /** Removes an attempt; the last attempt takes its entry along. */
  removeAttempt: (eventId: string, entryId: string, attemptId: string): Promise<RemovedEntry> =>
    call(attemptPath(eventId, entryId, attemptId), { method: 'DELETE' }),
  removeEntry: (eventId: string, entryId: string): Promise<RemovedEntry> => call(entryPath(eventId, entryId), { method: 'DELETE' }),
  /** The removals of the last 30 days. */
  listRemoved: async (eventId: string): Promise<RemovedScore[]> =>
    (await call<{ removed: RemovedScore[] }>(`${paths.adminScores(eventId)}/removed`)).removed,
  /** Deletes a removed entry or attempt permanently. */
  purgeRemoved: (eventId: string, removedId: string): Promise<{ msg: string }> =>
    call(`${paths.adminScores(eventId)}/removed`, { method: 'DELETE', query: { id: removedId } }),
  restore: (eventId: string, removedId: string): Promise<SavedEntry> =>
    call(`${paths.adminScores(eventId)}/restore`, { method: 'POST', json: { id: removedId } }),
  /** Accounts and teams for a new entry. */
  searchParticipants: async (eventId: string, search: string, signal?: AbortSignal): Promise<ParticipantOption[]> => {
    const path = `${paths.adminEvents}/${encodeURIComponent(eventId)}/participants`
    const send: RequestOptions = { query: { s: search }, ...(signal ? { signal } : {}) }
    return (await call<{ participants: ParticipantOption[] }>(path, send)).participants
  },
  previewImport: (eventId: string, file: Blob, dateOrder?: DateOrder): Promise<ScoreImport> =>
    call(importPath(eventId), { method: 'POST', form: buildImportForm(file, true, { dateOrder }) }),
  /** Imports all lines of a CSV file, or none (`import-rejected`: see `findImportProblemsInError`). Throws `imported-before` unless `acceptRepeat` is set. A repeat with the same `idempotencyKey` changes nothing. */
  runImport: (eventId: string, file: Blob, options: ImportRunOptions): Promise<ScoreImport> =>
    call(importPath(eventId), {
      method: 'POST',
      form: buildImportForm(file, false, options),
      headers: { 'idempotency-key': options.idempotencyKey },
    }),
  exportCsv: async (eventId: string): Promise<Blob> => (await ask(`${paths.adminScores(eventId)}/export`)).blob(),
  listKeys: async (eventId: string): Promise<SimulatorKey[]> => (await call<{ keys: SimulatorKey[] }>(paths.adminEventKeys(eventId))).keys,
  /** `secret` is the key itself; no later call returns it. */
  createKey: (eventId: string, label: string): Promise<{ key: SimulatorKey; secret: string }> =>
    call(paths.adminEventKeys(eventId), { method: 'POST', json: { label } }),
  revokeKey: (eventId: string, keyId: string): Promise<unknown> =>
    call(`${paths.adminEventKeys(eventId)}/${encodeURIComponent(keyId)}`, { method: 'DELETE' }),
})
