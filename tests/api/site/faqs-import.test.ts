import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createForm, type EventsApp, startEventsApp } from '../../support/api/events.ts'

describe('a CSV file of FAQs', () => {
  let t: EventsApp
  beforeAll(async () => {
    t = await startEventsApp()
  })
  afterAll(() => t.close())

  const send = async (content: string | Uint8Array, preview: boolean, query = '') => {
    const file = new File([typeof content === 'string' ? content : new Uint8Array(content)], 'faqs.csv', {
      type: 'text/csv',
    })
    return t.ask(
      'POST',
      `${getPath('POST /api/admin/faqs/import')}${query}`,
      await createForm({ preview: String(preview), file }),
    )
  }
  const there = async () => (await t.ask('GET', `${getPath('GET /api/admin/faqs')}?per_page=100`)).json().faqs
  const seen = async () =>
    (await t.visitor('/api/faqs?status=true'))
      .json()
      .faqs.map(({ question }: { question: string }) => question)
  const good =
    'question_en,question_ar,answer_en,answer_ar,active\r\nWho may come?,من يأتي؟,"Schools,\r\nand clubs",المدارس,\r\n=Where?,أين؟,Riyadh,الرياض,لا\r\n'

  it('is previewed without changes, then imported at the end of the list', async () => {
    const form = await createForm({
      name: 'متى؟',
      name_en: 'When?',
      description: 'غدًا',
      description_en: 'Tomorrow',
    })
    expect((await t.ask('POST', getPath('POST /api/admin/faqs'), form)).status).toBe(200)
    expect(await seen()).toEqual(['When?'])

    const preview = (await send(good, true)).json()
    expect(preview).toMatchObject({ success: true, preview: true, count: 2, problems: [] })
    expect(preview.rows).toEqual([
      { line: 2, question: { en: 'Who may come?', ar: 'من يأتي؟' }, active: true },
      { line: 4, question: { en: '=Where?', ar: 'أين؟' }, active: false },
    ])
    expect(await there()).toHaveLength(1)

    expect((await send(good, false)).json()).toMatchObject({
      success: true,
      preview: false,
      count: 2,
      msg: '2 questions imported.',
    })
    const all = await there()
    expect(
      all.map((each: { name_en: string; position: number; status: boolean }) => [
        each.name_en,
        each.position,
        each.status,
      ]),
    ).toEqual([
      ['When?', 0, true],
      ['Who may come?', 1, true],
      ['=Where?', 2, false],
    ])
    expect(all[1].description_en).toBe('Schools,\nand clubs')
    // the search of the list finds it, and visitors see it immediately
    expect(
      (await t.ask('GET', `${getPath('GET /api/admin/faqs')}?s=${encodeURIComponent('المدارس')}`)).json()
        .totalItems,
    ).toBe(1)
    expect(await seen()).toEqual(['When?', 'Who may come?'])
    expect(
      (await t.audit())
        .filter(({ action }) => action === 'import')
        .map(({ entity, label }) => [entity, label]),
    ).toEqual([
      ['faq', 'Who may come? · من يأتي؟'],
      ['faq', '=Where? · أين؟'],
    ])
  })

  it('is rejected when it is imported again, because every question exists', async () => {
    const before = await there()
    const again = await send(good, false)
    expect([again.status, again.json().code]).toEqual([422, 'import-rejected'])
    expect(
      again.json().details.problems.map(({ line, field }: { line: number; field: string }) => [line, field]),
    ).toEqual([
      [2, 'question_en'],
      [2, 'question_ar'],
      [4, 'question_en'],
      [4, 'question_ar'],
    ])
    expect(await there()).toEqual(before)
  })

  it('with one invalid row imports nothing and describes the problem in the language of the request', async () => {
    const before = await there()
    const bad = [
      'question_ar;question_en;answer_en;answer_ar;active',
      'سؤال؛ جديد;New;Answer;جواب;yes',
      ';No Arabic;Answer;جواب;',
      `طويل;${'x'.repeat(501)};Answer;جواب;perhaps`,
      'آخر;New;Answer;جواب;;more',
    ].join('\n')
    const problems = [
      [3, 'question_ar'],
      [4, 'active'],
      [4, 'question_en'],
      [5, 'file'],
      [5, 'question_en'],
    ]
    const preview = (await send(bad, true)).json()
    expect(preview.count).toBe(4)
    expect(preview.problems.map(({ line, field }: { line: number; field: string }) => [line, field])).toEqual(
      problems,
    )
    const refused = await send(bad, false, '?lang=ar')
    expect(refused.status).toBe(422)
    expect(refused.json().details.problems).toHaveLength(problems.length)
    expect(refused.json().details.problems[0].msg).toMatch(/[\u0600-\u06FF]/)
    expect(await there()).toEqual(before)
  })

  it('may be UTF-16 with tabs; another file is rejected', async () => {
    const text = '\uFEFFquestion_en\tquestion_ar\tanswer_en\tanswer_ar\r\nHow?\tكيف؟\tSo\tهكذا\r\n'
    expect((await send(Buffer.from(text, 'utf16le'), true)).json()).toMatchObject({ count: 1, problems: [] })
    const problemsOf = async (content: string | Uint8Array) =>
      (await send(content, true))
        .json()
        .problems.map(({ line, field }: { line: number; field: string }) => [line, field])
    expect(await problemsOf('')).toEqual([[0, 'file']])
    expect(await problemsOf(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toEqual([[0, 'file']])
    expect(await problemsOf('question_en,question_ar\na,b\n')).toEqual([
      [1, 'answer_en'],
      [1, 'answer_ar'],
    ])
    expect(await problemsOf(`${good.replace('active', 'colour')}`)).toEqual([[1, 'colour']])
    expect(
      await problemsOf(`question_en,question_ar,answer_en,answer_ar\n${'a,b,c,d\n'.repeat(2001)}`),
    ).toEqual([[0, 'file']])
  })
})
