import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { awardLimits } from '#contract/event/results/results.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { createRankingFreezeService } from '#server/event/scores/service.ts'
import { awards } from '#server/platform/db/schema/results.ts'
import { eventTeams } from '#server/platform/db/schema/schedule.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { type AwardsApp, type Body, design, startAwardsApp } from '../../support/api/awards.ts'
import { recordTags } from '../../support/api/recorded-tags.ts'
import { openEventStream } from '../../support/api/scores-live.ts'

let t: AwardsApp
beforeAll(async () => {
  t = await startAwardsApp()
})
afterAll(() => t.close())

it('An organizer gives teams of the event awards, in their order, and changes and deletes them', async () => {
  const { eventId, falcons, hawks } = await t.createEvent()
  expect((await t.listAwards(eventId)).teams.map(({ name }: Body) => name)).toEqual(['Falcons', 'Hawks'])
  const first = await t.giveAward(eventId, falcons.teamId)
  const second = await t.giveAward(eventId, hawks.teamId, { en: 'Team spirit', ar: 'روح الفريق' })
  const changed = await t.json(
    'PUT',
    getPath('PUT /api/admin/events/:eventId/results/awards/:awardId', { eventId, awardId: second }),
    t.adminToken,
    {
      ...{ name: { en: 'Best spirit', ar: 'روح الفريق' }, teamId: falcons.teamId, position: 0 },
    },
  )
  expect(changed.json().award).toMatchObject({
    name: { en: 'Best spirit' },
    teamId: falcons.teamId,
    position: 0,
  })
  const { awards: listed } = await t.listAwards(eventId)
  expect(listed.map(({ id, team }: Body) => [id, team])).toEqual([
    [second, { teamNo: falcons.teamNo, name: 'Falcons', schoolName: 'Najd School' }],
    [first, { teamNo: falcons.teamNo, name: 'Falcons', schoolName: 'Najd School' }],
  ])
  expect(
    (
      await t.send(
        'DELETE',
        getPath('DELETE /api/admin/events/:eventId/results/awards/:awardId', { eventId, awardId: first }),
        t.adminToken,
      )
    ).statusCode,
  ).toBe(200)
  expect((await t.listAwards(eventId)).awards).toHaveLength(1)
  const { rows } = await t.database.pool.query(
    "select action, label, before, after from audit_log where entity = 'award' and entity_id = $1",
    [first],
  )
  const values = {
    event: eventId,
    nameEn: 'Best design',
    nameAr: 'أفضل تصميم',
    team: falcons.teamId,
    position: 1,
  }
  expect(rows).toEqual([
    { action: 'create', label: 'Best design · أفضل تصميم', before: null, after: values },
    { action: 'delete', label: 'Best design · أفضل تصميم', before: values, after: null },
  ])
})

it('An award needs a name in both languages and a team of the event, and belongs to its event', async () => {
  const { eventId, falcons } = await t.createEvent()
  const other = await t.createEvent()
  const ask = async (json: object, lang = 'en') =>
    (
      await t.json(
        'POST',
        `${getPath('POST /api/admin/events/:eventId/results/awards', { eventId })}?lang=${lang}`,
        t.adminToken,
        json,
      )
    ).json()
  const unnamed = { name: { en: 'Best design', ar: ' ' }, teamId: falcons.teamId }
  const [english, arabic] = [await ask(unnamed), await ask(unnamed, 'ar')]
  expect(english.code).toBe('bad-input')
  expect(english.fields).toEqual([
    { field: 'name.ar', code: 'required', msg: expect.stringMatching(/^[^\u0600-\u06FF]+$/) },
  ])
  expect(arabic.fields).toEqual([
    { field: 'name.ar', code: 'required', msg: expect.stringMatching(/[\u0600-\u06FF]/) },
  ])
  for (const teamId of [other.falcons.teamId, '01890000-0000-7000-8000-000000000000'])
    expect((await ask({ name: design, teamId })).fields).toMatchObject([
      { field: 'teamId', code: 'not-found' },
    ])
  const long = { en: 'x'.repeat(awardLimits.name + 1), ar: 'أ' }
  expect((await ask({ name: long, teamId: falcons.teamId })).fields).toMatchObject([{ field: 'name.en' }])

  const id = await t.giveAward(eventId, falcons.teamId)
  const path = getPath('PUT /api/admin/events/:eventId/results/awards/:awardId', {
    eventId: other.eventId,
    awardId: id,
  })
  expect(
    (await t.json('PUT', path, t.adminToken, { name: design, teamId: other.falcons.teamId })).statusCode,
  ).toBe(404)
  expect((await t.send('DELETE', path, t.adminToken)).statusCode).toBe(404)
  expect((await t.listAwards(eventId)).awards).toHaveLength(1)
})

it('An event has at most the maximum of awards', async () => {
  const { eventId, falcons } = await t.createEvent()
  const rows = Array.from({ length: awardLimits.perEvent - 1 }, (_, index) => ({
    eventId,
    teamId: falcons.teamId,
    position: index,
  }))
  await t.db.insert(awards).values(rows.map((row) => ({ ...row, nameEn: 'A', nameAr: 'أ' })))
  const replies = await Promise.all(
    [1, 2, 3].map(() => t.createAward(eventId, { name: design, teamId: falcons.teamId })),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
})

it('Visitors see awards with final results only: not before, while provisional, frozen, or taken back', async () => {
  const { eventId, slug, falcons } = await t.createEvent()
  await t.giveAward(eventId, falcons.teamId)
  const expectHidden = async () => expect(await t.readEvent(slug)).not.toHaveProperty('awards')
  await expectHidden()
  await t.publish(eventId, 'provisional')
  await expectHidden()
  await t.freeze(eventId)
  await t.giveAward(eventId, falcons.teamId, { en: 'Secret award', ar: 'جائزة سرية' })
  await expectHidden()
  await t.send(
    'DELETE',
    getPath('DELETE /api/admin/events/:eventId/results/freeze', { eventId }),
    t.adminToken,
  )
  await expectHidden()
  await t.publish(eventId)
  const team = { teamNo: falcons.teamNo, name: 'Falcons', schoolName: 'Najd School' }
  expect((await t.readEvent(slug)).awards).toEqual([
    { id: expect.any(String), name: design, team },
    { id: expect.any(String), name: { en: 'Secret award', ar: 'جائزة سرية' }, team },
  ])
  // a published award can be corrected
  const [{ id }] = (await t.listAwards(eventId)).awards
  await t.json(
    'PUT',
    getPath('PUT /api/admin/events/:eventId/results/awards/:awardId', { eventId, awardId: id }),
    t.adminToken,
    {
      name: { en: 'Best robot', ar: 'أفضل روبوت' },
      teamId: falcons.teamId,
    },
  )
  expect((await t.readEvent(slug)).awards[0].name.en).toBe('Best robot')
  const [{ code }] = (await t.listCertificates(eventId)).certificates
  await t.takeBack(eventId)
  await expectHidden()
  await t.giveAward(eventId, falcons.teamId, { en: 'Later award', ar: 'جائزة لاحقة' })
  // the certificate was revoked, and tells nothing of what is not published
  expect(
    (await t.app.inject({ url: getPath('GET /api/v1/certificates/:code', { code }) })).json().certificate,
  ).toMatchObject({
    rank: 1,
    awards: [],
  })
})

it('A reveal shows each award in a step after the ranks, and tells nothing of it before', async () => {
  const { eventId, falcons, hawks } = await t.createEvent()
  await t.giveAward(eventId, hawks.teamId)
  const second = await t.giveAward(eventId, falcons.teamId, { en: 'Team spirit', ar: 'روح الفريق' })
  await t.freeze(eventId)
  const address = await t.listen()
  const stream = await openEventStream(
    `${address}${getPath('GET /api/v1/events/scores/:eventId/reveal', { eventId })}`,
  )
  await stream.next()
  const path = getPath('POST /api/admin/events/:eventId/results/reveal', { eventId })
  const started: Body = (await t.json('POST', path, t.adminToken, { isRehearsal: false })).json()
  const { id } = started.reveal
  const seen: Body[] = [(await stream.next()).data.reveal]
  const open = async (openedCount: number): Promise<Body> => {
    const reply = await t.json('PATCH', path, t.adminToken, { id, openedCount })
    expect(reply.statusCode, reply.body).toBe(200)
    seen.push((await stream.next()).data.reveal)
    return reply.json().reveal
  }
  expect(started.reveal).toMatchObject({ stepCount: 4, awardCount: 2, award: null, nextAward: null })
  expect(await open(1)).toMatchObject({ step: { name: 'Hawks' }, award: null, nextAward: null })
  expect(await open(2)).toMatchObject({
    step: { name: 'Falcons' },
    nextStep: null,
    award: null,
    nextAward: { name: design },
  })
  for (const state of seen) expect(JSON.stringify(state)).not.toMatch(/Best design|Team spirit|nextAward/)
  const third = await open(3)
  expect(third).toMatchObject({
    award: { name: design, team: { teamNo: hawks.teamNo, name: 'Hawks' } },
    nextAward: { id: second },
  })
  expect(seen.at(-1).award).toEqual({
    id: third.award.id,
    name: design,
    team: { teamNo: hawks.teamNo, name: 'Hawks', schoolName: 'Najd School' },
    members: [],
  })
  expect(JSON.stringify(seen.at(-1))).not.toContain('Team spirit')
  expect(await open(4)).toMatchObject({ award: { id: second }, nextAward: null, isOutdated: false })
  // a removed award has no step
  await t.send(
    'DELETE',
    getPath('DELETE /api/admin/events/:eventId/results/awards/:awardId', { eventId, awardId: second }),
    t.adminToken,
  )
  const removed: Body = (await stream.next()).data.reveal
  expect(removed).toMatchObject({ stepCount: 3, openedCount: 3, awardCount: 1, award: { name: design } })
  expect(
    (await t.send('GET', getPath('GET /api/admin/events/:eventId/results', { eventId }), t.adminToken)).json()
      .reveal.isOutdated,
  ).toBe(true)
  stream.close()
})

it('A deleted team has no award any more, and an erasure of its owner removes the award', async () => {
  const { eventId, slug, falcons, hawks } = await t.createEvent()
  await t.giveAward(eventId, falcons.teamId)
  await t.giveAward(eventId, hawks.teamId)
  await t.publish(eventId)
  await t.db.update(teams).set({ deletedAt: new Date() }).where(eq(teams.id, hawks.teamId))
  await t.invalidator.invalidate('teams')
  expect((await t.readEvent(slug)).awards).toHaveLength(1)
  const erased = await t.json('POST', getPath('POST /api/admin/users/erasure'), t.adminToken, {
    id: falcons.owner.id,
    decision: 'erase',
    ground: 'asked',
  })
  expect(erased.statusCode, erased.body).toBe(200)
  expect((await t.readEvent(slug)).awards).toBeUndefined()
  expect(await t.db.$count(awards, eq(awards.teamId, falcons.teamId))).toBe(0)
})

it('An award invalidates no public reply until visitors see it: nothing shows when the jury decides', async () => {
  const { eventId, falcons, hawks } = await t.createEvent()
  const tags: string[] = []
  const stop = t.invalidator.subscribe((changed) => void tags.push(...changed))
  const reveal = `reveal:${eventId}`
  const change = async (teamId: string) => {
    const id = await t.giveAward(eventId, teamId)
    const path = getPath('PUT /api/admin/events/:eventId/results/awards/:awardId', { eventId, awardId: id })
    await t.json('PUT', path, t.adminToken, { name: { en: 'Best robot', ar: 'أفضل روبوت' }, teamId })
    await t.send('DELETE', path, t.adminToken)
    return tags.splice(0)
  }
  await t.freeze(eventId)
  tags.splice(0)
  expect(new Set(await change(falcons.teamId))).toEqual(new Set([reveal]))
  await t.send(
    'DELETE',
    getPath('DELETE /api/admin/events/:eventId/results/freeze', { eventId }),
    t.adminToken,
  )
  await t.publish(eventId)
  tags.splice(0)
  expect(new Set(await change(hawks.teamId))).toEqual(new Set([reveal, 'events']))
  stop()
})

it('A planned freeze that begins after the results are final hides awards everywhere, from its time on', async () => {
  const { eventId, slug, falcons, hawks } = await t.createEvent()
  await t.db.delete(scoreEntries).where(eq(scoreEntries.teamId, hawks.teamId))
  await t.db.insert(eventTeams).values({ eventId, teamId: hawks.teamId, badgeCode: hawks.teamId })
  await t.giveAward(eventId, falcons.teamId)
  await t.giveAward(eventId, hawks.teamId)
  const freezePath = getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId })
  await t.json('PUT', freezePath, t.adminToken, { at: new Date(Date.now() + 3_600_000).toISOString() })
  await t.publish(eventId)
  const [{ code }] = (await t.listCertificates(eventId)).certificates
  const owner = await t.tokenOf(hawks.owner.email)
  const countShown = async () => [
    ((await t.readEvent(slug)).awards ?? []).length,
    (await t.app.inject({ url: getPath('GET /api/v1/certificates/:code', { code }) })).json().certificate
      .awards.length,
    // a team without a result has certificates because of its award
    (await t.send('GET', getPath('GET /api/account/certificates'), owner)).json().certificates.length,
  ]
  expect(await countShown()).toEqual([2, 1, 2])
  await t.database.pool.query(
    "update ranking_freezes set freeze_at = now() - interval '1 second' where event_id = $1",
    [eventId],
  )
  const giveSecret = () => t.giveAward(eventId, falcons.teamId, { en: 'Secret award', ar: 'جائزة سرية' })
  // the time has come, and the ranking is not copied yet
  expect(await recordTags(t, giveSecret)).toEqual([`reveal:${eventId}`])
  expect(await createRankingFreezeService(t).freezeAllDue()).toBe(1)
  expect(await countShown()).toEqual([0, 0, 0])
  expect(await recordTags(t, giveSecret)).toEqual([`reveal:${eventId}`])
  // organizers print certificates with the awards
  expect((await t.listCertificates(eventId)).certificates[0].awards).toHaveLength(3)
  await t.send('DELETE', freezePath, t.adminToken)
  expect(await countShown()).toEqual([4, 3, 2])
})

it('An erasure locks the score logs of all its events in one order, so that two cannot wait for each other', async () => {
  const [first, second] = [await t.createEvent(), await t.createEvent()].toSorted((a, b) =>
    a.eventId < b.eventId ? -1 : 1,
  ) as [Body, Body]
  for (const { eventId, falcons } of [first, second]) await t.giveAward(eventId, falcons.teamId)
  const { owner } = first.falcons
  const entry = { playerName: 'Huda', participantKey: `user:${owner.id}`, userId: owner.id }
  await t.db.insert(scoreEntries).values({ ...entry, eventId: second.eventId })
  const lockHead = sql`select from score_log_heads where event_id =`
  const erasure = await inTransaction(t.db, async (tx) => {
    await tx.execute(sql`${lockHead} ${first.eventId} for update`)
    const running = t.json('POST', getPath('POST /api/admin/users/erasure'), t.adminToken, {
      id: owner.id,
      decision: 'erase',
      ground: 'asked',
    })
    const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%score_log_heads%' and datname = current_database()`
    await expect.poll(async () => (await t.ownerPool.query(waiting)).rowCount).toBe(1)
    // the transaction gets the head that the erasure locks later
    expect((await tx.execute(sql`${lockHead} ${second.eventId} for update nowait`)).rowCount).toBe(1)
    return { running }
  })
  expect((await erasure.running).statusCode).toBe(200)
  const { rows } = await t.database.pool.query(
    "select event_id, kind from score_log where event_id = any($1) and source = 'system' and sequence > 1 order by event_id",
    [[first.eventId, second.eventId]],
  )
  expect(rows).toEqual([
    { event_id: first.eventId, kind: 'award' },
    { event_id: second.eventId, kind: 'erase' },
  ])
})
