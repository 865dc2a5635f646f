import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { specificationMessages } from '../../published/specification-pages.ts'
import { pageRoutes } from './page-routes.ts'

/** The pages that a browser test visited, and the messages that it looked for. */
export type PageRecording = { paths: string[]; messages: string[] }

export const savePageRecording = (
  folder: string,
  { paths, messages }: { paths: Iterable<string>; messages: Iterable<string> },
) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, `${randomUUID()}.json`),
    JSON.stringify({ paths: [...paths], messages: [...messages] }),
  )
}

const patternOf = (route: string) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+').replace('*', '.+')}/?$`)
/** A fixed part of a path comes before a parameter, and a parameter before the rest of a path. */
const rankOf = (route: string) =>
  route.split('/').map((part) => (part === '*' ? 2 : part.startsWith(':') ? 1 : 0))
const routes = pageRoutes
  .map((route) => ({ route, pattern: patternOf(route), rank: rankOf(route).join('') }))
  .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
const routeOf = (path: string) => routes.find(({ pattern }) => pattern.test(path))?.route

/**
 * Describes the pages that no browser test of a run visited, and the messages of the specification that none
 * looked for.
 */
export const findMissingPages = (recordings: readonly PageRecording[]): string[] => {
  const visited = new Set(recordings.flatMap(({ paths }) => paths).map(routeOf))
  const read = new Set(recordings.flatMap(({ messages }) => messages))
  return [
    ...pageRoutes
      .filter((route) => !visited.has(route))
      .map((route) => `No browser test visited the page ${route}.`),
    ...Object.keys(specificationMessages)
      .filter((key) => !read.has(key))
      .map((key) => `No browser test looked for the message ${key}.`),
  ]
}
