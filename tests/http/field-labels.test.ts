import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/call-path.ts'
import { findFieldLabel } from '#server/http/errors.ts'
import { startSessionsApp } from '../support/api/session.ts'

describe('the label of a field', () => {
  it.each([
    ['password', 'Password', 'كلمة المرور'],
    ['fname', 'First name', 'الاسم الأول'],
    ['members.1.birthDate', 'Date of birth', 'تاريخ الميلاد'],
    ['photo3', 'Photo', 'الصورة الشخصية'],
    ['name.ar', 'Name (Arabic)', 'الاسم (بالعربية)'],
    ['title_en', 'Title (English)', 'العنوان (بالإنجليزية)'],
    ['school_type', 'School type', 'نوع المدرسة'],
    ['ruleSet.matches.points.win', 'Win', 'الفوز'],
    ['ruleSet.matches.knockOuts.0.label.ar', 'Name (Arabic)', 'الاسم (بالعربية)'],
    ['ruleSet.matches.knockOuts.0.pairs.1.0', 'Pairs of the first round', 'مواجهات الدور الأول'],
    ['ruleSet.matches', 'Matches', 'المباريات'],
    ['ruleSet.groups.0.rounds', 'Number of rounds', 'عدد الجولات'],
    ['ruleSet.groups.0.panel.judges', 'Judges of the panel', 'عدد حكام اللجنة'],
    ['ruleSet.groups.0.fields.1.label.ar', 'Label (Arabic)', 'التسمية (بالعربية)'],
    ['per_page', undefined, undefined],
    ['constructor', undefined, undefined],
    ['', undefined, undefined],
  ])('of %s is that of the forms', (field, en, ar) => {
    expect([findFieldLabel(field, 'en'), findFieldLabel(field, 'ar')]).toEqual([en, ar])
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
