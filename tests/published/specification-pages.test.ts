import { expect, it } from 'vitest'
import { messages as ar } from '#i18n/ar/messages.ts'
import { messages as en } from '#i18n/en/messages.ts'
import { pageRoutes } from '../support/page-routes.ts'
import { specificationMessages, specificationRoutes } from './specification-pages.ts'

/** A route whatever its parameters are called and however it ends. */
const patternOf = (route: string) =>
  route
    .replace(/\?.*/, '')
    .replace(/\{\w+\}|:\w+/g, '{}')
    .replace(/(.)\/$/, '$1')

it('every route of the specification is a page', () => {
  const patterns = new Set(pageRoutes.map(patternOf))
  expect(specificationRoutes.filter((route) => !patterns.has(patternOf(route)))).toEqual([])
  expect(pageRoutes).toContain('/*')
})

it('every message has the text of the specification, and one in Arabic', () => {
  for (const [key, text] of Object.entries(specificationMessages)) {
    expect(en[key as keyof typeof en]).toBe(text)
    expect(ar[key as keyof typeof ar]).toMatch(/[\u0600-\u06ff]/)
    expect(ar[key as keyof typeof ar]).not.toMatch(/[A-Za-z]/)
  }
})
