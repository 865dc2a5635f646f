import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RouteOptions } from 'fastify'
import { expect, it } from 'vitest'
import { activeCompetitionsPath } from '#contract/published/competition.schema.ts'
import { z } from '#contract/z.ts'
import { startApp } from '../support/services/app.ts'

/**
 * The name under which a file of schemas is imported: `publishedTeamSchemas` for `published/team.schema.ts`.
 */
const toImportName = (file: string) =>
  file.replace('.schema.ts', 'Schemas').replace(/[-/](\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * Returns the TypeScript type of each schema that a file of the contract exports, by itself or in an object
 * of schemas.
 */
const readExportedSchemas = async () => {
  const files = readdirSync('contract', { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replaceAll('\\', '/'),
  )
  const types = new Map<unknown, string>()
  for (const file of files.filter((each) => each.endsWith('.schema.ts')).toSorted()) {
    const add = (value: unknown, name: string) => {
      if (value instanceof z.ZodType) {
        if (!types.has(value)) types.set(value, `typeof ${toImportName(file)}.${name}`)
      } else if (typeof value === 'object' && value !== null && !name.includes('.'))
        for (const [key, each] of Object.entries(value)) add(each, `${name}.${key}`)
    }
    const module = (await import(/* @vite-ignore */ resolve('contract', file))) as Record<string, unknown>
    for (const [name, value] of Object.entries(module)) add(value, name)
  }
  return { types, files }
}

type RouteSchema = {
  hide?: boolean
  querystring?: unknown
  body?: unknown
  response?: Record<string, unknown>
}

const writeCalls = async () => {
  const registered: RouteOptions[] = []
  const running = await startApp({}, { onRoute: (route) => registered.push(route) })
  await running.close()
  const { types, files } = await readExportedSchemas()

  const getType = (schema: unknown): string | undefined => {
    if (types.has(schema)) return types.get(schema)
    if (!(schema instanceof z.ZodUnion)) return undefined
    const options = schema.options.map(getType)
    return options.includes(undefined) ? undefined : options.join(' | ')
  }

  const entries = registered.flatMap(({ method, url, schema }) => {
    const { hide, querystring, body, response } = (schema ?? {}) as RouteSchema
    // only `contract/published` may have the spelling of this path, which the corrected one replaces
    if (!url.startsWith('/api/') || hide || url === activeCompetitionsPath) return []
    const parts = [
      ['query', querystring, getType(querystring) ?? 'AnyQuery'] as const,
      ['body', body, getType(body)] as const,
      ['response', response?.[200], getType(response?.[200])] as const,
    ].filter(([, used]) => used !== undefined)
    if (parts.some(([, , type]) => type === undefined)) return []
    const members = parts.map(([name, , type]) => `${name}: ${type}`).join('; ')
    return [method].flat().map((each) => `'${each} ${url}': ${members ? `{ ${members} }` : 'object'}`)
  })
  const table = entries.toSorted().join('\n')
  const imports = files
    .filter((file) => table.includes(`typeof ${toImportName(file)}.`))
    .toSorted()
    .map((file) => `import type * as ${toImportName(file)} from './${file}'`)
  return `${imports.join('\n')}
import type { z } from './z.ts'

/** The query of a route whose schema a function creates: a route variant, or another page size. */
type AnyQuery = z.ZodRecord<z.ZodString, z.ZodOptional<z.ZodString>>

/**
 * The calls of the server by method and path, with the schemas that their routes use. A route whose body or
 * response has no exported schema is missing.
 * \`npm run docs:calls\` writes this file from the routes of the running server. Do not edit it.
 */
export type Calls = {
${table}
}
`
}

it('contract/calls.ts has the schemas that the routes use (run npm run docs:calls to update it)', async () => {
  const format = [
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    '--write',
    '--stdin-file-path=contract/calls.ts',
  ]
  const calls = execFileSync(process.execPath, format, { input: await writeCalls(), encoding: 'utf8' })
  await expect(calls).toMatchFileSnapshot('../../contract/calls.ts')
})
