import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { listSortKeys, type SortableList } from '#contract/platform/list-sort.ts'
import { seedDemoContentIfMissing } from '#server/seed/demo/seed.ts'
import { startSessionsApp } from '../../support/api/session.ts'

let t: Awaited<ReturnType<typeof startSessionsApp>>
let authorization: string
beforeAll(async () => {
  t = await startSessionsApp({ DEMO: 'on' })
  await seedDemoContentIfMissing({ ...t, db: t.database.db, log: { info: () => {} }, root: resolve('.') })
  authorization = await t.admin()
  await t.database.pool.query(
    `insert into downloads (id, name, email, phone, country, platform, user_type)
    values (gen_random_uuid(), 'Zaid', 'a@school.test', '+966500000001', 'SA', 'win', 'student'), (gen_random_uuid(), 'Adam', 'b@school.test', '+201000000001', 'EG', 'mac', 'coach')`,
  )
})
afterAll(() => t.close())

const lists: Record<SortableList, { path: string; rows: string; perPage: number }> = {
  teams: { path: getPath('GET /api/admin/teams'), rows: 'teams', perPage: 500 },
  users: { path: getPath('GET /api/admin/users'), rows: 'users', perPage: 1000 },
  events: { path: getPath('GET /api/admin/events'), rows: 'events', perPage: 1000 },
  registrants: { path: getPath('GET /api/admin/downloads'), rows: 'registrants', perPage: 1000 },
  messages: { path: getPath('GET /api/admin/messages'), rows: 'messages', perPage: 100 },
  competitions: { path: getPath('GET /api/admin/competitions'), rows: 'competitions', perPage: 100 },
  judges: { path: getPath('GET /api/admin/judges'), rows: 'judges', perPage: 100 },
  faqs: { path: getPath('GET /api/admin/faqs'), rows: 'faqs', perPage: 100 },
  partners: { path: getPath('GET /api/admin/partners'), rows: 'partners', perPage: 100 },
  organizers: { path: getPath('GET /api/admin/organizers'), rows: 'organizers', perPage: 100 },
  regions: { path: getPath('GET /api/admin/regions'), rows: 'regions', perPage: 100 },
  continents: { path: getPath('GET /api/admin/continents'), rows: 'continents', perPage: 100 },
  payments: { path: getPath('GET /api/admin/payments'), rows: 'payments', perPage: 100 },
}
const read = async (list: SortableList, sort: string, lang = 'en') => {
  const { path, rows, perPage } = lists[list]
  const reply = await t.app.inject({
    url: `${path}/?per_page=${perPage}&sort=${sort}&lang=${lang}`,
    headers: { authorization },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()[rows] as Record<string, never>[]
}
const getId = (row: { _id?: string; id?: string }) => row._id ?? row.id

it.each(
  Object.entries(listSortKeys).flatMap(([list, keys]) =>
    keys.map((key) => [list as SortableList, key] as const),
  ),
)('sorts the list of %s by %s in both directions', async (list, key) => {
  const [ascending, descending] = [await read(list, key), await read(list, `-${key}`)]
  expect(ascending.length).toBeGreaterThan(1)
  expect(new Set(ascending.map(getId))).toEqual(new Set(descending.map(getId)))
})

it('sorts names without regard to case, numbers by value, and names in the language of the reader', async () => {
  const numbers = (await read('teams', '-number')).map((team) => Number(team.team_no))
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  const amounts = (await read('payments', 'amount')).map(({ amount }) => Number(amount))
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
  const dates = (await read('events', 'dates'))
    .map(({ startDate }) => startDate as unknown as string | null)
    .filter((date) => date !== null)
  expect(dates).toEqual(dates.toSorted())
  const titles = (await read('events', 'title')).map((event) => String(event.title_en).toLowerCase())
  expect(titles).toEqual(titles.toSorted())
  const arabicTitles = (await read('events', 'title', 'ar')).map((event) => String(event.title_ar))
  expect(arabicTitles).not.toEqual((await read('events', 'title')).map((event) => String(event.title_ar)))
})

it('sorts content by name and position, and organizers by the name of their continent', async () => {
  for (const [lang, field] of [
    ['en', 'name_en'],
    ['ar', 'name'],
  ] as const) {
    const questions = (await read('faqs', 'name', lang)).map((faq) => String(faq[field]).toLowerCase())
    expect(questions).toEqual(questions.toSorted())
    expect((await read('faqs', '-name', lang)).map((faq) => String(faq[field]).toLowerCase())).toEqual(
      questions.toReversed(),
    )
  }
  const positions = (await read('partners', '-position')).map(({ position }) => Number(position))
  expect(positions).toEqual(positions.toSorted((a, b) => b - a))
  const names = new Map(
    (await read('continents', 'name')).map((row) => [getId(row), (row.name as unknown as { en: string }).en]),
  )
  const continentNames = (await read('organizers', 'continentId')).map((row) =>
    names.get(row.continentId as unknown as string),
  )
  expect(continentNames).toEqual(continentNames.toSorted())
  const fees = (await read('competitions', 'fee')).map(({ fee }) => Number(fee))
  expect(fees).toEqual(fees.toSorted((a, b) => a - b))
})

it('rejects a column that the list does not have', async () => {
  const reply = await t.app.inject({
    url: `${getPath('GET /api/admin/teams')}/?sort=password`,
    headers: { authorization },
  })
  expect(reply.json()).toMatchObject({ success: false, code: 'bad-input', fields: [{ field: 'sort' }] })
})
