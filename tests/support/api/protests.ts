import { randomUUID } from 'node:crypto'
import type { AdminProtest, EntryWithProtests } from '#contract/event/protest.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { createForm, eventTexts } from './events.ts'
import { createCoach, startTeamsAppWithMails } from './teams.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const nextHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** The real app with a mail server, an administrator, the owner of teams, and functions about protests. */
export const startProtestsApp = async () => {
  const t = await startTeamsAppWithMails()
  /** Sends a call, as an administrator unless `token` is given. */
  const ask = (
    method: Method,
    url: string,
    payload?: object,
    token: string = t.adminToken,
    headers: Record<string, string> = {},
  ) =>
    t.app.inject({
      method,
      url,
      headers: { authorization: token, ...headers },
      ...(payload ? { payload } : {}),
    })
  const ok = async (...call: Parameters<typeof ask>): Promise<Body> => {
    const reply = await ask(...call)
    if (reply.statusCode !== 200) throw new Error(`${call[0]} ${call[1]}: ${reply.statusCode} ${reply.body}`)
    return reply.json()
  }
  let count = 0
  const createEvent = async (): Promise<string> => {
    const form = await createForm({
      ...eventTexts,
      title_en: `Protested ${++count}`,
      title_ar: `فعالية ${count}`,
    })
    const headers = { ...form.headers, authorization: t.adminToken }
    return (
      await t.app.inject({ method: 'POST', url: '/api/admin/events/', headers, payload: form.payload })
    ).json().event._id
  }
  const setDeadline = (eventId: string, protestsUntil: string | null) =>
    ok('PUT', getPath('PUT /api/admin/events/:eventId/protest-settings', { eventId }), { protestsUntil })
  const createAccount = async (more: Parameters<typeof t.person>[0] = {}) => {
    const person = await t.person({ role: 'coach', emailConfirmedAt: new Date(), ...more })
    return { ...person, token: await t.tokenOf(person.email) }
  }
  const addAttempt = async (
    eventId: string,
    participant: object,
    score: number,
    mission = 1,
  ): Promise<Body> =>
    (
      await ok('POST', getPath('POST /api/admin/events/:eventId/scores', { eventId }), {
        ...participant,
        attempts: [{ mission, score, timeMs: 1000 }],
      })
    ).entry
  return {
    ...t,
    ask,
    ok,
    createEvent,
    setDeadline,
    createAccount,
    addAttempt,
    /** An event that accepts protests, with a team of an own owner and coach and its result. */
    prepare: async () => {
      const [owner, coach] = [await createAccount({ lang: 'ar', firstName: 'Huda' }), await createAccount()]
      const team = (
        await t.send(
          'POST',
          getPath('POST /api/teams'),
          owner.token,
          t.team({ coaches: [createCoach({ email: coach.email })] }),
        )
      ).json().team
      const eventId = await createEvent()
      const entry = await addAttempt(eventId, { teamId: team.id }, 40)
      await setDeadline(eventId, nextHour())
      return {
        eventId,
        owner,
        coach,
        teamId: String(team.id),
        entryId: String(entry.id),
        attemptId: String(entry.attempts[0].id),
      }
    },
    list: async (token: string): Promise<EntryWithProtests[]> =>
      (await ok('GET', getPath('GET /api/account/protests'), undefined, token)).entries,
    create: (
      token: string,
      fields: { entryId: string; attemptId?: string | null; reason?: string },
      id: string = randomUUID(),
    ) =>
      ask(
        'PUT',
        getPath('PUT /api/account/protests/:protestId', { protestId: id }),
        { attemptId: null, reason: 'The stopwatch ran on.', ...fields },
        token,
      ),
    withdraw: (token: string, id: string) =>
      ask('DELETE', getPath('DELETE /api/account/protests/:protestId', { protestId: id }), undefined, token),
    answer: (eventId: string, id: string, decision = 'accepted', answer = 'You are right.') =>
      ask(
        'POST',
        getPath('POST /api/admin/events/:eventId/protests/:protestId/answer', { eventId, protestId: id }),
        { decision, answer },
      ),
    listOfEvent: async (eventId: string, query = ''): Promise<AdminProtest[]> =>
      (await ok('GET', `${getPath('GET /api/admin/events/:eventId/protests', { eventId })}${query}`))
        .protests,
  }
}
export type ProtestsApp = Awaited<ReturnType<typeof startProtestsApp>>
