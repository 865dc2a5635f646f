import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toFirstNameAndInitial } from '#contract/people/teams/person-name.ts'
import { normalizeSearchText } from '#contract/platform/search-form.ts'
import { buildSearchConditions, orderBySearchMatch } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import cases from '../fixtures/search-forms.json' with { type: 'json' }
import shortNames from '../fixtures/short-names.json' with { type: 'json' }
import { createTestDatabase } from '../support/services/database.ts'

let fresh: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
beforeAll(async () => {
  fresh = await createTestDatabase()
  db = fresh.database.db
})
afterAll(() => fresh.drop())

const readForms = async (texts: readonly string[]): Promise<string[]> => {
  const { rows } = await db.execute<{ form: string }>(
    sql`select search_form(text) as form from unnest(${sql.param(texts)}::text[]) with ordinality as given(text, at) order by at`,
  )
  return rows.map(({ form }) => form)
}

test('the database normalizes each text of the fixture to its search form', async () => {
  expect(await readForms(cases.forms.map(([text]) => text as string))).toEqual(
    cases.forms.map(([, form]) => form),
  )
})

test.each(cases.matches)(
  'the database rates $text as $rating for a search for $search',
  async ({ search, text, rating }) => {
    const column = sql`search_form(${text}::text)`
    const conditions = sql.join(buildSearchConditions(column, search), sql` and `)
    const { rows } = await db.execute<{ rating: number }>(
      sql`select ${orderBySearchMatch(column, search)[0]} as rating where ${conditions}`,
    )
    expect(rows[0]?.rating ?? null).toBe(rating)
  },
)

/** Every character of Latin and Arabic script. */
const letters = [
  [0x20, 0x24f],
  [0x600, 0x6ff],
  [0x750, 0x77f],
  [0x1e00, 0x1eff],
  [0xfb50, 0xfdff],
  [0xfe70, 0xfefc],
].flatMap(([first = 0, last = 0]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at)),
)

test('the database and the pages have the same search form for every letter of Latin and Arabic script, alone and between letters', async () => {
  const texts = letters.flatMap((letter) => [letter, `س${letter}وa`, `عبد ${letter}لله`])
  expect(await readForms(texts)).toEqual(texts.map(normalizeSearchText))
})

test('the database shortens each name of the fixture as pages do, and names with every letter', async () => {
  const names = letters.flatMap((letter) => [`Sara ${letter}`, `سارة ${letter}السالم`, `Sara${letter}Nasser`])
  const given = [...shortNames.map(([name]) => name as string), ...names]
  const { rows } = await db.execute<{ short: string }>(
    sql`select short_name(name) as short from unnest(${sql.param(given)}::text[]) with ordinality as given(name, at) order by at`,
  )
  expect(rows.map(({ short }) => short)).toEqual([
    ...shortNames.map(([, short]) => short),
    ...names.map(toFirstNameAndInitial),
  ])
})
