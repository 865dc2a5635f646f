import type { RouteOptions } from 'fastify'
import type { Permission } from '#contract/accounts/permissions.ts'
import { createForm as createEventForm } from './events.ts'
import { createRegionalRecords } from './regional-records.ts'
import { startTeamsApp } from './teams.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Content = { json?: object; form?: Record<string, string | Blob> }
export const officerPermissions: Permission[] = ['content', 'registration', 'finance', 'results', 'privacy']

/**
 * Starts an app with records of two regions, an event without a region in which the teams of both take part, and an
 * officer who is limited to the first region.
 */
export const startRegionalApp = async () => {
  const routes: RouteOptions[] = []
  const t = await startTeamsApp({}, {}, { onRoute: (route) => routes.push(route) })
  const own = await createRegionalRecords(t, 'qownq', 'riyadh')
  const other = await createRegionalRecords(t, 'zhiddenz', 'makkah')
  const globalEventId = await own.createEvent('National final', '')
  await own.takePart(globalEventId, '2026-12-06T09:00:00.000Z')
  await other.takePart(globalEventId, '2026-12-06T10:00:00.000Z')
  const person = await t.person({
    role: 'admin',
    permissions: officerPermissions,
    regionIds: [own.regionId],
    email: 'officer@office.test',
  })
  const signedIn = await t.signIn(person.email, undefined, { type: 4 })
  const officer = { ...person, token: String(signedIn.headers.authorization) }

  const read = async (text: string, values: unknown[] = []) =>
    (await t.database.pool.query(text, values)).rows
  /**
   * An address for each hundred calls: one address reaches the rate limit, because these tests make more calls
   * than it allows in a minute.
   */
  let callCount = 0
  const send = async (method: Method, url: string, content: Content = {}, token = officer.token) => {
    const form = content.form && (await createEventForm(content.form))
    const reply = await t.app.inject({
      method,
      url,
      remoteAddress: `198.18.2.${Math.floor(callCount++ / 100) % 250}`,
      headers: { authorization: token, ...form?.headers },
      ...(form ? { payload: form.payload } : content.json ? { payload: content.json } : {}),
    })
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    const json = isJson ? reply.json() : {}
    const fields = Object.fromEntries(
      ((json.fields ?? []) as { field: string; code: string }[]).map(({ field, code }) => [field, code]),
    )
    return { status: reply.statusCode, code: json.code as string | undefined, fields, body: reply.body, json }
  }
  const ok = async (...call: Parameters<typeof send>) => {
    const { status, body, json } = await send(...call)
    if (status !== 200) throw new Error(`${call[0]} ${call[1]}: ${status} ${body}`)
    return json
  }

  /** Everything of the other region and of the event without a region, and who may do what. */
  const readOtherRecords = async () => {
    const ofTeams = `team_id in ('${other.teamId}', '${other.deletedTeamId}')`
    const inEvents = `event_id in ('${other.eventId}', '${other.deletedEventId}', '${globalEventId}')`
    const conditions: Record<string, string> = {
      teams: `id in ('${other.teamId}', '${other.deletedTeamId}')`,
      team_people: ofTeams,
      payments: ofTeams,
      payment_steps: `payment_id = '${other.paymentId}'`,
      seasons: ofTeams,
      events: `id in ('${other.eventId}', '${other.deletedEventId}', '${globalEventId}')`,
      event_teams: inEvents,
      score_entries: inEvents,
      schedule_slots: inEvents,
      judges: inEvents,
      published_results: inEvents,
      awards: inEvents,
      advancements: inEvents,
      score_log: inEvents,
      users: `id in ('${other.userId}', '${officer.id}')`,
      print_files: inEvents,
      imports: `id in ('${other.importId}', '${other.eventImportId}')`,
      messages: `id in ('${other.messageId}', '${other.issueId}', '${other.deletedMessageId}')`,
      message_replies: `message_id in ('${other.messageId}', '${other.issueId}')`,
      announcements: `id in ('${other.announcementId}', '${other.deletedAnnouncementId}')`,
      announcement_recipients: `announcement_id = '${other.announcementId}'`,
    }
    const rows = await Promise.all(
      Object.entries(conditions).map(([table, where]) =>
        read(`select * from ${table} where ${where} order by 1, 2`),
      ),
    )
    return JSON.stringify(rows, (key, value) =>
      key === 'last_sign_in_at' || key === 'last_seen_at' ? null : value,
    )
  }

  return { t, routes, own, other, globalEventId, officer, read, send, ok, readOtherRecords }
}
export type RegionalApp = Awaited<ReturnType<typeof startRegionalApp>>
export type Records = Awaited<ReturnType<typeof createRegionalRecords>>
