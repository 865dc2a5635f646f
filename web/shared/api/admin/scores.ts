import type { AssignGuestsRequest } from '#contract/guest.schema.ts'
import type { RuleSet } from '#contract/rule-set.schema.ts'
import type {
  AdminScoresQuery,
  AttemptInput,
  AttemptUpdate,
  Participant,
  ParticipantUpdate,
} from '#contract/score.schema.ts'
import type { ApiCall, ApiRequest, CallResponse } from '#web/shared/api/call.ts'
import { buildImportForm, type ImportAnswers, type ImportRunOptions } from './imports.ts'

/**
 * Creates the calls of the back office about the scores of an event. `request` returns the response itself,
 * for files.
 */
export const createAdminScoreApi = (call: ApiCall, request: ApiRequest) => ({
  /** The ranking, hidden events included; `per_page` is one of 10, 25, 50, 100, 200, 300, 400, 500, 1000. */
  getPage: (eventId: string, query: AdminScoresQuery = {}, signal?: AbortSignal) =>
    call('GET /api/admin/events/:eventId/scores', { params: { eventId }, query, signal }),
  getEntry: async (eventId: string, entryId: string) =>
    (await call('GET /api/admin/events/:eventId/scores/:entryId', { params: { eventId, entryId } })).entry,
  /** Records attempts of one participant, and creates the entry when there is none. */
  addAttempts: (eventId: string, participant: Participant, attempts: readonly AttemptInput[]) =>
    call('POST /api/admin/events/:eventId/scores', {
      params: { eventId },
      json: { ...participant, attempts: [...attempts] },
    }),
  updateAttempt: (eventId: string, entryId: string, attemptId: string, json: AttemptUpdate) =>
    call('PATCH /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId', {
      params: { eventId, entryId, attemptId },
      json,
    }),
  updateParticipant: (eventId: string, entryId: string, json: ParticipantUpdate) =>
    call('PUT /api/admin/events/:eventId/scores/:entryId', { params: { eventId, entryId }, json }),
  /**
   * Removes an attempt; the last attempt takes its entry along. `removedId` in the result restores what was
   * removed.
   */
  removeAttempt: (eventId: string, entryId: string, attemptId: string) =>
    call('DELETE /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId', {
      params: { eventId, entryId, attemptId },
    }),
  removeEntry: (eventId: string, entryId: string) =>
    call('DELETE /api/admin/events/:eventId/scores/:entryId', { params: { eventId, entryId } }),
  /** The removals of the last 30 days. */
  listRemoved: async (eventId: string) =>
    (await call('GET /api/admin/events/:eventId/scores/removed', { params: { eventId } })).removed,
  /** Deletes a removed entry or attempt permanently. */
  purgeRemoved: (eventId: string, removedId: string) =>
    call('DELETE /api/admin/events/:eventId/scores/removed', {
      params: { eventId },
      query: { id: removedId },
    }),
  restore: (eventId: string, removedId: string) =>
    call('POST /api/admin/events/:eventId/scores/restore', { params: { eventId }, json: { id: removedId } }),
  /** Users and teams for a new entry. */
  searchParticipants: async (eventId: string, search: string, signal?: AbortSignal) =>
    (
      await call('GET /api/admin/events/:eventId/participants', {
        params: { eventId },
        query: { s: search },
        signal,
      })
    ).participants,
  previewImport: (eventId: string, file: Blob, answers: ImportAnswers = {}) =>
    call('POST /api/admin/events/:eventId/scores/import', {
      params: { eventId },
      form: buildImportForm(file, true, answers),
    }),
  /**
   * Imports all lines of a CSV file, or none (`import-rejected`: see `findImportProblemsInError`). Throws
   * `imported-before` unless `acceptRepeat` is set. A repeat with the same `idempotencyKey` changes nothing.
   */
  runImport: (eventId: string, file: Blob, options: ImportRunOptions) =>
    call('POST /api/admin/events/:eventId/scores/import', {
      params: { eventId },
      form: buildImportForm(file, false, options),
      headers: { 'idempotency-key': options.idempotencyKey },
    }),
  exportCsv: async (eventId: string): Promise<Blob> =>
    (await request('GET /api/admin/events/:eventId/scores/export', { params: { eventId } })).blob(),
  listKeys: async (eventId: string) =>
    (await call('GET /api/admin/events/:eventId/keys', { params: { eventId } })).keys,
  /** `secret` is the key itself; no later call returns it. */
  createKey: (eventId: string, label: string) =>
    call('POST /api/admin/events/:eventId/keys', { params: { eventId }, json: { label } }),
  revokeKey: (eventId: string, keyId: string) =>
    call('DELETE /api/admin/events/:eventId/keys/:keyId', { params: { eventId, keyId } }),
})

/** Creates the calls of the back office about participants of an event that are neither teams nor accounts. */
export const createAdminGuestApi = (call: ApiCall) => ({
  list: (eventId: string, { limit }: { limit?: number } = {}) =>
    call('GET /api/admin/events/:eventId/guests', {
      params: { eventId },
      query: limit === undefined ? {} : { limit },
    }),
  /** Sets whether an event with teams accepts new guests. */
  setAccepted: (eventId: string, acceptsGuests: boolean) =>
    call('PUT /api/admin/events/:eventId/guests', { params: { eventId }, json: { acceptsGuests } }),
  /** Gives the results of guests to the teams that they are, or with `preview` tells what that changes. */
  assign: (eventId: string, json: Partial<AssignGuestsRequest> & Pick<AssignGuestsRequest, 'assignments'>) =>
    call('POST /api/admin/events/:eventId/guests/assign', { params: { eventId }, json }),
})

/** Creates the calls of the back office about the score log of an event. */
export const createAdminScoreLogApi = (call: ApiCall) => ({
  /** A page of the log, the newest rows first. */
  getPage: (eventId: string, page: number) =>
    call('GET /api/admin/events/:eventId/score-log', { params: { eventId }, query: { page, per_page: 25 } }),
  /** Checks the chain, and compares what it gives with the standing results. */
  check: async (eventId: string) =>
    (await call('GET /api/admin/events/:eventId/score-log/check', { params: { eventId } })).check,
})

/** A template with its name. */
export type RuleSetTemplate = CallResponse<'GET /api/admin/rule-set-templates'>['templates'][number]

/** Creates the calls of the back office about the rule sets of events. */
export const createAdminRuleSetApi = (call: ApiCall) => ({
  listTemplates: async () => (await call('GET /api/admin/rule-set-templates')).templates,
  get: (eventId: string) => call('GET /api/admin/events/:eventId/rule-set', { params: { eventId } }),
  /** Returns which ranks a rule set would change; null is the default ranking. */
  preview: (eventId: string, ruleSet: RuleSet | null) =>
    call('POST /api/admin/events/:eventId/rule-set/preview', { params: { eventId }, json: { ruleSet } }),
  /**
   * Saves a new version. `version` is the one that was read. Throws `stale-version` when there is a newer
   * one.
   */
  save: (eventId: string, ruleSet: RuleSet | null, version: number | null) =>
    call('PUT /api/admin/events/:eventId/rule-set', { params: { eventId }, json: { ruleSet, version } }),
})
