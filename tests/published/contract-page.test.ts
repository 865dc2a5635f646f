import type { RouteOptions } from 'fastify'
import { expect, it } from 'vitest'
import type { Audience } from '#contract/platform/define-calls.ts'
import { startApp } from '../support/services/app.ts'
import { specificationCalls } from './specification-calls.ts'

type Route = { method: string; path: string; for: Audience | undefined; summary: string; tag: string }

const callers: Record<Audience, string> = {
  visitor: 'everyone',
  user: 'signed in',
  admin: 'administrators',
  key: 'API key',
  judge: 'judges',
}
const code = (names: readonly string[] = []) => names.map((name) => `\`${name}\``).join(', ')
const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`.replace(/\| {2}(?=\|)/g, '| '))
    .join('\n')

const specificationTables = () =>
  [...Map.groupBy(specificationCalls, ({ section }) => section)]
    .map(([section, calls]) => {
      const rows = calls.map(({ method, path, sends, reads, readsHeader, readsHeaderOfFailure }) => [
        `\`${method} ${path}\``,
        code(sends),
        [
          code(reads.map((read) => read.replace(/\.(\d+)/g, '[$1]'))),
          readsHeader ? `header \`${readsHeader}\`` : '',
          readsHeaderOfFailure ? `on failure the header \`${readsHeaderOfFailure}\`` : '',
        ]
          .filter(Boolean)
          .join(', '),
      ])
      return `### ${section}\n\n${table(['call', 'fields sent', 'reply keys read'], rows)}`
    })
    .join('\n\n')

const addedTables = (routes: Route[]) => {
  const specified = new Set(
    specificationCalls.map(
      ({ method, path }) =>
        `${method} ${path
          .replace(/[?[].*/, '')
          .replace(/\{\w+\}/g, '{}')
          .replace(/\/$/, '')}`,
    ),
  )
  const added = routes.filter(
    ({ method, path }) => !specified.has(`${method} ${path.replace(/:\w+/g, '{}')}`),
  )
  return [...Map.groupBy(added, ({ tag }) => tag)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([tag, some]) => {
      const rows = some.map((route) => [
        `\`${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}\``,
        callers[route.for ?? 'visitor'],
        route.summary,
      ])
      return `### ${tag}\n\n${table(['call', 'for', 'purpose'], rows)}`
    })
    .join('\n\n')
}

const readRoutes = async (): Promise<Route[]> => {
  const registered: RouteOptions[] = []
  const running = await startApp({}, { onRoute: (route) => registered.push(route) })
  await running.close()
  // plugins complete a route after `onRoute`, so it is read here
  const routes = registered.flatMap(({ method, url, config, schema }): Route[] => {
    const {
      hide,
      summary = '',
      tags = [],
    } = (schema ?? {}) as { hide?: boolean; summary?: string; tags?: string[] }
    if (!url.startsWith('/api/') || hide) return []
    return [method]
      .flat()
      .map((each) => ({ method: each, path: url, for: config?.for, summary, tag: tags[0] ?? '' }))
  })
  return routes.toSorted((a, b) =>
    a.path === b.path ? (a.method < b.method ? -1 : 1) : a.path < b.path ? -1 : 1,
  )
}

it('docs/wire-contract.md lists the calls of the specification and of the server (run npm run docs:calls to update it)', async () => {
  const page = `# The published calls

\`npm run docs:calls\` writes this page from \`tests/published/specification-calls.ts\` and the routes of the server. Do not edit it.

- Each call answers with and without a trailing slash. \`/api/openapi.json\` describes queries, bodies and replies; \`/api/docs\` shows them.
- During \`npm test\` the tests of the API record what they call. The run fails when one of the specification's calls was not made as it is written here,
  with these fields, with success and with these keys in the reply, or when a call of the server never succeeded.
- \`tests/wire/golden/\` holds the replies to visitors byte for byte, and the OpenAPI document in \`openapi.json\`.

## The 42 calls of the specification, section 7

${specificationTables()}

## The calls that the product adds

${addedTables(await readRoutes())}
`
  await expect(page).toMatchFileSnapshot('../../docs/wire-contract.md')
})
