import { describe, expect, it } from 'vitest'
import * as fields from '#contract/fields.schema.ts'
import { cleanText, type TextKind } from '#contract/rules/text.ts'
import type { z } from '#contract/z.ts'

const presentation = 'ﺳﺎﺭﺓ'
/** The builders of texts that people type: how each cleans, and what its text is in these tests. */
const builders: Record<string, { build: (max: number) => z.ZodType; kind: TextKind; text: string }> = {
  multilineTextField: { build: fields.multilineTextField, kind: 'lines', text: presentation },
  singleLineField: { build: fields.singleLineField, kind: 'line', text: presentation },
  nameField: { build: fields.nameField, kind: 'name', text: presentation },
  personNameField: { build: fields.personNameField, kind: 'name', text: presentation },
  searchField: { build: fields.searchField, kind: 'name', text: presentation },
  codeField: { build: fields.codeField, kind: 'code', text: 'A4HB-K17Z' },
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

it('a password, a token or a file name stays as it is', () => {
  const raw = '\u200f\u00a0 ﺳﺎﺭﺓ\u200b\r\n\u2028 '
  expect(fields.rawTextField(200).parse(raw)).toBe(raw)
})
