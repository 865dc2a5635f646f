import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rolldown } from 'rolldown'

/**
 * Builds the service worker of the judges' app with the list of the files that the app needs without a
 * connection. Run it after the build of the pages.
 */
const client = 'build/client'
type Chunk = {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}
const chunks = JSON.parse(readFileSync(`${client}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>

const found = new Set<string>()
const visited = new Set<string>()
const addChunk = (name: string): void => {
  const chunk = chunks[name]
  if (!chunk || visited.has(name)) return
  visited.add(name)
  for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) found.add(`/${file}`)
  for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) addChunk(next)
}
const isEntry = (name: string) =>
  /(?:^|[\\/])web[\\/](?:entry\.client|root|judge[\\/]judge-page)\.tsx/.test(name) ||
  /^i18n[\\/](?:en|ar)(?:-judge)?\.ts$/.test(name)
for (const name of Object.keys(chunks).filter(isEntry)) addChunk(name)
const files = [...found].toSorted()
if (!files.some((file) => file.includes('judge-page'))) throw new Error('the build has no page of the judges')

const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16)
// the names of built files have a hash; pages have none
const entries = [
  ...files.map((url) => ({ url, revision: null })),
  ...['en', 'ar'].map((lang) => ({ url: `/judge/?lang=${lang}`, revision: version })),
]
const bundle = await rolldown({
  input: 'web/judge/service-worker.ts',
  platform: 'browser',
  logLevel: 'warn',
  transform: {
    define: { __PRECACHE_ENTRIES__: JSON.stringify(entries), 'process.env.NODE_ENV': '"production"' },
  },
})
await bundle.write({ file: `${client}/judge/service-worker.js`, format: 'iife', minify: true })
await bundle.close()
