import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { buildRuleSetFromTemplate } from '#contract/event/scoring/rule-set-templates.ts'
import { anonymousNames } from '#contract/people/teams/person-name.ts'
import { getPath } from '#contract/platform/call-path.ts'
import {
  getCompetitionPagePath,
  getShareImagePath,
  getTeamPagePath,
  listedTeamsPerPage,
} from '#contract/site/season-page-paths.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { guardianConfirmations } from '#server/platform/db/schema/guardians.ts'
import { awards, publishedResults } from '#server/platform/db/schema/results.ts'
import { eventRuleSets } from '#server/platform/db/schema/rule-sets.ts'
import { publishedSchedules, scheduleSlots } from '#server/platform/db/schema/schedule.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { seasons, teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { allTags } from '#server/platform/lib/cache-invalidation.ts'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp({ maxMembers: 8 })
})
afterAll(() => t.close())

/** Reads as a visitor after all cached replies became outdated. */
const read = async (url: string) => {
  await t.invalidator.invalidate(allTags)
  const reply = await t.app.inject({ url })
  return {
    status: reply.statusCode,
    body: reply.body,
    page: url.startsWith('/api/') && reply.statusCode === 200 ? reply.json().page : undefined,
  }
}
const readTeam = (teamNo: number, slug = 'robo_mission') =>
  read(getPath('GET /api/competitions/:slug/teams/:teamNo', { slug, teamNo }))
const setCompetition = (values: Partial<typeof competitions.$inferInsert>) =>
  t.db.update(competitions).set(values).where(eq(competitions.id, t.robo.id))
let lastTeamNo = 100
/** Adds a paid team with a place. */
const addTeam = async (values: Partial<typeof teams.$inferInsert> = {}) => {
  const teamNo = ++lastTeamNo
  const [team] = await t.db
    .insert(teams)
    .values({
      competitionId: t.robo.id,
      teamNo,
      name: `Team ${teamNo}`,
      schoolName: 'Najd School',
      paid: true,
      ...values,
    })
    .returning()
  return team as typeof teams.$inferSelect
}
const addEvent = async (values: Partial<typeof events.$inferInsert> = {}) => {
  const slug = `event-${crypto.randomUUID()}`
  const texts = { titleEn: 'Final', titleAr: 'النهائي', descriptionEn: 'A', descriptionAr: 'ب' }
  const [event] = await t.db
    .insert(events)
    .values({ slug, ...texts, ...values })
    .returning()
  return event as typeof events.$inferSelect
}
const addEntry = (eventId: string, { id, name }: { id: string; name: string }, totalScore: number) =>
  t.db
    .insert(scoreEntries)
    .values({ eventId, participantKey: `team:${id}`, teamId: id, teamName: name, totalScore })
const addSlot = (eventId: string, teamId: string) =>
  t.db
    .insert(scheduleSlots)
    .values({ eventId, teamId, round: 1, tableName: 'A1', startsAt: new Date('2099-12-05T06:30:00Z') })

it('A competition has a page with its events and rules, and with its registered teams only where the organizers publish them', async () => {
  const team = await addTeam()
  const waiting = await addTeam({ status: 'waiting' })
  const unpaid = await addTeam({ paid: false })
  const event = await addEvent({ startDate: '2099-12-05' })
  await addSlot(event.id, team.id)
  const path = getPath('GET /api/competitions/:slug', { slug: 'robo_mission' })
  const before = await read(path)
  expect(before.page).toMatchObject({ competition: { slug: 'robo_mission', fee: 15_000 }, teams: null })
  expect(before.page.events.map(({ slug }: { slug: string }) => slug)).not.toContain(event.slug)
  await t.db.insert(publishedSchedules).values({ eventId: event.id })
  expect((await read(path)).page.events).toEqual([
    {
      slug: event.slug,
      title: { en: 'Final', ar: 'النهائي' },
      startDate: '2099-12-05T00:00:00.000Z',
      endDate: null,
      runs: { from: '2099-12-05T06:30:00.000Z', to: expect.stringMatching(/^2099-12-05T06:/) },
      rules: null,
    },
  ])
  const saved = await t.send('PUT', getPath('PUT /api/admin/competitions'), t.adminToken, {
    id: t.robo.id,
    publishesTeams: 'true',
  })
  expect(saved.statusCode, saved.body).toBe(200)
  expect(saved.json().competition.publishesTeams).toBe(true)
  const { teams: listed } = (await read(path)).page
  expect(listed).toContainEqual({ teamNo: team.teamNo, name: team.name, schoolName: 'Najd School' })
  for (const hidden of [waiting, unpaid])
    expect(listed.map(({ teamNo }: { teamNo: number }) => teamNo)).not.toContain(hidden.teamNo)
  await setCompetition({ publishesTeams: false })
  expect((await read(path)).page.teams).toBe(null)
  for (const [values, status] of [
    [{ active: false }, 404],
    [{ active: true, deletedAt: new Date() }, 404],
    [{ deletedAt: null }, 200],
  ] as const) {
    await setCompetition(values)
    expect((await read(path)).status).toBe(status)
    expect((await read(getShareImagePath(getCompetitionPagePath('robo_mission'), 'ar'))).status).toBe(status)
    expect((await readTeam(team.teamNo)).status).toBe(status)
  }
  expect((await read(getPath('GET /api/competitions/:slug', { slug: 'no_such' }))).status).toBe(404)
})

it('The page of a competition has its teams in pages where it asks for one', async () => {
  const path = getPath('GET /api/competitions/:slug', { slug: 'robo_mission' })
  await setCompetition({ publishesTeams: true })
  const first = lastTeamNo + 1
  for (let at = 0; at < listedTeamsPerPage + 5; at++) await addTeam()
  const listNos = (page: { teams: { teamNo: number }[] }) => page.teams.map(({ teamNo }) => teamNo)
  const { page: all } = await read(path)
  expect(all).not.toHaveProperty('teamCount')
  const nos = listNos(all)
  expect(nos).toEqual(expect.arrayContaining([first, lastTeamNo]))
  for (let at = 1; (at - 1) * listedTeamsPerPage < nos.length; at++) {
    const { page } = await read(`${path}?page=${at}`)
    expect(page.teamCount).toBe(nos.length)
    expect(listNos(page)).toEqual(nos.slice((at - 1) * listedTeamsPerPage, at * listedTeamsPerPage))
  }
  expect((await read(`${path}?page=50`)).status).toBe(404)
  expect((await read(`${path}?page=0`)).status).toBe(400)
  await setCompetition({ publishesTeams: false })
  expect((await read(`${path}?page=1`)).page).toEqual({ ...(await read(path)).page, teams: null })
  expect((await read(`${path}?page=2`)).status).toBe(404)
})

it('An event of several competitions explains its rules on the page of the competition whose rules they are', async () => {
  const [sports] = await t.db
    .update(competitions)
    .set({ active: true })
    .where(eq(competitions.slug, 'robosports'))
    .returning()
  const addOtherTeam = () => addTeam({ competitionId: sports?.id as string })
  const readRules = async (slug: string, event: string) =>
    (await read(getPath('GET /api/competitions/:slug', { slug }))).page.events.find(
      (each: { slug: string }) => each.slug === event,
    )?.rules
  const ruleSet = buildRuleSetFromTemplate('robosports', (code) => ({ en: code, ar: code }))
  /** Adds an event with results of teams of both competitions. */
  const addSharedEvent = async (template: RuleSet['template'], own: number, others: number) => {
    const event = await addEvent()
    await t.db
      .insert(eventRuleSets)
      .values({ eventId: event.id, version: 1, document: { ...ruleSet, template } })
    for (let nth = 0; nth < own; nth++) await addEntry(event.id, await addTeam(), nth)
    for (let nth = 0; nth < others; nth++) await addEntry(event.id, await addOtherTeam(), nth)
    return event.slug
  }
  const shown = { text: { en: expect.any(String), ar: expect.any(String) } }
  for (const [template, own, others, isOwn, isOther] of [
    // of one competition only, whatever the rules were made from
    ['robosports', 1, 0, true, undefined],
    [null, 2, 0, true, undefined],
    // the template names one of the competitions that play there
    ['robosports', 3, 1, false, true],
    ['robo_mission', 1, 3, true, false],
    // it names none of them: most of the teams decide
    [null, 3, 1, true, false],
    ['future_engineers', 1, 2, false, true],
    [null, 1, 1, false, false],
  ] as const) {
    const event = await addSharedEvent(template, own, others)
    const label = `${template} ${own} ${others}`
    const expected = { true: expect.objectContaining(shown), false: null, undefined }
    expect(await readRules('robo_mission', event), label).toEqual(expected[`${isOwn}`])
    expect(await readRules('robosports', event), label).toEqual(expected[`${isOther}`])
  }
})

it('The share picture of a competition shows its ages, its fee and the day on which registration closes', async () => {
  const draw = (lang: 'en' | 'ar') =>
    read(getShareImagePath(getCompetitionPagePath('robo_mission'), lang)).then(({ body }) => body)
  for (const lang of ['en', 'ar'] as const) {
    const pictures = [await draw(lang)]
    for (const values of [
      { fee: 0 },
      { closesAt: new Date('2099-12-31T20:59:00Z') },
      { minAge: 8, maxAge: null },
    ]) {
      await setCompetition(values)
      pictures.push(await draw(lang))
    }
    expect(new Set(pictures).size).toBe(4)
    // what visitors of the picture do not see changes nothing
    await setCompetition({ rounds: 3 })
    expect(await draw(lang)).toBe(pictures.at(-1))
    const { fee, closesAt, minAge, maxAge, rounds } = t.robo
    await setCompetition({ fee, closesAt, minAge, maxAge, rounds })
  }
})

it('A team without a place, that owes its fee, was deleted, or is of another season has no page, picture or line in the sitemap', async () => {
  await setCompetition({ publishesTeams: true })
  const [other] = await t.db
    .insert(seasonYears)
    .values({ year: 2001, nameEn: 'Old', nameAr: 'قديم' })
    .returning()
  const seasonYearId = other?.id as string
  const shown = await addTeam()
  const hidden = [
    await addTeam({ status: 'waiting' }),
    await addTeam({ status: 'lapsed' }),
    await addTeam({ paid: false }),
    await addTeam({ deletedAt: new Date() }),
    await addTeam({ deletedAt: new Date(), name: anonymousNames.team, schoolName: '' }),
    await addTeam({ seasonYearId }),
  ]
  const event = await addEvent()
  await t.db.insert(publishedSchedules).values({ eventId: event.id })
  // neither a result nor a published slot gives them a page
  for (const [at, team] of [shown, ...hidden].entries()) {
    await addEntry(event.id, team, 50 - at)
    await addSlot(event.id, team.id)
  }
  const sitemap = (await read('/sitemap.xml')).body
  const { pages } = JSON.parse(
    (await read(getPath('GET /api/v1/events/:idOrSlug/team-pages', { idOrSlug: event.slug }))).body,
  )
  expect(pages.map(({ teamNo }: { teamNo: number }) => teamNo)).toEqual([shown.teamNo])
  const listed = (await read(getPath('GET /api/competitions/:slug', { slug: 'robo_mission' }))).body
  for (const team of [shown, ...hidden]) {
    const isShown = team === shown
    const path = getTeamPagePath('robo_mission', team.teamNo)
    expect((await readTeam(team.teamNo)).status, team.name).toBe(isShown ? 200 : 404)
    expect((await read(getShareImagePath(path, 'en'))).status).toBe(isShown ? 200 : 404)
    expect(sitemap.includes(`${path}</loc>`)).toBe(isShown)
    expect(listed.includes(`"teamNo":${team.teamNo},`)).toBe(isShown)
  }
  // the number belongs to a team of another competition
  expect((await readTeam(shown.teamNo, 'robosports')).status).toBe(404)
  for (const url of ['0', '-1', '1.5', '99999999999', shown.id]) {
    const { status } = await read(`/api/competitions/robo_mission/teams/${url}`)
    expect([400, 404]).toContain(status)
  }
  // without a fee nobody owes it
  await setCompetition({ fee: 0 })
  expect((await readTeam(hidden[2]?.teamNo as number)).status).toBe(200)
  await setCompetition({ fee: 15_000, publishesTeams: false })
})

it('A team keeps its page when the next season is activated, while an event of its season is not over', async () => {
  const team = await addTeam()
  const [next] = await t.db
    .insert(seasonYears)
    .values({ year: 2098, nameEn: 'Next', nameAr: 'القادم' })
    .returning()
  await t.db
    .insert(seasons)
    .values({ type: 'season', teamId: team.id, seasonYearId: team.seasonYearId, data: {} })
  const activate = (id: string) =>
    inTransaction(t.db, async (tx) => {
      await tx.update(seasonYears).set({ active: false }).where(eq(seasonYears.active, true))
      await tx.update(seasonYears).set({ active: true }).where(eq(seasonYears.id, id))
    })
  const event = await addEvent({ startDate: '2001-12-05', liveMode: 'on' })
  const change = (values: Partial<typeof events.$inferInsert>) =>
    t.db.update(events).set(values).where(eq(events.id, event.id))
  await addEntry(event.id, team, 10)
  await activate(next?.id as string)
  try {
    const { page } = await readTeam(team.teamNo)
    expect(page).toMatchObject({ results: [{ rank: 1 }], earlierSeasons: [] })
    const { events: listed } = (await read(getPath('GET /api/competitions/:slug', { slug: 'robo_mission' })))
      .page
    expect(listed.map(({ slug }: { slug: string }) => slug)).toContain(event.slug)
    for (const [values, status] of [
      [{ liveMode: 'by-date' }, 404],
      [{ endDate: '2099-12-05' }, 200],
      [{ active: false }, 404],
      [{ active: true, seasonYearId: next?.id }, 404],
      [{ seasonYearId: team.seasonYearId, startDate: null, endDate: null }, 200],
    ] as const) {
      await change(values)
      expect((await readTeam(team.teamNo)).status, JSON.stringify(values)).toBe(status)
    }
    await t.db
      .insert(publishedResults)
      .values({ eventId: event.id, status: 'final', logSequence: 1, logHash: 'a' })
    expect((await readTeam(team.teamNo)).status).toBe(404)
  } finally {
    await activate(team.seasonYearId)
  }
})

it('Where teams are not published, a team has a page from its first published slot or visible result on', async () => {
  const team = await addTeam()
  expect((await readTeam(team.teamNo)).status).toBe(404)
  const event = await addEvent()
  await addSlot(event.id, team.id)
  expect((await readTeam(team.teamNo)).status).toBe(404)
  expect((await read('/sitemap.xml')).body).not.toContain(`/teams/${team.teamNo}/`)
  await t.db.insert(publishedSchedules).values({ eventId: event.id })
  const { page } = await readTeam(team.teamNo)
  expect(page.schedules).toEqual([
    {
      event: { slug: event.slug, title: { en: 'Final', ar: 'النهائي' } },
      slots: [expect.objectContaining({ table: 'A1', round: 1 })],
    },
  ])
  await t.db.delete(publishedSchedules).where(eq(publishedSchedules.eventId, event.id))
  expect((await readTeam(team.teamNo)).status).toBe(404)
  await addEntry(event.id, team, 10)
  expect((await readTeam(team.teamNo)).page).toMatchObject({
    schedules: [],
    results: [{ rank: 1, entryCount: 0, totalScore: 10 }],
  })
  await t.db.update(events).set({ active: false }).where(eq(events.id, event.id))
  expect((await readTeam(team.teamNo)).status).toBe(404)
})

it('A frozen ranking hides a first result, and shows the others as they were', async () => {
  const [first, later] = [await addTeam(), await addTeam()]
  const event = await addEvent()
  await addEntry(event.id, first, 10)
  expect(
    (
      await t.json(
        'PUT',
        getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId: event.id }),
        t.adminToken,
        { at: null },
      )
    ).statusCode,
  ).toBe(200)
  await addEntry(event.id, later, 99)
  await t.db.update(scoreEntries).set({ totalScore: 70 }).where(eq(scoreEntries.teamId, first.id))
  expect((await readTeam(first.teamNo)).page.results).toMatchObject([{ rank: 1, totalScore: 10 }])
  expect((await readTeam(later.teamNo)).status).toBe(404)
  expect((await read('/sitemap.xml')).body).not.toContain(`/teams/${later.teamNo}/`)
  expect(
    JSON.parse(
      (await read(getPath('GET /api/v1/events/:idOrSlug/team-pages', { idOrSlug: event.slug }))).body,
    ).pages,
  ).toHaveLength(1)
  await t.app.inject({
    method: 'DELETE',
    url: getPath('DELETE /api/admin/events/:eventId/results/freeze', { eventId: event.id }),
    headers: { authorization: t.adminToken },
  })
  expect((await readTeam(later.teamNo)).page.results).toMatchObject([{ rank: 1, totalScore: 99 }])
  expect((await readTeam(first.teamNo)).page.results).toMatchObject([{ rank: 2, totalScore: 70 }])
})

it('A team shows its awards with final results only, and its earlier seasons', async () => {
  const team = await addTeam()
  const event = await addEvent()
  await addEntry(event.id, team, 10)
  await t.db
    .insert(awards)
    .values({ eventId: event.id, teamId: team.id, nameEn: 'Best design', nameAr: 'أفضل تصميم', position: 1 })
  await t.db
    .insert(publishedResults)
    .values({ eventId: event.id, status: 'provisional', logSequence: 1, logHash: 'a' })
  const [old] = await t.db
    .insert(seasonYears)
    .values({ year: 2002, nameEn: 'Season 2002', nameAr: 'موسم 2002' })
    .returning()
  await t.db
    .insert(seasons)
    .values({ type: 'season', teamId: team.id, seasonYearId: old?.id as string, data: { name: 'Secret' } })
  const before = await readTeam(team.teamNo)
  expect(before.page.awards).toEqual([])
  expect(before.page.earlierSeasons).toEqual([{ year: 2002, name: { en: 'Season 2002', ar: 'موسم 2002' } }])
  expect(before.body).not.toContain('Secret')
  await t.db.update(publishedResults).set({ status: 'final' }).where(eq(publishedResults.eventId, event.id))
  expect((await readTeam(team.teamNo)).page.awards).toMatchObject([
    { name: { en: 'Best design' }, event: { slug: event.slug } },
  ])
})

it('Beside results a team shows the names of members who are of age, the short names of those whose guardians confirmed, and nothing else of people', async () => {
  const team = await addTeam()
  const event = await addEvent()
  await t.db.insert(publishedSchedules).values({ eventId: event.id })
  await addSlot(event.id, team.id)
  const year = new Date().getUTCFullYear()
  const person = {
    teamId: team.id,
    competitionId: t.robo.id,
    kind: 'member' as const,
    email: 'private@school.test',
    picture: 'photo.webp',
  }
  const minor = `${year - 12}-02-03`
  const people = await t.db
    .insert(teamPeople)
    .values([
      { ...person, name: 'Sara Nasser', birthDate: minor },
      { ...person, name: 'Waiting Child', birthDate: minor },
      { ...person, name: 'Adult Student', birthDate: `${year - 20}-02-03` },
      { ...person, name: anonymousNames.person, birthDate: null },
      { ...person, name: 'Removed Member', birthDate: `${year - 20}-02-03`, deletedAt: new Date() },
      { ...person, name: 'Coach Name', kind: 'coach', birthDate: `${year - 30}-02-03` },
    ])
    .returning()
  const [sara] = people
  const confirmation = {
    personId: sara?.id as string,
    method: 'paper' as const,
    textVersion: '2026-11-24' as const,
  }
  await t.db.insert(guardianConfirmations).values({ ...confirmation, state: 'confirmed' })
  expect((await readTeam(team.teamNo)).page.members).toEqual([])
  await addEntry(event.id, team, 10)
  const { page, body } = await readTeam(team.teamNo)
  expect(page.members.toSorted()).toEqual(['Adult Student', 'Sara N.'])
  for (const secret of [
    'Nasser',
    'private@',
    'photo',
    'Coach',
    'Waiting',
    'Removed',
    anonymousNames.person,
    minor,
    team.id,
  ])
    expect(body, secret).not.toContain(secret)
  await t.db
    .update(guardianConfirmations)
    .set({ state: 'refused' })
    .where(eq(guardianConfirmations.personId, confirmation.personId))
  expect((await readTeam(team.teamNo)).page.members).toEqual(['Adult Student'])
})
