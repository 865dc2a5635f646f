import { eq } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createJudgePersonService } from '#server/event/judge-people/service.ts'
import { newsConsents } from '#server/platform/db/schema/announcements.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { judgePeople } from '#server/platform/db/schema/judge-people.ts'
import { judges } from '#server/platform/db/schema/judging.ts'
import { drawnEntries, matchDraws } from '#server/platform/db/schema/rule-sets.ts'
import { eventTeams } from '#server/platform/db/schema/schedule.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { type AnnouncementsApp, startAnnouncementsApp } from '../../support/api/announcements.ts'

let t: AnnouncementsApp
beforeAll(async () => {
  t = await startAnnouncementsApp()
})
afterAll(() => t.close())

const createEvent = async () => {
  const id = randomUUIDv7()
  await t.db.insert(events).values({
    id,
    slug: id,
    titleEn: 'Final',
    titleAr: 'النهائي',
    descriptionEn: 'Final',
    descriptionAr: 'النهائي',
  })
  return id
}
const listAudience = async (query: string) =>
  (await t.get(`/audience?${query}`)).recipients.map(({ email }: { email: string }) => email) as string[]

it('an announcement to an event goes to the owners and coaches of its teams that have not withdrawn, of any season', async () => {
  const [season] = await t.db
    .insert(seasonYears)
    .values({ year: 2077, nameEn: 'Later', nameAr: 'لاحقًا' })
    .returning()
  const eventId = await createEvent()
  const owner = await t.person({ role: 'coach' })
  const playing = await t.createTeam({ userId: owner.id, stage: 'national' }, ['coach@school.test'])
  const otherSeason = await t.createTeam({ seasonYearId: season?.id ?? '' }, ['season@school.test'])
  const withdrawn = await t.createTeam({}, ['withdrawn@school.test'])
  const drawn = await t.createTeam({}, ['drawn@school.test'])
  const drawnAndWithdrawn = await t.createTeam({}, ['drawn-withdrawn@school.test'])
  await t.createTeam({}, ['elsewhere@school.test'])
  await t.db.insert(eventTeams).values(
    [playing, otherSeason, withdrawn].map((teamId) => ({
      eventId,
      teamId,
      badgeCode: teamId.slice(-8),
      withdrawnAt: teamId === withdrawn ? new Date() : null,
    })),
  )
  const entries = [drawn, drawnAndWithdrawn, withdrawn].map((teamId) => ({ entryId: randomUUIDv7(), teamId }))
  await t.db.insert(matchDraws).values({
    eventId,
    randomSeed: 'seed',
    sides: entries.map(({ entryId }) => [entryId]),
    groups: [],
    lots: [],
    withdrawn: entries.flatMap(({ entryId, teamId }) => (teamId === drawnAndWithdrawn ? [entryId] : [])),
  })
  await t.db.insert(drawnEntries).values(entries.map((entry) => ({ ...entry, eventId })))

  const all = ['coach@school.test', 'drawn@school.test', owner.email, 'season@school.test'].toSorted()
  expect((await listAudience(`eventId=${eventId}`)).toSorted()).toEqual(all)
  expect((await listAudience(`eventId=${eventId}&stage=national`)).toSorted()).toEqual(
    ['coach@school.test', owner.email].toSorted(),
  )
  expect(await listAudience(`eventId=${await createEvent()}`)).toEqual([])
  expect(await listAudience('')).toContain('elsewhere@school.test')

  const id = await t.createDraft({ kind: 'registration', eventId })
  expect((await t.get(`?id=${id}`)).announcement).toMatchObject({ eventId })
  await t.post('/schedule', { id, at: null })
  expect(await t.sendDue()).toBe(all.length)
  expect((await t.get(`/${id}/recipients`)).totalItems).toBe(all.length)
  await t.db.delete(events).where(eq(events.id, eventId))
  expect(await listAudience(`eventId=${eventId}`)).toEqual([])
})

describe('the judges of an event', () => {
  const createJudge = async (
    eventId: string,
    person: { name: string; email: string | null } | null,
    values: Partial<typeof judges.$inferInsert> = {},
  ) => {
    const [row] = person ? await t.db.insert(judgePeople).values(person).returning() : []
    const code = randomUUIDv7()
    const judge = {
      eventId,
      name: person?.name ?? 'Judge',
      personId: row?.id ?? null,
      codeHash: code,
      hint: '',
    }
    await t.db.insert(judges).values({ ...judge, ...values })
    return row?.id ?? ''
  }

  it('get an announcement once each, where they are people with an address and have a valid code', async () => {
    const [eventId, other] = [await createEvent(), await createEvent()]
    const user = await t.person({ role: 'coach', lang: 'ar', emailConfirmedAt: new Date() })
    const coach = await t.createTeam({}, ['both@judges.test'])
    await t.db.insert(eventTeams).values({ eventId, teamId: coach, badgeCode: coach.slice(-8) })
    await createJudge(eventId, { name: 'Rana', email: 'rana@judges.test' })
    await createJudge(eventId, { name: 'Both', email: 'both@judges.test' })
    await createJudge(eventId, { name: 'User', email: user.email })
    await createJudge(eventId, { name: 'Revoked', email: 'revoked@judges.test' }, { revokedAt: new Date() })
    await createJudge(eventId, { name: 'No address', email: null })
    await createJudge(eventId, null)
    await createJudge(other, { name: 'Elsewhere', email: 'elsewhere@judges.test' })
    const deleted = await createJudge(eventId, { name: 'Deleted', email: 'deleted@judges.test' })
    await t.db.update(judgePeople).set({ deletedAt: new Date() }).where(eq(judgePeople.id, deleted))
    const addresses = ['both@judges.test', 'rana@judges.test', user.email].toSorted()
    expect(await listAudience(`eventId=${eventId}&groups=judges`)).toEqual(addresses)
    // whom the teams of an event are limited to says nothing about its judges
    expect(await listAudience(`eventId=${eventId}&groups=judges&stage=national`)).toEqual(addresses)
    expect(await listAudience(`eventId=${eventId}&groups=owners,coaches,judges`)).toEqual(addresses)
    expect(await listAudience(`eventId=${eventId}`)).toEqual(['both@judges.test'])
    expect(await listAudience('groups=judges')).toEqual([])
    expect((await t.get('/audience?groups=everyone')).code).toBe('bad-input')

    const id = await t.createDraft({ kind: 'registration', groups: 'judges', eventId })
    expect((await t.get(`?id=${id}`)).announcement).toMatchObject({ groups: ['judges'], eventId })
    await t.post('/schedule', { id, at: null })
    expect(await t.sendDue()).toBe(3)
    const email = await t.mails.next('rana@judges.test')
    expect(email.text).toContain('Rana')
    expect(email.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false)

    // news only for an address with a consent, which the link of the email ends without an account
    await t.db.insert(newsConsents).values({ email: 'rana@judges.test' })
    const news = await t.createDraft({ kind: 'news', groups: 'judges', eventId })
    await t.post('/schedule', { id: news, at: null })
    expect(await t.sendDue()).toBe(1)
    const sent = await t.mails.next('rana@judges.test', 2)
    const token = /unsubscribe\/\?lang=\w+#(\S+)/.exec(sent.text ?? '')?.[1]
    const reply = await t.app.inject({
      method: 'POST',
      url: getPath('POST /api/unsubscribe'),
      payload: { token, receivesNews: false },
    })
    expect(reply.statusCode).toBe(200)
    expect(await t.db.select().from(newsConsents).where(eq(newsConsents.email, 'rana@judges.test'))).toEqual(
      [],
    )
  })

  it('need an event, and an announcement needs recipients', async () => {
    const save = async (fields: Record<string, string>) => {
      const reply = await t.send('POST', getPath('POST /api/admin/announcements'), t.adminToken, {
        ...{ 'subject.en': 'A', 'subject.ar': 'أ', 'body.en': 'B', 'body.ar': 'ب' },
        ...fields,
      })
      return reply.json()
    }
    expect((await save({ groups: 'judges' })).fields).toMatchObject([{ field: 'eventId', code: 'required' }])
    expect((await save({ groups: '' })).fields).toMatchObject([{ field: 'groups', code: 'required' }])
    expect((await save({ groups: 'everyone' })).code).toBe('bad-input')
    expect((await save({})).announcement.groups).toEqual(['owners', 'coaches'])
    const { announcement } = await save({ groups: 'judges,owners', eventId: await createEvent() })
    expect(announcement.groups).toEqual(['owners', 'judges'])
    // the event cannot be taken from the saved draft
    const { fields } = await save({ id: announcement.id, version: '1', eventId: '' })
    expect(fields).toMatchObject([{ field: 'eventId', code: 'required' }])
  })

  it('get nothing that waits after the permanent deletion of the person', async () => {
    const eventId = await createEvent()
    await t.createTeam({}, ['coach-too@judges.test'])
    const ids = [
      await createJudge(eventId, { name: 'Gone', email: 'gone@judges.test' }),
      await createJudge(eventId, { name: 'Coach', email: 'coach-too@judges.test' }),
    ]
    await t.database.pool.query(`update settings set value = value || '{"pausedEmailClasses": ["many"]}'`)
    const id = await t.createDraft({ kind: 'registration', groups: 'judges', eventId })
    await t.post('/schedule', { id, at: null })
    expect(await t.sendDue()).toBe(2)
    const countWaiting = async (email: string) => {
      const { rows } = await t.database.pool.query<{ count: number }>(
        `select count(*)::int as count from pgboss.job where name = 'mail' and data ? 'sealed' and data->>'deliveryId' in
          (select id::text from announcement_recipients where email = $1)`,
        [email],
      )
      return rows[0]?.count
    }
    expect([await countWaiting('gone@judges.test'), await countWaiting('coach-too@judges.test')]).toEqual([
      1, 1,
    ])
    const { rows: before } = await t.database.pool.query(`select id from pgboss.job where name = 'mail'`)
    await t.db.update(judges).set({ revokedAt: new Date() }).where(eq(judges.eventId, eventId))
    const people = createJudgePersonService(t)
    for (const personId of ids) {
      await people.remove(personId, { userId: null, name: 'system' })
      await people.purgeOne(personId, { userId: null, name: 'system' })
    }
    expect((await t.get(`/${id}/recipients`)).recipients).toMatchObject([{ email: 'coach-too@judges.test' }])
    expect(await countWaiting('coach-too@judges.test')).toBe(1)
    const { rows: after } = await t.database.pool.query(`select id from pgboss.job where name = 'mail'`)
    expect(before.length - after.length).toBe(1)
    await t.database.pool.query(`update settings set value = value || '{"pausedEmailClasses": []}'`)
  })
})

it('the audience says what waits before the announcement, and whether it is paused', async () => {
  expect((await t.get('/audience')).queue).toMatchObject({ emailsPerMinute: 120, isPaused: false })
  await t.database.pool.query(
    `update settings set value = value || '{"emailsPerMinute": 60, "pausedEmailClasses": ["many"]}'`,
  )
  expect((await t.get('/audience')).queue).toMatchObject({ emailsPerMinute: 60, isPaused: true })
})
