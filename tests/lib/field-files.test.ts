import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('docs/contributing.md lists the files that name the field schoolType of a team', () => {
  const files = globSync('{contract,i18n,server,web,scripts}/**/*.{ts,tsx,css,mjs}').filter((file) =>
    /schoolType|school_type/.test(readFileSync(file, 'utf8')),
  )
  const page = readFileSync('docs/contributing.md', 'utf8')
  const rows = page.slice(page.indexOf('## Add a field'), page.indexOf('## Add a call')).matchAll(/^\| (`.+?`) \|/gm)
  const listed = [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => file))
  expect(listed.sort()).toEqual(files.sort())
})
