import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { normalizeEmail } from '#contract/accounts/identity.ts'
import { guardianConsentInput } from '#contract/accounts/registration.schema.ts'
import { normalizeNameForComparison } from '#contract/event/scores/participants.ts'
import { addAttemptsRequest } from '#contract/event/scores/score.schema.ts'
import { saveSeasonYearRequest, seasonMoveSelection } from '#contract/people/seasons/season-year.schema.ts'
import { seasonRecordLimits } from '#contract/people/seasons/season-year.ts'
import { findLinkInName } from '#contract/people/teams/person-name.ts'
import * as fields from '#contract/platform/fields.schema.ts'
import { normalizeSearchText } from '#contract/platform/search-form.ts'
import { saveSettingsRequest } from '#contract/platform/settings.schema.ts'
import { cleanText, type TextKind } from '#contract/platform/text.ts'
import type { z } from '#contract/platform/z.ts'
import { createSeasonRecordRequest } from '#contract/published/season-record.ts'
import { saveTeamRequest, teamListQuery } from '#contract/published/team.schema.ts'
import { saveUserRequest } from '#contract/published/user.schema.ts'
import { audienceQuery, saveAnnouncementRequest } from '#contract/site/announcement.schema.ts'

const presentation = 'ﺳﺎﺭﺓ'
/** The builders of texts that people type: how each cleans, and what its text is in these tests. */
const builders: Record<string, { build: (max: number) => z.ZodType; kind: TextKind; text: string }> = {
  multilineTextField: { build: fields.multilineTextField, kind: 'lines', text: presentation },
  singleLineField: { build: fields.singleLineField, kind: 'line', text: presentation },
  nameField: { build: fields.nameField, kind: 'name', text: presentation },
  personNameField: { build: fields.personNameField, kind: 'name', text: presentation },
  searchField: { build: fields.searchField, kind: 'name', text: presentation },
  codeField: { build: fields.codeField, kind: 'code', text: 'A4HB-K17Z' },
  uncheckedLinkField: {
    build: fields.uncheckedLinkField,
    kind: 'link',
    text: 'https://x.test/می\u200cخواهم',
  },
  urlField: { build: fields.urlField, kind: 'link', text: 'https://x.test/a' },
  emailField: { build: fields.emailField, kind: 'code', text: 'a@b.test' },
  emailOrEmptyField: { build: fields.emailOrEmptyField, kind: 'code', text: 'a@b.test' },
}
/** The builders of texts that stay as they are, and of no texts. */
const others = ['rawTextField', 'createPageAndSearchFields', 'sortField']

it('every builder of a text is in the table of this test', () => {
  const found = Object.entries(fields).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))
  expect(found.sort()).toEqual([...Object.keys(builders), ...others].sort())
})

describe.each(Object.entries(builders))('%s', (_, { build, kind, text }) => {
  const surrounded = `\u200f\u00a0 ${text}\u200b\u2069 \n`

  it('cleans before it checks', () => {
    expect(build(200).parse(surrounded)).toBe(cleanText(text, kind))
    expect(build(200).parse(surrounded)).not.toMatch(/[\u200b\u200f\u2069\u00a0\ufb50-\ufdff\ufe70-\ufefc]/)
  })

  it('checks the length of the cleaned text', () => {
    if (build === fields.searchField) return
    expect(build(text.length).safeParse(surrounded).success).toBe(true)
    expect(build(text.length - 1).safeParse(surrounded).success).toBe(false)
  })

  it('names the character that cannot be stored', () => {
    const problem = build(200).safeParse('a\u0000b').error?.issues[0]
    expect(problem).toMatchObject({ params: { code: 'bad-characters', values: { character: 'U+0000' } } })
    const surrogate = build(200).safeParse('a\ud800b').error?.issues[0]
    expect(surrogate).toMatchObject({ params: { code: 'bad-characters', values: { character: 'U+D800' } } })
  })
})

it.each(['singleLineField', 'nameField', 'personNameField', 'codeField'])(
  '%s names a control character',
  (name) => {
    expect(builders[name]?.build(200).safeParse('a\u0007b').error?.issues).toMatchObject([
      { params: { code: 'bad-characters', values: { character: 'U+0007' } } },
    ])
  },
)

it('a text of letters that a ligature stands for is as long as its letters', () => {
  expect(fields.nameField(18).safeParse('ﷺ').success).toBe(true)
  expect(fields.nameField(17).safeParse('ﷺ').success).toBe(false)
})

it('a text that is too long has no other problem, and is refused at once', () => {
  // without the limit, the checks of this text take minutes
  const marks = `a${'\u0301\u0323'.repeat(500_000)}`
  for (const text of [marks, `www.evil.example\u0007 ${'a'.repeat(200)}`])
    for (const build of [fields.personNameField, fields.singleLineField, fields.rawTextField])
      expect(build(200).safeParse(text).error?.issues).toMatchObject([{ code: 'too_big', maximum: 200 }])
})

it('a long run of marks is compared at once', () => {
  const marks = `${'\u0301\u0323'.repeat(500_000)}`
  expect(findLinkInName(`evil.sa${marks}`)).toContain('evil.s')
  expect(normalizeEmail(`A@b.test${marks}`)).toMatch(/^a@b\.tes/)
  expect(normalizeSearchText(`\u05b0${'\u0591\u05bf'.repeat(500_000)}A${marks}`)).toMatch(/a$/)
  expect(normalizeNameForComparison(`A${marks}`)).toBe('a')
})

it('a no-break space is a space in a number and a free text, and goes in a code', () => {
  const attempts = (score: string) => [{ score, timeMs: 0 }]
  const parse = (value: object) => addAttemptsRequest.safeParse({ attempts: attempts('1'), ...value })
  expect(parse({ teamNo: 'A\u00a0007' }).data?.teamNo).toBe('A 007')
  expect(parse({ attempts: attempts('\u00a012\u200f') }).data?.attempts[0]?.score).toBe(12)
  expect(parse({ attempts: attempts('12\u00a05') }).success).toBe(false)
  expect(saveSeasonYearRequest.safeParse({ year: '20\u00a026' }).success).toBe(false)
  expect(saveSeasonYearRequest.parse({ year: '٢٠٢٦\u200f' }).year).toBe(2026)
  expect(guardianConsentInput.parse({ contact: 'أم\u00a0سارة' }).contact).toBe('أم سارة')
  expect(fields.codeField(20).parse('050\u00a0123')).toBe('050123')
})

it('a national ID or a reason of invisible characters alone is not sent, but a password of them is', () => {
  const { nationalId, password } = saveUserRequest.shape
  for (const blank of ['\u200f', ' \u00a0', '\u3164']) expect(nationalId.parse(blank)).toBeUndefined()
  expect(saveTeamRequest.shape.reason.parse('\u200b')).toBeUndefined()
  expect(password.parse('\u200f'.repeat(12))).toBe('\u200f'.repeat(12))
  expect(password.parse('')).toBeUndefined()
})

it('the names in the settings are cleaned as names, and a link without visible characters is none', () => {
  const { brand, certificateSigner, receiptIssuer, simulator } = saveSettingsRequest.shape
  const name = { en: 'Bot\u200bola', ar: 'بطولة\u00a0الروبوت' }
  const cleaned = { en: 'Botola', ar: 'بطولة الروبوت' }
  expect(brand.unwrap().shape.name.parse(name)).toEqual(cleaned)
  expect(certificateSigner.unwrap().shape.name.parse(name)).toEqual(cleaned)
  expect(receiptIssuer.unwrap().shape.name.parse(name)).toEqual(cleaned)
  expect(brand.unwrap().shape.accentColor.parse('\u200f')).toBeNull()
  expect(simulator.shape.win.parse('\u200f ')).toBeNull()
  expect(simulator.shape.win.parse('\u200f/می\u200cخواهم.exe')).toBe('/می\u200cخواهم.exe')
})

it('a season record names what is wrong with its data', () => {
  const parse = (data: object) =>
    createSeasonRecordRequest.safeParse({ type: 'final', team_id: randomUUID(), data }).error?.issues
  const character = (found: string) => [{ params: { code: 'bad-characters', values: { character: found } } }]
  expect(parse({ team: [{ name: 'a\0b' }] })).toMatchObject(character('U+0000'))
  expect(parse({ 'a\ud800': 1 })).toMatchObject(character('U+D800'))
  expect(parse({ text: 'a\\u0000' })).toBeUndefined()
  const limit = seasonRecordLimits.data
  expect(parse({ text: 'a'.repeat(limit) })).toMatchObject([
    { params: { code: 'too-long', values: { limit } } },
  ])
})

it('a stage that people choose from stored ones stays as it is', () => {
  const stored = 'ﻧﻬﺎﺋﻲ\u200f '
  for (const query of [teamListQuery, audienceQuery, seasonMoveSelection, saveAnnouncementRequest])
    expect(query.shape.stage.parse(stored)).toBe(stored)
})

it('a password, a token or a file name stays as it is', () => {
  const raw = '\u200f\u00a0 ﺳﺎﺭﺓ\u200b\r\n\u2028 '
  expect(fields.rawTextField(200).parse(raw)).toBe(raw)
})
