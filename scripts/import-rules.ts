import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Writes who may import whom into the overrides of biome.json. Biome does not merge the options of a rule
 * that several overrides set, so each override lists all of its patterns. `node scripts/import-rules.ts`
 * writes the file; a test fails when it is out of date.
 */
const patterns = {
  web: {
    group: ['#web/**', '**/web/**'],
    message: 'The server and the shared parts import nothing from web.',
  },
  server: { group: ['#server/**', '**/server/**'], message: 'Only the server imports the server.' },
  published: {
    group: ['#contract/published/**', '**/contract/published/**'],
    message: 'The published spelling is for http.*, server/http, web/shared/api and tests.',
  },
  i18n: {
    group: ['#i18n/**', '**/i18n/**'],
    message: 'Only http.*, server/http and server/emails know a language.',
  },
  contract: { group: ['#contract/**', '**/contract/**'], message: 'i18n imports nothing of ours.' },
  sql: { group: ['drizzle-orm', 'drizzle-orm/**', 'pg'], message: 'Only queries*.ts writes SQL.' },
  fastify: {
    group: ['fastify', '@fastify/**', 'fastify-type-provider-zod', '#server/http/**', '**/http.*.ts'],
    message: 'Only http.* files know Fastify.',
  },
  otherFeatures: {
    group: ['#server/features/**/queries*', '#server/features/**/http*'],
    message: 'Another feature is reached through its service.ts only.',
  },
  features: { group: ['#server/features/**'], message: 'db, lib and emails know no feature.' },
  emails: { group: ['#server/emails/**'], message: 'db and lib know no emails.' },
  entities: {
    group: ['#server/entities.ts', '#server/routes.ts'],
    message: 'Features do not import the table of all entities.',
  },
  site: {
    group: ['#web/site/**'],
    message: 'The account and the back office do not import the public site: shared parts are in web/shared.',
  },
  account: { group: ['#web/account/**'], message: 'Only the account imports the account.' },
  admin: { group: ['#web/admin/**'], message: 'Only the back office imports the back office.' },
  components: {
    group: ['#web/shared/ui/**', '#web/shared/forms/**'],
    message: 'The API clients show nothing.',
  },
}

const http = ['server/features/**/http.*', 'server/features/*/wire-up.ts']
const queries = 'server/features/**/queries*.ts'
const areas: [includes: string[], forbidden: (keyof typeof patterns)[]][] = [
  [
    ['contract/*.ts', 'contract/rules/**'],
    ['web', 'server', 'published', 'i18n'],
  ],
  [['contract/published/**'], ['web', 'server', 'i18n']],
  [['i18n/**'], ['web', 'server', 'contract']],
  [['server/*.ts'], ['web']],
  [
    ['server/http/**', '!server/http/render-page.ts', ...http],
    ['web', 'sql', 'otherFeatures', 'entities'],
  ],
  [
    ['server/features/**', ...[...http, queries].map((path) => `!${path}`)],
    ['web', 'published', 'fastify', 'i18n', 'sql', 'otherFeatures', 'entities'],
  ],
  [[queries], ['web', 'published', 'fastify', 'i18n', 'otherFeatures', 'entities']],
  [
    ['server/db/**', 'server/lib/**'],
    ['web', 'published', 'fastify', 'i18n', 'features', 'emails', 'entities'],
  ],
  [['server/emails/**'], ['web', 'published', 'fastify', 'sql', 'features', 'entities']],
  [['server/seed/**'], ['web', 'published', 'fastify', 'i18n', 'otherFeatures', 'entities']],
  [['web/shared/api/**'], ['server', 'site', 'account', 'admin', 'components']],
  [
    ['web/shared/**', '!web/shared/api/**'],
    ['server', 'published', 'site', 'account', 'admin'],
  ],
  [['web/site/**'], ['server', 'published', 'account', 'admin']],
  [['web/account/**'], ['server', 'published', 'site', 'admin']],
  [['web/admin/**'], ['server', 'published', 'site', 'account']],
  [
    ['web/*.ts', 'web/*.tsx'],
    ['server', 'published'],
  ],
]

/** The overrides of biome.json that forbid imports. */
export const importOverrides = areas.map(([includes, forbidden]) => ({
  includes,
  linter: {
    rules: {
      style: {
        noRestrictedImports: {
          level: 'error',
          options: { patterns: forbidden.map((name) => patterns[name]) },
        },
      },
    },
  },
}))

if (import.meta.main) {
  const config = JSON.parse(readFileSync('biome.json', 'utf8')) as object
  writeFileSync('biome.json', `${JSON.stringify({ ...config, overrides: importOverrides }, null, 2)}\n`)
}
