import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { auditLog } from '#server/platform/db/schema/audit-log.ts'
import { eventTeams } from '#server/platform/db/schema/schedule.ts'
import { createSheet } from '../../support/api/judges.ts'
import { nextHour, type ProtestsApp, startProtestsApp } from '../../support/api/protests.ts'

let t: ProtestsApp
beforeAll(async () => {
  t = await startProtestsApp()
})
afterAll(() => t.close())

const readAudit = (entityId: string) =>
  t.db
    .select({
      action: auditLog.action,
      before: auditLog.before,
      after: auditLog.after,
      label: auditLog.label,
    })
    .from(auditLog)
    .where(and(eq(auditLog.entityId, entityId)))
    .orderBy(auditLog.at, auditLog.id)

describe('a protest', () => {
  it('is sent by the owner of a team against an attempt, seen by its coach, and answered by email in the language of the owner', async () => {
    const { eventId, owner, coach, teamId, entryId, attemptId } = await t.prepare()
    const [entry, ...others] = await t.list(owner.token)
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      entryId,
      teamId,
      acceptsProtests: true,
      attempts: [{ id: attemptId, score: 40 }],
      protests: [],
    })
    const sent = await t.create(owner.token, { entryId, attemptId, reason: 'The stopwatch\nran on.' })
    expect(sent.json().protest).toMatchObject({
      attemptId,
      state: 'open',
      reason: 'The stopwatch\nran on.',
      answer: '',
      closedAt: null,
    })
    const { id } = sent.json().protest
    expect((await t.list(coach.token))[0]?.protests).toMatchObject([{ id, state: 'open' }])

    expect(await t.listOfEvent(eventId)).toMatchObject([
      { id, entryId, attempt: { score: 40 }, askedBy: 'Huda Saleh', answeredBy: '' },
    ])
    const details = await t.ok(
      'GET',
      getPath('GET /api/admin/events/:eventId/protests/:protestId', { eventId, protestId: id }),
    )
    expect(details).toMatchObject({
      entry: { id: entryId, totalScore: 40 },
      history: [{ kind: 'add', attemptId, after: { score: 40 } }],
      isAnswerEmailed: true,
    })
    const answered = await t.answer(eventId, id, 'accepted', 'You are right.\nThe score is corrected.')
    expect(answered.json().protest).toMatchObject({ state: 'accepted', closedAt: expect.any(String) })
    expect((await t.list(coach.token))[0]?.protests).toMatchObject([
      { state: 'accepted', answer: 'You are right.\nThe score is corrected.' },
    ])
    // the answer does not change a score
    expect(
      (
        await t.ok(
          'GET',
          getPath('GET /api/admin/events/:eventId/protests/:protestId', { eventId, protestId: id }),
        )
      ).entry.totalScore,
    ).toBe(40)

    const mail = await t.mails.next(owner.email)
    expect(mail.subject).toBe('قُبل اعتراضك')
    expect(mail.text).toContain('The score is corrected.')
    expect(mail.text).toContain(`/account/teams/${teamId}`)
    expect(await readAudit(id)).toEqual([
      { action: 'create', before: null, after: { event: eventId, team: teamId, state: 'open' }, label: '' },
      { action: 'approve', before: { state: 'open' }, after: { state: 'accepted' }, label: '' },
    ])
  })

  it('shows an organizer the judge of the sheet, and a team no names of judges', async () => {
    const { eventId, owner, teamId, entryId } = await t.prepare()
    await t.db.insert(eventTeams).values({ eventId, teamId, badgeCode: 'TEAM2345' })
    const { code } = (await t.ok('POST', `/api/admin/events/${eventId}/judges`, { names: ['Lina Omar'] }))
      .judges[0]
    const { token } = await t.ok('POST', getPath('POST /api/v1/judge/session'), { code }, '')
    await t.ok('POST', getPath('POST /api/v1/judge/sheets'), createSheet(teamId, { round: 2 }), token)
    const { protest } = (await t.create(owner.token, { entryId })).json()
    const { entry } = await t.ok(
      'GET',
      getPath('GET /api/admin/events/:eventId/protests/:protestId', { eventId, protestId: protest.id }),
    )
    expect(entry.attempts.map(({ judgeName }: { judgeName: string }) => judgeName)).toEqual(['', 'Lina Omar'])
    expect(JSON.stringify(await t.list(owner.token))).not.toContain('Lina')
  })

  it('is accepted until the time that the page of the event names, and no longer once the results are final', async () => {
    const { eventId, owner, entryId } = await t.prepare()
    const readEvent = async () => (await t.app.inject({ url: `/api/v1/events/${eventId}` })).json()
    const readSettings = async () =>
      (await t.ok('GET', getPath('GET /api/admin/events/:eventId/protest-settings', { eventId }))).settings
    const { protestsUntil } = await readSettings()
    expect(await readSettings()).toMatchObject({ isFinal: false })
    expect(JSON.stringify(await readEvent())).toContain(`"protestsUntil":"${protestsUntil}"`)
    await t.ok('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId }), {
      status: 'final',
    })
    expect(await readSettings()).toMatchObject({ isFinal: true, protestsUntil })
    expect(JSON.stringify(await readEvent())).not.toContain('protestsUntil')
    expect((await t.list(owner.token))[0]).toMatchObject({ acceptsProtests: false })
    expect((await t.create(owner.token, { entryId })).json().code).toBe('protests-closed')
  })

  it('is sent by a player against the own whole result, rejected, and sent again', async () => {
    const player = await t.createAccount({ role: 'student' })
    const eventId = await t.createEvent()
    const { id: entryId } = await t.addAttempt(eventId, { userId: player.id }, 30)
    await t.setDeadline(eventId, nextHour())
    const { id } = (await t.create(player.token, { entryId })).json().protest
    expect((await t.answer(eventId, id, 'rejected', 'The video shows the contact.')).statusCode).toBe(200)
    const mail = await t.mails.next(player.email)
    expect(mail.subject).toBe('Your protest was rejected')
    expect(mail.text).toContain('/account/scores/')
    expect((await t.create(player.token, { entryId })).statusCode).toBe(200)
    expect((await t.list(player.token))[0]).toMatchObject({
      teamId: null,
      protests: [{ state: 'open' }, { state: 'rejected' }],
    })
  })

  it('is not found for a stranger, a coach whose address is not confirmed, another event and an attempt of another result', async () => {
    const { eventId, owner, entryId } = await t.prepare()
    const other = await t.prepare()
    const { id } = (await t.create(owner.token, { entryId })).json().protest
    const unconfirmed = await t.createAccount({ emailConfirmedAt: null })
    for (const { token } of [other.owner, unconfirmed]) {
      expect((await t.create(token, { entryId })).json().code).toBe('not-found')
      expect((await t.withdraw(token, id)).json().code).toBe('not-found')
      expect((await t.list(token)).map((entry) => entry.entryId)).not.toContain(entryId)
    }
    expect((await t.create(owner.token, { entryId, attemptId: other.attemptId })).json().code).toBe(
      'not-found',
    )
    expect((await t.create(owner.token, { entryId: randomUUID() })).json().code).toBe('not-found')
    expect(
      (
        await t.ask(
          'GET',
          getPath('GET /api/admin/events/:eventId/protests/:protestId', {
            eventId: other.eventId,
            protestId: id,
          }),
        )
      ).statusCode,
    ).toBe(404)
    expect((await t.answer(other.eventId, id)).statusCode).toBe(404)
    expect((await t.ask('GET', getPath('GET /api/account/protests'), undefined, '')).statusCode).toBe(401)
    expect(
      (
        await t.ask(
          'GET',
          getPath('GET /api/admin/events/:eventId/protests', { eventId }),
          undefined,
          owner.token,
        )
      ).statusCode,
    ).toBe(403)
  })

  it('needs the permission for results in the back office', async () => {
    const { eventId, owner, entryId } = await t.prepare()
    const { id } = (await t.create(owner.token, { entryId })).json().protest
    const clerk = await t.person({ role: 'admin', permissions: ['registration'] })
    const token = String((await t.signIn(clerk.email, undefined, { type: 4 })).headers.authorization)
    for (const [method, url, payload] of [
      ['GET', getPath('GET /api/admin/events/:eventId/protests', { eventId })],
      ['GET', getPath('GET /api/admin/events/:eventId/protests/:protestId', { eventId, protestId: id })],
      ['GET', getPath('GET /api/admin/events/:eventId/protest-settings', { eventId })],
      [
        'PUT',
        getPath('PUT /api/admin/events/:eventId/protest-settings', { eventId }),
        { protestsUntil: null },
      ],
      [
        'POST',
        getPath('POST /api/admin/events/:eventId/protests/:protestId/answer', { eventId, protestId: id }),
        { decision: 'accepted', answer: 'Yes.' },
      ],
    ] as const)
      expect((await t.ask(method, url, payload, token)).json().code, `${method} ${url}`).toBe('no-permission')
  })

  it('is rejected after the time with a clear message, and in an event without protests', async () => {
    const { eventId, owner, entryId } = await t.prepare()
    await t.setDeadline(eventId, new Date(Date.now() - 1000).toISOString())
    expect((await t.list(owner.token))[0]).toMatchObject({ entryId, acceptsProtests: false })
    const english = await t.create(owner.token, { entryId })
    expect([english.statusCode, english.json().code]).toEqual([409, 'protests-closed'])
    const id = randomUUID()
    const body = { entryId, attemptId: null, reason: 'Late' }
    const arabic = await t.ask(
      'PUT',
      `${getPath('PUT /api/account/protests/:protestId', { protestId: id })}?lang=ar`,
      body,
      owner.token,
    )
    expect(arabic.json().msg).toBe('انتهى موعد تقديم الاعتراضات.')
    await t.setDeadline(eventId, null)
    expect((await t.create(owner.token, { entryId })).json().code).toBe('protests-closed')
    expect(await t.list(owner.token)).toEqual([])
  })

  it('is stored once, however often its form is sent, and there is one open protest about an attempt', async () => {
    const { eventId, owner, coach, entryId, attemptId } = await t.prepare()
    const id = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => t.create(owner.token, { entryId, attemptId }, id)),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(await t.listOfEvent(eventId)).toHaveLength(1)
    for (const { token } of [owner, coach])
      expect((await t.create(token, { entryId, attemptId })).json().code).toBe('protest-exists')
    expect((await t.create(coach.token, { entryId, attemptId }, id)).json().code).toBe('protest-exists')
    // the whole result is another subject
    expect((await t.create(coach.token, { entryId })).statusCode).toBe(200)
    const other = await t.prepare()
    const sent = await Promise.all(
      [other.owner, other.coach].map(({ token }) => t.create(token, { entryId: other.entryId })),
    )
    expect(sent.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })

  it('is withdrawn while it is open, also twice and by the coach, and can be sent again', async () => {
    const { eventId, owner, coach, entryId } = await t.prepare()
    const { id } = (await t.create(owner.token, { entryId })).json().protest
    for (const { token } of [coach, owner])
      expect((await t.withdraw(token, id)).json().protest.state).toBe('withdrawn')
    expect((await t.answer(eventId, id)).json().code).toBe('protest-not-open')
    expect((await readAudit(id)).map(({ action }) => action)).toEqual(['create', 'withdraw'])
    const again = (await t.create(owner.token, { entryId })).json().protest
    expect(again.id).not.toBe(id)
    await t.answer(eventId, again.id)
    expect((await t.withdraw(owner.token, again.id)).json().code).toBe('protest-not-open')
  })

  it('is answered once, even by two organizers at the same time', async () => {
    const { eventId, owner, entryId } = await t.prepare()
    const { id } = (await t.create(owner.token, { entryId })).json().protest
    const replies = await Promise.all([
      t.answer(eventId, id, 'accepted', 'Yes.'),
      t.answer(eventId, id, 'rejected', 'No.'),
    ])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('protest-not-open')
    const [protest] = (await t.list(owner.token))[0]?.protests ?? []
    expect([protest?.state, protest?.answer]).toEqual(
      replies[0]?.statusCode === 200 ? ['accepted', 'Yes.'] : ['rejected', 'No.'],
    )
    await t.mails.next(owner.email)
  })

  it('needs a reason and an answer of limited length', async () => {
    const { eventId, owner, entryId } = await t.prepare()
    for (const reason of [' \n ', 'x'.repeat(2001)]) {
      const reply = await t.create(owner.token, { entryId, reason })
      expect([reply.statusCode, reply.json().fields[0].field]).toEqual([400, 'reason'])
    }
    const { id } = (await t.create(owner.token, { entryId })).json().protest
    for (const answer of ['', 'x'.repeat(2001)])
      expect((await t.answer(eventId, id, 'accepted', answer)).json().fields[0].field).toBe('answer')
    expect((await t.answer(eventId, id, 'withdrawn')).statusCode).toBe(400)
  })

  it('shows only attempts of the frozen ranking, and accepts none that is hidden', async () => {
    const { eventId, owner, teamId, entryId, attemptId } = await t.prepare()
    await t.ok('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId }), { at: null })
    const before = await t.list(owner.token)
    const { attempts } = await t.addAttempt(eventId, { teamId }, 90)
    const hidden = attempts.find(({ id }: { id: string }) => id !== attemptId)
    const newcomer = await t.createAccount()
    const { id: hiddenEntry } = await t.addAttempt(eventId, { userId: newcomer.id }, 95)
    await t.ok(
      'PATCH',
      getPath('PATCH /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId', {
        eventId,
        entryId,
        attemptId,
      }),
      { score: 45 },
    )
    expect(await t.list(owner.token)).toEqual(before)
    expect(before[0]?.attempts).toMatchObject([{ id: attemptId, score: 40 }])
    expect(await t.list(newcomer.token)).toEqual([])
    expect((await t.create(owner.token, { entryId, attemptId: hidden.id })).json().code).toBe('not-found')
    expect((await t.create(newcomer.token, { entryId: hiddenEntry })).json().code).toBe('not-found')
    // a removed attempt stays in the frozen ranking
    await t.ok(
      'DELETE',
      getPath('DELETE /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId', {
        eventId,
        entryId,
        attemptId,
      }),
    )
    const { id } = (await t.create(owner.token, { entryId, attemptId })).json().protest
    expect((await t.list(owner.token))[0]).toMatchObject({
      attempts: [{ id: attemptId, score: 40 }],
      protests: [{ id }],
    })
    expect(
      await t.ok('GET', getPath('GET /api/admin/events/:eventId/protest-settings', { eventId })),
    ).toMatchObject({
      settings: { isFrozen: true, openCount: 1 },
    })
    await t.ok('DELETE', getPath('DELETE /api/admin/events/:eventId/results/freeze', { eventId }))
    expect((await t.list(owner.token))[0]?.attempts).toMatchObject([{ id: hidden.id, score: 90 }])
  })

  it('is answered while the ranking is frozen: who asked sees the answer at once, and the scores of the freeze', async () => {
    const { eventId, owner, entryId, attemptId } = await t.prepare()
    const { id } = (await t.create(owner.token, { entryId, attemptId })).json().protest
    await t.ok('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId }), { at: null })
    const readPublicRanking = async () =>
      (await t.app.inject({ url: getPath('GET /api/v1/events/scores/:eventId', { eventId }) })).json()
    const ranking = await readPublicRanking()
    await t.ok(
      'PATCH',
      getPath('PATCH /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId', {
        eventId,
        entryId,
        attemptId,
      }),
      { score: 45 },
    )
    expect((await t.answer(eventId, id, 'accepted', 'The score is corrected.')).statusCode).toBe(200)
    expect((await t.list(owner.token))[0]).toMatchObject({
      ...{ attempts: [{ id: attemptId, score: 40 }] },
      ...{ protests: [{ id, state: 'accepted', answer: 'The score is corrected.' }] },
    })
    expect((await t.mails.next(owner.email)).text).toContain('The score is corrected.')
    expect(await readPublicRanking()).toEqual(ranking)
  })
})

describe('the back office', () => {
  it('sets the time for protests, and the audit log has each change', async () => {
    const eventId = await t.createEvent()
    const until = nextHour()
    expect(
      await t.ok('GET', getPath('GET /api/admin/events/:eventId/protest-settings', { eventId })),
    ).toMatchObject({
      settings: { protestsUntil: null, openCount: 0 },
    })
    expect((await t.setDeadline(eventId, until)).settings.protestsUntil).toBe(until)
    await t.setDeadline(eventId, until)
    await t.setDeadline(eventId, null)
    expect(
      (await readAudit(eventId)).filter(({ action }) => action === 'set-protest-deadline'),
    ).toMatchObject([
      { before: { protestsUntil: null }, after: { protestsUntil: until } },
      { before: { protestsUntil: until }, after: { protestsUntil: null } },
    ])
    expect(
      (
        await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/protest-settings', { eventId }), {
          protestsUntil: 'tomorrow',
        })
      ).statusCode,
    ).toBe(400)
    expect(
      (
        await t.ask(
          'GET',
          getPath('GET /api/admin/events/:eventId/protest-settings', { eventId: randomUUID() }),
        )
      ).statusCode,
    ).toBe(404)
  })

  it('lists open protests first, and finds them by state and by the name of the participant', async () => {
    const eventId = await t.createEvent()
    await t.setDeadline(eventId, nextHour())
    const ids: string[] = []
    for (const firstName of ['Amal', 'Badr', 'Celine']) {
      const player = await t.createAccount({ role: 'student', firstName })
      const { id: entryId } = await t.addAttempt(eventId, { userId: player.id }, 10)
      ids.push((await t.create(player.token, { entryId })).json().protest.id)
    }
    const [first, second, third] = ids as [string, string, string]
    await t.answer(eventId, third, 'rejected')
    const listIds = async (query = '') => (await t.listOfEvent(eventId, query)).map(({ id }) => id)
    expect(await listIds()).toEqual([second, first, third])
    expect(await listIds('?state=open')).toEqual([second, first])
    expect(await listIds('?state=rejected')).toEqual([third])
    expect(await listIds('?s=badr')).toEqual([second])
    expect(
      (await t.ok('GET', getPath('GET /api/admin/events/:eventId/protest-settings', { eventId }))).settings
        .openCount,
    ).toBe(2)
    const filter = `?entity=protest&per_page=100`
    const { entries } = await t.ok('GET', `${getPath('GET /api/admin/audit')}${filter}`)
    expect(entries.find(({ entityId }: { entityId: string }) => entityId === third)).toMatchObject({
      ...{ action: 'deny', label: 'Celine Saleh', parentId: eventId },
    })
  })

  it('keeps the protest of an attempt and of an entry that were removed', async () => {
    const { eventId, owner, entryId, attemptId } = await t.prepare()
    const { id } = (await t.create(owner.token, { entryId, attemptId })).json().protest
    await t.ok('DELETE', getPath('DELETE /api/admin/events/:eventId/scores/:entryId', { eventId, entryId }))
    expect(
      await t.ok(
        'GET',
        getPath('GET /api/admin/events/:eventId/protests/:protestId', { eventId, protestId: id }),
      ),
    ).toMatchObject({
      protest: { id, attempt: null },
      entry: null,
    })
    expect(await t.list(owner.token)).toEqual([])
    expect((await t.answer(eventId, id)).statusCode).toBe(200)
  })
})

describe('an erasure', () => {
  const readTexts = async (id: string) =>
    (await t.database.pool.query('select reason, answer, created_by from protests where id = $1', [id])).rows
  const erase = (id: string) =>
    t.ok('POST', getPath('POST /api/admin/users/erasure'), { id, decision: 'erase', ground: 'asked' })

  it('of a player removes the texts of protests and leaves the score log intact', async () => {
    const player = await t.createAccount({ role: 'student' })
    const eventId = await t.createEvent()
    const { id: entryId } = await t.addAttempt(eventId, { userId: player.id }, 30)
    await t.setDeadline(eventId, nextHour())
    const { id } = (await t.create(player.token, { entryId, reason: 'I am Mona.' })).json().protest
    await t.answer(eventId, id, 'accepted', 'Dear Mona.')
    const copy = (await t.ask('GET', getPath('GET /api/account/export'), undefined, player.token)).json()
    expect(copy.protests).toMatchObject([
      { eventId, state: 'accepted', reason: 'I am Mona.', answer: 'Dear Mona.' },
    ])
    await erase(player.id)
    expect(await readTexts(id)).toEqual([{ reason: '', answer: '', created_by: null }])
    expect(await t.listOfEvent(eventId)).toMatchObject([{ id, state: 'accepted', reason: '', askedBy: '' }])
    expect(
      (await t.ok('GET', getPath('GET /api/admin/events/:eventId/score-log/check', { eventId }))).check
        .problemCount,
    ).toBe(0)
  })

  it('of a coach removes the texts of the team, and that of the owner of an unpaid team deletes its protests', async () => {
    const { owner, coach, entryId, attemptId, teamId } = await t.prepare()
    const sentByCoach = (await t.create(coach.token, { entryId, attemptId })).json().protest.id
    const sentByOwner = (await t.create(owner.token, { entryId })).json().protest.id
    await t.ok('POST', getPath('POST /api/admin/payments/mark'), { teamId, paid: true, reason: 'cash' })
    await erase(coach.id)
    // the erased coach is a person of the team, so the texts of the team can name the coach
    for (const id of [sentByCoach, sentByOwner]) expect(await readTexts(id)).toMatchObject([{ reason: '' }])

    const unpaid = await t.prepare()
    const { id } = (await t.create(unpaid.owner.token, { entryId: unpaid.entryId })).json().protest
    await erase(unpaid.owner.id)
    expect(await readTexts(id)).toEqual([])
  })
})
