import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CallKey, calls } from '#contract/calls.ts'
import { getPath } from '#contract/platform/call-path.ts'
import type { CallDefinition } from '#contract/platform/define-calls.ts'
import { fieldLabels } from '#contract/platform/field-labels.ts'
import { langs } from '#contract/platform/localized.ts'
import type { z } from '#contract/platform/z.ts'
import { findCatalogueLabel, findFieldLabel } from '#server/platform/http/field-labels.ts'
import { findWrappedSchema } from '#server/platform/http/request-schemas.ts'
import { startSessionsApp } from '../support/api/session.ts'

const listCallSchemas = ({ body, query, params, headers }: CallDefinition) =>
  [body, query, params, headers].filter((schema) => schema !== undefined)
/** Lists the paths of the fields of a request schema, with the first item of each list. */
const listFields = (schema: z.core.$ZodType, path = ''): string[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const wrapped = findWrappedSchema(schema)
  if (wrapped) return listFields(wrapped, path)
  if (def.type === 'union') return def.options.flatMap((option) => listFields(option, path))
  const parts =
    def.type === 'object'
      ? Object.entries(def.shape)
      : def.type === 'array'
        ? [['0', def.element] as const]
        : []
  return parts.flatMap(([name, part]) => [`${path}${name}`, ...listFields(part, `${path}${name}.`)])
}
const allCalls: [string, CallDefinition][] = Object.entries<object>(calls).map(([key, call]) => [
  key,
  call as CallDefinition,
])
const schemasOf = (key: CallKey) => listCallSchemas(calls[key] as CallDefinition)
const labelsOf = (key: CallKey, field: string) =>
  langs.map((lang) => findFieldLabel(schemasOf(key), field, lang))

describe('the label of a field', () => {
  it.each<[CallKey, string, string | undefined, string | undefined]>([
    ['POST /api/password/reset', 'password', 'Password', 'كلمة المرور'],
    ['POST /api/admin/users', 'fname', 'First name', 'الاسم الأول'],
    ['POST /api/teams', 'members.1.birthDate', 'Date of birth', 'تاريخ الميلاد'],
    ['POST /api/teams', 'members', 'Members', 'الأعضاء'],
    ['POST /api/teams', 'members.1', 'Members', 'الأعضاء'],
    ['POST /api/teams', 'photo3', 'Photo', 'الصورة الشخصية'],
    ['POST /api/admin/organizers', 'name.ar', 'Name (Arabic)', 'الاسم (بالعربية)'],
    ['POST /api/admin/events', 'title_en', 'Title (English)', 'العنوان (بالإنجليزية)'],
    ['POST /api/admin/events', 'datetime_info_en', 'Date and time info (English)', undefined],
    ['POST /api/admin/teams', 'school_type', 'School type', 'نوع المدرسة'],
    ['GET /api/admin/teams?download', 'competion_id', 'Competition', 'المسابقة'],
    ['POST /api/v1/events/:eventCode/scores', 'scores.0.time', 'Time', 'الزمن'],
    ['POST /api/v1/events/:eventCode/scores', 'eventCode', 'Event code', 'رمز الفعالية'],
    ['PUT /api/admin/settings', 'receiptIssuer.vatNumber', 'VAT number', 'الرقم الضريبي'],
    ['GET /api/admin/users', 'per_page', undefined, undefined],
    ['POST /api/teams', 'constructor', undefined, undefined],
    ['POST /api/teams', '', undefined, undefined],
  ])('of %s, %s is that of its form', (key, field, en, ar) => {
    const labels = labelsOf(key, field)
    expect(labels).toEqual([en, ar ?? (en && labels[1])])
  })

  it.each([
    ['ruleSet.matches.points.win', 'Win', 'الفوز'],
    ['ruleSet.matches.knockOuts.0.label.ar', 'Name (Arabic)', 'الاسم (بالعربية)'],
    ['ruleSet.matches.knockOuts.0.pairs.1.0', 'Pairs of the first round', 'مواجهات الدور الأول'],
    ['ruleSet.matches', 'Matches', 'المباريات'],
    ['ruleSet.groups.0.rounds', 'Number of rounds', 'عدد الجولات'],
    ['ruleSet.groups.0.panel.judges', 'Judges of the panel', 'عدد حكام اللجنة'],
    ['ruleSet.groups.0.fields.1.label.ar', 'Label (Arabic)', 'التسمية (بالعربية)'],
  ])('of %s is that of the editor of rules', (field, en, ar) => {
    expect(labelsOf('PUT /api/admin/events/:eventId/rule-set', field)).toEqual([en, ar])
  })

  it.each<[string, Partial<Record<CallKey, readonly [string, string]>>]>([
    [
      'name',
      {
        'POST /api/admin/faqs': ['Question', 'السؤال'],
        'POST /api/admin/partners': ['Company name', 'اسم الجهة'],
        'POST /api/teams': ['Team name', 'اسم الفريق'],
        'POST /api/admin/teams/:teamId/members': ['Full name', 'الاسم الكامل'],
      },
    ],
    [
      'rounds',
      {
        'POST /api/admin/competitions': ['Scored rounds per team', 'عدد الجولات المحتسبة للفريق'],
        'POST /api/admin/events/:eventId/schedule/generate': ['Rounds', 'عدد الجولات'],
      },
    ],
  ])('%s is that of each form', (field, labels) => {
    for (const [key, expected] of Object.entries(labels))
      expect(labelsOf(key as CallKey, field), key).toEqual(expected)
  })

  it('is that of the innermost form, also in a list and in a text of JSON', () => {
    expect(labelsOf('POST /api/teams', 'name')[0]).toBe('Team name')
    expect(labelsOf('POST /api/teams', 'coaches.0.name')[0]).toBe('Full name')
    expect(labelsOf('POST /api/teams', 'coaches.0.consent.contact')[0]).toMatch(/guardian$/)
    expect(labelsOf('PUT /api/account', 'guardian')[0]).toBe('Guardian')
    expect(labelsOf('PUT /api/account', 'guardian.name')[0]).toBe('Guardian’s name')
  })
})

/** Lists a schema and those inside of it. */
const listNestedSchemas = (schema: z.core.$ZodType): z.core.$ZodType[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const wrapped = findWrappedSchema(schema)
  const inner = wrapped
    ? [wrapped]
    : def.type === 'object'
      ? Object.values(def.shape)
      : def.type === 'array'
        ? [def.element]
        : def.type === 'union'
          ? def.options
          : []
  return [schema, ...inner.flatMap(listNestedSchemas)]
}

describe('the registered labels', () => {
  const registered = allCalls.flatMap(([key, call]) =>
    listCallSchemas(call)
      .flatMap(listNestedSchemas)
      .flatMap((schema) => {
        const labels = fieldLabels.get(schema)
        return labels ? [{ key, schema, ...labels }] : []
      }),
  )

  it('have each name in both languages', () => {
    expect(registered.length).toBeGreaterThan(80)
    const missing = registered.flatMap(({ key, catalogue, names = {} }) =>
      Object.values(names)
        .filter((name) =>
          langs.some(
            (lang) =>
              !(findCatalogueLabel(catalogue, name, lang) ?? findCatalogueLabel('general', name, lang)),
          ),
        )
        .map((name) => `${key}: ${catalogue}.${name}`),
    )
    expect(missing).toEqual([])
  })

  it('rename only fields that their request has', () => {
    const unknown = registered.flatMap(({ key, schema, names = {} }) => {
      const fields = listNestedSchemas(schema).flatMap((nested) => {
        const { def } = (nested as z.core.$ZodTypes)._zod
        return def.type === 'object'
          ? Object.keys(def.shape).map((name) => name.replace(/_(en|ar)$/, ''))
          : []
      })
      return Object.keys(names)
        .filter((name) => !fields.includes(name))
        .map((name) => `${key}: ${name}`)
    })
    // the filters and the form of a team share their names
    expect(unknown.filter((name) => !/teams.*: (competion|competion_id)$/.test(name))).toEqual([])
  })

  it('are whole texts without placeholders, in both languages or in none', () => {
    for (const [key, call] of allCalls)
      for (const field of listCallSchemas(call).flatMap((schema) => listFields(schema))) {
        const [en, ar] = langs.map((lang) => findFieldLabel(listCallSchemas(call), field, lang))
        expect([en, ar].join(), `${key} ${field}`).not.toContain('{{')
        expect(ar === undefined, `${key} ${field}`).toBe(en === undefined)
      }
  })
})

describe('the message of a rejected request', () => {
  let t: Awaited<ReturnType<typeof startSessionsApp>>
  beforeAll(async () => {
    t = await startSessionsApp()
  })
  afterAll(() => t.close())

  it.each([
    ['en', 'Some of the data is not valid. Password: '],
    ['ar', 'كلمة المرور: '],
  ])('names the first field by its label in language %s', async (lang, text) => {
    const reply = await t.post(`${getPath('POST /api/password/reset')}?lang=${lang}`, {
      token: 'x',
      password: 5,
      confirm: '',
    })
    const { msg, field } = reply.json()
    expect([reply.statusCode, field]).toEqual([400, 'password'])
    expect(msg).toContain(text)
    expect(msg).not.toContain('password')
  })

  it('has no field name where there is no label', async () => {
    const admin = await t.admin()
    const reply = await t.app.inject({
      url: `${getPath('GET /api/admin/users')}?page=x&per_page=10`,
      headers: { authorization: admin },
    })
    expect(reply.json()).toMatchObject({ code: 'bad-input', field: 'page' })
    expect(reply.json().msg).toMatch(/^Some of the data is not valid\. [A-Z]/)
  })
})
