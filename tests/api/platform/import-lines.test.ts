import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { teamImportColumns } from '#server/people/teams/http.import.ts'
import { getTextCleaningKindOfColumn } from '#server/platform/lib/import-columns.ts'
import { createForm } from '../../support/api/events.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'

let t: ScoresApp
/** The path and the header of every CSV import. */
let imports: { path: string; header: string }[] = []
const routes = new Set<string>()
beforeAll(async () => {
  t = await startScoresApp({}, { onRoute: ({ url }) => routes.add(url) })
  const { _id: plain } = await t.event()
  const { _id: withRuleSet } = await t.event()
  const ruleSet = await t.ruleSetTemplate('future_engineers')
  t.ok(
    await t.ask('PUT', `/api/admin/events/${withRuleSet}/rule-set`, { payload: { ruleSet, version: null } }),
  )
  imports = [
    { path: getPath('POST /api/admin/faqs/import'), header: 'question_en,question_ar,answer_en,answer_ar' },
    { path: getPath('POST /api/admin/judges/import'), header: 'name,email,languages,competitions' },
    { path: getPath('POST /api/admin/users/import'), header: 'first_name,last_name,email' },
    { path: getPath('POST /api/admin/teams/import'), header: 'team_name,school,competition' },
    { path: `${t.path(plain)}/import`, header: 'team_name,score,time' },
    { path: `${t.path(withRuleSet)}/import`, header: 'team_name,round' },
    {
      path: getPath('POST /api/admin/events/:eventId/schedule/import', { eventId: plain }),
      header: 'team_no,round,table,time',
    },
  ]
})
afterAll(() => t.close())

const preview = async (path: string, text: string, lang = 'en') => {
  const { payload, headers } = await createForm({
    preview: 'true',
    file: new File([text], 'file.csv', { type: 'text/csv' }),
  })
  return t.ask('POST', `${path}?lang=${lang}`, { payload, headers })
}
const emptyCells = ','.repeat(16_383)

describe('every CSV import', () => {
  it('is in this test', () => {
    const paths = imports.map(({ path }) => path.replace(/[0-9a-f-]{36}/, ':eventId'))
    expect([...new Set(paths)].toSorted()).toEqual(
      [...routes].filter((url) => url.endsWith('/import')).toSorted(),
    )
  })

  it('rejects a line of 16,384 cells of which the last is filled, with its number, in both languages', async () => {
    for (const { path, header } of imports) {
      const text = `${header}\n${emptyCells}\n${emptyCells}x\n`
      const { problems } = (await preview(path, text)).json()
      expect(problems, path).toEqual([
        {
          line: 3,
          field: 'file',
          column: '',
          label: '',
          value: '',
          msg: expect.stringMatching(/^This line has 16384 cells\. At most 500/),
        },
      ])
      expect((await preview(path, text, 'ar')).json().problems, path).toMatchObject([
        { line: 3, msg: expect.stringMatching(/^عدد الخلايا في هذا السطر 16384، والحد الأقصى 500\./) },
      ])
    }
  })

  it('rejects a line of more than 256 KB, with its number, in both languages', async () => {
    for (const { path, header } of imports) {
      const text = `${header}\n\nA${','.repeat(300_000)}\n`
      expect((await preview(path, text)).json().problems, path).toMatchObject([
        { line: 3, field: 'file', msg: expect.stringMatching(/^This line is longer than 256 KB\./) },
      ])
      expect((await preview(path, text, 'ar')).json().problems, path).toMatchObject([
        { line: 3, msg: expect.stringMatching(/^هذا السطر أطول من 256 كيلوبايت\./) },
      ])
    }
  })

  it('takes a line of 16,384 empty cells for an empty line', async () => {
    for (const { path, header } of imports) {
      const { problems } = (await preview(path, `${header}${emptyCells}\n${emptyCells}\n`)).json()
      expect(problems, path).toMatchObject([{ line: 0, msg: 'This file has no lines below its header.' }])
    }
  })

  it('names unknown headers that every JavaScript object has', async () => {
    for (const { path, header } of imports)
      for (const name of ['__proto__', 'constructor', 'toString']) {
        const reply = await preview(path, `${header},${name}\nA,B\n`)
        expect(reply.status, path).toBe(200)
        expect(reply.json().problems, path).toContainEqual(
          expect.objectContaining({
            line: 1,
            value: name,
            column: '',
            msg: expect.stringMatching(/^There is no column with this title/),
          }),
        )
      }
  })
})

it('a no-break space is a space in the number of a team and in a contact, and no part of a number', async () => {
  const path = imports.find(({ header }) => header === 'team_name,score,time')?.path ?? ''
  const marks = '\u0591\u05bf'.repeat(25_000)
  const text = `team_no,score,time,competition,mission_type\nA\u00a0007,5,1,,\nB,1\u00a02,1,,\nC,1,1,${marks},${marks}`
  const { rows, problems } = t.ok(await preview(path, text))
  expect(rows[0]).toMatchObject({ teamNo: 'A 007', score: 5 })
  expect(problems.map(({ line, field }: { line: number; field: string }) => [line, field])).toContainEqual([
    ...[3, 'score'],
  ])
  const contact = teamImportColumns.columns.find(({ name }) => name === 'member1_guardian_contact')
  expect(contact && getTextCleaningKindOfColumn(contact)).toBe('name')
})
