import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { messages as ar } from '#i18n/ar/messages.ts'
import { messages as en } from '#i18n/en/messages.ts'
import { pageRoutes } from '../support/page-routes.ts'

const document = readFileSync('docs/wire-contract.md', 'utf8')
const rowsOf = (pattern: RegExp) => [...document.matchAll(pattern)].map(([, ...cells]) => cells.map((cell) => cell ?? ''))

/** Routes of the specification, section 2, as it writes them. */
const specified = [
  ...['/', '/events', '/events/{id}', '/challenges/', '/about', '/support/', '/contact-us/', '/admin/auth/signin/', '/*'],
  '/admin/dashboard',
  ...['users', 'events', 'faqs', 'partners'].flatMap((kind) => [`/admin/${kind}/`, `/admin/${kind}/new`, `/admin/${kind}/{id}/edit`]),
  ...['/admin/teams', '/admin/teams/new', '/admin/team/{id}/edit', '/admin/team/{id}/view'],
  ...['/admin/team/{teamId}/coach/{coachId}/edit', '/admin/team/{teamId}/member/{memberId}/edit', '/payment/telr'],
]
/** The same route whatever its parameters are called and however it ends. */
const same = (route: string) => route.replace(/\{\w+\}|:\w+/g, '{}').replace(/(.)\/$/, '$1')

const parts = rowsOf(/^\| part (.+?) \| (.+) \| `([^`]+)` \|$/gm)
const pages = rowsOf(/^\| page `([^`]+)` \| (.+) \| `([^`]+)` \|$/gm)
const told = rowsOf(/^\| message (.+?) \| (?:`(\w+)`|–) \| (.+) \| `([^`]+)` \|$/gm)

it('every page of the site has a row, and every row a page', () => {
  expect(pages.map(([route]) => route).sort()).toEqual([...pageRoutes].sort())
})

it('every route of the specification is a page', () => {
  const made = new Set(pageRoutes.map(same))
  expect(specified.filter((route) => !made.has(same(route)))).toEqual([])
})

it('every part of the specification’s pages has a row', () => {
  // the order of section 2: frame, home page, the other pages, the back office
  const named = [
    ...['header', 'footer', 'not-found page'],
    ...['partners carousel', 'statistics banner', 'trending ranks', 'global events', 'story video', 'simulator download and its modal']
      .concat('seasons', 'contact block', 'FAQ accordion')
      .map((block) => `home: ${block}`),
    ...['events: tab strip', 'events: active and inactive organizers', 'event: banner', 'challenges:', 'support: region contact card'],
    ...['support: Report an Issue', 'login:', 'sidebar:', 'top bar:', 'lists:'],
    ...['event form: pictures', 'event form: dates', 'event form: tags'],
  ]
  expect(parts).toHaveLength(named.length)
  for (const [at, name] of named.entries()) expect(parts[at]?.[0]).toMatch(new RegExp(`^${name}`))
})

/** The text of a test, from its title to the next one. */
const testIn = (file: string, title: string): string | undefined => {
  const text = readFileSync(file, 'utf8')
  const at = ["'", '`'].map((quote) => text.indexOf(`${quote}${title}${quote}`)).find((found) => found >= 0)
  if (at === undefined) return undefined
  const next = /\n {0,4}(?:test|it)(?:\.\w+)?\(/.exec(text.slice(at))
  return text.slice(at, next ? at + next.index : undefined)
}

it('every row names a test that is there', () => {
  const rows = [...pages, ...parts, ...told.map(([name, , title, file]) => [name, title, file])]
  expect(rows.length).toBeGreaterThan(80)
  for (const [name, title = '', file = ''] of rows) expect(testIn(file, title), `${name}: ${title}`).toBeTruthy()
})

/** Sections 5 and 8 of the specification, and the not-found page of section 2, letter by letter. */
const wording: Partial<Record<keyof typeof en, string>> = {
  loadFailed: 'Something went wrong',
  organizerInactive: 'Server is not Available',
  signInFailed: 'Sign in failed',
  downloadIncomplete: 'Please fill in all fields...',
  loginIncomplete: 'Please fill in all fields, Email or Password is Empty!',
  formIncomplete: 'Please fill form carefully!',
  passwordMismatch: 'Password is not Matched',
  unknownError: 'Unknown Error',
  signOutFailed: 'Something went Wrong Try Again Later',
  confirmDelete: 'Are you sure want to delete?',
  deleteFailed: 'Something went Wrong',
  pageNotFound: 'Page Not Found',
  backHome: 'Go back to homepage',
  signedIn: 'Sign in Suucessfully!',
  signedOut: 'Sign out Suucessfully!',
  saved: 'Saved Successfully!',
  updated: 'Update Successfully!',
  statusUpdated: 'Status is Updated Successfully!',
  teamDeleted: 'Team Delete Successfully!',
}

it('every message is worded as the specification has it, and in Arabic', () => {
  for (const [key, text] of Object.entries(wording)) {
    expect(en[key as keyof typeof en]).toBe(text)
    expect(ar[key as keyof typeof ar]).toMatch(/[\u0600-\u06ff]/)
    expect(ar[key as keyof typeof ar]).not.toMatch(/[A-Za-z]/)
  }
})

it('every message is looked for by the test that its row names', () => {
  const keys = new Set(told.map(([, key]) => key).filter(Boolean))
  expect([...keys].sort()).toEqual(Object.keys(wording).sort())
  for (const [name, key, title = '', file = ''] of told)
    if (key) expect(testIn(file, title), `${name}: ${title}`).toContain(`messages.${key}`)
})
