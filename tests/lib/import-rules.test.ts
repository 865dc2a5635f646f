import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { importOverrides } from '../../scripts/import-rules.ts'

const config = JSON.parse(readFileSync('biome.json', 'utf8')) as { overrides: unknown }

it('biome.json has the import rules of scripts/import-rules.ts', () => {
  expect(config.overrides).toEqual(importOverrides)
})

/** Returns the relative path from a file to another one as an import names it. */
const toRelative = (from: string, to: string) => {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

/** Every kind of import of a module. */
const listStatements = (specifier: string) => [
  `import {} from '${specifier}'`,
  `import type {} from '${specifier}'`,
  `export {} from '${specifier}'`,
  `await import('${specifier}')`,
]

type Imports = ReadonlyMap<string, readonly string[]>
const groupByImporter = (pairs: readonly (readonly [importer: string, specifier: string])[]): Imports =>
  new Map(
    [...Map.groupBy(pairs, ([importer]) => importer)].map(([importer, ofImporter]) => [
      importer,
      ofImporter.map(([, specifier]) => specifier),
    ]),
  )

/** Runs Biome once over files with these imports, and lists the statements that it reports. */
const lintImports = (imports: Imports): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'botola-import-rules-'))
  try {
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, plugins: [] }))
    const files = new Map(
      [...imports].map(([path, specifiers]) => [path, specifiers.flatMap(listStatements)]),
    )
    for (const [path, statements] of files) {
      mkdirSync(join(folder, dirname(path)), { recursive: true })
      writeFileSync(join(folder, path), `${statements.join('\n')}\n`)
    }
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        resolve('node_modules/@biomejs/biome/bin/biome'),
        ...['lint', '--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=json'],
        ...files.keys(),
      ],
      { cwd: folder, encoding: 'utf8', maxBuffer: 100_000_000 },
    )
    const { diagnostics, summary } = JSON.parse(stdout) as {
      summary: { unchanged: number }
      diagnostics: { location: { path: string; start: { line: number } } }[]
    }
    expect(summary.unchanged, stderr).toBe(files.size)
    return diagnostics.map(({ location: { path, start } }) => `${path}: ${files.get(path)?.[start.line - 1]}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [published, texts, route, page] = [
  'contract/published/team.ts',
  'i18n/en/scores.ts',
  'server/platform/http/guards.ts',
  'web/routes.ts',
]
const tables = ['server/entities.ts', 'server/routes.ts']
const otherFeature = [
  'server/event/scores/write/queries-entries.ts',
  'server/event/scores/http.public.ts',
  'server/event/awards/queries.ts',
]
// by the alias a service of another domain may be imported, and nothing else of it
const otherDomain = ['server/people/teams/rows.ts', 'server/money/payments/queries.ts']
const webAreas = ['site', 'account', 'admin', 'judge']
const listAreaFiles = (area: string) => [`web/${area}/zz.ts`, `web/${area}/matches/zz.tsx`]

/** The files that must not be imported, with the files that must not import them. */
const forbidden: [importers: string[], targets: string[]][] = [
  [
    ['contract/zz.ts', 'contract/event/zz.ts', 'contract/event/scoring/zz.ts'],
    [published, texts, route, page],
  ],
  [
    ['contract/published/zz.ts', 'contract/calls.ts'],
    [texts, route, page],
  ],
  [
    ['i18n/zz.ts', 'i18n/en/zz.ts'],
    ['contract/event/scores/score.ts', 'contract/event/scoring/ranking.ts', route, page],
  ],
  [['i18n/formats/zz.ts'], [published, route, page]],
  [['server/zz.ts'], [published, texts, page]],
  [
    ['server/platform/http/zz.ts', 'server/platform/http/explanations/zz.ts'],
    [...otherFeature, ...otherDomain, 'server/event/scores/service.ts', ...tables, page],
  ],
  [['server/platform/http/render-page.ts'], [...otherFeature, ...otherDomain, ...tables]],
  [['server/event/display/http.zz.ts'], [...otherFeature, ...otherDomain, ...tables, page]],
  [
    ['server/event/display/zz.ts', 'server/event/display/queries-zz.ts'],
    [...otherFeature, ...otherDomain, ...tables, published, texts, route, page],
  ],
  [
    ['server/event/scores/write/zz.ts', 'server/event/scores/write/queries-zz.ts'],
    ['server/event/awards/queries.ts', ...otherDomain, ...tables, published, texts, route, page],
  ],
  [
    ['server/platform/audit/zz.ts', 'server/platform/imports/queries-zz.ts'],
    [...otherDomain, 'server/event/scores/service.ts', 'server/platform/crud/queries.ts', ...tables, page],
  ],
  [
    ['server/platform/db/zz.ts', 'server/platform/db/backup/zz.ts', 'server/platform/lib/zz.ts'],
    [
      'server/event/scores/service.ts',
      'server/platform/audit/service.ts',
      'server/platform/emails/emails.ts',
      ...tables,
      published,
      texts,
      route,
      page,
    ],
  ],
  [
    ['server/platform/emails/zz.ts', 'server/platform/print/zz.ts'],
    ['server/event/scores/service.ts', 'server/platform/audit/service.ts', ...tables, published, route, page],
  ],
  [
    ['server/seed/zz.ts', 'server/seed/demo/zz.ts'],
    [...otherFeature, ...tables, published, texts, route, page],
  ],
  [
    ['web/zz.ts', 'web/zz.tsx'],
    [published, route],
  ],
  [
    ['web/shared/zz.ts', 'web/shared/ui/zz.tsx'],
    [...webAreas.flatMap(listAreaFiles), published, route],
  ],
  [
    ['web/shared/api/zz.ts', 'web/shared/api/admin/zz.ts'],
    [...webAreas.flatMap(listAreaFiles), 'web/shared/ui/title.tsx', 'web/shared/forms/field.tsx', route],
  ],
  ...webAreas.map((area): (typeof forbidden)[number] => [
    listAreaFiles(area),
    [...webAreas.filter((other) => other !== area).flatMap(listAreaFiles), published, route],
  ]),
]

it('Biome reports every import that the rules forbid, by alias and by relative path', () => {
  const imports = groupByImporter(
    forbidden.flatMap(([importers, targets]) =>
      importers.flatMap((importer) =>
        targets.flatMap((target) => [
          [importer, `#${target}`] as const,
          [importer, toRelative(importer, target)] as const,
        ]),
      ),
    ),
  )
  const statements = [...imports].flatMap(([importer, specifiers]) =>
    specifiers.flatMap(listStatements).map((statement) => `${importer}: ${statement}`),
  )
  const reported = new Set(lintImports(imports))
  expect(statements.filter((statement) => !reported.has(statement))).toEqual([])
})

it('Biome reports no import that the rules allow', () => {
  const allowed: [importer: string, specifiers: string[]][] = [
    ['contract/event/zz.ts', ['../platform/localized.ts', '#contract/platform/localized.ts']],
    ['contract/published/zz.ts', ['./team.ts', '../platform/json.ts']],
    ['contract/calls.ts', ['./published/team.ts']],
    ['i18n/ar/zz.ts', ['../en/scores.ts', '../catalogue.ts']],
    ['i18n/formats/zz.ts', ['../languages.ts', '#contract/event/scoring/ranking.ts']],
    [
      'server/zz.ts',
      ['./entities.ts', '#server/event/scores/http.public.ts', '#server/platform/http/guards.ts'],
    ],
    [
      'server/platform/http/zz.ts',
      [`#${published}`, `#${texts}`, 'fastify', '#server/platform/audit/service.ts'],
    ],
    ['server/platform/http/render-page.ts', ['#web/entry.server.tsx']],
    ['server/event/display/http.zz.ts', [`#${published}`, `#${texts}`, `#${route}`, './queries.ts']],
    ['server/event/display/queries-zz.ts', ['drizzle-orm', './queries.ts']],
    [
      'server/event/display/zz.ts',
      ['./queries.ts', '../scores/service.ts', '#server/people/teams/service.ts'],
    ],
    ['server/event/scores/zz.ts', ['./write/queries-entries.ts']],
    ['server/event/scores/write/zz.ts', ['../log/queries-append.ts', './queries-entries.ts']],
    ['server/event/scores/import/http.zz.ts', ['../rules/queries-draws.ts']],
    ['server/platform/audit/zz.ts', ['./queries.ts', '#server/platform/crud/soft-delete.ts']],
    ['server/platform/db/zz.ts', ['drizzle-orm', 'pg', '#server/platform/lib/files.ts']],
    ['server/platform/print/zz.ts', [`#${texts}`, '#server/platform/lib/limiters.ts']],
    ['server/platform/emails/zz.ts', [`#${texts}`, '#server/platform/db/open.ts']],
    ['server/seed/demo/zz.ts', ['../base.ts', '#server/event/scores/service.ts']],
    ['web/zz.ts', ['./site/home/home-page.tsx', '#web/judge/judge-page.tsx']],
    ['web/shared/api/zz.ts', ['./admin/teams.ts', '#web/shared/api/admin/teams.ts', `#${published}`]],
    ['web/shared/ui/zz.ts', ['../api/scores.ts', '#web/shared/forms/field.tsx']],
    ...webAreas.map((area): (typeof allowed)[number] => [
      `web/${area}/matches/zz.ts`,
      [`#web/${area}/zz.ts`, '../zz.ts', '../scores/zz.ts', '#web/shared/api/admin/teams.ts'],
    ]),
  ]
  expect(lintImports(new Map(allowed))).toEqual([])
})
