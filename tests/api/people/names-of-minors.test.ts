import { existsSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventFilePaths } from '#contract/event/event-file-paths.ts'
import { currentConsentVersion } from '#contract/people/guardians/guardian-consent.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { getTeamPagePath } from '#contract/site/season-page-paths.ts'
import { guardianConfirmations } from '#server/platform/db/schema/guardians.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { allTags } from '#server/platform/lib/cache-invalidation.ts'
import { createForm, eventTexts } from '../../support/api/events.ts'
import {
  type FrozenRecords,
  publicPages,
  readFirstEvents,
  readPublicReplies,
} from '../../support/api/results-freeze.ts'
import { openEventStream } from '../../support/api/scores-live.ts'
import { createCoach, createMember, startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

/** Every last name that visitors must not see has one of these parts. */
const hidden = /zqvhidden|ظقف/i
/** Returns a page without the names of its scripts, whose hashes can have any three letters. */
const omitAssets = (body: string): string => body.replaceAll(/\/assets\/[\w.-]+/g, '')
const year = new Date().getUTCFullYear()
const [minor, adult] = [`${year - 12}-02-03`, `${year - 20}-02-03`]

// `npm test` builds the pages before
const hasPages = existsSync('build/server/index.js')
let t: TeamsApp
let address: string
let records: FrozenRecords
let adultToken: string
const entryIds: Record<string, string> = {}

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any
const send = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  authorization = t.adminToken,
): Promise<Body> => {
  const reply = await t.app.inject({
    method,
    url,
    headers: { authorization },
    ...(payload ? { payload } : {}),
  })
  if (reply.statusCode !== 200) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body}`)
  return reply.json()
}
const readAsVisitor = async (url: string) => {
  await t.invalidator.invalidate(allTags)
  return t.app.inject({ url, headers: { 'accept-encoding': 'identity' } })
}
const readNames = async (query = ''): Promise<string[]> =>
  (
    await readAsVisitor(
      `${getPath('GET /api/v1/events/scores/:eventId', { eventId: records.eventId })}${query}`,
    )
  )
    .json()
    .event.Scores.map((row: Body) => row.userId.info.name.fname || row.teamId.name)
const saveSetting = async (publishFullNamesOfMinors: boolean, token = t.adminToken) => {
  const { settings } = await send('GET', getPath('GET /api/admin/settings'))
  return t.app.inject({
    method: 'PUT',
    url: getPath('PUT /api/admin/settings'),
    headers: { authorization: token },
    payload: { ...settings, publishFullNamesOfMinors },
  })
}

beforeAll(async () => {
  t = await startTeamsApp({}, {}, { pages: hasPages ? 'built' : 'none' })
  address = await t.listen()
  const fields = t.team({
    name: 'Falcons',
    coaches: [createCoach({ name: 'Coach Zqvhiddencoach' })],
    members: [createMember({ name: 'Lina Zqvhiddenmember' }), createMember({ name: 'Adel Grownmember' })],
  })
  const registered = await t.send('POST', getPath('POST /api/teams'), t.token, fields)
  if (registered.statusCode !== 200) throw new Error(registered.body)
  const { team } = registered.json()
  await t.db.update(teams).set({ paid: true })
  await t.db.update(teamPeople).set({ birthDate: adult }).where(eq(teamPeople.name, 'Adel Grownmember'))
  const people = await t.db.select().from(teamPeople).where(eq(teamPeople.name, 'Lina Zqvhiddenmember'))
  const answer = { state: 'confirmed', method: 'paper', textVersion: currentConsentVersion } as const
  await t.db.insert(guardianConfirmations).values(people.map(({ id }) => ({ personId: id, ...answer })))

  const form = await createForm({
    ...eventTexts,
    title_en: 'Names',
    startDate: '2026-01-01',
    endDate: '2026-01-02',
  })
  const { event } = (
    await t.app.inject({
      method: 'POST',
      url: '/api/admin/events/',
      headers: { ...form.headers, authorization: t.adminToken },
      payload: form.payload,
    })
  ).json()
  const eventId = event._id
  const add = async (key: string, participant: object, score: number) => {
    const attempts = [{ mission: 1, score, timeMs: 1000 }]
    entryIds[key] = (
      await send('POST', getPath('POST /api/admin/events/:eventId/scores', { eventId }), {
        ...participant,
        attempts,
      })
    ).entry.id
  }
  const child = await t.person({ firstName: 'Sama', lastName: 'Zqvhiddenaccount', birthDate: minor })
  const undated = await t.person({ firstName: 'Nour', lastName: 'Zqvhiddenundated' })
  const grownUp = await t.person({ firstName: 'Huda', lastName: 'Grownup', birthDate: adult })
  adultToken = await t.tokenOf(grownUp.email)
  await add('guest', { playerName: 'Layan Zqvhiddenmiddle Zqvhiddenguest' }, 90)
  await add('arabic', { playerName: 'عبد الله ظقفان الظقفي' }, 80)
  await add('child', { userId: child.id }, 70)
  await add('grownUp', { userId: grownUp.id }, 60)
  await add('undated', { userId: undated.id }, 50)
  await add('team', { teamId: team.id }, 40)
  await add('titled', { playerName: 'الطالبة/ ريم الظقفي' }, 30)
  // results of version 1.0 name players beside their teams
  await t.db
    .update(scoreEntries)
    .set({ playerName: 'Rana Zqvhiddenplayer' })
    .where(eq(scoreEntries.id, entryIds.team as string))
  records = {
    eventId,
    slug: event.slug,
    entryIds: Object.values(entryIds),
    teamId: team.id,
    teamNo: team.teamNo,
    token: '',
  }
})
afterAll(() => t.close())

const shortNames = [
  'Layan Z.',
  'عبد الله ظ.',
  'Sama Z.',
  'Huda Grownup',
  'Nour Z.',
  'Rana Z.',
  'الطالبة/ ريم ظ.',
]

/** Expects that no public reply, page or first event of a stream has a hidden name. */
const expectNothingHidden = async (withPages = false) => {
  await t.invalidator.invalidate(allTags)
  const replies = await readPublicReplies(t.app, records, withPages)
  for (const [url, { body }] of Object.entries(replies)) expect(omitAssets(body), url).not.toMatch(hidden)
  const streams = await readFirstEvents(address, records)
  for (const { path, data } of streams) expect(JSON.stringify(data), path).not.toMatch(hidden)
  return { replies, streams }
}

// every public reply and page is read several times, which takes minutes on a busy machine
describe('the names of minors', { timeout: 400_000 }, () => {
  it('are the first name and the initial of the last one in every public call, page and stream', async () => {
    const { replies, streams } = await expectNothingHidden(hasPages)
    const named = {
      [`visitor ${getPath('GET /api/v1/events/scores/:eventId', { eventId: records.slug })}?page=1&per_page=10&lang=en`]:
        shortNames,
      [`visitor ${getPath('GET /api/v1/events/scores/:eventId/entries/:entryId', { eventId: records.eventId, entryId: entryIds.guest as string })}?lang=ar`]:
        ['Layan Z.', 'عبد الله ظ.'],
      [`visitor ${getPath('GET /api/v1/events/scores/:eventId/at', { eventId: records.slug })}?time=2098-01-01T00:00Z&lang=en`]:
        [],
      [`visitor ${getPath('GET /api/competitions/:slug/teams/:teamNo', { slug: 'robo_mission', teamNo: records.teamNo })}?lang=en`]:
        ['Lina Z.', 'Adel Grownmember'],
      ...(hasPages
        ? {
            [`visitor ${publicPages['/events/:slug']?.(records)}?lang=en`]: shortNames,
            [`visitor ${getTeamPagePath('robo_mission', records.teamNo)}?lang=en`]: [
              'Lina Z.',
              'Adel Grownmember',
            ],
          }
        : {}),
    }
    for (const [url, names] of Object.entries(named)) {
      expect(replies[url]?.status, url).toBe(200)
      for (const name of names) expect(replies[url]?.body, url).toContain(name)
    }
    for (const name of shortNames) expect(JSON.stringify(streams)).toContain(name)
  })

  it('are short for the players and teams around an own entry', async () => {
    const read = async (url: string, token: string) =>
      JSON.stringify(await send('GET', url, undefined, token))
    const scores = await read(getPath('GET /api/account/scores'), adultToken)
    expect(scores).toContain('Huda Grownup')
    expect(scores).toContain('Sama Z.')
    expect(scores).not.toMatch(hidden)
    const ranks = await read(getPath('GET /api/teams/ranks'), t.token)
    expect(ranks).toContain('Nour Z.')
    expect(ranks).not.toMatch(hidden)
  })

  it('are shortened as soon as an account corrects its birth date', async () => {
    const readCached = async () =>
      (
        await t.app.inject({
          url: getPath('GET /api/v1/events/scores/:eventId', { eventId: records.eventId }),
        })
      ).body
    expect(await readCached()).toContain('Huda Grownup')
    const { account } = await send('GET', getPath('GET /api/account'), undefined, adultToken)
    const correct = (birthDate: string) =>
      send(
        'PUT',
        getPath('PUT /api/account'),
        {
          ...{
            firstName: 'Huda',
            lastName: 'Grownup',
            phone: '',
            lang: 'en',
            email: account.email,
            birthDate,
          },
          guardian: { name: 'Salma', contact: '+966501234567', textVersion: currentConsentVersion },
        },
        adultToken,
      )
    await correct(minor)
    expect(await readCached()).toContain('Huda G.')
    await correct(adult)
    expect(await readCached()).toContain('Huda Grownup')
  })

  it('are found by what is shown of them only', async () => {
    const search = async (text: string, more = '') =>
      readNames(`?s=${encodeURIComponent(text)}&per_page=10${more}`)
    for (const text of ['zqvhidden', 'zqvhiddenguest', 'middle', 'ظقف', 'layan zqvhidden'])
      expect(await search(text)).toEqual([])
    expect(await search('layan')).toEqual(['Layan Z.'])
    expect(await search('Layan Z.')).toEqual(['Layan Z.'])
    expect(await search('عبدالله')).toEqual(['عبد الله ظ.'])
    expect(await search('عبد الله ظ.')).toEqual(['عبد الله ظ.'])
    expect(await search('ريم')).toEqual(['الطالبة/ ريم ظ.'])
    expect(await search('falcons')).toEqual(['Rana Z.'])
    expect(await search('grownup')).toEqual(['Huda Grownup'])
    await t.db.update(users).set({ birthDate: null }).where(eq(users.lastName, 'Grownup'))
    expect(await search('grownup')).toEqual([])
    await t.db.update(users).set({ birthDate: adult }).where(eq(users.lastName, 'Grownup'))
  })

  it('are short in an entry of the account of an adult with another name', async () => {
    const rename = (playerName: string) =>
      t.db
        .update(scoreEntries)
        .set({ playerName })
        .where(eq(scoreEntries.id, entryIds.grownUp as string))
    await rename('Layan Zqvhiddenchild')
    expect(await readNames()).toEqual(shortNames.with(3, 'Layan Z.'))
    expect(await readNames('?s=zqvhiddenchild')).toEqual([])
    await rename('سارة عبد الرحمن')
    expect(await readNames(`?s=${encodeURIComponent('سارة ع.')}`)).toEqual(['سارة ع.'])
    await rename('huda GROWNUP')
    expect(await readNames('?s=grownup')).toEqual(['huda GROWNUP'])
    await rename('Huda Grownup')
  })

  it('are short on share pictures, where a team stands before its player', async () => {
    const picture = async () =>
      (await readAsVisitor(eventFilePaths.shareImage(records.slug, 'en'))).rawPayload.toString('base64')
    const before = await picture()
    const rename = (key: string, playerName: string) =>
      t.db
        .update(scoreEntries)
        .set({ playerName })
        .where(eq(scoreEntries.id, entryIds[key] as string))
    await rename('guest', 'Layan Z.')
    await rename('child', 'Sama Z.')
    expect(await picture()).toBe(before)
    await rename('guest', 'Layla Z.')
    const renamed = await picture()
    expect(renamed).not.toBe(before)
    await t.db
      .update(scoreEntries)
      .set({ teamName: 'Owls' })
      .where(eq(scoreEntries.id, entryIds.guest as string))
    const withTeam = await picture()
    expect(withTeam).not.toBe(renamed)
    await rename('guest', 'Layan Zqvhiddenmiddle Zqvhiddenguest')
    expect(await picture()).toBe(withTeam)
    await t.db
      .update(scoreEntries)
      .set({ teamName: '' })
      .where(eq(scoreEntries.id, entryIds.guest as string))
    await rename('child', 'Sama Zqvhiddenaccount')
    expect(await picture()).toBe(before)
  })

  it('are full in the published ranking alone, where the setting says so', async () => {
    expect(await readNames()).toEqual(shortNames)
    const content = await t.person({ role: 'admin', permissions: ['content'] })
    const signedIn = await t.signIn(content.email, undefined, { type: 4 })
    const refused = await saveSetting(true, String(signedIn.headers.authorization))
    expect(refused.json()).toMatchObject({ code: 'no-permission', field: 'publishFullNamesOfMinors' })
    expect((await saveSetting(true)).statusCode).toBe(200)
    expect(await readNames()).toEqual([
      'Layan Zqvhiddenmiddle Zqvhiddenguest',
      'عبد الله ظقفان الظقفي',
      'Sama Zqvhiddenaccount',
      'Huda Grownup',
      'Nour Zqvhiddenundated',
      'Rana Zqvhiddenplayer',
      'الطالبة/ ريم الظقفي',
    ])
    expect(await readNames('?s=zqvhiddenguest')).toEqual(['Layan Zqvhiddenmiddle Zqvhiddenguest'])
    expect(await readNames('?names=short')).toEqual(shortNames)
    expect(await readNames('?names=short&s=zqvhiddenguest')).toEqual([])
    // everything else that visitors get stays short
    const published = new RegExp(
      `^visitor ${getPath('GET /api/v1/events/scores/:eventId', { eventId: '' })}(?:${records.eventId}|${records.slug})\\?`,
    )
    await t.invalidator.invalidate(allTags)
    const replies = await readPublicReplies(t.app, records, hasPages)
    for (const [url, { body }] of Object.entries(replies))
      if (!published.test(url)) expect(omitAssets(body), url).not.toMatch(hidden)
    for (const { path, data } of await readFirstEvents(address, records))
      expect(JSON.stringify(data), path).not.toMatch(hidden)
    expect((await saveSetting(false)).statusCode).toBe(200)
    expect(await readNames()).toEqual(shortNames)
  })

  it('stay short in a frozen ranking, in each step of its reveal and after it', async () => {
    const results = getPath('GET /api/admin/events/:eventId/results', { eventId: records.eventId })
    await send('PUT', `${results}/freeze`, { at: null })
    const { reveal } = await send('POST', `${results}/reveal`, { isRehearsal: false, rankCount: 7 })
    const display = await openEventStream(
      `${address}${getPath('GET /api/v1/events/scores/:eventId/reveal', { eventId: records.eventId })}`,
    )
    const opened: string[][] = []
    for (let openedCount = 1; openedCount <= 7; openedCount++) {
      await send('PATCH', `${results}/reveal`, { id: reveal.id, openedCount })
      let data: Body
      do {
        ;({ data } = await display.next())
        expect(JSON.stringify(data)).not.toMatch(hidden)
      } while (data.reveal?.openedCount !== openedCount)
      opened.push([data.reveal.step.name, data.reveal.step.playerName])
    }
    display.close()
    expect(opened).toEqual(
      [
        ['Layan Z.', ''],
        ['عبد الله ظ.', ''],
        ['Sama Z.', ''],
        ['Huda Grownup', ''],
        ['Nour Z.', ''],
        ['Falcons', 'Rana Z.'],
        ['الطالبة/ ريم ظ.', ''],
      ].toReversed(),
    )
    expect(JSON.stringify(await send('GET', results))).not.toMatch(hidden)
    await expectNothingHidden()
    await send('DELETE', `${results}/freeze`)
    await send(
      'PUT',
      getPath('PUT /api/admin/events/:eventId/results/publication', { eventId: records.eventId }),
      { status: 'final' },
    )
    await expectNothingHidden()
  })

  it('are full in the back office', async () => {
    const { scores } = await send(
      'GET',
      `${getPath('GET /api/admin/events/:eventId/scores', { eventId: records.eventId })}?s=zqvhiddenguest`,
    )
    expect(scores.map(({ playerName }: Body) => playerName)).toEqual(['Layan Zqvhiddenmiddle Zqvhiddenguest'])
  })
})
