import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRecurringJobs } from '#server/jobs.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { createCoach, createForm, createMember } from '../../support/api/teams.ts'
import { silentLog } from '../../support/services/cluster.ts'
import { startMailServer } from '../../support/services/mail-server.ts'

let t: SessionsApp
let mailServer: Awaited<ReturnType<typeof startMailServer>>
let competitionId: string
beforeAll(async () => {
  mailServer = await startMailServer()
  t = await startSessionsApp({ SMTP_URL: mailServer.url, MAIL_FROM: 'botola@school.test' })
  const { rows } = await t.database.pool.query(
    `update competitions set max_teams = 1, fee = 15000, payment_days = 6 where slug = 'robo_mission' returning id`,
  )
  competitionId = rows[0].id
})
afterAll(async () => {
  await t.close()
  await mailServer.close()
})

const runJob = () =>
  createRecurringJobs(t, silentLog)
    .find(({ name }) => name === 'update-team-places')
    ?.run()
const register = async (lang: 'en' | 'ar', name: string) => {
  const { email } = await t.person({ role: 'coach', lang, emailConfirmedAt: new Date() })
  const token = String((await t.signIn(email)).headers.authorization)
  const people = { coaches: [createCoach()], members: [createMember(), createMember()] }
  const form = createForm({
    competitionId,
    name,
    schoolName: 'Oasis',
    ageLevel: 'junior',
    joinWaitingList: 'true',
    ...people,
  })
  const request = new Request('http://botola.test', { method: 'POST', body: form })
  const headers = { authorization: token, 'content-type': String(request.headers.get('content-type')) }
  const payload = Buffer.from(await request.arrayBuffer())
  const reply = await t.app.inject({ method: 'POST', url: '/api/teams', headers, payload })
  expect(reply.statusCode, reply.body).toBe(200)
  return { email, id: reply.json().team.id as string }
}
const age = (id: string, days: number) =>
  t.database.pool.query(
    `update teams set status_at = status_at - make_interval(days => $2), place_notice_at = place_notice_at - make_interval(days => $2) where id = $1`,
    [id, days],
  )

it('owners get emails in their language before and after the lapse, and when a waiting team gets a place', async () => {
  const first = await register('ar', 'الصقور')
  const second = await register('en', 'Falcons')
  await age(first.id, 4)
  await runJob()
  await runJob()
  const notice = await mailServer.next(first.email)
  expect([notice.subject, notice.text]).toEqual([
    'ادفع رسوم فريقك ليحتفظ بمقعده',
    expect.stringContaining('الصقور'),
  ])
  expect(notice.text).toContain(`/account/teams/${first.id}`)
  await age(first.id, 4)
  await runJob()
  await runJob()
  await mailServer.next(first.email, 'فقد فريقك مقعده')
  const given = await mailServer.next(second.email)
  const day = new Date(Date.now() + 6 * 86_400_000).getUTCFullYear()
  expect([given.subject, given.text]).toEqual(['Your team has a place', expect.stringContaining('Falcons')])
  expect(given.text).toContain(String(day))
  // its members are minors, and the email has said that the fee is due
  expect(given.text).toContain('haven’t all confirmed')
  expect(given.text).not.toContain('next step is to pay')
  // a repeated job sends nothing again
  expect(
    mailServer.arrived.filter(({ to }) =>
      to?.some(({ address }) => address === first.email || address === second.email),
    ),
  ).toHaveLength(3)
})
