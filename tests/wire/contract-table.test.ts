import { readFileSync } from 'node:fs'
import type { RouteOptions } from 'fastify'
import { expect, it } from 'vitest'
import { startApp } from '../support/app.ts'

/** The rows of docs/wire-contract.md. */
const rows = [...readFileSync('docs/wire-contract.md', 'utf8').matchAll(/^\| `([A-Z]+ [^`]+)` \| (.+) \| `([^`]+)` \|$/gm)].map(
  ([, call = '', test = '', file = '']) => ({ call, test, file }),
)

it('has a row for every call that the server answers, and no other', async () => {
  const calls: string[] = []
  const running = await startApp(
    {},
    {
      onRoute: ({ method, url, schema }: RouteOptions) => {
        if (!url.startsWith('/api/') || (schema as { hide?: boolean } | undefined)?.hide) return
        for (const one of [method].flat()) calls.push(`${one} ${url.replace(/:\w+/g, '{}')}`)
      },
    },
  )
  await running.close()
  expect(rows.map(({ call }) => call).sort()).toEqual(calls.sort())
})

it('names tests that are there', () => {
  expect(rows.length).toBeGreaterThan(60)
  for (const { call, test, file } of rows) expect(readFileSync(file, 'utf8'), `${call}: ${test}`).toMatch(`'${test}'`)
})
