import type { MissionType } from '#contract/event.ts'
import { paths } from '#contract/paths.ts'
import type {
  WireAdminEntry,
  WireAdminScores,
  WireEntryChanged,
  WireEventKey,
  WireImport,
  WireRemovedScores,
} from '#contract/published/score-admin.schema.ts'
import {
  adminEntryFromWire,
  adminScoresFromWire,
  entryDetailsToWire,
  eventKeyFromWire,
  importFromWire,
  newScoresToWire,
  participantFoundFromWire,
  removedFromWire,
  runEditToWire,
} from '#contract/published/score-admin.ts'
import type {
  AdminScoreEntry,
  AdminScorePage,
  EntryDetails,
  EventKey,
  ImportPreview,
  Participant,
  ParticipantFound,
  RemovedScores,
  Run,
} from '#contract/score.ts'
import type { Call, Send } from '#web/shared/api/call.ts'

type Saved = { message: string; entry: AdminScoreEntry }
type WireSaved = { msg: string; entry: WireAdminEntry }

const entryPath = (eventId: string, entryId: string) => `${paths.adminScores(eventId)}/${encodeURIComponent(entryId)}`
const attemptPath = (eventId: string, entryId: string, attemptId: string) =>
  `${entryPath(eventId, entryId)}/attempts/${encodeURIComponent(attemptId)}`
const saved = (wire: WireSaved): Saved => ({ message: wire.msg, entry: adminEntryFromWire(wire.entry) })

/** The back office's calls about the scores of an event. `ask` gives the reply itself, for files. */
export const adminScoreCalls = (call: Call, ask: (path: string, send?: Send) => Promise<Response>) => ({
  /** The ranking, of hidden events too; `perPage` is one of 10, 25, 50, 100, 200, 300, 400, 500, 1000. */
  list: async (
    eventId: string,
    at: { page?: number; perPage?: number; search?: string; missionType?: MissionType } = {},
    signal?: AbortSignal,
  ): Promise<AdminScorePage> =>
    adminScoresFromWire(
      await call<WireAdminScores>(paths.adminScores(eventId), {
        query: { page: at.page, per_page: at.perPage, s: at.search, missionType: at.missionType },
        ...(signal ? { signal } : {}),
      }),
    ),
  entry: async (eventId: string, entryId: string): Promise<AdminScoreEntry> =>
    adminEntryFromWire((await call<{ entry: WireAdminEntry }>(entryPath(eventId, entryId))).entry),
  /** Records attempts of one participant, who gets an entry where there is none. */
  add: async (eventId: string, who: Participant, runs: readonly Run[]): Promise<Saved> =>
    saved(await call<WireSaved>(paths.adminScores(eventId), { method: 'POST', json: newScoresToWire(who, runs) })),
  correct: async (eventId: string, entryId: string, attemptId: string, run: Partial<Run>): Promise<Saved> =>
    saved(await call<WireSaved>(attemptPath(eventId, entryId, attemptId), { method: 'PATCH', json: runEditToWire(run) })),
  details: async (eventId: string, entryId: string, details: EntryDetails): Promise<Saved> =>
    saved(await call<WireSaved>(entryPath(eventId, entryId), { method: 'PUT', json: entryDetailsToWire(details) })),
  /** Removes an attempt, and with the last one the entry. `restore` brings `removed` back. */
  removeAttempt: async (eventId: string, entryId: string, attemptId: string): Promise<{ message: string; removed: string }> => {
    const { msg, removed } = await call<WireEntryChanged>(attemptPath(eventId, entryId, attemptId), { method: 'DELETE' })
    return { message: msg, removed }
  },
  removeEntry: async (eventId: string, entryId: string): Promise<{ message: string; removed: string }> => {
    const { msg, removed } = await call<WireEntryChanged>(entryPath(eventId, entryId), { method: 'DELETE' })
    return { message: msg, removed }
  },
  /** What was removed in the last 30 days. */
  removed: async (eventId: string): Promise<RemovedScores[]> =>
    (await call<{ removed: WireRemovedScores[] }>(`${paths.adminScores(eventId)}/removed`)).removed.map(removedFromWire),
  restore: async (eventId: string, removed: string): Promise<Saved> =>
    saved(await call<WireSaved>(`${paths.adminScores(eventId)}/restore`, { method: 'POST', json: { id: removed } })),
  /** Accounts and teams for a new entry. */
  participants: async (eventId: string, search: string, signal?: AbortSignal): Promise<ParticipantFound[]> => {
    type Reply = { participants: Parameters<typeof participantFoundFromWire>[0][] }
    const path = `${paths.adminEvents}/${encodeURIComponent(eventId)}/participants`
    const { participants } = await call<Reply>(path, { query: { s: search }, ...(signal ? { signal } : {}) })
    return participants.map(participantFoundFromWire)
  },
  /** What a CSV file would do. */
  previewImport: async (eventId: string, file: Blob): Promise<ImportPreview> => {
    const form = new FormData()
    form.append('preview', 'true')
    form.append('file', file)
    return importFromWire(await call<WireImport>(`${paths.adminScores(eventId)}/import`, { method: 'POST', form }))
  },
  /** Imports all lines of it, or none (`import-rejected`: `importProblems(error)`). `once` makes a repeat harmless. */
  runImport: async (eventId: string, file: Blob, once: string): Promise<ImportPreview & { message: string }> => {
    const form = new FormData()
    form.append('preview', 'false')
    form.append('file', file)
    const headers = { 'idempotency-key': once }
    const wire = await call<WireImport>(`${paths.adminScores(eventId)}/import`, { method: 'POST', form, headers })
    return { ...importFromWire(wire), message: wire.msg }
  },
  exportCsv: async (eventId: string): Promise<Blob> => (await ask(`${paths.adminScores(eventId)}/export`)).blob(),
  keys: async (eventId: string): Promise<EventKey[]> =>
    (await call<{ keys: WireEventKey[] }>(paths.adminEventKeys(eventId))).keys.map(eventKeyFromWire),
  /** `secret` is the key itself, given this once. */
  makeKey: async (eventId: string, label: string): Promise<{ key: EventKey; secret: string }> => {
    type Reply = { key: WireEventKey; secret: string }
    const { key, secret } = await call<Reply>(paths.adminEventKeys(eventId), { method: 'POST', json: { label } })
    return { key: eventKeyFromWire(key), secret }
  },
  revokeKey: async (eventId: string, keyId: string): Promise<void> => {
    await call(`${paths.adminEventKeys(eventId)}/${encodeURIComponent(keyId)}`, { method: 'DELETE' })
  },
})
