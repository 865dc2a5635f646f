import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { settings } from '#server/platform/db/schema/content.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { allTags } from '#server/platform/lib/cache-invalidation.ts'
import { seedDemoContentIfMissing } from '#server/seed/demo/seed.ts'
import { startApp, type TestApp } from '../support/services/app.ts'

let t: TestApp
let address: string
const get = async (path: string) => {
  const response = await fetch(`${address}${path}`)
  return {
    status: response.status,
    header: (name: string) => response.headers.get(name),
    body: await response.text(),
  }
}

// `npm test` builds the pages before
describe.skipIf(!existsSync('build/server/index.js'))('pages over HTTP', () => {
  beforeAll(async () => {
    t = await startApp({}, { pages: 'built' })
    address = await t.listen()
  })
  afterAll(() => t.close())

  it('renders a page once, whatever unknown query parameters the URL has', async () => {
    const first = await get('/about')
    expect(first.status).toBe(200)
    for (const path of [
      '/about?x=1',
      '/about?x=2&utm_source=a',
      '/about?page=7',
      '/about?token=1',
      '/about?from=admin',
    ])
      expect((await get(path)).header('etag')).toBe(first.header('etag'))
    expect((await get('/about?lang=ar')).header('etag')).not.toBe(first.header('etag'))
    // only these pages read the parameters, and only one value of `from`
    expect((await get('/login?token=1')).header('cache-control')).toBe('no-store')
    const forgotten = await get('/forgot-password?from=1')
    expect((await get('/forgot-password?from=2&token=3')).header('etag')).toBe(forgotten.header('etag'))
    expect((await get('/forgot-password?from=admin')).header('etag')).not.toBe(forgotten.header('etag'))
  })

  it('lets search engines index the sign-in, but not with a token', async () => {
    for (const path of ['/login', '/login/?lang=ar', '/login/?next=%2Faccount%2Fdata']) {
      const { body, header } = await get(path)
      expect([path, header('x-robots-tag'), body.includes('name="robots"')]).toEqual([path, null, false])
      expect(body).toMatch(/<meta name="description" content="[^"]{20}/)
      expect(body).toMatch(/<link rel="canonical" href="[^"?]*\/login\/(?:\?lang=ar)?"/)
    }
    for (const path of ['/login?token=1', '/login/?lang=ar&token=1', '/login/?token']) {
      const { body, header } = await get(path)
      const found = [header('x-robots-tag'), body.includes('<meta name="robots" content="noindex"')]
      expect([path, ...found]).toEqual([path, 'noindex', true])
    }
  })

  it.each([
    ['/about', '()'],
    ['/judges', '()'],
    ['/judge/', '(self)'],
    ['/admin/login', '(self)'],
  ])('%s may use the camera of %s, and neither place nor microphone', async (path, camera) => {
    expect((await get(path)).header('permissions-policy')).toBe(
      `camera=${camera}, geolocation=(), microphone=()`,
    )
  })

  it('requests the scripts of a page after its first paint', async () => {
    const { body } = await get('/about')
    expect(body).not.toContain('rel="modulepreload"')
    const script = /<script type="module"[^>]*>([\s\S]*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(
      script.startsWith('if (!document.hidden) await new Promise((done) => requestAnimationFrame('),
    ).toBe(true)
    // no static import, which the browser would request at once
    expect(script.match(/\bimport\b(?!\()/g)).toBeNull()
    expect(script.match(/await import\(/g)).toHaveLength(3)
  })

  /** The bytes of the scripts and styles that a page requests at first, compressed with gzip. */
  const measureFirstLoad = async (path: string) => {
    const { body } = await get(path)
    const measure = async (urls: Iterable<string>) => {
      let bytes = 0
      for (const url of new Set(urls))
        bytes += gzipSync(await (await fetch(`${address}${url}`)).bytes(), { level: 9 }).length
      return bytes
    }
    const scripts = JSON.parse(/for \(const href of (\[[^\]]*\])\)/.exec(body)?.[1] ?? '[]') as string[]
    const styles = [...body.matchAll(/<link rel="stylesheet" href="([^"#]+)/g)].map(
      (match) => match[1] as string,
    )
    return {
      scripts: await measure(scripts),
      styles: await measure(styles),
      count: scripts.length + styles.length,
    }
  }

  it.each([
    ['/', 153_400, 11_700],
    ['/competitions', 145_000, 7000],
    ['/events', 143_000, 7000],
    ['/challenges', 142_000, 7800],
    ['/about', 141_000, 6600],
    ['/support', 146_000, 7800],
    ['/contact-us', 145_000, 7800],
    ['/login', 151_000, 8800],
    ['/register', 156_000, 9000],
  ])(
    '%s requests at most %i bytes of scripts and %i bytes of styles in each language',
    async (path, scripts, styles) => {
      for (const lang of ['en', 'ar']) {
        const bytes = await measureFirstLoad(`${path}?lang=${lang}`)
        expect(bytes, `${path} ${lang}: ${JSON.stringify(bytes)}`).toEqual({
          scripts: expect.toSatisfy((found: number) => found > 100_000 && found <= scripts),
          styles: expect.toSatisfy((found: number) => found > 1000 && found <= styles),
          count: expect.toSatisfy((found: number) => found <= 20),
        })
      }
    },
  )

  it('requests at most 157,000 bytes of scripts and 10,800 bytes of styles for the display of an event', async () => {
    const texts = { titleEn: 'Rally', titleAr: 'رالي', descriptionEn: '', descriptionAr: '' }
    await t.database.db.insert(events).values({ slug: 'display-weight', ...texts })
    for (const lang of ['en', 'ar']) {
      const bytes = await measureFirstLoad(`/events/display-weight/display?lang=${lang}`)
      expect(bytes, `${lang}: ${JSON.stringify(bytes)}`).toEqual({
        scripts: expect.toSatisfy((found: number) => found > 100_000 && found <= 157_000),
        styles: expect.toSatisfy((found: number) => found > 1000 && found <= 10_800),
        count: expect.toSatisfy((found: number) => found <= 20),
      })
    }
  })

  it('loads no schema in a page of visitors, accounts or judges, neither at first nor later', () => {
    const folder = 'build/client/assets'
    const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
    const manifest = names.find((name) => name.startsWith('manifest-')) ?? ''
    const scripts = new Map(
      names
        .filter((name) => name !== manifest)
        .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
    )
    const findNames = (text: string) =>
      [...text.matchAll(/[\w.-]+-[\w-]{8}\.js/g)].map(([name]) => name).filter((name) => scripts.has(name))
    const { routes } = JSON.parse(
      readFileSync(join(folder, manifest), 'utf8').replace(/^[^{]*|;\s*$/g, ''),
    ) as {
      routes: Record<string, { path?: string; parentId?: string; module: string; imports: string[] }>
    }
    const isAdmin = (id: string | undefined): boolean => {
      const route = id === undefined ? undefined : routes[id]
      return route !== undefined && (route.path?.startsWith('admin') || isAdmin(route.parentId))
    }
    const reached = new Set<string>()
    const reach = (name: string) => {
      if (reached.has(name)) return
      reached.add(name)
      for (const imported of findNames(scripts.get(name) ?? '')) reach(imported)
    }
    for (const [id, { module, imports }] of Object.entries(routes))
      if (!isAdmin(id)) for (const name of findNames([module, ...imports].join(' '))) reach(name)
    const withSchemas = [...scripts].flatMap(([name, text]) => (text.includes('_zod') ? name : []))
    expect(reached.size).toBeGreaterThan(50)
    // the page of rules checks them as the server does
    expect(withSchemas).toEqual([expect.stringMatching(/^rules-page-/)])
    expect(withSchemas.filter((name) => reached.has(name))).toEqual([])
  })

  it('sends no count of a rate limit, which would be that of another visitor', async () => {
    const reply = await fetch(`${address}/about`)
    expect([...reply.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
  })

  it('renders one page for all paths without a page', async () => {
    const first = await get('/no/such/page')
    expect([first.status, first.header('cache-control')]).toEqual([404, 'no-store'])
    expect((await get('/another-one?y=3')).header('etag')).toBe(first.header('etag'))
    expect((await get('/events/no-such-event')).status).toBe(404)
  })

  it('limits the pages that one address may have rendered, not those of the cache', async () => {
    const limited = await startApp({}, { pages: 'built', highestRateLimit: 2 })
    const limitedAddress = await limited.listen()
    const statuses: number[] = []
    for (const path of ['/about', '/about', '/about', '/support', '/challenges', '/about'])
      statuses.push((await fetch(`${limitedAddress}${path}`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 200])
    await limited.close()
  })

  it('renders a known page after a write also for an address that has used up its limit', async () => {
    const limited = await startApp({}, { pages: 'built', highestRateLimit: 2 })
    const limitedAddress = await limited.listen()
    const read = async (path: string) => (await fetch(`${limitedAddress}${path}`)).status
    expect([await read('/about'), await read('/login?token=1'), await read('/login?token=2')]).toEqual([
      200, 200, 429,
    ])
    await limited.invalidator.invalidate(allTags)
    expect([await read('/about'), await read('/login?token=3'), await read('/support')]).toEqual([
      200, 429, 429,
    ])
    await limited.close()
  })

  it('renders the same page for a path that no route matches, and logs no such path', async () => {
    const log = vi.spyOn(console, 'error')
    const expected = (await get('/no/such/page')).header('etag')
    for (const path of ['/events/a/%0amona@school.test', '/%0Dx/y', '/login/%E2%80%A8'])
      expect([(await get(path)).header('etag'), path]).toEqual([expected, path])
    expect(log.mock.calls).toEqual([])
    log.mockRestore()
  })

  it('sends the routes that the browser asks for before a navigation', async () => {
    const script = /\/assets\/manifest-[\w-]+\.js/.exec((await get('/about')).body)?.[0] ?? ''
    const version = /"version":"(\w+)"/.exec((await get(script)).body)?.[1]
    for (const [query, path] of [
      ['/about', 'about'],
      ['/login/,/support/', 'login'],
    ]) {
      const reply = await get(`/__manifest?paths=${encodeURIComponent(query as string)}&version=${version}`)
      expect([reply.status, reply.header('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
      const routes = Object.values(JSON.parse(reply.body) as Record<string, { path?: string }>)
      expect(routes.map((route) => route.path)).toContain(path)
    }
    // the URL has the version of the build, so the browser keeps what it says
    const url = `/__manifest?paths=${encodeURIComponent('/admin/teams,/admin/users')}&version=${version}`
    const kept = await fetch(address + url, { headers: { 'accept-encoding': 'br' } })
    expect(['cache-control', 'content-encoding', 'vary'].map((name) => kept.headers.get(name))).toEqual([
      'public, max-age=31536000, immutable',
      'br',
      'Accept-Encoding',
    ])
    expect(Object.keys((await kept.json()) as object)).toContain('admin/people/teams/teams-page')
    // another build: the browser loads the document again
    const other = await get('/__manifest?paths=/about&version=other')
    expect(['x-remix-reload-document', 'cache-control'].map(other.header)).toEqual(['true', 'no-store'])
    expect(other.status).toBe(204)
  })

  it.each(['//', '//evil.example/', '/\\evil.example'])(
    'answers %s with a page of this site',
    async (path) => {
      expect((await get(path)).status).toBeLessThan(500)
    },
  )

  it("redirects to the path of the judges' app that its service worker controls", async () => {
    for (const path of ['/judge', '/judge?lang=ar']) {
      const response = await fetch(`${address}${path}`, { redirect: 'manual' })
      expect([response.status, response.headers.get('location')]).toEqual([
        308,
        path.replace('/judge', '/judge/'),
      ])
    }
    expect((await get('/judge/')).status).toBe(200)
  })

  it.each([
    ['/verify/?code=7k2m+9qxa-4trd', '/verify/7K2M9QXA4TRD/'],
    ['/verify?lang=ar&code=%D9%A7k2m%209Q%D8%8CXA4TRD', '/verify/7K2M9QXA4TRD/?lang=ar'],
    ['/verify/?code=//evil.example', '/verify/EVILEXAMPLE/'],
    ['/verify/?code=%3F', '/verify/-/'],
    // two readings, and an emoji that the longest text cuts
    [
      `/verify/?code=${encodeURIComponent(`${' '.repeat(286)}لالا123456789🏆`)}`,
      `/verify/${encodeURIComponent('لالا123456789\ufffd')}/`,
    ],
    // the keys of https://botola.example/verify/bb123456789/ in the Arabic layout
    [
      `/verify/?code=${encodeURIComponent('اففحس:ظظلاخفخمشزثءشةحمثظرثقهبغظلالا123456789ظ')}`,
      `/verify/${encodeURIComponent('لالا123456789')}/`,
    ],
    ['/verify/?code=+&lang=ar', '/verify/?lang=ar'],
  ])('redirects the form of the certificate page from %s to %s', async (path, target) => {
    // a cached page without a code does not answer for one with it
    for (const lang of ['en', 'ar']) await get(`/verify/?lang=${lang}`)
    const response = await fetch(`${address}${path}`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([303, target])
  })

  it('has a field for the code of a certificate, without scripts too', async () => {
    for (const path of ['/verify/', '/verify', '/verify/?lang=ar']) {
      const { status, body, header } = await get(path)
      expect([status, header('x-robots-tag')]).toEqual([200, null])
      expect(body).toMatch(/<form [^>]*action="\/verify\/" method="get"[\s\S]*<input[^>]* name="code"/)
    }
    expect((await get('/verify/000000000000/')).header('x-robots-tag')).toBe('noindex')
    expect((await get('/about')).body).toContain('href="/verify/"')
  })

  it('has a menu without scripts, and says so in a form that needs them', async () => {
    for (const [lang, menu, text] of [
      ['en', 'Menu', 'This needs JavaScript.'],
      ['ar', 'القائمة', 'يحتاج هذا إلى JavaScript.'],
    ] as const)
      for (const path of ['/login', '/register', '/support', '/contact-us', '/guardian']) {
        const { body } = await get(`${path}?lang=${lang}`)
        const parts = [...body.matchAll(/<noscript>([\s\S]*?)<\/noscript>/g)].map(
          (match) => match[1] as string,
        )
        expect(
          parts.some((part) => part.includes('href="#pages"') && part.includes(menu)),
          path,
        ).toBe(true)
        expect(body).toContain('<nav id="pages"')
        expect(
          parts.some((part) => part.includes(text)),
          path,
        ).toBe(true)
      }
  })

  it('answers 404 for an unknown path of the back office', async () => {
    expect((await get('/admin/no-such-page')).status).toBe(404)
    expect((await get('/admin/users')).status).toBe(200)
  })

  it('never lets a proxy keep a page that was rendered while the database was away', async () => {
    const other = await startApp({}, { pages: 'built' })
    const origin = await other.listen()
    const getHead = async (path: string) => {
      const { status, headers } = await fetch(`${origin}${path}`)
      return {
        status,
        cache: headers.get('cache-control'),
        retryAfter: headers.get('retry-after'),
        etag: headers.get('etag'),
      }
    }
    const cached = await getHead('/events')
    await other.setDatabaseReachable(false)
    for (const path of ['/', '/support'])
      expect(await getHead(path)).toMatchObject({ status: 503, cache: 'no-store', retryAfter: '5' })
    await other.invalidator.invalidate('events')
    expect(await getHead('/events')).toMatchObject({ status: 200, etag: cached.etag })
    await other.setDatabaseReachable(true)
    expect((await getHead('/')).status).toBe(200)
    await other.close()
  })

  it('invite nobody to register while the registration is switched off', async () => {
    const other = await startApp({}, { pages: 'built' })
    const origin = await other.listen()
    const { db } = other.database
    await seedDemoContentIfMissing({ db, files: other.files, log: { info: () => {} }, root: resolve('.') })
    const read = async (path: string) => (await fetch(`${origin}${path}`)).text()
    const isInviting = (html: string) =>
      html.includes('href="/register/') ||
      html.includes('/account/teams/new') ||
      html.includes('Register a team</a>')
    const paths = ['/', '/competitions/', '/about/', '/challenges/', '/login/']
    for (const path of paths) expect([path, isInviting(await read(path))]).toEqual([path, true])
    /** The home page from its title to the simulator. */
    const readHero = async () => /<main[\s\S]*?id="simulator"/.exec(await read('/'))?.[0] ?? ''
    expect(await readHero()).toMatch(/href="\/competitions\/"[^>]*>Register a team</)
    // without a competition that visitors see, nothing leads to their page
    await db.update(competitions).set({ active: false })
    await other.invalidator.invalidate('competitions')
    expect(await readHero()).not.toContain('href="/competitions/"')
    expect(await read('/competitions/')).toContain('>The competitions of the season will be announced here')
    expect(await read('/competitions/')).not.toContain('>Choose a competition')
    await db.update(competitions).set({ active: true })
    await other.invalidator.invalidate('competitions')
    await db
      .update(settings)
      .set({ value: sql`jsonb_set(${settings.value}, '{features,registration}', 'false')` })
    await other.invalidator.invalidate('settings')
    for (const path of [...paths, '/register/'])
      expect([path, isInviting(await read(path))]).toEqual([path, false])
    expect(await read('/competitions/')).not.toContain('data-open="true"')
    await other.close()
  })

  it('sends less than 66,500 bytes of HTML for a home page with 12 events', async () => {
    const other = await startApp({}, { pages: 'built' })
    const origin = await other.listen()
    const { db } = other.database
    await seedDemoContentIfMissing({ db, files: other.files, log: { info: () => {} }, root: resolve('.') })
    await db.update(events).set({ regionId: null })
    for (const path of ['/', '/?lang=ar']) {
      const html = await (await fetch(`${origin}${path}`)).text()
      expect(new Set(html.match(/\/events\/[a-z-]+\/(?=["?])/g)).size).toBe(12)
      expect([path, Buffer.byteLength(html)]).toEqual([
        path,
        expect.toSatisfy((bytes: number) => bytes < 66_500),
      ])
    }
    await other.close()
  })
})
