import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { CallDefinition } from '#contract/platform/define-calls.ts'
import { z } from '#contract/platform/z.ts'
import { listUnknownFields } from '#server/platform/http/unknown-fields.ts'
import { createSheet, cubesRuleSet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam } from '../../support/api/judging.ts'

describe('the unknown fields of a body', () => {
  const person = z.object({ name: z.string(), phone: z.string().optional() })
  const schema = z
    .object({
      id: z.string(),
      owner: person.nullable().default(null),
      members: z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(person)),
      choice: z.union([
        z.object({ kind: z.literal('a'), a: z.number() }),
        z.object({ kind: z.literal('b'), b: z.number() }),
      ]),
      values: z.record(z.string(), z.number()),
      data: z.unknown(),
    })
    .refine(() => true)
  const known = {
    id: '1',
    owner: { name: 'Sara' },
    members: [{ name: 'Omar', phone: '1' }],
    choice: { kind: 'b', b: 1 },
    values: { cubes: 1 },
    data: { anything: { goes: 1 } },
  }

  it('are none in a body of its schema, and in one that is no object', () => {
    expect(listUnknownFields(schema, known)).toEqual([])
    for (const body of [null, undefined, 'text', 1, []]) expect(listUnknownFields(schema, body)).toEqual([])
  })

  it('are named wherever they are', () => {
    const place = fc.constantFrom<[string, (field: string) => object]>(
      ['', (field) => ({ [field]: 1 })],
      ['owner.', (field) => ({ owner: { ...known.owner, [field]: 1 } })],
      ['members.0.', (field) => ({ members: [{ ...known.members[0], [field]: 1 }] })],
      ['members.0.', (field) => ({ members: { ...known.members[0], [field]: 1 } })],
      ['choice.', (field) => ({ choice: { ...known.choice, [field]: 1 } })],
    )
    const field = fc
      .string({ minLength: 3, maxLength: 20 })
      .filter((name) => !['owner', 'name', 'phone', 'kind', 'data'].includes(name))
    const isNew = (name: string) => !Object.hasOwn(known, name) && name !== '__proto__'
    fc.assert(
      fc.property(place, field.filter(isNew), ([path, add], name) => {
        expect(listUnknownFields(schema, { ...known, ...add(name) })).toEqual([`${path}${name}`])
      }),
    )
  })
})

describe('calls with fields that they do not have', () => {
  let t: JudgesApp
  beforeAll(async () => {
    t = await startJudgesApp()
  })
  afterAll(() => t.close())

  it('are ignored in the queries of visitors who use a browser', async () => {
    const failed: string[] = []
    for (const [key, definition] of Object.entries(calls)) {
      const { audience = 'visitor' } = definition as CallDefinition
      const [method, path = ''] = key.replace(/\?.*/, '').split(' ')
      // an endless stream
      if (method !== 'GET' || audience !== 'visitor' || /live$|-changes$/.test(path)) continue
      const url = `${path.replace(/:\w+/g, 'x')}?utm_source=mail`
      const { statusCode } = await t.app.inject({ url, headers: { 'sec-fetch-mode': 'cors' } })
      if (statusCode >= 500) failed.push(`${key}: ${statusCode}`)
    }
    expect(failed).toEqual([])
  })

  it('are refused by the own calls with the names of the fields, and change nothing', async () => {
    const event = await t.event({ title_en: 'Unknown fields' })
    const url = `/api/admin/events/${event._id}/judges`
    const reply = await t.ask('POST', url, { payload: { names: ['Huda Nasser'], tabels: ['A'] } })
    expect([reply.status, reply.json()]).toMatchObject([
      400,
      { code: 'bad-input', fields: [{ field: 'tabels', code: 'unexpected-field' }] },
    ])
    expect(t.ok(await t.ask('GET', url)).judges).toEqual([])
    const preview = { subject: { en: 'A', ar: 'أ', fr: 'A' }, body: { en: 'B', ar: 'ب' }, kind: 'news' }
    const nested = await t.ask('POST', '/api/admin/announcements/preview', { payload: preview })
    expect(nested.json().fields).toMatchObject([{ field: 'subject.fr', code: 'unexpected-field' }])
  })

  it('are refused with the name that was meant, or with the names that are accepted', async () => {
    const event = await t.event({ title_en: 'Misspelt', eventCode: 'MISSPELT' })
    const key = await t.key(event._id)
    const send = async (body: object, lang = 'en') => {
      const reply = await t.post(`MISSPELT`, key, body, { cookie: `lang=${lang}` })
      expect(reply.status).toBe(400)
      return reply.json().fields[0]
    }
    for (const [written, meant] of [
      ['team_no', 'teamNo'],
      ['TeamNumber', 'teamNo'],
      ['points', 'score'],
      ['misson', 'mission'],
      ['scroe', 'score'],
      ['seconds', 'time'],
    ] as const) {
      expect(await send({ [written]: 1, name: 'Sara', score: 1, time: 1 })).toEqual({
        field: `scores.0.${written}`,
        code: 'unexpected-field',
        msg: `This field isn’t expected here. Its name is ${meant}.`,
      })
      expect((await send({ scores: [{ [written]: 1, name: 'Sara' }] }, 'ar')).msg).toContain(meant)
    }
    expect((await send({ weather: 1, name: 'Sara', score: 1, time: 1 })).msg).toMatch(
      /Accepted: .*teamNo.*score, time/,
    )
    expect((await t.board(event._id)).event.Scores).toEqual([])
  })

  it('are accepted from a page, which may be of an earlier version', async () => {
    const event = await t.event({ title_en: 'Earlier page' })
    const payload = { names: ['Huda Nasser'], removedField: true }
    const post = (headers: Record<string, string>) =>
      t.ask('POST', `/api/admin/events/${event._id}/judges`, { payload, headers })
    t.ok(await post({ 'sec-fetch-site': 'same-origin' }))
    // browsers send no Sec-Fetch-Site over plain HTTP
    t.ok(await post({ origin: 'http://hall.test' }))
    expect((await post({ origin: 'https://other.test', 'sec-fetch-site': 'cross-site' })).status).toBe(400)
  })

  it("are rejected by the product's own calls on paths of the specification", async () => {
    const { _id: id } = t.ok(await saveFaq({ order: '1' })).faq
    expect(
      (await t.ask('PATCH', '/api/admin/faqs', { payload: { id, status: false, extra: 1 } })).status,
    ).toBe(400)
    t.ok(await t.ask('PATCH', '/api/admin/faqs', { payload: { id, status: false } }))
  })

  it('are accepted by the published calls', async () => {
    t.ok(
      await t.ask('PUT', '/api/admin/faqs', {
        payload: { id: t.ok(await saveFaq({ order: '1' })).faq._id, __v: 0 },
      }),
    )
  })
  const saveFaq = (more: object) =>
    t.ask('POST', '/api/admin/faqs', {
      payload: { name: 'س', name_en: 'Q', description: 'ج', description_en: 'A', ...more },
    })

  it('are accepted in sheets of judges; a sheet without newer fields is taken, or waits for a decision when the round has a result', async () => {
    const event = await t.event({ title_en: 'Older app' })
    const [falcons, hawks] = [
      await addEventTeam(t, event._id, 'Falcons'),
      await addEventTeam(t, event._id, 'Hawks'),
    ]
    const { token } = await t.createSignedInJudge(event._id)
    const send = (sheet: object) => t.askAsJudge('POST', '/api/v1/judge/sheets', token, sheet)
    t.ok(await send(createSheet(falcons.id, { futureField: 1 })))
    const older = (teamId: string) => {
      const { expected: _, ruleVersion: _version, confirmedAt: _at, ...sheet } = createSheet(teamId)
      return sheet
    }
    t.ok(await send(older(hawks.id)))
    t.ok(await send(older(falcons.id)))
    const { reviews } = t.ok(await t.askAsJudge('GET', '/api/v1/judge/event', token))
    expect(reviews).toMatchObject([{ teamId: falcons.id, status: 'waiting', needsDecision: true }])
    const ruled = await t.event({ title_en: 'Older app, rules' })
    const team = await addEventTeam(t, ruled._id, 'Owls')
    t.ok(
      await t.ask('PUT', `/api/admin/events/${ruled._id}/rule-set`, {
        payload: { ruleSet: cubesRuleSet, version: null },
      }),
    )
    const { token: ruledToken } = await t.createSignedInJudge(ruled._id)
    expect((await t.askAsJudge('POST', '/api/v1/judge/sheets', ruledToken, older(team.id))).status).toBe(409)
  })
})
