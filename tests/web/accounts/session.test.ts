import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessions, users } from '#server/platform/db/schema/users.ts'
import {
  readDataOrClearSessionAndRedirect,
  reloadAccountUserOrSignOut,
  reloadAdminUserOrSignOut,
  requireStoredUserOrRedirect,
} from '#web/shared/accounts/session/guards.ts'
import {
  reloadStoredSessionUser,
  sessionApi,
  signInAndStartSession,
  signInWithLinkAndDeleteDrafts,
  signOutAndDeleteDrafts,
} from '#web/shared/accounts/session/sign-in.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { session } from '#web/shared/session.ts'
import { storageKeys } from '#web/shared/storage-keys.ts'
import { password, type SessionsApp, startSessionsApp } from '../../support/api/session.ts'

/** Stands in for the storage of a browser. */
class MemoryStorage {
  readonly kept = new Map<string, string>()
  getItem = (key: string) => this.kept.get(key) ?? null
  setItem = (key: string, value: string) => void this.kept.set(key, String(value))
  removeItem = (key: string) => void this.kept.delete(key)
}

describe('the session in the browser, against the real server', () => {
  let t: SessionsApp
  let base = ''
  let away = false
  let storage = new MemoryStorage()
  let tabStorage = new MemoryStorage()
  beforeAll(async () => {
    t = await startSessionsApp()
    base = await t.listen()
    vi.stubGlobal('document', { documentElement: { dataset: { site: 'botola' } } })
  })
  beforeEach(() => {
    away = false
    storage = new MemoryStorage()
    tabStorage = new MemoryStorage()
    const browser = {
      localStorage: storage,
      sessionStorage: tabStorage,
      fetch: (path: string, init?: RequestInit) =>
        fetch(away ? 'http://127.0.0.1:1' : `${base}${path}`, init),
      addEventListener: () => {},
      removeEventListener: () => {},
    }
    vi.stubGlobal('window', browser)
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    await t.close()
  })
  const enter = async (more: Parameters<SessionsApp['person']>[0] = {}) => {
    const mona = await t.person(more)
    await signInAndStartSession({ identity: mona.email, kind: 'email', password, area: 'account' })
    return mona
  }
  const page = 'https://botola.test/admin/teams?stage=national'
  const whereTo = async (allowed?: Parameters<typeof reloadAdminUserOrSignOut>[1]) => {
    const thrown = await reloadAdminUserOrSignOut(page, allowed).catch((error: unknown) => error)
    return thrown instanceof Response ? thrown.headers.get('location') : thrown
  }

  it('stores token and user, and notifies listeners', async () => {
    const heard = vi.fn()
    const stop = session.subscribe(heard)
    const mona = await enter()
    expect(heard).toHaveBeenCalledTimes(1)
    stop()
    expect(session.getUser()).toEqual({
      id: mona.id,
      name: 'Mona Saleh',
      firstName: 'Mona',
      role: 'student',
      permissions: [],
      regionLimit: null,
      lang: 'en',
    })
    expect(session.getUser()).toBe(session.getUser())
    expect(storage.getItem('access_token')).toBe(session.getToken())
    expect(storage.getItem('steb_token')).toBe(session.getToken())
    expect([...storage.kept.keys()].sort()).toEqual(['access_token', 'steb_token', 'user_data'])
  })

  it('shows the text of the header when a sign-in fails, and stores nothing', async () => {
    const failed = await signInAndStartSession({
      identity: 'nobody@school.test',
      kind: 'email',
      password,
      area: 'account',
    }).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(ApiError)
    expect(failed).toMatchObject({
      status: 401,
      code: 'sign-in-failed',
      message: 'These sign-in details are incorrect.',
    })
    away = true
    expect(
      await signInAndStartSession({ identity: 'a', kind: 'email', password, area: 'account' }).catch(
        (error: ApiError) => error.code,
      ),
    ).toBe('offline')
    expect(storage.kept.size).toBe(0)
  })

  it.each([false, true])(
    'removes every personal key on sign-out (server unavailable: %s)',
    async (serverAway) => {
      const mona = await enter()
      const old = session.getToken()
      for (const key of Object.values(storageKeys))
        if (!storage.getItem(key)) storage.setItem(key, 'something')
      tabStorage.setItem(storageKeys.registrationUser, '{"firstName":"Mona"}')
      away = serverAway
      expect(await signOutAndDeleteDrafts()).toBe(!serverAway)
      expect([...storage.kept.keys()].sort()).toEqual([
        'arabic_hint',
        'faqs',
        'has_signed_out',
        'lang',
        'partners',
        'settings',
        'theme',
      ])
      expect(tabStorage.kept.size).toBe(0)
      expect([session.getToken(), session.getUser()]).toEqual([undefined, undefined])
      const open = await t.database.db.select().from(sessions).where(eq(sessions.userId, mona.id))
      expect(open).toHaveLength(serverAway ? 1 : 0)
      expect((await t.post('/api/getuser', {}, { authorization: String(old) })).statusCode).toBe(
        serverAway ? 200 : 401,
      )
    },
  )

  it('treats an expired token as signed out', async () => {
    await enter()
    await t.database.db.delete(sessions)
    expect(await signOutAndDeleteDrafts()).toBe(true)
  })

  it('ignores invalid values in the storage', () => {
    for (const text of ['{', 'null', '7', '"x"', '{}', '[]']) {
      storage.setItem('access_token', 'x')
      storage.setItem('user_data', text)
      expect(session.getUser()).toBeUndefined()
    }
  })

  it('guards: a visitor is redirected to the sign-in page, another role to the home page, and the right role may enter', async () => {
    expect(await whereTo()).toBe(
      `/admin/auth/signin/?next=${encodeURIComponent('/admin/teams?stage=national')}`,
    )
    const mona = await enter()
    expect(await whereTo(['admin'])).toBe('/')
    expect(await reloadAdminUserOrSignOut(page)).toMatchObject({ id: mona.id, role: 'student' })
    await t.database.db.update(users).set({ role: 'admin' }).where(eq(users.id, mona.id))
    expect(await reloadAdminUserOrSignOut(page, ['admin'])).toMatchObject({ role: 'admin' })
  })

  it('guards: the server confirms token and role', async () => {
    await enter()
    const user = session.getUser()
    session.save(session.getToken() ?? '', { ...(user as NonNullable<typeof user>), role: 'admin' })
    expect(await whereTo(['admin'])).toBe('/')
    expect(session.getUser()?.role).toBe('student')
    await t.database.db.delete(sessions)
    expect(await whereTo()).toBe(
      `/admin/auth/signin/?next=${encodeURIComponent('/admin/teams?stage=national')}`,
    )
    expect(storage.kept.size).toBe(0)
  })

  it('guards: the account page is shown after the sign-in to which it redirected', async () => {
    const to = async (work: Promise<unknown>) => {
      const thrown = await work.catch((error: unknown) => error)
      return thrown instanceof Response ? thrown.headers.get('location') : thrown
    }
    const page = '/account/data?lang=ar'
    const signInFirst = '/login/?next=%2Faccount%2Fdata%3Flang%3Dar'
    expect(await to(reloadAccountUserOrSignOut(page))).toBe(signInFirst)
    const asked = vi.fn(async () => 'data')
    expect(await to(readDataOrClearSessionAndRedirect(`${base}${page}`, asked))).toBe(signInFirst)
    expect(asked).not.toHaveBeenCalled()
    const mona = await enter()
    expect(await reloadAccountUserOrSignOut(page)).toMatchObject({ id: mona.id })
    expect(await readDataOrClearSessionAndRedirect(`${base}${page}`, asked)).toBe('data')
    await t.database.db.delete(sessions)
    const ended = () => Promise.reject(new ApiError(401, 'bad-token', ''))
    expect(await to(readDataOrClearSessionAndRedirect(`${base}${page}`, ended))).toBe(signInFirst)
    expect(session.getToken()).toBeUndefined()
    const refused = new ApiError(500, 'unexpected', '')
    await enter()
    expect(await to(readDataOrClearSessionAndRedirect(`${base}${page}`, () => Promise.reject(refused)))).toBe(
      refused,
    )
    expect(await to(reloadAccountUserOrSignOut(page))).toMatchObject({ role: 'student' })
  })

  it('guards: no URL contains the token', async () => {
    await enter()
    const token = session.getToken() ?? ''
    const urls: string[] = []
    const { fetch } = window
    window.fetch = (path, init) => {
      urls.push(String(path))
      return fetch(path, init)
    }
    await reloadAdminUserOrSignOut(page)
    expect(await sessionApi.getUserOfLink(token)).toBeDefined()
    expect(await signInWithLinkAndDeleteDrafts(token)).toHaveProperty('user')
    window.fetch = fetch
    expect(urls.length).toBeGreaterThan(0)
    expect(urls.filter((url) => url.includes(token))).toEqual([])
  })

  it('guards: a reply with the header of another token signs out', async () => {
    await enter()
    const { fetch } = window
    window.fetch = async (path, init) => {
      const reply = await fetch(path, init)
      return new Response(reply.body, { status: reply.status, headers: { authorization: 'another' } })
    }
    expect(await whereTo()).toBe(
      `/admin/auth/signin/?next=${encodeURIComponent('/admin/teams?stage=national')}`,
    )
    window.fetch = fetch
    expect(session.getToken()).toBeUndefined()
  })

  it('guards: a sign-in or sign-out in another tab meanwhile counts', async () => {
    const { fetch } = window
    /** Does in another tab `work`, while the server replies to the guard. */
    const meanwhile = (work: () => Promise<void>) => {
      window.fetch = async (path, init) => {
        window.fetch = fetch
        const reply = await fetch(path, init)
        await work()
        return reply
      }
    }
    await enter()
    meanwhile(async () => void (await signOutAndDeleteDrafts()))
    expect(await whereTo()).toContain('/admin/auth/signin/')
    expect([session.getToken(), session.hasSignedOut()]).toEqual([undefined, true])

    await enter()
    await t.database.db.delete(sessions)
    let other: Awaited<ReturnType<typeof enter>> | undefined
    meanwhile(async () => {
      other = await enter()
    })
    expect(await reloadAdminUserOrSignOut(page)).toMatchObject({ id: other?.id })
    expect(session.getUser()?.id).toBe(other?.id)

    await enter()
    meanwhile(async () => void (await signOutAndDeleteDrafts()))
    await reloadStoredSessionUser()
    expect(session.getToken()).toBeUndefined()
  })

  it('guards: an Arabic page redirects to the Arabic sign-in page', async () => {
    vi.stubGlobal('document', { documentElement: { lang: 'ar', dataset: { site: 'botola' } } })
    const to = async (work: () => unknown) => {
      const thrown = await (async () => work())().catch((error: unknown) => error)
      return thrown instanceof Response ? thrown.headers.get('location') : thrown
    }
    const path = '/account/data'
    expect(await whereTo()).toBe(
      `/admin/auth/signin/?next=${encodeURIComponent('/admin/teams?stage=national')}&lang=ar`,
    )
    for (const guard of [
      () => reloadAccountUserOrSignOut(path),
      () => requireStoredUserOrRedirect(`${base}${path}`),
      () => readDataOrClearSessionAndRedirect(`${base}${path}`, () => Promise.resolve('data')),
    ])
      expect(await to(guard)).toBe('/login/?next=%2Faccount%2Fdata&lang=ar')
    vi.stubGlobal('document', { documentElement: { dataset: { site: 'botola' } } })
  })

  it('guards: an unavailable server signs nobody out', async () => {
    await enter()
    away = true
    expect(await whereTo()).toMatchObject({ code: 'offline' })
    expect(session.getToken()).toBeDefined()
  })

  it('signs in only with the token of a link that the server confirms', async () => {
    const mona = await enter()
    const token = session.getToken() ?? ''
    session.clear()
    await expect(signInWithLinkAndDeleteDrafts('another')).rejects.toMatchObject({ code: 'bad-token' })
    expect(session.getToken()).toBeUndefined()
    expect(await sessionApi.getUserOfLink(token)).toMatchObject({ id: mona.id })
    expect(session.getToken()).toBeUndefined()
    expect(await signInWithLinkAndDeleteDrafts(token)).toMatchObject({ user: { id: mona.id } })
    const newToken = session.getToken() ?? ''
    expect(newToken).not.toBe(token)
    await expect(sessionApi.getUserOfLink(token)).rejects.toMatchObject({ code: 'bad-token' })
    for (const each of [token, newToken])
      expect(await sessionApi.confirmToken(each)).toMatchObject({ id: mona.id })
  })

  it('ends the session of the browser when another one begins with a link, but not that of the link', async () => {
    const mona = await enter()
    const monaToken = session.getToken() ?? ''
    const sara = await t.person({ firstName: 'Sara' })
    const saraToken = String((await t.signIn(sara.email)).headers.authorization)
    expect(await signInWithLinkAndDeleteDrafts(saraToken)).toMatchObject({ user: { id: sara.id } })
    expect(session.getUser()).toMatchObject({ id: sara.id })
    expect(await sessionApi.confirmToken(monaToken)).toBeUndefined()
    expect(mona.id).not.toBe(sara.id)
    const own = session.getToken() ?? ''
    expect(await signInWithLinkAndDeleteDrafts(own)).toMatchObject({ user: { id: sara.id } })
    expect(await sessionApi.confirmToken(own)).toMatchObject({ id: sara.id })
  })
})
