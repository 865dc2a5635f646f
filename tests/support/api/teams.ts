import { eq } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { createSaudiId } from '../data/national-ids.ts'
import { startMailServer } from '../services/mail-server.ts'
import { startSessionsApp } from './session.ts'

let serial = 0
export type Member = Record<string, unknown>
/** A member of twelve years with a guardian's consent. */
export const createMember = (more: Member = {}): Member => ({
  name: `Member ${++serial}`,
  nationalId: createSaudiId(serial),
  birthDate: `${new Date().getUTCFullYear() - 12}-03-04`,
  gender: 1,
  consent: { guardian: 'Huda', contact: '+966501234567', agreed: true, publish: false },
  ...more,
})
export const createCoach = (more: Member = {}): Member => ({
  name: 'Omar',
  email: 'omar@school.test',
  phone: '+966501234567',
  ...more,
})

/** Creates a multipart form of texts, numbers and pictures. */
export const createForm = (fields: Record<string, unknown>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined)
      form.append(
        name,
        value instanceof Blob ? value : typeof value === 'string' ? value : JSON.stringify(value),
      )
  return form
}

/**
 * Starts an app in which the competition RoboMission is open, with an owner of teams and an administrator.
 */
export const startTeamsApp = async (
  competition: Partial<typeof competitions.$inferInsert> = {},
  env: Record<string, string> = {},
  options: Parameters<typeof startSessionsApp>[1] = {},
) => {
  const t = await startSessionsApp(env, options)
  const { db } = t.database
  await db
    .update(competitions)
    .set({ fee: 15_000, ...competition })
    .where(eq(competitions.slug, 'robo_mission'))
  const [robo] = await db.select().from(competitions).where(eq(competitions.slug, 'robo_mission'))
  const tokenOf = async (email: string) => String((await t.signIn(email)).headers.authorization)
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    token: string,
    fields?: Record<string, unknown>,
  ) => {
    const headers: Record<string, string> = token ? { authorization: token } : {}
    if (!fields) return t.app.inject({ method, url, headers })
    // the form as a browser sends it
    const request = new Request('http://botola.test', { method: 'POST', body: createForm(fields) })
    headers['content-type'] = String(request.headers.get('content-type'))
    return t.app.inject({ method, url, headers, payload: Buffer.from(await request.arrayBuffer()) })
  }
  const json = (method: 'POST' | 'PUT' | 'PATCH', url: string, token: string, payload: object) =>
    t.app.inject({ method, url, headers: { authorization: token }, payload })
  const coachAccount = await t.person({ role: 'coach' })
  const team = (more: Record<string, unknown> = {}) => ({
    competitionId: robo?.id,
    name: `Falcons ${randomUUIDv7().slice(-6)}`,
    schoolName: 'School of the Oasis',
    ageLevel: 'junior',
    coaches: [createCoach()],
    members: [createMember(), createMember()],
    ...more,
  })
  return {
    ...t,
    db,
    robo: robo as typeof competitions.$inferSelect,
    send,
    json,
    tokenOf,
    team,
    adminToken: await t.admin(),
    token: await tokenOf(coachAccount.email),
    account: coachAccount,
  }
}
export type TeamsApp = Awaited<ReturnType<typeof startTeamsApp>>

/**
 * The same app with a mail server, which rejects the addresses for which `rejects` returns true. `close` also
 * closes the mail server.
 */
export const startTeamsAppWithMails = async (
  competition: Partial<typeof competitions.$inferInsert> = {},
  rejects?: Parameters<typeof startMailServer>[0],
) => {
  const mails = await startMailServer(rejects)
  const t = await startTeamsApp(competition, { SMTP_URL: mails.url, MAIL_FROM: 'botola@school.test' })
  return {
    ...t,
    mails,
    close: async () => {
      await t.close()
      await mails.close()
    },
  }
}
export type TeamsAppWithMails = Awaited<ReturnType<typeof startTeamsAppWithMails>>
