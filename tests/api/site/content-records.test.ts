import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createForm, createImageFile, type EventsApp, startEventsApp } from '../../support/api/events.ts'

let t: EventsApp
let logo: File
let continent: string
beforeAll(async () => {
  t = await startEventsApp()
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0b8f70' } })
    .png()
    .toBuffer()
  logo = createImageFile(bytes)
  continent = (await t.visitor('/api/continents')).json().continents[0]._id
})
afterAll(() => t.close())

/** FAQs and partners have the specification's names, the others the product's own. */
const published = { id: '_id', active: 'status' }
const own = { id: 'id', active: 'active' }
const named = { 'name.en': 'Abha', 'name.ar': 'أبها' }
const changedName = { name: { en: 'Changed', ar: 'أبها' } }
const kinds = [
  {
    plural: 'faqs',
    one: 'faq',
    keys: published,
    fields: () => ({ name: 'س', name_en: 'Q', description: 'ج', description_en: 'A' }),
    change: { name_en: 'Changed' },
    changed: { name_en: 'Changed' },
  },
  {
    plural: 'partners',
    one: 'partner',
    keys: published,
    fields: () => ({ name: 'Masar', file: logo }),
    change: { name: 'Changed' },
    changed: { name: 'Changed' },
  },
  {
    plural: 'organizers',
    one: 'organizer',
    keys: own,
    fields: () => ({ ...named, continentId: continent }),
    change: { 'name.en': 'Changed' },
    changed: changedName,
  },
  {
    plural: 'regions',
    one: 'region',
    keys: own,
    fields: () => ({ ...named, country: 'saudi-arabia' }),
    change: { 'name.en': 'Changed' },
    changed: changedName,
  },
  {
    plural: 'continents',
    one: 'continent',
    keys: own,
    fields: () => named,
    change: { 'name.en': 'Changed' },
    changed: changedName,
  },
]

it.each(kinds)(
  '$plural are created, changed, switched, deleted and restored',
  async ({ plural, one, keys, fields, change, changed }) => {
    const path = `/api/admin/${plural}/`
    const send = async (method: 'POST' | 'PUT', values: Record<string, string | Blob>) =>
      t.ask(method, path, await createForm(values))
    const created = await send('POST', fields())
    expect(created.json()).toMatchObject({ success: true, [one]: { version: 1 } })
    const id: string = created.json()[one][keys.id]

    const saved = await send('PUT', { id, version: '1', ...change })
    expect(saved.json()).toMatchObject({ success: true, [one]: { ...changed, version: 2 } })
    expect((await send('PUT', { id, version: '1', ...change })).json()).toMatchObject({
      code: 'stale-version',
    })

    if (plural !== 'continents')
      for (const value of [false, true])
        expect((await t.ask('PATCH', path, { payload: { id, [keys.active]: value } })).json()).toMatchObject({
          success: true,
          [one]: { [keys.active]: value },
        })

    const isListed = async (query = '') =>
      (await t.ask('GET', `${path}?per_page=100${query}`))
        .json()
        [plural].some((record: Record<string, unknown>) => record[keys.id] === id)
    expect(await isListed()).toBe(true)
    expect((await t.ask('DELETE', `${path}?id=${id}`)).json()).toMatchObject({ success: true })
    expect([await isListed(), await isListed('&deleted=true')]).toEqual([false, true])
    const restored = await t.ask('POST', `${path}restore`, { payload: { id } })
    expect(restored.json()).toMatchObject({ success: true, [one]: changed })
    expect(await isListed()).toBe(true)
    const actions = (await t.audit()).filter(({ entity_id }) => entity_id === id).map(({ action }) => action)
    expect(actions.filter((action) => action !== 'toggle')).toEqual(['create', 'update', 'delete', 'restore'])
  },
)
