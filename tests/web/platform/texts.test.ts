import { describe, expect, test } from 'vitest'
import { ar } from '#i18n/ar.ts'
import { arAdmin } from '#i18n/ar-admin.ts'
import { arReplies } from '#i18n/ar-replies.ts'
import { arTeams } from '#i18n/ar-teams.ts'
import { createI18nFromCatalogue } from '#i18n/create-i18n.ts'
import { en } from '#i18n/en.ts'
import { enAdmin } from '#i18n/en-admin.ts'
import { enReplies } from '#i18n/en-replies.ts'
import { enTeams } from '#i18n/en-teams.ts'
import { formatUserRole } from '#web/shared/accounts/users/user-texts.ts'
import { createTextsFromCatalogue } from '#web/shared/texts.ts'

const catalogues = {
  en: { ...en, ...enAdmin, ...enReplies, ...enTeams },
  ar: { ...ar, ...arAdmin, ...arReplies, ...arTeams },
}

/** Lists the keys of all texts of a catalogue; plural forms share one key. */
const keysOf = (at: object, before = ''): string[] =>
  Object.entries(at).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [`${before}${key.replace(/_(zero|one|two|few|many|other)$/, '')}`]
      : Array.isArray(value)
        ? []
        : keysOf(value, `${before}${key}.`),
  )

/** Lists all texts of a catalogue. */
const textsOf = (at: object): string[] =>
  Object.values(at).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)))

test('questions in Arabic have one form', () => {
  expect(textsOf(catalogues.ar).filter((text) => /^أ?تريد/.test(text))).toEqual([])
})

test('a text about a person has a feminine form in Arabic', () => {
  const roleOf = (language: 'en' | 'ar', gender: 0 | 1 | null) =>
    formatUserRole(createTextsFromCatalogue(language, catalogues[language], 'Botola').t, 'coach', gender)
  expect([roleOf('ar', 0), roleOf('ar', 1), roleOf('ar', null)]).toEqual(['مدرب', 'مدربة', 'مدرب'])
  expect(roleOf('en', 1)).toBe('Coach')
})

describe.each(['en', 'ar'] as const)('pages in %s', (language) => {
  const page = createTextsFromCatalogue(language, catalogues[language], 'Botola')
  const server = createI18nFromCatalogue(language, catalogues[language])
  const values = { name: 'X', formatted: '7', limit: 3, title: 'T', number: 5, site: 'Botola' }

  test('render every text as the server does, in every plural form', () => {
    const ask = (t: unknown, key: string, count?: number) =>
      (t as (key: string, values: object) => string)(key, count === undefined ? values : { ...values, count })
    for (const key of new Set(keysOf(catalogues[language])))
      for (const count of [undefined, 0, 1, 2, 3, 11, 100, 1000]) {
        const expected = ask(server.t, key, count)
        // i18next removes a placeholder without a value, a page shows it
        if (!/\{\{/.test(ask(page.t, key, count)))
          expect(ask(page.t, key, count), `${key} ${count}`).toBe(expected)
      }
  })

  test('report unknown keys', () => {
    expect(page.exists('nav.home')).toBe(true)
    expect(page.exists('nav.nowhere')).toBe(false)
  })
})
