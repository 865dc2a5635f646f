import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * Writes who may import whom into the overrides of biome.json. Biome does not merge the options of a rule
 * that several overrides set, so each override lists all of its patterns, and no file has two of them.
 * `node scripts/import-rules.ts` writes the file; a test fails when it is out of date.
 */

/** Returns the alias of a folder, and the relative paths that lead to it from another one. */
const listPathsTo = (folder: string) => [`#${folder}/**`, `**/../**/${folder.split('/').at(-1)}/**`]

/** The folders inside features, whose files import those of the other folders of their feature as `../log/…`. */
const innerFolders = [
  ...new Set(
    readdirSync('server/features')
      .flatMap((feature) => readdirSync(`server/features/${feature}`, { withFileTypes: true }))
      .filter((entry) => entry.isDirectory() && !existsSync(`server/features/${entry.name}`))
      .map(({ name }) => name),
  ),
].toSorted()

const patterns = {
  web: {
    group: ['#web/**', '**/web/**'],
    message: 'The server and the shared parts import nothing from web.',
  },
  server: { group: ['#server/**', '**/server/**'], message: 'Only the server imports the server.' },
  published: {
    group: ['#contract/published/**', '**/published/**'],
    message: 'The published spelling is for http.*, server/http, web/shared/api and tests.',
  },
  i18n: {
    group: ['#i18n/**', '**/i18n/**'],
    message: 'Only http.*, server/http and server/emails know a language.',
  },
  contract: { group: ['#contract/**', '**/contract/**'], message: 'i18n imports nothing of ours.' },
  sql: { group: ['drizzle-orm', 'drizzle-orm/**', 'pg'], message: 'Only queries*.ts writes SQL.' },
  fastify: {
    group: [
      ...['fastify', '@fastify/**', 'fastify-type-provider-zod', '**/http.*.ts'],
      ...listPathsTo('server/http'),
    ],
    message: 'Only http.* files know Fastify.',
  },
  otherFeatures: {
    group: [
      ...['#server/features/**/queries*', '#server/features/**/http*', '**/../**/queries*', '**/../**/http*'],
      ...innerFolders.map((name) => `!../${name}/*`),
      // a file in such a folder imports the queries of its feature
      '!../queries*',
    ],
    message: 'Another feature is reached through its service.ts only.',
  },
  features: { group: listPathsTo('server/features'), message: 'db, lib and emails know no feature.' },
  emails: { group: listPathsTo('server/emails'), message: 'db and lib know no emails.' },
  entities: {
    group: ['#server/entities.ts', '#server/routes.ts', '**/../**/entities.ts', '**/../**/routes.ts'],
    message: 'Features do not import the table of all entities.',
  },
  site: {
    group: listPathsTo('web/site'),
    message: 'Only the public site imports the public site: shared parts are in web/shared.',
  },
  account: { group: listPathsTo('web/account'), message: 'Only the account imports the account.' },
  admin: { group: listPathsTo('web/admin'), message: 'Only the back office imports the back office.' },
  judge: { group: listPathsTo('web/judge'), message: "Only the judges' app imports the judges' app." },
  components: {
    group: [...listPathsTo('web/shared/ui'), ...listPathsTo('web/shared/forms')],
    message: 'The API clients show nothing.',
  },
}

const http = ['server/features/**/http.*', 'server/features/*/wire-up.ts']
const queries = 'server/features/**/queries*.ts'
const webAreas = ['site', 'account', 'admin', 'judge'] as const
const areas: [includes: string[], forbidden: (keyof typeof patterns)[]][] = [
  [
    ['contract/*.ts', '!contract/calls.ts', 'contract/rules/**', 'contract/scoring/**'],
    ['web', 'server', 'published', 'i18n'],
  ],
  [
    ['contract/published/**', 'contract/calls.ts'],
    ['web', 'server', 'i18n'],
  ],
  [['i18n/**'], ['web', 'server', 'contract']],
  [['server/*.ts'], ['web', 'published', 'i18n']],
  // it calls the pages that the build made
  [['server/http/render-page.ts'], ['sql', 'otherFeatures', 'entities']],
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
  [['web/shared/api/**'], ['server', ...webAreas, 'components']],
  [
    ['web/shared/**', '!web/shared/api/**'],
    ['server', 'published', ...webAreas],
  ],
  ...webAreas.map((area): (typeof areas)[number] => [
    [`web/${area}/**`],
    ['server', 'published', ...webAreas.filter((other) => other !== area)],
  ]),
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
