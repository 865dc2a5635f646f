import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { toParticipantAndAttempt } from '#contract/published/score.ts'
import { createForm, eventTexts, startEventsApp } from './events.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any
/** An attempt with the fields that the simulator posts: its time is seconds. */
export type PostedAttempt = Partial<Parameters<typeof toParticipantAndAttempt>[0]> & {
  score: number
  time: number
}

/** Starts the real app, signs in an administrator, and returns functions for tests of scores. */
export const startScoresApp = async (
  env: Record<string, string> = {},
  options: Parameters<typeof startEventsApp>[1] = {},
) => {
  const running = await startEventsApp(env, options)
  const { ask, make } = running
  const path = (eventId: string) => `/api/admin/events/${eventId}/scores`
  const ok = (reply: Awaited<ReturnType<typeof ask>>): Body => {
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.body}`)
    return reply.json()
  }
  const add = async (eventId: string, sent: PostedAttempt): Promise<Body> => {
    const { participant, attempt } = toParticipantAndAttempt({ mission: 1, ...sent })
    return ok(await ask('POST', path(eventId), { payload: { ...participant, attempts: [attempt] } })).entry
  }
  return {
    ...running,
    path,
    ok,
    add,
    /** Creates an event with a ranking of these attempts. */
    event: async (
      fields: Record<string, string> = {},
      attempts: readonly PostedAttempt[] = [],
    ): Promise<Body> => {
      const event = await make({ ...eventTexts, ...fields })
      for (const attempt of attempts) await add(event._id, attempt)
      return event
    },
    /** Returns the rule set of a template. */
    ruleSetTemplate: async (templateKey: string): Promise<RuleSet> => {
      const { templates } = ok(await ask('GET', getPath('GET /api/admin/rule-set-templates')))
      return templates.find(({ key }: Body) => key === templateKey).ruleSet
    },
    board: async (idOrSlug: string, query = ''): Promise<Body> =>
      ok(await running.visitor(`/api/v1/events/scores/${idOrSlug}${query}`)),
    key: async (eventId: string): Promise<string> =>
      ok(await ask('POST', `/api/admin/events/${eventId}/keys`, { payload: { label: 'Hall 1' } })).secret,
    post: (code: string, key: string | undefined, payload: object, headers: Record<string, string> = {}) =>
      ask('POST', `/api/v1/events/${encodeURIComponent(code)}/scores`, {
        payload,
        headers: { ...(key ? { 'x-api-key': key } : {}), ...headers },
        visitor: true,
      }),
    /** Previews or imports a CSV file of attempts. */
    sendScoresFile: async (
      eventId: string,
      content: string,
      { preview = false, ...more }: { preview?: boolean; cookie?: string; acceptRepeat?: boolean } = {},
    ) => {
      const file = new File([content], 'scores.csv', { type: 'text/csv' })
      const form = await createForm({
        preview: String(preview),
        acceptRepeat: String(more.acceptRepeat ?? false),
        file,
      })
      return ask('POST', `${path(eventId)}/import`, {
        payload: form.payload,
        headers: { ...form.headers, ...(more.cookie ? { cookie: more.cookie } : {}) },
      })
    },
    entryCount: async (eventId: string): Promise<number[]> => {
      const { rows } = await running.database.pool.query(
        'select entry_count, (select count(*)::int from score_entries where event_id = events.id) as real from events where id = $1',
        [eventId],
      )
      return [rows[0].entry_count, rows[0].real]
    },
  }
}
export type ScoresApp = Awaited<ReturnType<typeof startScoresApp>>

/** Returns a ranking as `[name, rank, totalScore, totalTime]`. */
export const summarizeRanking = (board: Body) =>
  board.event.Scores.map((row: Body) => [row.userId.info.name.fname, row.rank, row.totalScore, row.totalTime])
