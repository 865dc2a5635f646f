import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { languageScript } from '#web/shared/theme.ts'

/** Runs the script of a page and returns the address that it opens and the cookies after it. */
const open = ({
  lang = 'en',
  search = '',
  cookie = '',
  stored = null as string | null,
  areCookiesBlocked = false,
  isStorageBlocked = false,
}) => {
  const opened: string[] = []
  let cookies = cookie
  const document = {
    documentElement: { lang },
    get cookie() {
      return cookies
    },
    set cookie(text: string) {
      if (!areCookiesBlocked) cookies = text.split(';')[0] as string
    },
  }
  const localStorage = {
    getItem: () => {
      if (isStorageBlocked) throw new Error('blocked')
      return stored
    },
  }
  const location = { search, hash: '#part', replace: (address: string) => opened.push(address) }
  runInNewContext(languageScript, { document, localStorage, location, URLSearchParams })
  return { opened, cookies }
}

it('opens the stored language once when the cookie is gone, and sets the cookie', () => {
  expect(open({ stored: 'ar', search: '?page=2' })).toEqual({
    opened: ['?page=2&lang=ar#part'],
    cookies: 'lang=ar',
  })
  // the page that it opens
  expect(open({ stored: 'ar', lang: 'ar', search: '?lang=ar', cookie: 'lang=ar' }).opened).toEqual([])
  expect(open({ stored: 'ar', lang: 'ar', search: '?lang=ar', areCookiesBlocked: true }).opened).toEqual([])
  expect(open({ stored: 'en' })).toEqual({ opened: [], cookies: 'lang=en' })
})

it('leaves a page alone whose language the address or the cookie decides, and without storage', () => {
  expect(open({ stored: 'ar', search: '?lang=en' })).toEqual({ opened: [], cookies: '' })
  expect(open({ stored: 'ar', cookie: 'other=1; lang=en' })).toEqual({
    opened: [],
    cookies: 'other=1; lang=en',
  })
  expect(open({ stored: 'fr' })).toEqual({ opened: [], cookies: '' })
  expect(open({})).toEqual({ opened: [], cookies: '' })
  expect(open({ stored: 'ar', isStorageBlocked: true })).toEqual({ opened: [], cookies: '' })
})
