import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { createHandbookChapterPlugin } from './scripts/handbook.ts'

/**
 * Replaces the pages of the back office and of the judges' app by empty ones in the server build, because
 * they are rendered in the browser only. The server needs just their loading screens.
 */
const adminInBrowserOnly = (): Plugin => ({
  name: 'admin-in-browser-only',
  enforce: 'pre',
  load(id, options) {
    if (!options?.ssr || !/[\\/]web[\\/](admin[\\/](layout|.*-page)|judge[\\/]judge-page)\.tsx/.test(id))
      return
    const emptyPage =
      'export default function EmptyPage() { return null }\nexport const clientLoader = () => null\nclientLoader.hydrate = true\n'
    if (/admin[\\/]layout\.tsx/.test(id))
      return `${emptyPage}export { AdminLoadingOrError as HydrateFallback } from '#web/admin/admin-loading-or-error.tsx'\n`
    if (/judge-page\.tsx/.test(id))
      return `${emptyPage}export { JudgeLoading as HydrateFallback } from '#web/judge/judge-loading.tsx'\n`
    return emptyPage
  },
})

/**
 * Returns a short class name for a CSS module, because every page repeats these names many times. It is the
 * same in browser and server.
 */
const createShortClassName = (name: string, path: string) =>
  `_${createHash('sha256')
    .update(`${relative(import.meta.dirname, path)} ${name}`)
    .digest('base64url')
    .slice(0, 5)}`

/** The part of what `codeSplitting` of the bundler tells about a module. */
type ModuleGraph = {
  getModuleInfo: (id: string) => { importers: string[]; dynamicImporters: string[] } | null
}

/**
 * Returns the areas whose pages need a module: `admin` for the back office, `judge` for the judges' app, and
 * `site` for all others.
 */
const findAreas = (id: string, graph: ModuleGraph, visited = new Set<string>()): Set<string> => {
  if (visited.has(id)) return new Set()
  visited.add(id)
  const area = /[\\/]web[\\/](admin|judge)[\\/]/.exec(id)?.[1]
  if (area) return new Set([area])
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {}
  const above = [...importers, ...dynamicImporters]
  if (above.length === 0 || /[\\/]web[\\/](site|account)[\\/]/.test(id)) return new Set(['site'])
  return new Set(above.flatMap((importer) => [...findAreas(importer, graph, visited)]))
}

/**
 * Names the chunk of a package's module that many pages share and no public page needs: their first load would
 * request more than a hundred small files.
 */
const namePackageChunk = (id: string, graph: ModuleGraph) => {
  const areas = findAreas(id, graph)
  if (areas.has('site')) return null
  return areas.has('judge') ? 'widgets' : 'admin'
}

export default defineConfig(({ command }) => ({
  css:
    command === 'build'
      ? {
          modules: {
            generateScopedName: (name, path) => createShortClassName(name, path.replace(/\?.*/, '')),
          },
        }
      : {},
  plugins: [adminInBrowserOnly(), createHandbookChapterPlugin(), reactRouter()],
  publicDir: 'web/public',
  // the server finds the scripts with the texts in it
  build: { manifest: true, rolldownOptions: { checks: { bundlerTimings: false } } },
  environments: {
    ssr: {
      // the built pages contain their packages, so that an installation needs none of them
      ...(command === 'build'
        ? { resolve: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }
        : {}),
      // V8 stores a script with characters outside Latin-1 in two bytes for each character
      // no warning about dynamic imports that create no file of their own: the server loads all of them
      build: {
        rolldownOptions: {
          output: { charset: 'ascii', comments: false },
          checks: { ineffectiveDynamicImport: false },
        },
      },
    },
    client: {
      build: {
        rolldownOptions: {
          // a chunk has only the icons that it draws, not all that the list of icons exports
          treeshake: {
            moduleSideEffects: [
              {
                test: /[\\/](shared[\\/]ui[\\/]icons|generated[\\/]icons[\\/][^\\/]+)\.ts$/,
                sideEffects: false,
              },
            ],
          },
          output: {
            codeSplitting: {
              // many small files compress worse than one
              groups: [
                {
                  name: 'base',
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
                  priority: 10,
                },
                // every public page has `site`, with the icons that several of them draw, but not the pages of lists
                {
                  name: 'site',
                  test: /[\\/]web[\\/](assets|shared([\\/]ui)?|site[\\/]layout)[\\/](?!page-links\.|icons\.)[^\\/]+$|[\\/](event-phase|season-page-paths|dates-and-numbers)\.ts$|[\\/]icons[\\/](calendar-event|mail|phone|player-pause|player-play)\.ts$/,
                  priority: 5,
                },
                // the home page and the page of an event
                { name: 'scoreboard', test: /[\\/]web[\\/]site[\\/]event[\\/]scoreboard[\\/]/, priority: 4 },
                // the table and the ranks of the display
                {
                  name: 'projected',
                  test: /[\\/](projected-table[^\\/]*|i18n[\\/](en|ar)[\\/]rank-words\.ts)$/,
                  priority: 4,
                },
                // how texts are cleaned
                { name: 'text', test: /[\\/]contract[\\/]platform[\\/]text\.ts$/, priority: 5 },
                // the rules of people's data
                {
                  name: 'person',
                  test: /[\\/]contract[\\/](accounts[\\/](identity|user)|people[\\/](guardians[\\/]guardian-consent|teams[\\/](age|national-id|person-name))|platform[\\/](email|phone-country))\.ts$/,
                  priority: 4,
                },
                // the kit of public forms; its parts for single forms have chunks of their own
                {
                  name: 'forms',
                  test: /[\\/]web[\\/]shared[\\/]forms[\\/](fields?|form|password-field|use-submit)\b[^\\/]*$/,
                  priority: 3,
                },
                // the field of a date
                {
                  name: 'date',
                  test: /[\\/]contract[\\/]platform[\\/]typed-date\.ts$|[\\/]shared[\\/]forms[\\/]date-(field|input)[^\\/]*$/,
                  priority: 2,
                },
                // sign-in, registration and passwords, without what only the back office needs
                {
                  name: 'session',
                  test: /[\\/]web[\\/](shared[\\/]accounts[\\/](session[\\/](?!passkeys\.|provider-)|users[\\/]user-texts)|site[\\/]accounts[\\/]session[\\/](registration\.|session))[^\\/]+$/,
                  priority: 2,
                },
                {
                  name: namePackageChunk,
                  debugName: 'packages',
                  test: /node_modules/,
                  minShareCount: 4,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
  },
  optimizeDeps: {
    // a late discovery of one of these would reload the page in development
    include: ['@mantine/core', 'react-dom/client', 'react-router/dom'],
  },
}))
