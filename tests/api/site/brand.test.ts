import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { defaultBrand } from '#contract/platform/settings.ts'
import { createForm, createImageFile, type EventsApp, startEventsApp } from '../../support/api/events.ts'
import { testAdmin } from '../../support/services/app.ts'
import { startMailServer } from '../../support/services/mail-server.ts'

const isBuilt = existsSync('build/server/index.js')
const brand = {
  name: { en: 'Robots & <Friends>', ar: 'أولمبياد الروبوت' },
  accentColor: '#1D4ED8',
  tagline: { en: 'Robots for everybody.', ar: 'روبوتات للجميع.' },
  about: { en: 'We are the robots.', ar: 'نحن الروبوتات.' },
}

describe('the brand of the site', () => {
  let t: EventsApp
  let post: Awaited<ReturnType<typeof startMailServer>>
  beforeAll(async () => {
    post = await startMailServer()
    t = await startEventsApp({ SMTP_URL: post.url }, { pages: isBuilt ? 'built' : 'none' })
  })
  afterAll(async () => {
    await t.close()
    await post.close()
  })
  afterEach(() => t.resetSettings())

  const save = async (change: object) => {
    const { updatedAt: _, ...settings } = (await t.ask('GET', getPath('GET /api/admin/settings'))).json()
      .settings
    return t.ask('PUT', getPath('PUT /api/admin/settings'), { payload: { ...settings, ...change } })
  }
  const readPublished = async () =>
    (await t.visitor(`${getPath('GET /api/settings')}/?site_name=botola`)).body
  const saveLogo = async (file: File) =>
    t.ask('PUT', getPath('PUT /api/admin/media/logo'), await createForm({ image: file }))

  it('stays the standard one until somebody changes it', async () => {
    const { settings } = (await t.ask('GET', getPath('GET /api/admin/settings'))).json()
    expect([settings.brand, settings.showCounters]).toEqual([defaultBrand, true])
    const { brand: _, showCounters: __, ...older } = settings
    expect(
      (await t.ask('PUT', getPath('PUT /api/admin/settings'), { payload: older })).json().settings.brand,
    ).toEqual(defaultBrand)
    const manifest = await t.visitor('/site.webmanifest')
    expect(manifest.headers['content-type']).toBe('application/manifest+json')
    expect(manifest.json()).toMatchObject({
      name: 'Botola · بطولة',
      short_name: 'Botola',
      theme_color: '#0B8F70',
    })
    expect(manifest.json().icons).toHaveLength(3)
  })

  it.each([
    ['#ffffff', 'low-contrast-light'],
    ['#000000', 'low-contrast-dark'],
    ['green', 'bad-format'],
    ['#12345;', 'bad-format'],
  ])('refuses the accent colour %s', async (accentColor, code) => {
    const refused = await save({ brand: { ...brand, accentColor } })
    expect([refused.status, refused.json().field, refused.json().fields[0].code]).toEqual([
      400,
      'brand.accentColor',
      code,
    ])
  })

  it('refuses an empty name', async () => {
    expect((await save({ brand: { ...brand, name: { en: 'X', ar: ' ' } } })).json().field).toBe(
      'brand.name.ar',
    )
  })

  it('is saved without a change of the published settings, and shown in manifest, emails and pages of both languages', async () => {
    const published = await readPublished()
    const saved = await save({ brand, showCounters: false })
    expect(saved.json().settings).toMatchObject({
      brand: { ...brand, accentColor: '#1d4ed8', logo: null },
      showCounters: false,
    })
    expect(await readPublished()).toBe(published)
    expect((await t.visitor('/site.webmanifest')).json()).toMatchObject({
      name: 'Robots & <Friends> · أولمبياد الروبوت',
      short_name: 'Robots & <Friends>',
      theme_color: '#1D4ED8',
    })
    await t.ask('POST', '/api/password/forgot', {
      payload: { email: testAdmin.email, area: 'admin' },
      visitor: true,
    })
    const mail = await post.next(testAdmin.email)
    expect(mail.subject).toBe('Set a new password for Robots & <Friends>')
    expect(mail.text).toContain('your Robots & <Friends> account')
    expect(mail.html).toContain('your Robots &amp; &lt;Friends&gt; account')
    expect(mail.html).toContain('background:#1d4ed8;')
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/Botola|\{\{/)
  })

  it('the logo is a picture, not SVG; the settings form keeps it', async () => {
    const picture = await sharp({ create: { width: 300, height: 200, channels: 4, background: '#1d4ed8' } })
      .png()
      .toBuffer()
    const { logo } = (await saveLogo(createImageFile(picture, 'logo.png'))).json().media
    expect(logo).toMatch(/^\/public\/uploads\/site\/[\w-]+\.webp$/)
    expect((await saveLogo(createImageFile(Buffer.from('<svg/>'), 'logo.png'))).json()).toMatchObject({
      code: 'bad-picture',
      field: 'image',
    })
    expect((await save({})).json().settings.brand.logo).toBe(logo)
    expect((await t.visitor('/site.webmanifest')).json().icons).toEqual([
      { src: logo, sizes: 'any', type: 'image/webp' },
    ])
    if (isBuilt) expect((await t.visitor('/about')).body).toContain(`<link rel="icon" href="${logo}"`)
    expect(
      (await t.ask('DELETE', `${getPath('DELETE /api/admin/media')}?item=logo`)).json().media.logo,
    ).toBeNull()
    expect((await t.visitor(logo)).status).toBe(404)
  })

  it.each([
    ['signature', getPath('PUT /api/admin/media/signature')],
    ['seal', getPath('PUT /api/admin/media/seal')],
  ] as const)(
    'the %s of certificates is a picture that the settings form keeps and public settings do not name',
    async (item, path) => {
      const picture = await sharp({ create: { width: 300, height: 200, channels: 4, background: '#1d4ed8' } })
        .png()
        .toBuffer()
      const upload = async (content: Buffer) =>
        t.ask('PUT', path, await createForm({ image: createImageFile(content, `${item}.png`) }))
      const stored = (await upload(picture)).json().media[item]
      expect(stored).toMatch(/^\/public\/uploads\/site\/[\w-]+\.webp$/)
      expect((await upload(Buffer.from('<svg/>'))).json()).toMatchObject({
        code: 'bad-picture',
        field: 'image',
      })
      expect((await save({ certificateSigner: undefined })).json().settings.certificateSigner[item]).toBe(
        stored,
      )
      expect(await readPublished()).not.toContain(stored)
      expect(
        (await t.ask('DELETE', `${getPath('DELETE /api/admin/media')}?item=${item}`)).json().media[item],
      ).toBeNull()
      expect((await t.visitor(stored)).status).toBe(404)
    },
  )

  // `npm test` builds the pages before
  it
    .skipIf(!isBuilt)
    .each([
      '/',
      '/about',
      '/events',
      '/challenges/',
      '/support/',
      '/contact-us/',
      '/login/',
      '/register/',
      '/no/such/page',
    ])('no page names the standard olympiad any more: %s', async (path) => {
    await save({
      brand,
      title: { en: 'Robots: build', ar: 'روبوتات: ابنِ' },
      description: { en: 'Build.', ar: 'ابنِ.' },
    })
    for (const lang of ['en', 'ar']) {
      const { body, headers } = await t.visitor(`${path}?lang=${lang}`)
      const text = body
        .replaceAll('data-site="botola"', '')
        .replaceAll('botola.test', '')
        .replaceAll('"botola"', '')
      expect([...text.matchAll(/.{30}(?:botola|بطولة).{30}/gi)].map(([found]) => found)).toEqual([])
      expect(body).toContain(
        lang === 'ar' ? 'أولمبياد الروبوت</title>' : 'Robots &amp; &lt;Friends&gt;</title>',
      )
      expect(body).toContain('<meta name="theme-color" content="#1d4ed8"/>')
      expect(body).toContain('html:root{--oasis:#1d4ed8;')
      expect(headers['content-security-policy']).toContain("style-src 'self' 'unsafe-inline'")
    }
  })

  it.skipIf(!isBuilt)(
    'pages have no styles of their own without an accent colour, and the home page shows the counters that are switched on',
    async () => {
      await save({ brand, showCounters: false })
      expect((await t.visitor('/')).body).not.toContain('<dl')
      await save({ brand: { ...brand, accentColor: null }, showCounters: true })
      const { body } = await t.visitor('/')
      expect(body).toMatch(/<dl.*20906/s)
      expect(body).not.toContain('<style>')
      expect(body).toContain('<meta name="theme-color" content="#0b8f70"/>')
    },
  )
})
