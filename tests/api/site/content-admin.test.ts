import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPartnerService } from '#server/site/contents/service.ts'
import { createForm, createImageFile, type EventsApp, startEventsApp } from '../../support/api/events.ts'

let t: EventsApp
let logo: Buffer
beforeAll(async () => {
  t = await startEventsApp()
  logo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0b8f70' } })
    .png()
    .toBuffer()
})
afterAll(() => t.close())

const send = async (
  method: 'POST' | 'PUT',
  path: string,
  fields: Record<string, string | Blob | undefined>,
  visitor = false,
) => {
  const form = await createForm(fields)
  return t.ask(method, path, { ...form, visitor })
}
const nowhere = '01890000-0000-7000-8000-000000000000'
const faq = {
  name: 'متى تبدأ؟',
  name_en: 'When does it begin?',
  description: 'في الربيع.',
  description_en: 'In spring.',
}

describe('FAQs', () => {
  const path = '/api/admin/faqs/'

  it('are created, read, updated, toggled, deleted and restored, and visitors see it immediately', async () => {
    const made = await send('POST', path, faq)
    expect(made.json()).toMatchObject({
      success: true,
      msg: 'Saved Successfully!',
      faq: { ...faq, status: true, version: 1 },
    })
    const { _id: id } = made.json().faq
    type Faq = { _id: string; question: string }
    const isMade = (one: { _id: string }) => one._id === id
    const seen = async () =>
      ((await t.visitor('/api/faqs?status=true')).json().faqs as Faq[])
        .filter(isMade)
        .map(({ question }) => question)
    expect(await seen()).toEqual([faq.name_en])

    const changed = await send('PUT', path, { id, version: '1', name_en: 'When?' })
    expect(changed.json()).toMatchObject({
      msg: 'Update Successfully!',
      faq: { ...faq, name_en: 'When?', version: 2 },
    })
    expect(await seen()).toEqual(['When?'])
    expect((await t.ask('GET', `${path}?id=${id}`)).json()).toMatchObject({
      success: true,
      faq: { name_en: 'When?' },
    })

    const off = await t.ask('GET', `${path}?id=${id}&status=false`)
    expect(off.headers['cache-control']).toBe('no-store')
    expect(off.json()).toMatchObject({
      msg: 'Status is Updated Successfully!',
      faq: { status: false, version: 2 },
    })
    expect(await seen()).toEqual([])
    // the call sets the value and does not toggle it
    expect((await t.ask('GET', `${path}?id=${id}&status=false`)).json().faq.status).toBe(false)
    expect((await t.ask('PATCH', path, { payload: { id, status: true } })).json().faq.status).toBe(true)
    expect(await seen()).toEqual(['When?'])

    expect((await t.ask('DELETE', `${path}?id=${id}`)).json()).toMatchObject({
      success: true,
      msg: 'Deleted. You can undo this for 30 days.',
    })
    expect(await seen()).toEqual([])
    expect((await t.ask('GET', `${path}?id=${id}`)).status).toBe(404)
    expect((await send('PUT', path, { id, name_en: 'x' })).status).toBe(404)
    expect((await t.ask('GET', `${path}?deleted=true`)).json().faqs.filter(isMade)).toHaveLength(1)
    expect((await t.ask('POST', `${path}restore`, { payload: { id } })).json()).toMatchObject({
      msg: 'Restored.',
      faq: { name_en: 'When?' },
    })
    expect(await seen()).toEqual(['When?'])
    const actions = (await t.audit()).filter(({ entity, entity_id }) => entity === 'faq' && entity_id === id)
    expect(actions.map(({ action }) => action)).toEqual([
      'create',
      'update',
      'toggle',
      'toggle',
      'delete',
      'restore',
    ])
    expect(actions[1]).toMatchObject({ before: { questionEn: faq.name_en }, after: { questionEn: 'When?' } })
  })

  it('are not toggled by HEAD', async () => {
    const { _id: id } = (await send('POST', path, faq)).json().faq
    await t.ask('HEAD', `${path}?id=${id}&status=false`)
    expect((await t.ask('GET', `${path}?id=${id}`)).json().faq.status).toBe(true)
  })

  it('are not stored when a text is missing, which the error names', async () => {
    const before = (await t.ask('GET', path)).json()
    const reply = await send('POST', path, { ...faq, name: '  ', description_en: undefined })
    expect(reply.status).toBe(400)
    expect(reply.json()).toMatchObject({
      success: false,
      code: 'form-incomplete',
      msg: 'Please fill form carefully!',
    })
    expect(reply.json().fields.map(({ field }: { field: string }) => field)).toEqual([
      'name',
      'description_en',
    ])
    expect((await t.ask('GET', path)).json()).toEqual(before)
  })

  it('return the current record to a user who saves an older version', async () => {
    const { _id: id } = (await send('POST', path, faq)).json().faq
    await send('PUT', path, { id, version: '1', name_en: 'First' })
    const late = await send('PUT', path, { id, version: '1', name_en: 'Second' })
    expect(late.status).toBe(409)
    expect(late.json()).toMatchObject({
      code: 'stale-version',
      details: { current: { _id: id, name_en: 'First', version: 2 } },
    })
  })

  it('are searched in both languages and paged', async () => {
    for (let at = 0; at < 12; at++)
      await send('POST', path, { ...faq, name_en: `Robot ${at}`, name: `روبوت أحمد ${at}` })
    const second = (await t.ask('GET', `${path}?s=${encodeURIComponent('احمد')}&page=2&per_page=10`)).json()
    expect(second).toMatchObject({ currentPage: 2, totalItems: 12, per_page: 10 })
    expect(second.faqs.map(({ name_en }: { name_en: string }) => name_en)).toEqual(['Robot 10', 'Robot 11'])
    expect((await t.ask('GET', `${path}?per_page=50`)).json()).toMatchObject({
      code: 'bad-input',
      field: 'per_page',
    })
  })

  it('are only for administrators', async () => {
    for (const reply of [
      await t.ask('GET', path, { visitor: true }),
      await send('POST', path, faq, true),
      await t.ask('DELETE', `${path}?id=${nowhere}`, { visitor: true }),
    ])
      expect(reply.status).toBe(401)
    expect((await t.ask('DELETE', `${path}?id=${nowhere}`)).status).toBe(404)
    expect((await t.ask('POST', `${path}restore`, { payload: { id: nowhere } })).status).toBe(404)
    expect((await t.ask('GET', `${path}?id=1&status=true`)).json()).toMatchObject({
      code: 'bad-input',
      field: 'id',
    })
  })
})

describe('partners', () => {
  const path = '/api/admin/partners/'

  it('have an image, which is re-encoded and can be replaced', async () => {
    const before = t.stored()
    const none = await send('POST', path, { name: 'Masar' })
    expect(none.json()).toMatchObject({ code: 'form-incomplete', field: 'file' })
    const made = await send('POST', path, { name: 'Masar', file: createImageFile(logo, 'logo.png') })
    expect(made.json()).toMatchObject({
      success: true,
      msg: 'Saved Successfully!',
      partner: { name: 'Masar', status: true, link: null },
    })
    const { _id: id, image, file_path } = made.json().partner
    expect(file_path).toBe(`/uploads/partners/${image}`)
    expect((await t.visitor(file_path)).headers['content-type']).toBe('image/webp')
    const { partners } = (await t.visitor('/api/partners/?status=true')).json()
    expect(partners.filter((partner: { _id: string }) => partner._id === id)).toMatchObject([{ image }])

    const replaced = await send('PUT', path, {
      id,
      file: createImageFile(logo, 'new.png'),
      link: 'https://masar.example/',
    })
    expect(replaced.json().partner).toMatchObject({
      name: 'Masar',
      link: 'https://masar.example/',
      version: 2,
    })
    expect(replaced.json().partner.image).not.toBe(image)
    expect(t.stored().toSorted()).toEqual([...before, replaced.json().partner.image].toSorted())
    expect((await send('PUT', path, { id, link: '' })).json().partner.link).toBeNull()
    expect((await send('PUT', path, { id, link: 'javascript:alert(1)' })).json()).toMatchObject({
      code: 'bad-input',
      field: 'link',
    })
  })

  it('are not stored with a file that is not an image', async () => {
    const before = t.stored()
    for (const fields of [
      { file: createImageFile(Buffer.from('<svg/>'), 'x.png') },
      { id: nowhere, file: createImageFile(logo) },
    ]) {
      const reply = await send('POST', path, fields)
      expect([404, 422]).toContain(reply.status)
      if (reply.status === 422) expect(reply.json()).toMatchObject({ code: 'bad-picture', field: 'file' })
    }
    expect(t.stored()).toEqual(before)
  })

  it('are purged after 30 days with their image', async () => {
    const { _id: id, image } = (await send('POST', path, { name: 'Old', file: createImageFile(logo) })).json()
      .partner
    await t.ask('DELETE', `${path}?id=${id}`)
    await t.database.pool.query(`update partners set deleted_at = now() - interval '31 days' where id = $1`, [
      id,
    ])
    expect((await t.ask('GET', `${path}?deleted=true`)).json().partners).toEqual([])
    expect((await t.ask('POST', `${path}restore`, { payload: { id } })).status).toBe(404)
    expect(await createPartnerService(t).purge()).toBe(1)
    expect(t.stored()).not.toContain(image)
    expect((await t.database.pool.query('select 1 from partners where id = $1', [id])).rowCount).toBe(0)
  })
})

describe('continents, organizers and regions', () => {
  it('a continent gets a slug and cannot be deleted while it has organizers', async () => {
    const made = (
      await send('POST', '/api/admin/continents/', { 'name.en': 'Asia', 'name.ar': 'آسيا' })
    ).json()
    expect(made.continent).toMatchObject({ slug: 'asia-2', position: 6 })
    const organizer = (
      await send('POST', '/api/admin/organizers/', {
        'name.en': 'Najd',
        'name.ar': 'نجد',
        continentId: made.continent.id,
        country: 'sa',
        flag: createImageFile(logo),
      })
    ).json().organizer
    expect(organizer).toMatchObject({ name: { en: 'Najd', ar: 'نجد' }, active: true, link: null })
    expect((await t.visitor(organizer.flag)).headers['content-type']).toBe('image/webp')
    expect((await t.visitor(`/api/organizers?id=${made.continent.id}`)).json().organizers).toMatchObject([
      { companyName: 'Najd' },
    ])
    expect((await t.ask('DELETE', `/api/admin/continents/?id=${made.continent.id}`)).json()).toMatchObject({
      code: 'has-organizers',
    })

    await t.ask('DELETE', `/api/admin/organizers/?id=${organizer.id}`)
    expect((await t.ask('DELETE', `/api/admin/continents/?id=${made.continent.id}`)).status).toBe(200)
    const back = await t.ask('POST', '/api/admin/organizers/restore', { payload: { id: organizer.id } })
    expect(back.json()).toMatchObject({ code: 'bad-input', field: 'continentId' })
    expect(
      (await t.ask('PATCH', '/api/admin/continents/', { payload: { id: made.continent.id, active: true } }))
        .status,
    ).toBe(404)
  })

  it('a flag can be removed', async () => {
    const [asia] = (await t.visitor('/api/continents')).json().continents
    const fields = {
      'name.en': 'Nile',
      'name.ar': 'النيل',
      continentId: asia._id,
      flag: createImageFile(logo),
    }
    const { id, flag } = (await send('POST', '/api/admin/organizers/', fields)).json().organizer
    expect(
      (await send('PUT', '/api/admin/organizers/', { id, 'name.en': 'Nile STEM' })).json().organizer.flag,
    ).toBe(flag)
    expect(
      (await send('PUT', '/api/admin/organizers/', { id, removeFlag: 'true' })).json().organizer.flag,
    ).toBeNull()
    expect((await t.visitor(flag)).status).toBe(404)
  })

  it('a region keeps its slug when its name changes', async () => {
    const { region } = (
      await send('POST', '/api/admin/regions/', {
        'name.en': 'Jeddah',
        'name.ar': 'جدة',
        country: 'saudi-arabia',
        email: 'j@botola.example',
      })
    ).json()
    expect(region).toMatchObject({ slug: 'jeddah', active: true })
    expect(
      (await send('PUT', '/api/admin/regions/', { id: region.id, 'name.en': 'Jiddah', email: '' })).json()
        .region,
    ).toMatchObject({
      slug: 'jeddah',
      name: { en: 'Jiddah', ar: 'جدة' },
      email: null,
    })
    // only the specification's calls toggle with a GET
    await t.ask('GET', `/api/admin/regions/?id=${region.id}&status=false`)
    expect(
      (await t.visitor('/api/regions/')).json().regions.map(({ slug }: { slug: string }) => slug),
    ).toContain('jeddah')
    await t.ask('PATCH', '/api/admin/regions/', { payload: { id: region.id, active: false } })
    expect(
      (await t.visitor('/api/regions/')).json().regions.map(({ slug }: { slug: string }) => slug),
    ).not.toContain('jeddah')
  })
})

describe('settings', () => {
  const path = '/api/admin/settings/'
  const read = async () => (await t.ask('GET', path)).json().settings

  it('a change is shown immediately; the second of two simultaneous saves gets a conflict', async () => {
    const { updatedAt: _, ...settings } = await read()
    const shown = async () => (await t.visitor('/api/settings/?site_name=botola')).json().setting
    expect((await shown()).counters.players).toBe('20906')
    const counters = { ...settings.counters, players: '30000' }
    const saved = await t.ask('PUT', path, { payload: { ...settings, counters } })
    expect(saved.json()).toMatchObject({
      success: true,
      msg: 'Update Successfully!',
      settings: { counters, version: settings.version + 1 },
    })
    expect((await shown()).counters.players).toBe('30000')
    const late = await t.ask('PUT', path, { payload: settings })
    expect(late.status).toBe(409)
    expect(late.json()).toMatchObject({
      code: 'stale-version',
      details: { current: { counters, version: settings.version + 1 } },
    })
    expect((await t.audit()).at(-1)).toMatchObject({
      entity: 'settings',
      action: 'update',
      after: { counters },
    })
  })

  it('links are paths of the site or web addresses', async () => {
    const { updatedAt: _, ...settings } = await read()
    const before = await read()
    for (const win of ['javascript:alert(1)', '//evil.example/x.exe', '/\\\\evil', 'files/x.exe'])
      expect(
        (await t.ask('PUT', path, { payload: { ...settings, simulator: { ...settings.simulator, win } } }))
          .status,
        win,
      ).toBe(400)
    expect(
      (await t.ask('PUT', path, { payload: { ...settings, title: { ...settings.title, ar: ' ' } } })).json(),
    ).toMatchObject({
      code: 'bad-input',
      field: 'title.ar',
    })
    expect(await read()).toEqual(before)
    const good = { ...settings.simulator, win: 'https://files.example/b.exe', mac: '/downloads/b.dmg' }
    expect(
      (await t.ask('PUT', path, { payload: { ...settings, simulator: good } })).json().settings.simulator,
    ).toEqual(good)
    const { body } = await t.app.inject({
      method: 'POST',
      url: '/api/download-game',
      payload: { name: 'Mona', email: 'm@x.example', phone_number: '01001234567', download_type: 'win' },
    })
    expect(JSON.parse(body)).toMatchObject({ success: true, url: 'https://files.example/b.exe' })
  })
})
