import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Misspelt and obsolete words that only published calls may use. */
const published = /competion|Jonior|howplay_info|(?<![\w$])_id(?!\w)/

const sources = ['contract', 'i18n', 'server', 'web', 'scripts'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs|sql|json|css)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`),
)
const saysIt = (file: string) => published.test(readFileSync(file, 'utf8'))

it('the published spelling is used in contract/published only', () => {
  expect(sources.length).toBeGreaterThan(200)
  expect(sources.filter((file) => !file.startsWith('contract/published/') && saysIt(file))).toEqual([])
  // the search itself works: it finds the words in the published contract
  expect(
    sources.filter((file) => file.startsWith('contract/published/') && saysIt(file)).length,
  ).toBeGreaterThan(3)
})
