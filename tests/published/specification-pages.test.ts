import { expect, it } from 'vitest'
import { messages as ar } from '#i18n/ar/messages.ts'
import { messages as en } from '#i18n/en/messages.ts'
import { pageRoutes } from '../support/browser/page-routes.ts'
import { specificationMessages, specificationRoutes } from './specification-pages.ts'

/** Returns a route without the names of its parameters and without its trailing slash. */
const normalizeRoute = (route: string) =>
  route
    .replace(/\?.*/, '')
    .replace(/\{\w+\}|:\w+/g, '{}')
    .replace(/(.)\/$/, '$1')

it('every route of the specification is a page', () => {
  const patterns = new Set(pageRoutes.map(normalizeRoute))
  expect(specificationRoutes.filter((route) => !patterns.has(normalizeRoute(route)))).toEqual([])
  expect(pageRoutes).toContain('/*')
})

it('every message has the text of the specification, and one in Arabic', () => {
  for (const [key, text] of Object.entries(specificationMessages)) {
    expect(en[key as keyof typeof en]).toBe(text)
    expect(ar[key as keyof typeof ar]).toMatch(/[\u0600-\u06ff]/)
    expect(ar[key as keyof typeof ar]).not.toMatch(/[A-Za-z]/)
  }
})
