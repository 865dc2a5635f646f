import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createForm } from '../../support/api/events.ts'
import { type ScoresApp, startScoresApp, summarizeRanking } from '../../support/api/scores.ts'

describe('a CSV file of scores', () => {
  let t: ScoresApp
  beforeAll(async () => {
    t = await startScoresApp()
  })
  afterAll(() => t.close())

  const send = async (
    event: { _id: string },
    content: string | Uint8Array,
    preview: boolean,
    headers: Record<string, string> = {},
  ) => {
    const file = new File([typeof content === 'string' ? content : new Uint8Array(content)], 'scores.csv', {
      type: 'text/csv',
    })
    const form = await createForm({ preview: String(preview), file })
    return t.ask('POST', `${t.path(event._id)}/import`, {
      payload: form.payload,
      headers: { ...form.headers, ...headers },
    })
  }
  const good =
    'name,email,mission,score,time,at\r\nSara,sara@x.org,1,10,1:10.5,2026-03-01T10:00:00Z\r\nSara,sara@x.org,2,٥٫٥,20,\r\n"Omar, jr",,1,12,30,\r\n'

  it('is previewed without changes, then imported', async () => {
    const event = await t.event({ title_en: 'Import' }, [{ name: 'Omar, jr', score: 1, time: 1 }])
    const auditCount = (await t.audit()).length
    const preview = t.ok(await send(event, good, true))
    expect(preview).toMatchObject({
      preview: true,
      count: 3,
      participantCount: 2,
      newEntryCount: 1,
      problems: [],
    })
    const guest = { kind: 'guest', teamNo: '', teamName: '', competition: null, isRecorded: false }
    expect(preview.rows).toEqual([
      { line: 2, ...guest, playerName: 'Sara', mission: 1, score: 10, timeMs: 70_500, isNewEntry: true },
      { line: 3, ...guest, playerName: 'Sara', mission: 2, score: 5.5, timeMs: 20_000, isNewEntry: true },
      { line: 4, ...guest, playerName: 'Omar, jr', mission: 1, score: 12, timeMs: 30_000, isNewEntry: false },
    ])
    expect(await t.entryCount(event._id)).toEqual([1, 1])
    const headers = { 'idempotency-key': 'import-1' }
    expect(t.ok(await send(event, good, false, headers))).toMatchObject({
      preview: false,
      count: 3,
      newEntryCount: 1,
      msg: '3 attempts imported.',
    })
    t.ok(await send(event, good, false, headers))
    expect(summarizeRanking(await t.board(event._id))).toEqual([
      ['Sara', 1, 15.5, 90.5],
      ['Omar j.', 2, 12, 30],
    ])
    expect(await t.entryCount(event._id)).toEqual([2, 2])
    const lines = (await t.audit()).slice(auditCount).filter((line) => line.action === 'import')
    expect(lines.map((line) => [line.entity_id, line.after.attempts])).toEqual([[event._id, 3]])
  })

  it('counts attempts without a time in the order of the lines, when the last attempt counts', async () => {
    const event = await t.event({ title_en: 'Last line', totalRule: 'last' })
    const names = Array.from({ length: 20 }, (_, at) => `Player ${at}`)
    const lines = names.flatMap((name) => [1, 2, 3, 4].map((score) => `${name},1,${score},1`))
    t.ok(await send(event, ['name,mission,score,time', ...lines].join('\n'), false))
    const board = await t.board(event._id, '?per_page=100')
    expect(board.event.Scores.map((row: { totalScore: number }) => row.totalScore)).toEqual(
      names.map(() => 4),
    )
  })

  it('with one invalid row imports nothing and describes the problem in the language of the request', async () => {
    const event = await t.event({ title_en: 'Nothing' })
    const bad = [
      'name,email,score,time,mission_type',
      'Sara,,10,5,junior',
      'Omar,,x,5,',
      ',,1,1,',
      'Lina,not an address,1,-1,9',
      'Huda,,,1:70,',
      `${'x'.repeat(201)},,1.2345,1,`,
      'a,,1,1,,,x',
    ].join('\n')
    const problems = [
      [3, 'score'],
      [4, 'name'],
      [5, 'email'],
      [5, 'mission_type'],
      [5, 'time'],
      [6, 'score'],
      [6, 'time'],
      [7, 'name'],
      [7, 'score'],
      [8, 'file'],
    ]
    const said = (list: { line: number; field: string; msg: string }[]) =>
      list
        .map(({ line, field }) => [line, field])
        .toSorted((a, b) => Number(a[0]) - Number(b[0]) || String(a[1]).localeCompare(String(b[1])))
    expect(said(t.ok(await send(event, bad, true)).problems)).toEqual(problems)
    const reply = await send(event, bad, false)
    expect([reply.status, reply.json().code, said(reply.json().details.problems)]).toEqual([
      422,
      'import-rejected',
      problems,
    ])
    const arabic = await send(event, bad, false, { cookie: 'lang=ar' })
    expect(arabic.json().details.problems[0].msg).toMatch(/[\u0600-\u06ff]/)
    expect(await t.entryCount(event._id)).toEqual([0, 0])
  })

  it('may have semicolons, tabs, UTF-16, a byte order mark and empty lines at the end', async () => {
    const event = await t.event({ title_en: 'Spreadsheets' })
    const utf16 = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from('name\tscore\ttime\r\nسارة\t7\t1\r\n', 'utf16le'),
    ])
    for (const content of [
      '\uFEFFName;Score;Time\r\nA;1,5;2,25\r\n;;\r\n\r\n',
      'name\tscore\ttime\nB\t2\t1',
      utf16,
    ])
      t.ok(await send(event, content, false))
    expect(summarizeRanking(await t.board(event._id))).toEqual([
      ['سارة', 1, 7, 1],
      ['B', 2, 2, 1],
      ['A', 3, 1.5, 2.25],
    ])
  })

  it('with thousands separators in a number is rejected with a hint in both languages', async () => {
    const event = await t.event({ title_en: 'Thousands' })
    const ambiguous = ['1,000', '1.000,5', '1 000', '١٬٠٠٠', '1,000.5']
    const file = [
      'name;mission;score;time',
      ...ambiguous.map((number) => `Sara;${number};${number};${number}`),
    ].join('\n')
    const { problems } = t.ok(await send(event, file, true))
    type Problem = { line: number; field: string; msg: string }
    expect(problems.map(({ line, field }: Problem) => `${line} ${field}`).toSorted()).toEqual(
      ambiguous
        .flatMap((_, at) => ['mission', 'score', 'time'].map((field) => `${at + 2} ${field}`))
        .toSorted(),
    )
    for (const { field, msg } of problems as Problem[])
      expect(msg).toMatch(
        field === 'time' ? /Enter seconds without thousands separators/ : /Leave out thousands separators/,
      )
    const arabic = (await send(event, file, false, { cookie: 'lang=ar' })).json()
    expect(arabic.code).toBe('import-rejected')
    for (const { msg } of arabic.details.problems as Problem[]) expect(msg).toMatch(/دون فواصل للآلاف/)
    const plain = 'name;score;time\nA;1000;1,5\nB;١٠٠٠٫٥;٠٫١٢٥\nC;1000,125;1:15,500\n'
    expect(
      t
        .ok(await send(event, plain, true))
        .rows.map(({ score, timeMs }: { score: number; timeMs: number }) => [score, timeMs]),
    ).toEqual([
      [1000, 1500],
      [1000.5, 125],
      [1000.125, 75_500],
    ])
  })

  it('is rejected if it is another kind of file', async () => {
    const event = await t.event({ title_en: 'No file' })
    const cases: [string | Uint8Array, string, number][] = [
      ['', 'file', 0],
      ['name,score,time\n', 'file', 0],
      ['name,time\nx,1\n', 'score', 1],
      ['name,score,time,shoe\nx,1,1,1\n', 'shoe', 1],
      ['name,score,time,score\nx,1,1,1\n', 'score', 1],
      [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0xff]), 'file', 0],
      ['name,score,time\n"x,1,1\n', 'file', 2],
    ]
    for (const [content, field, line] of cases) {
      const reply = await send(event, content, true)
      const { problems } = reply.json()
      expect([field, problems?.[0]?.field]).toEqual([field, field])
      if (field !== 'file' || line === 0) expect(problems[0].line).toBe(line)
    }
    const none = await t.ask('POST', `${t.path(event._id)}/import`, await createForm({ preview: 'true' }))
    expect([none.status, none.json().field]).toEqual([400, 'file'])
    expect((await t.ask('POST', `${t.path(event._id)}/import`, { payload: { preview: true } })).status).toBe(
      400,
    )
  })

  it('is on the disk of the server only until the reply, and rejected above 5 MB', async () => {
    const event = await t.event({ title_en: 'Temporary file' })
    const statuses = []
    for (const [content, preview] of [
      [good, true],
      ['name,score,time\nx,not a number,1\n', false],
      [good, false],
      [new Uint8Array(5 * 1024 * 1024 + 1).fill(97), true],
    ] as const) {
      statuses.push((await send(event, content, preview)).status)
      expect(t.app.temporaryUploads.used()).toEqual({ disk: 0, memory: 0 })
    }
    expect(statuses).toEqual([200, 422, 200, 413])
    expect(
      readdirSync(join(t.folder, 'temporary-uploads'), { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile(),
      ),
    ).toEqual([])
  })

  it('of thousands of rows is imported at once', async () => {
    const event = await t.event({ title_en: 'Large' })
    const lines = Array.from(
      { length: 8000 },
      (_, at) => `Player ${at % 4000},${1 + (at % 2)},${at % 97},${(at % 61) + 0.125}`,
    )
    const imported = t.ok(await send(event, ['name,mission,score,time', ...lines].join('\n'), false))
    expect(imported).toMatchObject({ count: 8000, participantCount: 4000, newEntryCount: 4000 })
    expect(imported.rows).toHaveLength(200)
    expect(await t.entryCount(event._id)).toEqual([4000, 4000])
    const many = ['name,score,time', ...Array.from({ length: 20_001 }, () => 'x,1,1')].join('\n')
    expect((await send(event, many, true)).json().problems).toMatchObject([{ field: 'file', line: 0 }])
  })

  it('that the export wrote makes the same ranking in another event, also with masked emails', async () => {
    const event = await t.event({ title_en: 'Exported' })
    t.ok(await send(event, good, false))
    const { body } = await t.ask('GET', `${t.path(event._id)}/export`)
    const ranking = summarizeRanking(await t.board(event._id))
    for (const file of [body, body.replace('sara@x.org', 's•••@x.org')]) {
      const other = await t.event({ title_en: `Copy ${file.length}` })
      const preview = t.ok(await send(other, file, true))
      expect(preview).toMatchObject({
        problems: [],
        count: 2,
        ignoredColumns: ['rank', 'last_score', 'last_time', 'attempts'],
      })
      expect(preview.warnings).toHaveLength(file === body ? 0 : 1)
      t.ok(await send(other, file, false))
      expect(summarizeRanking(await t.board(other._id))).toEqual(ranking)
    }
  })

  it('that the export wrote has no time that nobody measured, and is read like that', async () => {
    const event = await t.event({ title_en: 'Some times' }, [
      { name: 'Sara', score: 10, time: 5 },
      { name: 'Omar', score: 5, time: 0 },
    ])
    const { body } = await t.ask('GET', `${t.path(event._id)}/export`)
    expect(body).toMatch(/Sara,.*,10,5,10,5,1,/)
    expect(body).toMatch(/Omar,.*,5,,5,,1,/)
    const other = await t.event({ title_en: 'Copy of some times' })
    t.ok(await send(other, body, false))
    expect(summarizeRanking(await t.board(other._id))).toEqual(summarizeRanking(await t.board(event._id)))
    // a file of attempts needs each time
    expect(
      t.ok(await send(other, 'name,score,time\r\nSara,1,2\r\nOmar,1,\r\n', true)).problems,
    ).toMatchObject([{ field: 'time', line: 3 }])
  })

  it('that the export wrote adds to the entries of teams and accounts that it came from', async () => {
    const event = await t.event({ title_en: 'Exported teams' })
    const insertRow = async (text: string): Promise<{ id: string }> =>
      (await t.database.pool.query(`${text} returning id`)).rows[0]
    const user = await insertRow(
      "insert into users (id, role, first_name, last_name, email) values (gen_random_uuid(), 'student', 'Huda', 'Omar', 'huda@school.test')",
    )
    const competition = await insertRow(
      "insert into competitions (id, slug, name_en, name_ar) values (gen_random_uuid(), 'import_again', 'Import', 'استيراد')",
    )
    const team = await insertRow(
      `insert into teams (id, competition_id, team_no, name, school) values (gen_random_uuid(), '${competition.id}', 7, 'Falcons', 'Al Noor')`,
    )
    const attempts = [{ mission: 1, score: 10, timeMs: 1000 }]
    t.ok(await t.ask('POST', t.path(event._id), { payload: { teamId: team.id, attempts } }))
    t.ok(await t.ask('POST', t.path(event._id), { payload: { userId: user.id, attempts } }))
    const { body } = await t.ask('GET', `${t.path(event._id)}/export`)
    expect(t.ok(await send(event, body, true))).toMatchObject({
      problems: [],
      count: 2,
      participantCount: 2,
      newEntryCount: 0,
    })
    t.ok(await send(event, body, false))
    expect(await t.entryCount(event._id)).toEqual([2, 2])
  })

  it('may have Arabic titles and levels by name', async () => {
    const event = await t.event({ title_en: 'Arabic' })
    const file = 'الاسم;المستوى;المهمة;النقاط;الزمن\nمنى;الثانوي;١;١٢٫٥;٣٠\nسعد;Junior;1;10;20\n'
    expect(t.ok(await send(event, file, true))).toMatchObject({ problems: [], count: 2 })
    t.ok(await send(event, file, false))
    expect(summarizeRanking(await t.board(event._id))).toEqual([
      ['منى', 1, 12.5, 30],
      ['سعد', 2, 10, 20],
    ])
    const wrong = t.ok(await send(event, file.replace('Junior', 'Youth'), true, { cookie: 'lang=ar' }))
    expect(wrong.problems).toMatchObject([
      {
        line: 3,
        column: 'المستوى',
        label: 'المستوى',
        value: 'Youth',
        msg: expect.stringContaining('المتوسط (1)'),
      },
    ])
  })

  it('keeps names that look like formulas after a round trip through a spreadsheet', async () => {
    const event = await t.event({ title_en: 'Formulas' })
    t.ok(await send(event, "name,score,time\n'=cmd(),1,1\n", false))
    expect(summarizeRanking(await t.board(event._id))).toEqual([['=cmd()', 1, 1, 1]])
  })
})
