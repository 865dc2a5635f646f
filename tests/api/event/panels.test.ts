import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { panelLimits } from '#contract/event/judging/judge.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { createForm } from '../../support/api/events.ts'
import { type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { createPanelRuleSet, createPanelTools } from '../../support/api/panels.ts'
import { createScoreLogTools } from '../../support/api/score-log.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: JudgesApp
let tools: ReturnType<typeof createPanelTools>
beforeAll(async () => {
  t = await startJudgesApp()
  tools = createPanelTools(t)
})
afterAll(() => t.close())

const listLogProblems = async (eventId: string) => (await checkScoreLog(t.database.db, eventId)).problems
const readEntry = async (eventId: string): Promise<Body> => {
  const { scores } = t.ok(await t.ask('GET', t.path(eventId)))
  return t.ok(await t.ask('GET', `${t.path(eventId)}/${scores[0].id}`)).entry
}

describe('the sheets of a panel', () => {
  it('count together and are no conflict; a second one of the same judge is a correction', async () => {
    const { eventId, teams, judges } = await tools.prepare('Together', 'mean')
    const [team] = teams as [Body]
    const [omar, lina, mona] = judges as [Body, Body, Body]
    // the judges send at the same time
    const replies = await Promise.all(
      [omar, lina].map(({ token }, at) => tools.send({ token, teamId: team.id, idea: 4 + 4 * at })),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await tools.listBoard(eventId)).toEqual([['Falcons', 6, 2, true]])
    t.ok(await tools.send({ token: mona.token, teamId: team.id, idea: 9 }))
    expect(await tools.listBoard(eventId)).toEqual([['Falcons', 7, 3, false]])
    const sent = t.ok(
      await tools.send({
        token: omar.token,
        teamId: team.id,
        idea: 1,
        more: { values: { idea: 1, judge: mona.judge.id } },
      }),
    )
    expect(await tools.listBoard(eventId)).toEqual([['Falcons', 6, 3, false]])
    expect(sent.attempts).toMatchObject([{ values: { idea: 1, judge: omar.judge.id }, judgeName: 'Omar' }])
    const { attempts } = await readEntry(eventId)
    expect(attempts.map(({ judgeName, score }: Body) => [judgeName, score]).sort()).toEqual([
      ['Lina', 8],
      ['Mona', 9],
      ['Omar', 1],
    ])
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('are read for a page of the teams that match a search, or that lack sheets', async () => {
    const { eventId, teams, judges } = await tools.prepare('Pages', 'mean', {
      teams: ['Falcons', 'صقور الرياض'],
      judges: ['Omar', 'Lina'],
    })
    const [falcons, riyadh] = teams as [Body, Body]
    for (const { token } of judges) t.ok(await tools.send({ token, teamId: falcons.id, idea: 4 }))
    await t.ownerPool.query(
      `with added as (
         insert into teams (id, competition_id, team_no, name)
         select gen_random_uuid(), competition_id, 8000 + n, 'Other ' || n from teams, generate_series(1, $2::int) n where id = $1 returning id)
       insert into event_teams (event_id, team_id, badge_code) select $3, id, left(md5(id::text), 8) from added`,
      [falcons.id, panelLimits.teamsPerPage, eventId],
    )
    const read = async (query: string): Promise<{ nos: number[]; teamCount: number }> => {
      const path = getPath('GET /api/admin/events/:eventId/panels', { eventId })
      const { panels, teamCount } = t.ok(await t.ask('GET', `${path}?${query}`))
      return { nos: panels.teams.map(({ teamNo }: Body) => teamNo), teamCount }
    }
    const all = await read('')
    expect(all.teamCount).toBe(panelLimits.teamsPerPage + 2)
    expect(all.nos).toHaveLength(all.teamCount)
    const [first, second] = [await read('page=1'), await read('page=2')]
    expect([...first.nos, ...second.nos]).toEqual(all.nos)
    expect(first.nos).toHaveLength(panelLimits.teamsPerPage)
    expect(await read('page=1&s=FALC')).toEqual({ nos: [falcons.teamNo], teamCount: 1 })
    expect(await read(`s=${encodeURIComponent('الرياض صقور')}`)).toEqual({
      nos: [riyadh.teamNo],
      teamCount: 1,
    })
    expect((await read('s=8007')).nos).toEqual([8007])
    const { nos, teamCount } = await read('missing=true')
    expect([nos.includes(falcons.teamNo), teamCount]).toEqual([false, all.teamCount - 1])
  })

  it('that arrive after a newer one, or after a correction in the back office, change neither it nor the feedback', async () => {
    const { eventId, teams, judges } = await tools.prepare('Late', 'mean', { judges: ['Omar', 'Lina'] })
    const [team] = teams as [Body]
    const [omar] = judges as [Body]
    const sendLate = (idea: number, judgedAt: Date) =>
      tools.send({ token: omar.token, teamId: team.id, idea, more: { judgedAt, expected: [], feedback: '' } })
    const start = new Date()
    const minutesBefore = (minutes: number) => new Date(start.getTime() - minutes * 60_000)
    t.ok(await tools.send({ token: omar.token, teamId: team.id, idea: 6, more: { feedback: 'New' } }))
    expect(t.ok(await sendLate(2, minutesBefore(1))).sheet.attemptId).toBeNull()
    expect(await tools.listBoard(eventId)).toEqual([['Falcons', 6, 1, true]])
    expect((await tools.readEvent(omar.token)).feedback).toMatchObject([{ text: 'New' }])
    const entry = await readEntry(eventId)
    const [{ id }] = entry.attempts
    t.ok(
      await t.ask(
        'PATCH',
        getPath('PATCH /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId', {
          eventId,
          entryId: entry.id,
          attemptId: id,
        }),
        {
          payload: { values: { idea: 9, judge: omar.judge.id }, reason: 'Typing error' },
        },
      ),
    )
    t.ok(await sendLate(6, minutesBefore(0.5)))
    expect(await tools.listBoard(eventId)).toEqual([['Falcons', 9, 1, true]])
    // the newest sheet counts, whatever its device knew
    t.ok(await sendLate(4, new Date()))
    expect(await tools.listBoard(eventId)).toEqual([['Falcons', 4, 1, true]])
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('of a file replace no newer one and no feedback of it, also when the organizer accepts conflicts', async () => {
    const { eventId, teams, judges } = await tools.prepare('File', 'mean', { judges: ['Omar', 'Lina'] })
    const [team] = teams as [Body]
    const [omar] = judges as [Body]
    t.ok(await tools.send({ token: omar.token, teamId: team.id, idea: 6, more: { feedback: 'New' } }))
    const takeIn = async (idea: number, minutes: number) => {
      const judgedAt = new Date(Date.now() + minutes * 60_000)
      const sheet = { id: randomUUID(), teamId: team.id, round: 1, values: { idea }, ruleVersion: 1 }
      const sheets = [{ ...sheet, judgedAt, judgeId: omar.judge.id }]
      const payload = { sheets, acceptConflicts: true }
      return t.ok(await t.ask('POST', `/api/admin/events/${eventId}/judge-sheets`, { payload })).results
    }
    expect(await takeIn(2, -1)).toMatchObject([{ result: 'outdated' }])
    expect(await tools.listBoard(eventId)).toEqual([['Falcons', 6, 1, true]])
    expect((await tools.readEvent(omar.token)).feedback).toMatchObject([{ text: 'New' }])
    expect(await takeIn(3, 1)).toMatchObject([{ result: 'saved' }])
    expect(await tools.listBoard(eventId)).toEqual([['Falcons', 3, 1, true]])
  })

  it('that were received before keep the feedback that was written last', async () => {
    const { eventId, teams, judges } = await tools.prepare('Feedback', 'mean')
    const [team] = teams as [Body]
    const [omar] = judges as [Body]
    const id = randomUUID()
    const resend = async (feedback: string, seconds: number) => {
      const judgedAt = new Date(Date.now() + seconds * 1000)
      t.ok(
        await tools.send({ token: omar.token, teamId: team.id, idea: 6, more: { id, feedback, judgedAt } }),
      )
      return (await tools.readEvent(omar.token)).feedback.map(({ text }: Body) => text)
    }
    expect(await resend('First', -60)).toEqual(['First'])
    expect(await resend('Corrected', -30)).toEqual(['Corrected'])
    expect(await resend('Early', -45)).toEqual(['Corrected'])
    expect(await tools.listBoard(eventId)).toEqual([['Falcons', 6, 1, true]])
    t.ok(await tools.send({ token: omar.token, teamId: team.id, idea: 7, more: { feedback: 'Newer sheet' } }))
    expect(await resend('Late', 30)).toEqual(['Newer sheet'])
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('are sent by the judge who filled them in only, because judges share tablets', async () => {
    const { eventId, teams, judges } = await tools.prepare('Shared', 'mean')
    const [team] = teams as [Body]
    const [omar, lina] = judges as [Body, Body]
    const more = { judgeId: omar.judge.id }
    const refused = await tools.send({ token: lina.token, teamId: team.id, idea: 2, more })
    expect([refused.status, refused.json().fields]).toMatchObject([400, [{ field: 'judgeId' }]])
    expect(await tools.listBoard(eventId)).toEqual([])
    t.ok(await tools.send({ token: omar.token, teamId: team.id, idea: 2, more }))
    expect(await tools.listBoard(eventId)).toEqual([['Falcons', 2, 1, true]])
  })

  it('of others reach no device of a judge: not with the event, the reply to a sheet, a conflict or a review', async () => {
    const { eventId, teams, judges, head } = await tools.prepare('Secret', 'mean')
    const [team] = teams as [Body]
    const [omar, lina] = judges as [Body, Body]
    t.ok(
      await t.ask('POST', `/api/admin/events/${eventId}/judging/second-judge`, {
        payload: { needsSecondJudge: true },
      }),
    )
    const secret = 7.5
    const sheet = t.ok(
      await tools.send({ token: omar.token, teamId: team.id, idea: secret, more: { feedback: 'Well done' } }),
    ).sheet
    // sheets of a panel need no second judge, who would see them
    expect(sheet.attemptId).not.toBeNull()
    const own = await tools.readEvent(omar.token)
    expect(own.attempts).toMatchObject([{ score: secret }])
    expect(own.feedback).toEqual([{ teamId: team.id, round: 1, text: 'Well done' }])
    const replies = [
      await t.askAsJudge('GET', getPath('GET /api/v1/judge/event'), lina.token),
      await t.askAsJudge('GET', getPath('GET /api/v1/judge/event'), head.token),
      await tools.send({ token: lina.token, teamId: team.id, idea: 2, more: { id: sheet.id } }),
      await tools.send({ token: lina.token, teamId: team.id, idea: 2, more: { ruleVersion: 9 } }),
      await tools.send({ token: lina.token, teamId: team.id, idea: 2 }),
      await t.askAsJudge(
        'POST',
        getPath('POST /api/v1/judge/sheets/:sheetId/review', { sheetId: sheet.id }),
        lina.token,
        {
          decision: 'confirm',
        },
      ),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 409, 409, 200, 404])
    for (const { body } of replies) {
      // the time of the server may have the same digits
      expect(body.replace(/"serverTime":"[^"]+"/, '')).not.toContain(String(secret))
      expect(body).not.toContain('Well done')
    }
    expect((await t.askAsJudge('GET', getPath('GET /api/v1/judge/panels'), lina.token)).json().code).toBe(
      'head-judge-only',
    )
    const allowed = await t.askAsJudge(
      'POST',
      getPath('POST /api/v1/judge/additional-attempts'),
      head.token,
      {
        teamId: team.id,
        round: 1,
      },
    )
    expect(allowed.json().fields).toMatchObject([{ field: 'round' }])
  })

  it('have a judge whom the event has, whoever enters them, and each judge one', async () => {
    const { eventId, teams, judges } = await tools.prepare('Office', 'mean')
    const [team] = teams as [Body]
    const [omar] = judges as [Body]
    const add = (values: object) =>
      t.ask('POST', t.path(eventId), { payload: { teamId: team.id, attempts: [{ mission: 1, values }] } })
    const fieldsOf = (reply: Body) => reply.json().fields.map(({ field, code }: Body) => [field, code])
    expect(fieldsOf(await add({ idea: 5 }))).toEqual([['attempts.0.values.judge', 'required']])
    expect(fieldsOf(await add({ idea: 5, judge: 'somebody' }))).toEqual([
      ['attempts.0.values.judge', 'unknown-value'],
    ])
    t.ok(await add({ idea: 5, judge: omar.judge.id }))
    expect(fieldsOf(await add({ idea: 6, judge: omar.judge.id }))).toEqual([['values.judge', 'taken']])
    const { id, attempts } = await readEntry(eventId)
    expect(attempts).toMatchObject([{ judgeName: 'Omar', values: { judge: omar.judge.id } }])
    const attemptPath = `${t.path(eventId)}/${id}/attempts/${attempts[0].id}`
    expect(
      fieldsOf(await t.ask('PATCH', attemptPath, { payload: { values: { idea: 5, judge: 'somebody' } } })),
    ).toEqual([['values.judge', 'unknown-value']])
    // a tablet sends the sheet that an organizer has typed from paper, with what only the judge wrote
    const judgedAt = new Date(Date.now() - 60_000).toISOString()
    const late = { judgedAt, expected: [], feedback: 'Well done' }
    t.ok(await tools.send({ token: omar.token, teamId: team.id, idea: 5, more: late }))
    expect((await tools.readEvent(omar.token)).feedback).toMatchObject([{ text: 'Well done' }])
    // the judge sends the own sheet again
    t.ok(await tools.send({ token: omar.token, teamId: team.id, idea: 8 }))
    expect(await tools.listBoard(eventId)).toEqual([['Falcons', 8, 1, true]])
    expect((await t.board(eventId, '')).event.Scores[0]).not.toHaveProperty('values')
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('are exported and imported with the name of the judge', async () => {
    const { eventId, judges, teams } = await tools.prepare('Files', 'trimmedMean', {
      teams: ['Falcons', 'Eagles', 'Owls', 'Hawks'],
      judges: ['Omar', 'Lina', 'Mona', 'Mona'],
    })
    const importFile = async (content: string) => {
      const file = new File([content], 'sheets.csv', { type: 'text/csv' })
      return t.ask(
        'POST',
        `${t.path(eventId)}/import`,
        await createForm({ preview: 'false', file, acceptRepeat: 'true' }),
      )
    }
    const [first, second, third, fourth] = teams.map(({ teamNo }) => teamNo)
    const [, , , mona] = judges as [Body, Body, Body, Body]
    const lines = [
      'team_no,round,judge,idea',
      `${first},show,Omar,3`,
      `${first},show,lina,9`,
      `${first},show,${mona.judge.id},6`,
    ]
    t.ok(await importFile(lines.join('\n')))
    expect((await readEntry(eventId)).totalScore).toBe(6)
    const refused = (
      await importFile(
        [
          'team_no,round,judge,idea',
          `${first},show,Omar,4`,
          `${second},show,Mona,4`,
          `${third},show,,4`,
          `${fourth},show,Lina,4`,
          `${fourth},show,Lina,5`,
        ].join('\n'),
      )
    ).json()
    expect(
      refused.details.problems.map(({ line, field, msg }: Body) => [line, field, msg.split('.')[0]]),
    ).toEqual([
      [2, 'judge', 'Another line of this file contains this, or it already exists'],
      [3, 'judge', expect.stringContaining('Omar')],
      [4, 'judge', 'This cell is empty'],
      [6, 'judge', 'Another line of this file contains this, or it already exists'],
    ])
    const csv = (await t.ask('GET', `${t.path(eventId)}/export`)).body
    expect(csv).toContain(',judge,')
    for (const name of ['Omar', 'Lina', mona.judge.id]) expect(csv).toContain(`,${name},`)
  })
})

describe('a sum of places', () => {
  it('is provisional for all teams of a round while the sheet of one is missing', async () => {
    const { eventId, teams, judges } = await tools.prepare('Provisional places', 'sumOfPlaces', {
      ...{ teams: ['Falcons', 'Eagles'], judges: ['Omar', 'Lina'] },
    })
    const [falcons, eagles] = teams as [Body, Body]
    const [omar, lina] = judges as [Body, Body]
    const listProvisional = async () =>
      (await tools.listBoard(eventId)).map(([name, , , isProvisional]: Body) => [name, isProvisional])
    for (const { token } of [omar, lina]) t.ok(await tools.send({ token, teamId: falcons.id, idea: 5 }))
    t.ok(await tools.send({ token: omar.token, teamId: eagles.id, idea: 4 }))
    expect(await listProvisional()).toEqual([
      ['Falcons', true],
      ['Eagles', true],
    ])
    t.ok(await tools.send({ token: lina.token, teamId: eagles.id, idea: 4 }))
    expect(await listProvisional()).toEqual([
      ['Falcons', false],
      ['Eagles', false],
    ])
  })

  it('ranks all entries again with each sheet, also when sheets of many teams arrive at once, and the log gives the same', async () => {
    const teamNames = ['Falcons', 'Eagles', 'Owls']
    const { eventId, teams, judges } = await tools.prepare('Places', 'sumOfPlaces', { teams: teamNames })
    // Omar and Lina place the teams as they are listed, Mona the other way round and far apart
    const points = [
      [8, 7, 6],
      [8, 7, 6],
      [0, 5, 10],
    ]
    const replies = await Promise.all(
      judges.flatMap(({ token }, judge) =>
        teams.map(({ id }, team) => tools.send({ token, teamId: id, idea: points[judge]?.[team] as number })),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(9).fill(200))
    const board = (await t.board(eventId)).event.Scores
    expect(
      board.map(({ teamId, totalScore, rankingKey }: Body) => [teamId.name, totalScore, rankingKey[0]]),
    ).toEqual([
      ['Falcons', 5.333, 5],
      ['Eagles', 6.333, 6],
      ['Owls', 7.333, 7],
    ])
    const entry = t.ok(await t.visitor(`/api/v1/events/scores/${eventId}/entries/${board[1]._id}`))
    expect(entry.explanation.higher).toBeNull()
    expect(entry.explanation.next).toMatchObject({ name: 'Owls', better: 6, worse: 7 })
    expect(await listLogProblems(eventId)).toEqual([])

    // a correction of one team changes the places of others
    t.ok(await tools.send({ token: (judges[0] as Body).token, teamId: (teams[2] as Body).id, idea: 9 }))
    expect((await tools.listBoard(eventId)).map(([name]: [string]) => name)).toEqual([
      'Owls',
      'Falcons',
      'Eagles',
    ])
    expect(await listLogProblems(eventId)).toEqual([])

    // removing a team moves those behind it
    const owls = (await t.board(eventId)).event.Scores[0]._id
    const { removedId } = t.ok(await t.ask('DELETE', `${t.path(eventId)}/${owls}`))
    const keys = async () => (await t.board(eventId)).event.Scores.map((row: Body) => row.rankingKey[0])
    expect(await keys()).toEqual([4, 5])
    expect(await listLogProblems(eventId)).toEqual([])
    t.ok(await t.ask('POST', `${t.path(eventId)}/restore`, { payload: { id: removedId } }))
    expect(await keys()).toHaveLength(3)
    expect(await listLogProblems(eventId)).toEqual([])

    // the preview of other rules is what saving them gives
    const mean = createPanelRuleSet('mean')
    const preview = t.ok(
      await t.ask('POST', getPath('POST /api/admin/events/:eventId/rule-set/preview', { eventId }), {
        payload: { ruleSet: mean },
      }),
    )
    expect(preview.changes.map(({ teamName, rankAfter }: Body) => [teamName, rankAfter])).toEqual([
      ['Eagles', 2],
      ['Falcons', 3],
    ])
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
        payload: { ruleSet: mean, version: 1 },
      }),
    )
    expect((await tools.listBoard(eventId)).map(([name]: [string]) => name)).toEqual([
      'Owls',
      'Eagles',
      'Falcons',
    ])
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
        payload: { ruleSet: createPanelRuleSet('sumOfPlaces'), version: 2 },
      }),
    )
    expect((await tools.listBoard(eventId)).map(([name]: [string]) => name)).toEqual([
      'Owls',
      'Falcons',
      'Eagles',
    ])
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('that somebody changed in the database is found, and so is another judge of a sheet', async () => {
    const { eventId, teams, judges } = await tools.prepare('Tampered', 'sumOfPlaces', {
      teams: ['Falcons', 'Eagles'],
    })
    for (const [at, { id }] of teams.entries())
      for (const { token } of judges) t.ok(await tools.send({ token, teamId: id, idea: 5 + at }))
    const log = createScoreLogTools(t)
    expect(await log.listProblems(eventId)).toEqual([])
    const other = (judges[1] as Body).judge.id
    const changed = await t.database.pool.query(
      `update score_attempts set "values" = jsonb_set("values", '{judge}', to_jsonb($2::text)) where "values" ->> 'judge' = $3
       and entry_id in (select id from score_entries where event_id = $1 and team_name = 'Falcons')`,
      [eventId, 'somebody', other],
    )
    expect(changed.rowCount).toBe(1)
    expect(await log.listProblems(eventId)).toEqual(['attempt-differs values'])
    await t.database.pool.query(
      `update score_attempts set "values" = jsonb_set("values", '{judge}', to_jsonb($1::text)) where "values" ->> 'judge' = 'somebody'`,
      [other],
    )
    await t.database.pool.query(
      "update score_entries set rule_set_key[1] = 3 where event_id = $1 and team_name = 'Falcons'",
      [eventId],
    )
    expect(await log.listProblems(eventId)).toEqual(['total-differs rankingKey'])
  })
})
