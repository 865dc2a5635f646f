import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import {
  createForm,
  createImageFile,
  type EventsApp,
  eventTexts,
  startEventsApp,
} from '../../support/api/events.ts'

let t: EventsApp
let logo: File
beforeAll(async () => {
  t = await startEventsApp()
  logo = createImageFile(
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0b8f70' } })
      .png()
      .toBuffer(),
  )
})
afterAll(() => t.close())

const save = async (path: string, fields: Record<string, string | File>, method: 'POST' | 'PUT' = 'POST') => {
  const reply = await t.ask(method, `/api/admin/${path}/`, await createForm(fields))
  expect(reply.status, reply.body).toBe(200)
  const body = reply.json()
  return Object.values(body).find((value) => typeof value === 'object') as Record<string, string>
}
const create = async (path: string, fields: Record<string, string | File>) => {
  const record = await save(path, fields)
  return String(record.id ?? record._id)
}
const listEntries = async (id: string) =>
  (await t.ask('GET', `${getPath('GET /api/admin/audit')}?s=${id}&per_page=50`)).json().entries as {
    id: string
    action: string
    entity: string
    before: Record<string, unknown>
    after: Record<string, unknown>
  }[]
const findUpdate = async (id: string) => (await listEntries(id)).find(({ action }) => action === 'update')
const revert = async (entryId: string | undefined, headers?: Record<string, string>) => {
  const reply = await t.ask(
    'POST',
    getPath('POST /api/admin/audit/:entryId/revert', { entryId: String(entryId) }),
    headers ? { headers } : {},
  )
  return { status: reply.status, code: reply.json().code as string | undefined }
}
const readRow = async (table: string, id: string) =>
  (
    await t.database.pool.query(
      `select *, to_char(version, 'FM999') as "versionText" from ${table} where id = $1`,
      [id],
    )
  ).rows[0]

const named = { 'name.en': 'Abha', 'name.ar': 'أبها' }
const renamed = { 'name.en': 'Changed' }
type Case = {
  table: string
  fields: () => Record<string, string | File>
  change: Record<string, string>
  column: string
  former: unknown
}
const cases: [string, Case][] = [
  [
    'events',
    {
      table: 'events',
      fields: () => ({ ...eventTexts, start_date: '2026-12-05' }),
      change: { ...eventTexts, title_en: 'Changed' },
      column: 'title_en',
      former: eventTexts.title_en,
    },
  ],
  [
    'competitions',
    {
      table: 'competitions',
      fields: () => ({ ...named, fee: '10000' }),
      change: { fee: '15050' },
      column: 'fee',
      former: 10_000,
    },
  ],
  [
    'faqs',
    {
      table: 'faqs',
      fields: () => ({ name: 'س', name_en: 'Q', description: 'ج', description_en: 'A' }),
      change: { name: 'س', name_en: 'Q', description: 'ج', description_en: 'Changed' },
      column: 'answer_en',
      former: 'A',
    },
  ],
  [
    'partners',
    {
      table: 'partners',
      fields: () => ({ name: 'Masar', file: logo }),
      change: { name: 'Changed' },
      column: 'name',
      former: 'Masar',
    },
  ],
  [
    'regions',
    {
      table: 'regions',
      fields: () => ({ ...named, country: 'saudi-arabia' }),
      change: renamed,
      column: 'name_en',
      former: 'Abha',
    },
  ],
  [
    'continents',
    { table: 'continents', fields: () => named, change: renamed, column: 'name_en', former: 'Abha' },
  ],
  [
    'seasons',
    {
      table: 'season_years',
      fields: () => ({ ...named, year: '2091' }),
      change: renamed,
      column: 'name_en',
      former: 'Abha',
    },
  ],
]

it.each(cases)(
  'a change of %s is reverted by a save with its own entry, once',
  async (path, { table, fields, change, column, former }) => {
    const id = await create(path, fields())
    await save(path, { ...change, id }, 'PUT')
    const entry = await findUpdate(id)
    const before = await readRow(table, id)
    expect(before[column]).not.toEqual(former)
    expect(await revert(entry?.id)).toEqual({ status: 200, code: undefined })
    const after = await readRow(table, id)
    expect([after[column], after.version]).toEqual([former, before.version + 1])
    const [newest] = await listEntries(id)
    expect(newest).toMatchObject({
      action: 'update',
      before: expect.any(Object),
      after: { undoes: entry?.id },
    })
    expect(newest?.id).not.toBe(entry?.id)
    expect(await revert(entry?.id)).toEqual({ status: 409, code: 'revert-changed' })
    // the revert is a change too
    expect((await revert(newest?.id)).status).toBe(200)
    expect((await readRow(table, id))[column]).toEqual(before[column])
  },
)

it('settings go back without their files, and visitors see them at once', async () => {
  const { settings } = (await t.ask('GET', getPath('GET /api/admin/settings'))).json()
  const { version, updatedAt: _updatedAt, ...values } = settings
  const put = (payload: object) => t.ask('PUT', getPath('PUT /api/admin/settings'), { payload })
  const changed = {
    ...values,
    title: { ...values.title, en: 'Changed title' },
    story: { ...values.story, title: { en: 'Other', ar: 'آخر' } },
  }
  expect((await put({ ...changed, version })).status).toBe(200)
  const entries = (
    await t.ask('GET', `${getPath('GET /api/admin/audit')}?entity=settings&action=update`)
  ).json().entries
  expect((await revert(entries[0].id)).status).toBe(200)
  const after = (await t.ask('GET', getPath('GET /api/admin/settings'))).json().settings
  expect([after.title, after.story, after.version]).toEqual([values.title, values.story, version + 2])
})

it('what the settings form does not save is not reverted: the read-only mode, and files of settings', async () => {
  const setReadOnly = (isOn: boolean) =>
    t.ask('PUT', getPath('PUT /api/admin/read-only-mode'), {
      payload: { isOn, message: { en: 'Back at ten.', ar: 'نعود في العاشرة.' } },
    })
  for (const reply of [await setReadOnly(true), await setReadOnly(false)]) expect(reply.status).toBe(200)
  for (const signerFile of ['signature', 'seal'])
    expect(
      (await t.ask('PUT', `/api/admin/media/${signerFile}`, await createForm({ image: logo }))).status,
    ).toBe(200)
  const { entries } = (
    await t.ask('GET', `${getPath('GET /api/admin/audit')}?entity=settings&action=update`)
  ).json()
  for (const { id } of entries.slice(0, 4))
    expect(await revert(id)).toEqual({ status: 409, code: 'revert-impossible' })
})

it('instants, and an organizer’s continent, go back', async () => {
  const competition = await create('competitions', { ...named, opensAt: '2026-01-01T00:00:00Z' })
  await save('competitions', { id: competition, opensAt: '2026-02-01T00:00:00Z' }, 'PUT')
  expect((await revert((await findUpdate(competition))?.id)).status).toBe(200)
  expect((await readRow('competitions', competition)).opens_at.toISOString()).toBe('2026-01-01T00:00:00.000Z')
  const [first, second] = [await create('continents', named), await create('continents', named)]
  const organizer = await create('organizers', { ...named, continentId: String(first) })
  await save('organizers', { id: organizer, continentId: String(second) }, 'PUT')
  expect((await revert((await findUpdate(organizer))?.id)).status).toBe(200)
  expect((await readRow('organizers', organizer)).continent_id).toBe(first)
})

it('a change is not reverted when the former value is no longer valid, the field was changed since, or the record is deleted', async () => {
  const [first, second] = [await create('continents', named), await create('continents', named)]
  const organizer = await create('organizers', { ...named, continentId: String(first) })
  await save('organizers', { id: organizer, continentId: String(second) }, 'PUT')
  const moved = await findUpdate(organizer)
  expect((await t.ask('DELETE', `/api/admin/continents/?id=${first}`)).status).toBe(200)
  expect(await revert(moved?.id)).toEqual({ status: 409, code: 'revert-invalid' })

  const region = await create('regions', { ...named, country: 'saudi-arabia' })
  const event = await t.save({ ...eventTexts })
  const eventId = String(event.json().event._id)
  await t.database.pool.query('update events set region_id = $1 where id = $2', [region, eventId])
  await t.save({ ...eventTexts, id: eventId, region: '' }, 'PUT')
  const left = (await listEntries(eventId)).find(
    ({ before }) => before && 'regionId' in before && before.regionId === region,
  )
  expect(left).toBeDefined()
  expect((await t.ask('DELETE', `/api/admin/regions/?id=${region}`)).status).toBe(200)
  expect(await revert(left?.id)).toEqual({ status: 409, code: 'revert-invalid' })

  const season = await create('seasons', { ...named, year: '2093' })
  await save('seasons', { id: season, year: '2094' }, 'PUT')
  await create('seasons', { ...named, year: '2093' })
  expect(await revert((await findUpdate(season))?.id)).toEqual({ status: 409, code: 'revert-invalid' })

  const continent = await create('continents', named)
  await save('continents', { ...renamed, id: continent }, 'PUT')
  const entry = await findUpdate(continent)
  // another field does not matter
  await save('continents', { 'name.ar': 'قارة', id: continent }, 'PUT')
  await save('continents', { 'name.en': 'Again', id: continent }, 'PUT')
  expect(await revert(entry?.id)).toEqual({ status: 409, code: 'revert-changed' })
  await save('continents', { 'name.en': 'Changed', id: continent }, 'PUT')
  await t.ask('DELETE', `/api/admin/continents/?id=${continent}`)
  expect(await revert(entry?.id)).toEqual({ status: 409, code: 'revert-deleted' })
  expect((await readRow('continents', continent)).name_en).toBe('Changed')
})

it('a change of a draft event that lacks texts goes back, and the event stays a draft', async () => {
  const draft = await t.save({ title_en: 'Draft', status: 'false' })
  expect(draft.status, draft.body).toBe(200)
  const id = String(draft.json().event._id)
  expect(
    (await t.save({ id, title_en: 'Draft', status: 'false', description_en: 'Text' }, 'PUT')).status,
  ).toBe(200)
  const entry = await findUpdate(id)
  expect(await revert(entry?.id), JSON.stringify(entry)).toEqual({ status: 200, code: undefined })
  expect(await readRow('events', id)).toMatchObject({ description_en: '', active: false })
})

it('pictures, people and other actions are never reverted, and only administrators may revert', async () => {
  const partner = await create('partners', { name: 'Masar', file: logo })
  await save('partners', { id: partner, name: 'Masar', file: logo }, 'PUT')
  expect(await revert((await findUpdate(partner))?.id)).toEqual({ status: 409, code: 'revert-impossible' })
  await save('partners', { id: partner, name: 'Other', file: logo }, 'PUT')
  const { image } = await readRow('partners', partner)
  expect((await revert((await findUpdate(partner))?.id)).status).toBe(200)
  expect(await readRow('partners', partner)).toMatchObject({ name: 'Masar', image })
  const created = (await listEntries(partner)).find(({ action }) => action === 'create')
  expect(await revert(created?.id)).toEqual({ status: 409, code: 'revert-impossible' })
  const { rows } = await t.database.pool.query(
    "insert into audit_log (id, action, entity, entity_id, before, after) values (gen_random_uuid(), 'update', 'team', $1, '{\"paid\":true}', '{\"paid\":false}') returning id",
    [partner],
  )
  expect(await revert(rows[0].id)).toEqual({ status: 409, code: 'revert-impossible' })
  expect(await revert('01890000-0000-7000-8000-000000000000')).toEqual({ status: 404, code: 'not-found' })
  expect((await revert(created?.id, { authorization: '' })).status).toBe(401)
})

it('an entry about a setting that is gone is shown, and a revert leaves that setting out', async () => {
  const url = 'https://jury.example/hook'
  const { title } = (await t.ask('GET', getPath('GET /api/admin/settings'))).json().settings
  const formerTitle = { ...title, en: 'Former title' }
  const insert = async (before: object, after: object): Promise<string> => {
    const { rows } = await t.database.pool.query(
      `insert into audit_log (id, action, entity, entity_id, actor_name, label, before, after)
      values (gen_random_uuid(), 'update', 'settings', 'botola', 'Mona Saleh', '', $1, $2) returning id`,
      [JSON.stringify(before), JSON.stringify(after)],
    )
    return rows[0].id
  }
  const added = await insert({ scoreLogWebhook: '' }, { scoreLogWebhook: url })
  const removed = await insert({ scoreLogWebhook: url }, { scoreLogWebhook: '' })
  const mixed = await insert({ title: formerTitle, scoreLogWebhook: '' }, { title, scoreLogWebhook: url })
  const shown = (await t.ask('GET', `${getPath('GET /api/admin/audit')}?entity=settings&per_page=50`)).json()
    .entries as {
    id: string
    after: object
  }[]
  expect(shown.find(({ id }) => id === added)?.after).toEqual({ scoreLogWebhook: url })
  for (const id of [added, removed])
    expect(await revert(id)).toEqual({ status: 409, code: 'revert-impossible' })
  expect(await revert(mixed)).toEqual({ status: 200, code: undefined })
  const { settings } = (await t.ask('GET', getPath('GET /api/admin/settings'))).json()
  expect(settings.title).toEqual(formerTitle)
  expect(settings).not.toHaveProperty('scoreLogWebhook')
})
