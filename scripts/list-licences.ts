import { readFileSync } from 'node:fs'
import { parseCommandLineOrExit, print } from '#server/command-line.ts'

/**
 * Prints the licences of the packages that are part of the product, on any system, as the lock file names
 * them.
 */
parseCommandLineOrExit({
  usage: 'Usage: npm run licences     lists the licences of the packages, without development packages',
  positionals: [0, 0],
})

type Lock = { packages: Record<string, { version: string; license?: string; dev?: true }> }
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
const names = new Map<string, Set<string>>()
for (const [path, { version, license = 'unknown', dev }] of Object.entries(packages)) {
  if (path === '' || dev) continue
  const name = `${path.replace(/^.*node_modules\//, '')} ${version}`
  names.set(license, (names.get(license) ?? new Set()).add(name))
}
for (const [licence, list] of [...names].toSorted(([, a], [, b]) => b.size - a.size))
  print(`${licence} (${list.size}): ${[...list].join(', ')}`)
