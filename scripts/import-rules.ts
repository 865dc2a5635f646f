import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * Writes who may import whom into the overrides of biome.json. Biome does not merge the options of a rule
 * that several overrides set, so each override lists all of its patterns, and no file has two of them.
 * `node scripts/import-rules.ts` writes the file; a test fails when it is out of date.
 */

/** Returns the alias of a folder, and the relative paths that lead to it from another one. */
const listPathsTo = (folder: string) => [`#${folder}/**`, `**/../**/${folder.split('/').at(-1)}/**`]

/** The folders of features, but for `platform`, which knows none of them. */
const domains = ['event', 'people', 'money', 'accounts', 'site']
/** The folders of `server/platform` that every other one may import. */
const foundations = ['db', 'emails', 'http', 'lib', 'print']

const listFolders = (path: string) =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
const features = domains.flatMap((domain) =>
  listFolders(`server/${domain}`).map((name) => `${domain}/${name}`),
)
const platformFeatures = listFolders('server/platform').filter((name) => !foundations.includes(name))
/** The folders inside features, whose files import those of the other folders of their feature as `../log/…`. */
const innerFolders = [...new Set(features.flatMap((feature) => listFolders(`server/${feature}`)))]
  .filter((name) => !features.some((feature) => feature.endsWith(`/${name}`)))
  .toSorted()

const patterns = {
  web: {
    group: ['#web/**', '**/web/**'],
    message: 'The server and the shared parts import nothing from web.',
  },
  server: { group: ['#server/**', '**/server/**'], message: 'Only the server imports the server.' },
  published: {
    group: ['#contract/published/**', '**/published/**'],
    message: 'The published spelling is for http.*, server/platform/http, web/shared/api and tests.',
  },
  i18n: {
    group: ['#i18n/**', '**/i18n/**'],
    message: 'Only http.* and the folders emails, http and print of server/platform know a language.',
  },
  contract: { group: ['#contract/**', '**/contract/**'], message: 'Catalogues import nothing of ours.' },
  sql: { group: ['drizzle-orm', 'drizzle-orm/**', 'pg'], message: 'Only queries*.ts writes SQL.' },
  fastify: {
    group: [
      ...['fastify', '@fastify/**', 'fastify-type-provider-zod', '**/http.*.ts'],
      ...listPathsTo('server/platform/http'),
    ],
    message: 'Only http.* files know Fastify.',
  },
  otherFeatures: {
    group: [
      ...[...domains, ...platformFeatures.map((name) => `platform/${name}`)].flatMap((folder) => [
        `#server/${folder}/**/queries*`,
        `#server/${folder}/**/http*`,
      ]),
      ...['**/../**/queries*', '**/../**/http*', '!**/platform/http/**'],
      ...innerFolders.map((name) => `!../${name}/*`),
      // a file in such a folder imports the queries of its feature
      '!../queries*',
    ],
    message: 'Another feature is reached through its service.ts only.',
  },
  // a feature imports those of its own domain by relative paths
  otherDomains: {
    group: [
      ...domains.flatMap((domain) => [`#server/${domain}/**`, `!#server/${domain}/*/service.ts`]),
      ...domains.map((domain) => `**/../**/${domain}/**`),
    ],
    message: 'A domain is reached through the service.ts of its features, by #server.',
  },
  domains: {
    group: domains.flatMap((domain) => listPathsTo(`server/${domain}`)),
    message: 'The platform knows no domain.',
  },
  platformFeatures: {
    group: platformFeatures.flatMap((name) => listPathsTo(`server/platform/${name}`)),
    message: 'db, lib, emails and print know no feature.',
  },
  emails: { group: listPathsTo('server/platform/emails'), message: 'db and lib know no emails.' },
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

const http = ['http.*', 'wire-up.ts']
const queries = 'queries*.ts'
const listPaths = (folders: readonly string[], files: readonly string[]) =>
  folders.flatMap((folder) => files.map((file) => `server/${folder}/**/${file}`))
const platformFolders = platformFeatures.map((name) => `platform/${name}`)
const listAreasOfFeatures = (
  folders: readonly string[],
  others: keyof typeof patterns,
): [includes: string[], forbidden: (keyof typeof patterns)[]][] => [
  [listPaths(folders, http), ['web', 'sql', 'otherFeatures', others, 'entities']],
  [
    [...listPaths(folders, ['*']), ...listPaths(folders, [...http, queries]).map((path) => `!${path}`)],
    ['web', 'published', 'fastify', 'i18n', 'sql', 'otherFeatures', others, 'entities'],
  ],
  [
    listPaths(folders, [queries]),
    ['web', 'published', 'fastify', 'i18n', 'otherFeatures', others, 'entities'],
  ],
]
const webAreas = ['site', 'account', 'admin', 'judge'] as const
const areas: [includes: string[], forbidden: (keyof typeof patterns)[]][] = [
  [
    ['contract/**', '!contract/calls.ts', '!contract/published/**'],
    ['web', 'server', 'published', 'i18n'],
  ],
  [
    ['contract/published/**', 'contract/calls.ts'],
    ['web', 'server', 'i18n'],
  ],
  [
    ['i18n/**', '!i18n/formats/**'],
    ['web', 'server', 'contract'],
  ],
  [['i18n/formats/**'], ['web', 'server', 'published']],
  [['server/*.ts'], ['web', 'published', 'i18n']],
  // it calls the pages that the build made
  [['server/platform/http/render-page.ts'], ['sql', 'otherFeatures', 'domains', 'entities']],
  [
    ['server/platform/http/**', '!server/platform/http/render-page.ts'],
    ['web', 'sql', 'otherFeatures', 'domains', 'entities'],
  ],
  ...listAreasOfFeatures(domains, 'otherDomains'),
  ...listAreasOfFeatures(platformFolders, 'domains'),
  [
    ['server/platform/db/**', 'server/platform/lib/**'],
    ['web', 'published', 'fastify', 'i18n', 'domains', 'platformFeatures', 'emails', 'entities'],
  ],
  [
    ['server/platform/emails/**', 'server/platform/print/**'],
    ['web', 'published', 'fastify', 'sql', 'domains', 'platformFeatures', 'entities'],
  ],
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
