import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Events, formOf, openEvents, picked } from './events-support.ts'

let t: Events
let logo: File
let continent: string
beforeAll(async () => {
  t = await openEvents()
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0b8f70' } })
    .png()
    .toBuffer()
  logo = picked(bytes)
  continent = (await t.visitor('/api/continents')).json().continents[0]._id
})
afterAll(() => t.close())

const kinds = [
  { plural: 'faqs', one: 'faq', name: 'name_en', fields: () => ({ name: 'س', name_en: 'Q', description: 'ج', description_en: 'A' }) },
  { plural: 'partners', one: 'partner', name: 'name', fields: () => ({ name: 'Masar', file: logo }) },
  {
    plural: 'organizers',
    one: 'organizer',
    name: 'companyName_en',
    fields: () => ({ companyName_en: 'Najd', companyName_ar: 'نجد', continent }),
  },
  { plural: 'regions', one: 'region', name: 'en_name', fields: () => ({ en_name: 'Abha', ar_name: 'أبها', country: 'saudi-arabia' }) },
  { plural: 'continents', one: 'continent', name: 'name_en', fields: () => ({ name_en: 'Atlantis', name_ar: 'أطلنطس' }) },
]

it.each(kinds)('$plural are created, changed, switched, deleted and restored', async ({ plural, one, name, fields }) => {
  const path = `/api/admin/${plural}/`
  const send = async (method: 'POST' | 'PUT', values: Record<string, string | Blob>) => t.ask(method, path, await formOf(values))
  const created = await send('POST', fields())
  expect(created.json()).toMatchObject({ success: true, [one]: { version: 1 } })
  const id: string = created.json()[one]._id

  const changed = await send('PUT', { id, version: '1', [name]: 'Changed' })
  expect(changed.json()).toMatchObject({ success: true, [one]: { [name]: 'Changed', version: 2 } })
  expect((await send('PUT', { id, version: '1', [name]: 'Late' })).json()).toMatchObject({ code: 'stale-version' })

  if (plural !== 'continents')
    for (const status of [false, true])
      expect((await t.ask('PATCH', path, { payload: { id, status } })).json()).toMatchObject({ success: true, [one]: { status } })

  const isListed = async (query = '') =>
    (await t.ask('GET', `${path}?per_page=100${query}`)).json()[plural].some(({ _id }: { _id: string }) => _id === id)
  expect(await isListed()).toBe(true)
  expect((await t.ask('DELETE', `${path}?id=${id}`)).json()).toMatchObject({ success: true })
  expect([await isListed(), await isListed('&deleted=true')]).toEqual([false, true])
  const restored = await t.ask('POST', `${path}restore`, { payload: { id } })
  expect(restored.json()).toMatchObject({ success: true, [one]: { [name]: 'Changed' } })
  expect(await isListed()).toBe(true)
  const actions = (await t.audit()).filter(({ entity_id }) => entity_id === id).map(({ action }) => action)
  expect(actions.filter((action) => action !== 'toggle')).toEqual(['create', 'update', 'delete', 'restore'])
})
