import { randomUUIDv7 } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { events } from '#server/platform/db/schema/events.ts'
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

it('the audience says what waits before the announcement, and whether it is paused', async () => {
  expect((await t.get('/audience')).queue).toMatchObject({ emailsPerMinute: 120, isPaused: false })
  await t.database.pool.query(
    `update settings set value = value || '{"emailsPerMinute": 60, "pausedEmailClasses": ["many"]}'`,
  )
  expect((await t.get('/audience')).queue).toMatchObject({ emailsPerMinute: 60, isPaused: true })
})
