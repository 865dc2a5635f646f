import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it.each([
  { heading: 'A field of a team', field: 'schoolType', named: /schoolType|school_type/ },
  {
    heading: 'A field of a coach or member',
    field: 'consent.contact',
    named:
      /consent\??\.contact|guardian_contact|->> 'contact'|\bguardian: (?:(?!\bname: )[\s\S]){0,200}?\bcontact: /,
  },
])(
  'docs/contributing.md lists the files that name the field $field below "$heading"',
  ({ heading, named }) => {
    const files = globSync('{contract,i18n,server,web,scripts}/**/*.{ts,tsx,css,mjs}').filter((file) =>
      named.test(readFileSync(file, 'utf8')),
    )
    const [, section = ''] = readFileSync('docs/contributing.md', 'utf8').split(`### ${heading}\n`)
    const rows = section.slice(0, section.indexOf('\n#')).matchAll(/^\| (`.+?`) \|/gm)
    const listed = [...rows].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => file),
    )
    expect(listed.sort()).toEqual(files.sort())
  },
)
