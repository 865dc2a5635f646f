import { readFileSync } from 'node:fs'
import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/services/app.ts'

const routes: RouteOptions[] = []
let running: TestApp
// biome-ignore lint/suspicious/noExplicitAny: a document from outside is looked at key by key
let document: any
beforeAll(async () => {
  running = await startApp({}, { onRoute: (route) => routes.push(route) })
  document = (await running.app.inject('/api/openapi.json')).json()
})
afterAll(() => running.close())

/** Sorts the keys of all objects, so that only a change of the contents is a difference. */
const sortKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [two]) => (one < two ? -1 : 1)))
    : value

/** Lists the paths and the schemas that two documents with sorted keys describe differently. */
const listChangedNames = (...documents: [before: string, after: string]): string[] => {
  const [before, after] = documents.map((text) => {
    const { paths, components } = JSON.parse(text) as typeof document
    return { ...paths, ...components.schemas }
  })
  return Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
}

test('the document changes only together with its golden copy', async () => {
  // a release changes the version
  const { version, ...info } = document.info
  expect(version).toBeTypeOf('string')
  const sorted = `${JSON.stringify({ ...document, info }, sortKeys, 2)}\n`
  const changed = listChangedNames(readFileSync('tests/wire/golden/openapi.json', 'utf8'), sorted)
  await expect(sorted).toMatchFileSnapshot('golden/openapi.json', changed.join(', '))
})

test('every call is described with its request and response', () => {
  const calls = routes
    .filter(
      ({ url }) =>
        url.startsWith('/api/') &&
        !url.startsWith('/api/docs') &&
        !['/api/openapi.json', '/api/*'].includes(url),
    )
    .flatMap(({ method, url }) =>
      [method].flat().map((one) => ({ method: one.toLowerCase(), path: url.replace(/:(\w+)/g, '{$1}') })),
    )
  expect(calls.length).toBeGreaterThan(70)
  for (const { method, path } of calls) {
    const call = document.paths[path]?.[method]
    expect(call?.summary, `${method} ${path}`).toBeTruthy()
    expect(call.tags, `${method} ${path}`).toHaveLength(1)
    expect(Object.keys(call.responses), `${method} ${path}`).not.toHaveLength(0)
    const named = (call.parameters ?? [])
      .filter((one: { in: string }) => one.in === 'path')
      .map(({ name }: { name: string }) => name)
    expect(named.sort(), `${method} ${path}`).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
    )
  }
})

test('the confirmation of a token in a query is public', () => {
  expect(document.paths['/api/loginseason']?.get).not.toHaveProperty('security')
  expect(document.paths['/api/getuser']?.post).toHaveProperty('security')
})

test('every reference has a schema, and the document is OpenAPI 3.1', () => {
  expect(document.openapi).toBe('3.1.0')
  const references: string[] = []
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref') references.push(inner as string)
      walk(inner)
    }
  }
  walk(document)
  expect(references.length).toBeGreaterThan(20)
  for (const reference of references) {
    const found = reference
      .split('/')
      .slice(1)
      .reduce((at, key) => at?.[key], document)
    expect(found, reference).toBeTypeOf('object')
  }
})

test('the documentation pages run their own scripts only and load nothing from other hosts', async () => {
  const page = await running.app.inject('/api/docs/')
  expect(page.statusCode).toBe(200)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toMatch(/script-src 'self'/)
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
  expect(policy).not.toMatch(/https?:/)
  const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source as string)
  expect(sources.length).toBeGreaterThan(2)
  for (const source of sources) {
    const file = await running.app.inject(new URL(source, 'http://x/api/docs/').pathname)
    expect(file.statusCode, source).toBe(200)
  }
})
