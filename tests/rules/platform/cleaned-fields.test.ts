import { expect, it } from 'vitest'
import type { z } from '#contract/platform/z.ts'

const modules = import.meta.glob<Record<string, unknown>>('/contract/**/*.{schema,record}.ts', {
  eager: true,
})
const schemas = Object.values(modules).flatMap((exported) =>
  Object.entries(exported).filter(([name]) =>
    /(Request|Query|Params|Headers|Filter|Selection|Input|Submission)$|^(eventForm|userFilter)Fields$/.test(
      name,
    ),
  ),
)

/**
 * Texts that stay as they are, by the names of their fields or their paths, with the reason: nobody types them, or cleaning
 * would change what they mean.
 */
const rawFields: Record<string, string> = {
  ...{ password: 'password', confirm: 'password', current: 'password' },
  ...{
    token: 'token',
    challenge: 'token',
    enrolment: 'token',
    browserSecret: 'token',
    key: 'key of a stream',
  },
  ...{ 'x-api-key': 'key', 'idempotency-key': 'HTTP header', data: 'JSON document', fileName: 'file name' },
  ...{ website: 'trap for bots', signature: 'signature' },
  ...{
    version: 'hash',
    slotsHash: 'hash',
    textVersion: 'version of a text',
    permissions: 'names of permissions',
  },
  ...{ id: 'id', eventId: 'id', entryId: 'id', advancementId: 'id', idOrSlug: 'id or slug', slug: 'slug' },
  ...{
    region: 'id or slug',
    competion: 'id or slug',
    eventListRegion: 'slug',
    site_name: 'code of this site',
  },
  ...{
    type: 'code of this site',
    timeZone: 'name of a time zone',
    values: 'keys of options',
    rehearsal: 'switch',
  },
  ...Object.fromEntries(
    [
      'publishedTeamFilter',
      'teamListQuery',
      'teamDownloadQuery',
      'saveAnnouncementRequest',
      'audienceQuery',
      'seasonMoveSelection',
      'createSeasonMoveRequest',
    ].map((schema) => [`${schema}.stage`, 'one of the stored stages, which are compared as they are']),
  ),
  assignment: 'headers of a file, which are cleaned where they are compared',
  'saveUserRequest.regions': 'ids',
}
const isRaw = (path: string) => {
  const field = path.slice(path.lastIndexOf('.') + 1)
  // the notifications of the gateway are signed
  return field in rawFields || path in rawFields || field.startsWith('tran_')
}

type Definition = {
  type: string
  checks?: { _zod: { def: { check: string; tx?: (text: string) => string } } }[]
  [part: string]: unknown
}
const definitionOf = (schema: unknown) => (schema as { _zod: { def: Definition } })._zod.def

/** Returns what the checks of a schema make of a text. */
const overwrite = (schema: unknown, text: string) =>
  (definitionOf(schema).checks ?? []).reduce((value, { _zod: { def } }) => def.tx?.(value) ?? value, text)

/** Lists the texts of any form that a schema takes, with the names of their fields. */
const listTexts = (schema: unknown, path: string): { path: string; schema: unknown }[] => {
  const def = definitionOf(schema)
  const inner = (part: unknown, name = '') => listTexts(part, name ? `${path}.${name}` : path)
  switch (def.type) {
    case 'string':
      return 'format' in def || def.checks?.some(({ _zod }) => 'format' in _zod.def) ? [] : [{ path, schema }]
    case 'object':
      return Object.entries(def.shape as object).flatMap(([name, part]) => inner(part, name))
    case 'array':
      return inner(def.element)
    case 'record':
      return inner(def.valueType)
    case 'union':
      return (def.options as unknown[]).flatMap((part) => inner(part))
    case 'tuple':
      return (def.items as unknown[]).flatMap((part) => inner(part))
    case 'pipe': {
      const source = definitionOf(def.in)
      // a text that becomes a yes, a date or a number is no text
      if (source.type === 'string' && !source.checks) return []
      return inner(source.type === 'transform' ? def.out : def.in)
    }
    default:
      return def.innerType ? inner(def.innerType) : []
  }
}

const texts = schemas.flatMap(([name, schema]) =>
  typeof schema === 'object' && schema !== null && '_zod' in schema
    ? listTexts(schema as z.ZodType, name)
    : Object.entries((schema ?? {}) as object).flatMap(([field, part]) =>
        typeof part === 'object' && part !== null && '_zod' in part
          ? listTexts(part, `${name}.${field}`)
          : [],
      ),
)

it('finds the texts of requests', () => {
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.map(({ path }) => path)).toContain('contactUsRequest.name')
})

it('every text of a request is cleaned, but for those that are listed', () => {
  const uncleaned = texts.flatMap(({ path, schema }) =>
    overwrite(schema, '\u200f\u00a0ﺳﺎﺭﺓ\u200b') === 'سارة' ? [] : [path],
  )
  expect(uncleaned.filter((path) => !isRaw(path))).toEqual([])
})
