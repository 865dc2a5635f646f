import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { createForm } from '../../support/api/events.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: ScoresApp
let engineers: RuleSet
beforeAll(async () => {
  t = await startScoresApp()
  engineers = await t.ruleSetTemplate('future_engineers')
  const [open] = engineers.groups
  open?.fields.push(
    {
      kind: 'yesNo',
      key: 'parked',
      label: { en: 'Parked', ar: 'ركن الروبوت' },
      isPenalty: false,
      pointsPerUnit: 5,
      timeMsPerUnit: 0,
    },
    {
      ...{
        kind: 'choice',
        key: 'start',
        label: { en: 'Start', ar: 'الانطلاق' },
        isPenalty: false,
        isRequired: false,
      },
      options: [
        { key: 'clean', label: { en: 'Clean', ar: 'سليم' }, points: 1 },
        { key: 'pushed', label: { en: 'Pushed', ar: 'بدفع' }, points: -1 },
      ],
    },
  )
})
afterAll(() => t.close())

const createEvent = async (): Promise<string> => {
  const { _id: id } = await t.event()
  t.ok(
    await t.ask('PUT', `/api/admin/events/${id}/rule-set`, {
      payload: { ruleSet: engineers, version: null },
    }),
  )
  return id
}
const badNumber =
  'This isn’t a number, or its separators are ambiguous. Leave out thousands separators, percent signs and units, and use a decimal point, for example 1000 or 1000.5.'
const send = async (eventId: string, text: string, headers: Record<string, string> = {}) => {
  const form = await createForm({
    preview: 'false',
    file: new File([text], 'scores.csv', { type: 'text/csv' }),
  })
  return t.ask('POST', `${t.path(eventId)}/import`, {
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  })
}
const board = async (eventId: string) =>
  (await t.board(eventId)).event.Scores.map((row: Body) => [
    row.teamId.name,
    row.rank,
    row.totalScore,
    row.totalTime,
  ])

describe('a CSV file for an event with a rule set', () => {
  it('has the fields of the score sheets as columns, with titles in both languages', async () => {
    const id = await createEvent()
    t.ok(
      await send(
        id,
        'Team name,Round,Points,Time,Parked,Start\nOwls,open1,20,1:00.5,yes,Clean\nOwls,Obstacle round 1,60,90,,\nHawks,5,20.5,,,\nHawks,open2,٢٠,50,لا,بدفع\n',
      ),
    )
    expect(await board(id)).toEqual([
      ['Owls', 1, 86, 150.5],
      ['Hawks', 2, 39.5, 50],
    ])
    const arabic = await createEvent()
    t.ok(
      await send(
        arabic,
        'team_name,الجولة,النقاط,الزمن,استبعاد\nOwls,جولة العوائق 2,30,100,\nOwls,obstacle1,,,نعم\n',
      ),
    )
    expect(await board(arabic)).toEqual([['Owls', 1, 30, 100]])
  })

  it('is rejected with the line, the column and the limit of each wrong value', async () => {
    const id = await createEvent()
    const text =
      'team_name,round,points,time\nOwls,open1,31,60\nOwls,open3,3,60\nOwls,,3,60\nOwls,open1,3,181\nOwls,documentation,3,60\nOwls,open1,x,60\n'
    const rejected = await send(id, text)
    expect(rejected.status).toBe(422)
    expect(
      rejected.json().details.problems.map(({ line, field, value, msg }: Body) => [line, field, value, msg]),
    ).toEqual([
      [2, 'points', '31', 'This is too large (at most 30).'],
      [3, 'round', 'open3', expect.stringMatching(/^Allowed: .*Open round 1.* \(open1\)/)],
      [4, 'round', '', 'This cell is empty. A value is required here.'],
      [5, 'time', '181', 'This is too large (at most 180).'],
      [6, 'time', '60', 'This field isn’t expected here.'],
      [7, 'points', 'x', badNumber],
    ])
    expect(await board(id)).toEqual([])
  })

  it('is rejected for thousands separators, percent signs and units, with the line, the column and the value in both languages', async () => {
    const id = await createEvent()
    const values = ['1,000', '1 000', '1٬000', '1.000,5', '20%', '٢٠٪', '20 points', '1e1']
    const lines = values.flatMap((value) => [`Owls;open1;${value};60`, `Owls;open1;20;${value}`])
    const text = `team_name;round;points;time\n${lines.join('\n')}\n`
    const listProblems = async (headers: Record<string, string> = {}) => {
      const rejected = await send(id, text, headers)
      expect(rejected.status).toBe(422)
      return rejected
        .json()
        .details.problems.map(({ line, column, value, msg }: Body) => [line, column, value, msg])
    }
    const expectProblems = (badPoints: unknown, badSeconds: unknown) =>
      values.flatMap((value, at) => [
        [at * 2 + 2, 'points', value, badPoints],
        [at * 2 + 3, 'time', value, badSeconds],
      ])
    expect(await listProblems()).toEqual(
      expectProblems(badNumber, expect.stringContaining('Enter seconds without thousands separators')),
    )
    expect(await listProblems({ cookie: 'lang=ar' })).toEqual(
      expectProblems(
        expect.stringContaining('ولا علامة نسبة مئوية ولا وحدة'),
        expect.stringContaining('دون فواصل للآلاف'),
      ),
    )
    expect(await board(id)).toEqual([])
  })

  it('is exported so that another event can import it', async () => {
    const id = await createEvent()
    const text =
      'team_name,round,points,time,parked,start,disqualified,at,note\nOwls,open1,20,60.5,true,clean,,2026-05-01T10:00:00Z,"Restart, 2nd field"\nOwls,obstacle1,,,,,true,2026-05-01T11:00:00Z,\nHawks,documentation,20.5,,,,,2026-05-01T12:00:00Z,=1+1\n'
    t.ok(await send(id, text))
    const exported = await t.ask('GET', `${t.path(id)}/export`)
    expect(exported.body.replace('\uFEFF', '').split('\r\n').slice(0, 2)).toEqual([
      'rank,name,email,team_no,team_name,school,mission_type,total_score,total_time,round,points,time,parked,start,disqualified,round_score,round_time,at,note',
      '1,,,,Owls,,0,26,240.5,open1,20,60.5,true,clean,,26,60.5,2026-05-01T13:00:00+03:00,"Restart, 2nd field"',
    ])
    const copy = await createEvent()
    t.ok(await send(copy, exported.body))
    expect(await board(copy)).toEqual(await board(id))
    expect((await t.ask('GET', `${t.path(copy)}/export`)).body).toBe(exported.body)
  })

  it('has one column for fields of two groups with the same key, each with its own kind and options', async () => {
    const label = (text: string) => ({ en: text, ar: text })
    const field = { key: 'x', label: label('Run'), isPenalty: false, isRequired: true }
    const choice = (option: string) => ({
      ...{ kind: 'choice' as const, key: 'p', label: label('Parking'), isPenalty: false, isRequired: true },
      options: [{ key: option, label: label('Full'), points: 1 }],
    })
    const group = (key: string, fields: RuleSet['groups'][number]['fields']): RuleSet['groups'][number] => ({
      ...{
        key,
        label: label(key),
        rounds: [{ key: `${key}1`, label: label(`${key} 1`) }],
        combine: 'best',
        fields,
      },
      ...{ caps: [], minPoints: null, maxPoints: null, timeLimitMs: null },
    })
    const ruleSet: RuleSet = {
      ...{
        template: null,
        disqualification: { points: 0, timeMs: null },
        rankingKeys: [{ of: 'total', value: 'points', order: 'high' }],
      },
      groups: [
        group('a', [{ kind: 'time', ...field, min: 0, max: 100_000 }, choice('full')]),
        group('b', [
          { kind: 'count', ...field, min: 0, max: 9, step: 1, pointsPerUnit: 1, timeMsPerUnit: 0 },
          choice('all'),
        ]),
      ],
    }
    const create = async () => {
      const { _id: id } = await t.event()
      t.ok(await t.ask('PUT', `/api/admin/events/${id}/rule-set`, { payload: { ruleSet, version: null } }))
      return id as string
    }
    const id = await create()
    t.ok(
      await send(
        id,
        'team_name,round,x,p,at\nOwls,a1,41.2,Full,2026-05-01T10:00:00Z\nOwls,b1,7,Full,2026-05-01T11:00:00Z\n',
      ),
    )
    expect(await board(id)).toEqual([['Owls', 1, 9, 41.2]])
    const exported = (await t.ask('GET', `${t.path(id)}/export`)).body
    expect(exported).toContain(',a1,41.2,full,')
    expect(exported).toContain(',b1,7,all,')
    const copy = await create()
    t.ok(await send(copy, exported))
    expect((await t.ask('GET', `${t.path(copy)}/export`)).body).toBe(exported)
  })
})
