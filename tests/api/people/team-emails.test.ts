import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createRecurringJobs } from '#server/jobs.ts'
import { listMissingTeamPartNotes } from '#server/people/team-emails/service.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { payers, paymentRefunds, payments } from '#server/platform/db/schema/payments.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import {
  createCoach,
  createMember,
  startTeamsAppWithMails,
  type TeamsAppWithMails,
} from '../../support/api/teams.ts'
import { silentLog } from '../../support/services/cluster.ts'

let t: TeamsAppWithMails
beforeAll(async () => {
  t = await startTeamsAppWithMails()
})
afterAll(() => t.close())
afterEach(async () => {
  await t.db.delete(payments)
  await t.db.delete(teams)
  await t.db.delete(events)
  await t.db.update(competitions).set({ fee: 0, maxTeams: null, closesAt: null, paymentDays: 14 })
})

const run = (name: 'send-team-mails' | 'send-reminders') =>
  createRecurringJobs(t, silentLog)
    .find((job) => job.name === name)
    ?.run()
/** Runs a job twice at once, each with one connection of the database, and then once more. Returns the number of emails. */
const runThrice = async (name: Parameters<typeof run>[0]) => {
  const { pool } = t.database
  const held = await Promise.all(Array.from({ length: (pool.options.max ?? 10) - 2 }, () => pool.connect()))
  const counts = await Promise.all([run(name), run(name)]).finally(() => {
    for (const client of held) client.release()
  })
  return Number(counts[0]) + Number(counts[1]) + Number(await run(name))
}
const createOwner = async (lang: 'en' | 'ar') => {
  const owner = await t.person({ role: 'coach', lang, emailConfirmedAt: new Date() })
  return { ...owner, token: await t.tokenOf(owner.email) }
}
let teamNo = 7000
const createTeam = async (userId: string, values: Partial<typeof teams.$inferInsert> = {}) => {
  const row = {
    competitionId: t.robo.id,
    teamNo: ++teamNo,
    name: `Falcons ${teamNo}`,
    userId,
    createdAt: new Date('2026-01-01'),
    ...values,
  }
  const [team] = await t.db.insert(teams).values(row).returning()
  return team as typeof teams.$inferSelect
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

it('the owner of a registered team gets one email that names the next step, in the language of the account', async () => {
  await t.db.update(competitions).set({ fee: 15_000, maxTeams: 5 })
  const arabic = await createOwner('ar')
  const reply = await t.send(
    'POST',
    getPath('POST /api/teams'),
    arabic.token,
    t.team({ name: 'الصقور', coaches: [createCoach()], members: [createMember(), createMember()] }),
  )
  expect(reply.statusCode, reply.body).toBe(200)
  // the page says where the email goes
  expect(reply.json().emailTo).toBe(arabic.email)
  const english = await createOwner('en')
  await createTeam(english.id, { createdAt: new Date(), status: 'waiting' })
  await createTeam(english.id)
  expect(await runThrice('send-team-mails')).toBe(2)
  const mail = await t.mails.next(arabic.email)
  expect([mail.subject, mail.text]).toEqual([
    'تم تسجيل فريقك',
    expect.stringContaining('دفع الرسوم في موعد أقصاه'),
  ])
  expect(mail.text).toContain('الصقور')
  // the page opens in the language of the email, also in a browser that does not know it
  expect(mail.text).toContain(`/account/teams/${reply.json().team.id}?lang=ar\n`)
  const waiting = await t.mails.next(english.email)
  expect(waiting.subject).toBe('Your team is on the waiting list')
  expect(waiting.text).not.toContain('lang=')
  // the members of the form are minors
  expect(mail.text).toContain('تأكيد أولياء أمور')
  expect(waiting.text).not.toContain('guardians')
})

it('the emails about a registration, a payment and a place name each part that is missing, and no other', async () => {
  const notes = {
    people: 'as many coaches',
    payment: 'next step is to pay',
    guardians: 'haven’t all confirmed',
    nothing: 'Nothing is missing',
  }
  const readNotes = ({ text = '' }: { text?: string | undefined }) =>
    Object.entries(notes).flatMap(([name, words]) => (text.includes(words) ? [name] : []))
  const english = await createOwner('en')
  const members = { coaches: [createCoach()], members: [createMember(), createMember()] }
  expect((await t.send('POST', getPath('POST /api/teams'), english.token, t.team(members))).statusCode).toBe(
    200,
  )
  await run('send-team-mails')
  expect(readNotes(await t.mails.next(english.email))).toEqual(['guardians'])

  const adult = () =>
    createMember({ birthDate: `${new Date().getUTCFullYear() - 18}-01-01`, consent: undefined })
  const adults = { ageLevel: 'senior', coaches: [createCoach()], members: [adult(), adult()] }
  const arabic = await createOwner('ar')
  expect((await t.send('POST', getPath('POST /api/teams'), arabic.token, t.team(adults))).statusCode).toBe(
    200,
  )
  await run('send-team-mails')
  expect((await t.mails.next(arabic.email)).text).toContain('لا ينقص فريقك شيء')

  await t.db.update(competitions).set({ fee: 15_000 })
  const second = await t.send(
    'POST',
    getPath('POST /api/teams'),
    english.token,
    t.team({ coaches: [createCoach()], members: [createMember(), createMember()] }),
  )
  await run('send-team-mails')
  expect(readNotes(await t.mails.next(english.email, 2))).toEqual(['payment', 'guardians'])
  const body = { teamId: second.json().team.id, paid: true, reason: 'cash' }
  expect(
    (await t.json('POST', getPath('POST /api/admin/payments/mark'), t.adminToken, body)).statusCode,
  ).toBe(200)
  await run('send-team-mails')
  expect(readNotes(await t.mails.next(english.email, 3))).toEqual(['guardians'])
  await createTeam(english.id, { createdAt: new Date(), complete: false })
  await run('send-team-mails')
  expect(readNotes(await t.mails.next(english.email, 4))).toEqual(['people', 'payment'])

  // an email says nothing of what a team without a place lacks, nor that it lacks nothing
  const team = await createTeam(english.id, { status: 'lapsed' })
  expect(
    await listMissingTeamPartNotes(t.db, { team, competition: t.robo }, 'paymentRecorded', '2026-01-01'),
  ).toEqual([])
})

it('the payer gets one email about a refund, also for a withdrawn team, and the former account’s address in both languages', async () => {
  const english = await createOwner('en')
  const arabic = await createOwner('ar')
  const pay = async (
    owner: { id: string },
    { refundedAt = new Date(), ...values }: Partial<typeof payments.$inferInsert>,
  ) => {
    const team = await createTeam(owner.id, { name: 'Falcons' })
    const refunded = {
      state: 'refunded' as const,
      refundedAmount: 15_000,
      amount: 15_000,
      currency: 'SAR',
      method: 'telr' as const,
    }
    const row = { teamId: team.id, userId: owner.id, ...refunded, cartId: `r${team.teamNo}`, ...values }
    const [payment] = await t.db.insert(payments).values(row).returning()
    const paymentId = payment?.id ?? ''
    const refund = {
      paymentId,
      amount: values.refundedAmount ?? 15_000,
      ...(refundedAt ? { refundedAt } : {}),
    }
    await t.db.insert(paymentRefunds).values(refund)
    return { team, paymentId }
  }
  const { team, paymentId } = await pay(english, {})
  await t.db.update(teams).set({ deletedAt: new Date() }).where(eq(teams.id, team.id))
  await pay(arabic, {})
  await pay(english, { refundedAt: inDays(-3) })
  const gone = await createOwner('en')
  const former = await pay(gone, { userId: null })
  await t.db.update(teams).set({ userId: null }).where(eq(teams.id, former.team.id))
  await t.db
    .insert(payers)
    .values({ paymentId: former.paymentId, name: 'Huda Salem', email: 'huda@family.test' })
  expect(await runThrice('send-team-mails')).toBe(3)
  const mail = await t.mails.next(english.email)
  expect(mail.subject).toBe('Your payment was refunded')
  expect(mail.text).toMatch(/SAR.?150\.00/)
  expect(mail.text).toContain(`http://botola.test/payment/return/${paymentId}/`)
  expect((await t.mails.next(arabic.email)).subject).toBe('تم استرداد دفعتك')
  const both = await t.mails.next('huda@family.test')
  expect(both.subject).toContain('تم استرداد دفعتك')
  expect(both.subject).toContain('Your payment was refunded')
  // its page needs the account, which was erased
  expect(both.text).not.toContain('/payment/return/')

  const part = await pay(arabic, { refundedAmount: 5_000, state: 'paid' })
  await pay(gone, { refundedAmount: 5_000, state: 'paid' })
  expect(await runThrice('send-team-mails')).toBe(2)
  const partly = await t.mails.next(arabic.email, 'تم استرداد جزء من دفعتك')
  expect(partly.text).toMatch(/50\.00.*من.*150\.00/)
  await t.db.insert(paymentRefunds).values({ paymentId: part.paymentId, amount: 10_000 })
  await t.db
    .update(payments)
    .set({ refundedAmount: 15_000, state: 'refunded' })
    .where(eq(payments.id, part.paymentId))
  expect(await runThrice('send-team-mails')).toBe(1)
  expect((await t.mails.next(arabic.email, 3)).text).toMatch(/150\.00.*من.*150\.00/)
  const partlyEnglish = await t.mails.next(gone.email)
  expect(partlyEnglish.subject).toBe('Part of your payment was refunded')
  expect(partlyEnglish.text).toMatch(/Refunded in total: .*50\.00.* of .*150\.00/)
})

it('an email names the number of a team whose name is a link', async () => {
  const owner = await createOwner('en')
  const team = await createTeam(owner.id, { createdAt: new Date(), name: 'bit.ly/win-prize' })
  await run('send-team-mails')
  const { text, html } = await t.mails.next(owner.email)
  expect(`${text}${html}`).not.toContain('bit.ly')
  expect(text).toMatch(new RegExp(`\\b${team.teamNo}\\b`))
})

it('the owner of a team gets one email for a payment, with a link to the receipt', async () => {
  const english = await createOwner('en')
  const team = await createTeam(english.id, { paid: true })
  const [payment] = await t.db
    .insert(payments)
    .values({
      ...{
        teamId: team.id,
        userId: english.id,
        method: 'telr' as const,
        state: 'paid' as const,
        cartId: 'c1',
        amount: 15_000,
        currency: 'SAR',
      },
      ...{ paidAt: new Date(), receiptYear: 2026, receiptNo: 1 },
    })
    .returning()
  const arabic = await createOwner('ar')
  const marked = await createTeam(arabic.id)
  const body = { teamId: marked.id, paid: true, reason: 'cash' }
  expect(
    (await t.json('POST', getPath('POST /api/admin/payments/mark'), t.adminToken, body)).statusCode,
  ).toBe(200)
  expect(await runThrice('send-team-mails')).toBe(2)
  const mail = await t.mails.next(english.email)
  expect(mail.text).toContain(`http://botola.test/payment/receipt/${payment?.id}`)
  expect(mail.text).toMatch(/SAR.?150\.00/)
  expect((await t.mails.next(arabic.email)).subject).toBe('سُجّل دفع رسوم فريقك')
})

it('the owner gets one email about several changes by organizers, with the names of the fields and no values', async () => {
  const owner = await createOwner('en')
  const reply = await t.send('POST', getPath('POST /api/teams'), owner.token, t.team({ name: 'Falcons' }))
  const { id, members } = reply.json().team
  await run('send-team-mails')
  await t.mails.next(owner.email)
  // the owner's own change is no reason for an email
  const { coaches, version } = reply.json().team
  const toSubmission = (people: Record<string, unknown>[]) =>
    people.map(({ id, name, email, phone, birthDate, gender }) => ({
      id,
      name,
      email,
      phone,
      birthDate,
      gender,
    }))
  const own = {
    ...t.team({ name: 'Eagles', coaches: toSubmission(coaches), members: toSubmission(members) }),
    id,
    version,
  }
  const edited = await t.send('PUT', getPath('PUT /api/teams'), owner.token, own)
  expect(edited.statusCode, edited.body).toBe(200)

  const change = await t.send('PUT', getPath('PUT /api/admin/teams'), t.adminToken, {
    id,
    name: 'Secret Hawks',
    school: 'Hidden School',
  })
  expect(change.statusCode, change.body).toBe(200)
  expect(await run('send-team-mails')).toBe(0)
  const member = getPath('PUT /api/admin/teams/:teamId/members/:personId', {
    teamId: id,
    personId: members[0].id,
  })
  expect((await t.send('DELETE', member, t.adminToken)).statusCode).toBe(200)
  await t.database.pool.query(`update audit_log set at = at - interval '6 minutes'`)
  expect(await runThrice('send-team-mails')).toBe(1)
  const mail = await t.mails.next(owner.email, 'The organizers changed your team')
  expect(mail.text).toContain('Team name')
  expect(mail.text).toContain('Member')
  expect(mail.text).not.toContain('Hidden School')
  expect(mail.subject).not.toContain('Hawks')
})

it('the owner gets one email when organizers delete the team, unless they restore it, and none for an own withdrawal', async () => {
  const arabic = await createOwner('ar')
  const english = await createOwner('en')
  const deleted = await createTeam(arabic.id, { name: 'الصقور' })
  const restored = await createTeam(arabic.id)
  const withdrawn = await createTeam(english.id)
  for (const { id } of [deleted, restored])
    expect(
      (await t.send('DELETE', `${getPath('DELETE /api/admin/teams')}?id=${id}`, t.adminToken)).statusCode,
    ).toBe(200)
  expect(
    (await t.send('DELETE', `${getPath('DELETE /api/teams')}?id=${withdrawn.id}`, english.token)).statusCode,
  ).toBe(200)
  expect(await run('send-team-mails')).toBe(0)
  expect(
    (await t.json('POST', getPath('POST /api/admin/teams/restore'), t.adminToken, { id: restored.id }))
      .statusCode,
  ).toBe(200)
  await t.database.pool.query(`update audit_log set at = at - interval '6 minutes'`)
  expect(await runThrice('send-team-mails')).toBe(1)
  const mail = await t.mails.next(arabic.email)
  expect([mail.subject, mail.text]).toEqual(['حذف المنظمون فريقك', expect.stringContaining('الصقور')])
})

it('the owner gets one email when organizers decline or approve the request to leave', async () => {
  const english = await createOwner('en')
  const team = await createTeam(english.id, { paid: true })
  const decide = async (approved: boolean) => {
    expect(
      (await t.send('POST', getPath('POST /api/teams/:teamId/leave', { teamId: team.id }), english.token))
        .statusCode,
    ).toBe(200)
    expect(
      (
        await t.json('POST', getPath('POST /api/admin/teams/leave-requests'), t.adminToken, {
          teamId: team.id,
          approved,
        })
      ).statusCode,
    ).toBe(200)
  }
  await decide(false)
  expect(await runThrice('send-team-mails')).toBe(1)
  const declined = await t.mails.next(english.email)
  expect(declined.subject).toBe('Your withdrawal request was declined')
  expect(declined.text).toContain(`/account/teams/${team.id}`)
  await decide(true)
  expect(await runThrice('send-team-mails')).toBe(1)
  const approved = await t.mails.next(english.email, 'Your team has been withdrawn')
  expect(approved.text).toContain('If the organizers refund the fee, we’ll email you')
  // the approval deleted the team, which is no second reason for an email
  await t.database.pool.query(`update audit_log set at = at - interval '6 minutes'`)
  expect(await run('send-team-mails')).toBe(0)
})

it('the email about an approved withdrawal says what was refunded', async () => {
  const withdraw = async (refundedAmount: number) => {
    const english = await createOwner('en')
    const team = await createTeam(english.id, { paid: true })
    await t.db.insert(payments).values({
      teamId: team.id,
      method: 'telr',
      state: refundedAmount === 15_000 ? 'refunded' : 'paid',
      cartId: team.id,
      amount: 15_000,
      refundedAmount,
      currency: 'SAR',
      paidAt: inDays(-30),
    })
    expect(
      (await t.send('POST', getPath('POST /api/teams/:teamId/leave', { teamId: team.id }), english.token))
        .statusCode,
    ).toBe(200)
    const decision = { teamId: team.id, approved: true }
    expect(
      (await t.json('POST', getPath('POST /api/admin/teams/leave-requests'), t.adminToken, decision))
        .statusCode,
    ).toBe(200)
    expect(await runThrice('send-team-mails')).toBe(1)
    return (await t.mails.next(english.email)).text
  }
  const whole = await withdraw(15_000)
  expect(whole).toContain('Your fee has been refunded')
  const part = await withdraw(5_000)
  expect(part).toMatch(/have refunded \W*(?:SAR\W*)?50/)
  for (const text of [whole, part]) expect(text).not.toContain('If the organizers refund')
  expect(await withdraw(0)).toContain('If the organizers refund the fee, we’ll email you')
})

it('owners of teams that are not complete or not paid get an email 7 days and 1 day before a deadline, and no other', async () => {
  await t.db.update(competitions).set({ fee: 15_000, closesAt: inDays(6) })
  const english = await createOwner('en')
  const arabic = await createOwner('ar')
  const done = await createOwner('en')
  const since = { statusAt: inDays(-30) }
  await createTeam(english.id, since)
  await createTeam(arabic.id, { ...since, paid: true })
  await t.database.pool.query(`update competitions set min_members = 0, min_coaches = 0`)
  await createTeam(done.id, { ...since, paid: true, complete: true })
  // registered in the week before the deadline
  await createTeam(done.id, { statusAt: new Date() })
  expect(await runThrice('send-reminders')).toBe(2)
  expect((await t.mails.next(english.email)).subject).toBe(
    'Registration closes soon, and your team isn’t complete',
  )
  expect((await t.mails.next(arabic.email)).subject).toBe('يُغلق التسجيل قريبًا وفريقك غير مكتمل')
  await t.db.update(competitions).set({ closesAt: inDays(0.5) })
  await t.db.update(teams).set({ complete: true })
  // a team on the waiting list is asked for no payment
  const waiting = await createOwner('en')
  await createTeam(waiting.id, { ...since, status: 'waiting', complete: true })
  expect(await runThrice('send-reminders')).toBe(1)
  await t.mails.next(english.email, 'Registration closes soon, and your team hasn’t paid')

  await t.db.update(competitions).set({ closesAt: null, maxTeams: 100, paymentDays: 30 })
  await t.db.update(teams).set({ statusAt: inDays(-24) })
  expect(await runThrice('send-reminders')).toBe(2)
  for (const { email } of [english, done]) await t.mails.next(email, 'The fee of your team is due soon')
  await t.database.pool.query(`update competitions set min_members = 2, min_coaches = 1`)
})

it('participants of an event that ended get one email with their place and a link', async () => {
  const student = await t.person({ role: 'student', lang: 'ar', firstName: 'سارة' })
  const owner = await createOwner('en')
  const team = await createTeam(owner.id)
  const day = (offset: number) => inDays(offset).toISOString().slice(0, 10)
  const texts = { titleEn: 'Oasis', titleAr: 'الواحة', descriptionEn: 'x', descriptionAr: 'x' }
  const [over] = await t.db
    .insert(events)
    .values({ slug: 'oasis', ...texts, startDate: day(-4), endDate: day(-2), active: true, entryCount: 3 })
    .returning()
  const rows = [
    { slug: 'running', startDate: day(-2), endDate: day(2), active: true },
    { slug: 'hidden', startDate: day(-4), endDate: day(-2), active: false },
    { slug: 'long-ago', startDate: day(-40), endDate: day(-38), active: true },
  ]
  for (const row of rows) {
    const [event] = await t.db
      .insert(events)
      .values({ ...texts, ...row, entryCount: 1 })
      .returning()
    await t.db.insert(scoreEntries).values({
      eventId: event?.id ?? '',
      participantKey: `user:${student.id}`,
      userId: student.id,
      playerName: 'x',
    })
  }
  const eventId = over?.id ?? ''
  await t.db.insert(scoreEntries).values([
    {
      eventId,
      participantKey: 'guest:g',
      playerName: 'Guest',
      playerEmail: 'guest@school.test',
      totalScore: 90,
      totalTimeMs: 10,
    },
    {
      eventId,
      participantKey: `user:${student.id}`,
      userId: student.id,
      playerName: 'سارة',
      totalScore: 70,
      totalTimeMs: 10,
    },
    {
      eventId,
      participantKey: `team:${team.id}`,
      teamId: team.id,
      teamName: 'Falcons',
      totalScore: 70,
      totalTimeMs: 10,
    },
  ])
  expect(await runThrice('send-reminders')).toBe(2)
  const mail = await t.mails.next(student.email)
  expect([mail.subject, mail.text]).toEqual(['صدرت نتائج الواحة', expect.stringContaining('مركزك 2 من 3')])
  expect(mail.text).toContain('http://botola.test/events/oasis/')
  const teamMail = await t.mails.next(owner.email)
  expect(teamMail.text).toMatch(/Falcons.* ranked 2 of 3/)
  expect(teamMail.subject).toBe('The results of Oasis are out')
  expect(
    t.mails.arrived.filter(({ to }) => to?.some(({ address }) => address === 'guest@school.test')),
  ).toEqual([])
})
