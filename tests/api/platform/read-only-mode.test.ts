import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { getPath } from '#contract/platform/call-path.ts'
import type { CallDefinition } from '#contract/platform/define-calls.ts'
import { createRecurringJobs } from '#server/jobs.ts'
import { createLogger } from '#server/platform/lib/logger.ts'
import { createReadOnlyModeGuard } from '#server/platform/settings/read-only-mode.ts'
import { createSheet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam } from '../../support/api/judging.ts'
import { type PaymentsApp, startPaymentsApp } from '../../support/api/payments.ts'
import { startSessionsApp } from '../../support/api/session.ts'
import { silentLog } from '../../support/services/cluster.ts'

const message = { en: 'Back at ten.', ar: 'نعود في العاشرة.' }
const nowhere = '01890000-0000-7000-8000-000000000000'

describe('a read-only site', () => {
  let t: JudgesApp
  beforeAll(async () => {
    t = await startJudgesApp()
  })
  afterAll(() => t.close())
  afterEach(() => setReadOnly(false))
  const setReadOnly = (isOn: boolean, more: object = { message }) =>
    t.ask('PUT', '/api/admin/read-only-mode', { payload: { isOn, ...(isOn ? more : {}) } })

  it('refuses every call that changes something, and no other', async () => {
    const event = await t.event({ title_en: 'Read-only' })
    const { token } = await t.createSignedInJudge(event._id)
    t.ok(await setReadOnly(true))
    const wrong: string[] = []
    const values: Record<string, string> = { id: nowhere, name: 'trending', status: 'true' }
    const seen = { refused: 0, made: 0 }
    for (const [key, definition] of Object.entries(calls)) {
      const [method = '', path = ''] = key.replace(/\?.*/, '').split(' ')
      const { audience, changesData = method !== 'GET' } = definition as CallDefinition
      // the last call of a session, an endless stream, and calls that have no session
      if (/signout$|DELETE .*session$|live$/.test(key) || audience === 'key') continue
      const reply = await t.app.inject({
        method: method as 'GET',
        url: path.replace(/:\w+/g, nowhere),
        // a GET with several meanings is chosen by the keys of its query
        query: Object.fromEntries(
          (key.split('?')[1]?.split('&') ?? []).map((name) => [name, values[name] ?? '1']),
        ),
        headers: { authorization: audience === 'judge' ? `Bearer ${token}` : t.authorization },
        remoteAddress: `10.9.${seen.made >> 8}.${(seen.made + seen.refused) & 255}`,
      })
      const isRefused = reply.statusCode === 503 && reply.json().code === 'read-only'
      seen[isRefused ? 'refused' : 'made']++
      if (isRefused !== changesData) wrong.push(`${key}: ${reply.statusCode}`)
    }
    expect(wrong).toEqual([])
    expect(seen.refused).toBeGreaterThan(100)
    expect(seen.made).toBeGreaterThan(100)
  })

  it('refuses a change whose body is still arriving when the mode begins', async () => {
    const event = await t.event({ title_en: 'Slow body' })
    const url = `/api/admin/events/${event._id}/judges`
    const body = JSON.stringify({ names: ['Huda Nasser'] })
    let isRead = false
    // read after the checks of the head
    const payload = new Readable({
      read() {
        if (isRead) return
        isRead = true
        void setReadOnly(true).then(() => {
          this.push(body)
          this.push(null)
        })
      },
    })
    const headers = {
      authorization: t.authorization,
      'content-type': 'application/json',
      'content-length': String(body.length),
    }
    const reply = await t.app.inject({ method: 'POST', url, payload, headers })
    expect([isRead, reply.statusCode, reply.json().code]).toEqual([true, 503, 'read-only'])
    expect(t.ok(await t.ask('GET', url)).judges).toEqual([])
  })

  it('says why in the language of the visitor, and when to try again', async () => {
    t.ok(await setReadOnly(true))
    const url = '/api/contact-us'
    const en = await t.app.inject({ method: 'POST', url, payload: {} })
    expect([en.statusCode, en.headers['retry-after'], en.json().msg]).toEqual([
      503,
      '60',
      'The site is read-only at the moment, so nothing was changed. Back at ten.',
    ])
    const ar = await t.app.inject({ method: 'POST', url: `${url}?lang=ar`, payload: {} })
    expect(ar.json().msg).toBe('الموقع متاح للقراءة فقط حاليًا، ولم يتغير شيء. نعود في العاشرة.')
  })

  it('needs a message in both languages, and the settings form leaves it as it is', async () => {
    await t.resetSettings()
    expect((await setReadOnly(true, {})).json()).toMatchObject({ code: 'bad-input', field: 'message.en' })
    expect((await setReadOnly(true, { message: { en: 'x', ar: ' ' } })).json()).toMatchObject({
      code: 'bad-input',
      field: 'message.ar',
    })
    t.ok(await setReadOnly(true))
    expect(t.ok(await t.ask('GET', '/api/admin/status')).status.readOnlyMode).toEqual({ isOn: true, message })
    // the settings form sends back what it has read, and changes nothing of it
    const { settings } = t.ok(await t.ask('GET', '/api/admin/settings'))
    t.ok(await setReadOnly(false))
    const { version, ...values } = settings
    const { features } = values
    t.ok(
      await t.ask('PUT', '/api/admin/settings', {
        payload: { ...values, features: { ...features, simulator: !features.simulator }, version },
      }),
    )
    expect(t.ok(await t.ask('GET', '/api/admin/settings')).settings.readOnlyMode).toEqual({
      isOn: false,
      message,
    })
  })

  it('takes a sheet afterwards that a tablet has kept, once', async () => {
    const event = await t.event({ title_en: 'Kept sheet' })
    const { code } = await t.createSignedInJudge(event._id)
    const { id: teamId } = await addEventTeam(t, event._id, 'Kept')
    const sheet = createSheet(teamId)
    t.ok(await setReadOnly(true))
    // a judge signs in and gets the data of the event meanwhile
    const { token } = t.ok(await t.signInAsJudge(code))
    expect(t.ok(await t.askAsJudge('GET', '/api/v1/judge/event', token)).teams).toHaveLength(1)
    const refused = await t.askAsJudge('POST', '/api/v1/judge/sheets', token, sheet)
    // the app of judges shows this message, and sends the sheet again after this time
    expect([refused.status, refused.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'read-only', details: { message, retryAfter: 60 } }),
    ])
    t.ok(await setReadOnly(false))
    t.ok(await t.askAsJudge('POST', '/api/v1/judge/sheets', token, sheet))
    t.ok(await t.askAsJudge('POST', '/api/v1/judge/sheets', token, sheet))
    const { rows } = await t.database.pool.query('select count(*)::int from judge_sheets where id = $1', [
      sheet.id,
    ])
    expect(rows[0].count).toBe(1)
  })

  it('freezes a ranking at its time', async () => {
    const event = await t.event({ title_en: 'Frozen meanwhile' })
    const { id: teamId } = await addEventTeam(t, event._id, 'Falcons')
    const { scores, freeze } = {
      scores: getPath('GET /api/v1/events/scores/:eventId', { eventId: event._id }),
      freeze: getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId: event._id }),
    }
    const addScore = (mission: number, score: number) =>
      t.ask('POST', getPath('POST /api/admin/events/:eventId/scores', { eventId: event._id }), {
        payload: { teamId, attempts: [{ mission, score, timeMs: 1000 }] },
      })
    const readShown = async () => {
      const { Scores } = t.ok(await t.ask('GET', scores, { visitor: true })).event
      return Scores.map((row: { totalScore: number }) => row.totalScore)
    }
    t.ok(await addScore(1, 10))
    t.ok(await t.ask('PUT', freeze, { payload: { at: '2099-01-01T00:00:00Z' } }))
    t.ok(await setReadOnly(true))
    await t.database.pool.query('update ranking_freezes set freeze_at = now() where event_id = $1', [
      event._id,
    ])
    expect((await addScore(1, 99)).status).toBe(503)
    const job = createRecurringJobs(t, silentLog).find(({ name }) => name === 'freeze-rankings')
    expect(await job?.run()).toBe(1)
    expect(await readShown()).toEqual([10])
    t.ok(await setReadOnly(false))
    t.ok(await addScore(1, 99))
    expect(await readShown()).toEqual([10])
  })

  it('holds in a process that could not read it when another process switched it on', async () => {
    const other = await t.database.pool.connect()
    await other.query('begin; lock table settings in access exclusive mode')
    await other.query(`update settings set value = value || jsonb_build_object('readOnlyMode', $1::jsonb)`, [
      JSON.stringify({ isOn: true, message }),
    ])
    await t.invalidator.invalidate('settings')
    await vi.waitFor(
      async () => {
        const { rows } = await t.database.pool.query(
          `select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%settings%'`,
        )
        expect(rows).not.toEqual([])
      },
      { timeout: 20_000 },
    )
    await other.query('commit')
    other.release()
    const reply = await t.app.inject({ method: 'POST', url: '/api/contact-us', payload: {} })
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'read-only'])
  })

  it('holds in a process that starts at the same time', async () => {
    const missed: number[] = []
    for (let round = 0; round < 400; round++) {
      const isOn = round % 2 === 0
      const switched = t.database.pool
        .query(`update settings set value = value || jsonb_build_object('readOnlyMode', $1::jsonb)`, [
          JSON.stringify({ isOn, message }),
        ])
        .then(() => t.invalidator.invalidate('settings'))
      // at another moment each time
      for (let turn = 0; turn < round % 7; turn++) await new Promise(setImmediate)
      const { assertSiteWritable, unsubscribe } = await createReadOnlyModeGuard(t, silentLog)
      await switched
      const isRefused = await assertSiteWritable().then(
        () => false,
        () => true,
      )
      if (isRefused !== isOn) missed.push(round)
      unsubscribe()
    }
    expect(missed).toEqual([])
  })

  it('tells the open pages of the back office', async () => {
    const read = async () => t.ok(await t.ask('GET', '/api/admin/read-only-mode')).readOnlyMode
    t.ok(await setReadOnly(true))
    expect(await read()).toEqual({ isOn: true, message })
    t.ok(await setReadOnly(false))
    expect(await read()).toMatchObject({ isOn: false })
  })

  it('runs no recurring job that has something to do later', async () => {
    t.ok(await setReadOnly(true))
    const read = async () => (await t.database.pool.query('select count(*) from audit_log')).rows
    const before = await read()
    for (const { run } of createRecurringJobs(t, silentLog)) expect(await run()).toBe(0)
    expect(await read()).toEqual(before)
  })
})

it('the read-only mode is switched by administrators only', async () => {
  const t = await startSessionsApp()
  const { email } = await t.person({ role: 'admin', permissions: ['content'] })
  const { headers } = await t.signIn(email, undefined, { type: 4 })
  const put = (authorization?: string) =>
    t.app.inject({
      method: 'PUT',
      url: '/api/admin/read-only-mode',
      payload: { isOn: true, message },
      ...(authorization ? { headers: { authorization } } : {}),
    })
  expect((await put(String(headers.authorization))).statusCode).toBe(403)
  expect((await put()).statusCode).toBe(401)
  expect((await put(await t.admin())).statusCode).toBe(200)
  // nobody is locked out
  expect(await t.admin()).toBeTruthy()
  await t.close()
})

it('the refusals of a read-only site are no errors in the log, and the metrics tell that it is one', async () => {
  const lines: string[] = []
  const metricsToken = 'x'.repeat(32)
  const t = await startSessionsApp(
    { METRICS_TOKEN: metricsToken },
    { logger: createLogger('warn', { write: (line) => void lines.push(line) }) },
  )
  const headers = { authorization: await t.admin() }
  const readMetrics = async () =>
    (await t.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })).body
  expect(await readMetrics()).toContain('botola_read_only 0')
  const payload = { isOn: true, message }
  await t.app.inject({ method: 'PUT', url: '/api/admin/read-only-mode', payload, headers })
  expect((await t.post('/api/contact-us', {})).statusCode).toBe(503)
  expect(await readMetrics()).toContain('botola_read_only 1')
  expect(lines).toEqual([])
  await t.close()
})

describe('a payment on a read-only site', () => {
  let t: PaymentsApp
  beforeAll(async () => {
    t = await startPaymentsApp()
  })
  afterAll(() => t.close())

  it('that the payer has made at the gateway counts afterwards, though its advice was refused', async () => {
    const setReadOnly = (isOn: boolean) =>
      t.app.inject({
        method: 'PUT',
        url: '/api/admin/read-only-mode',
        payload: { isOn, message },
        headers: { authorization: t.authorization },
      })
    const team = await t.team()
    const { id, ref } = await t.begin(team)
    expect((await setReadOnly(true)).statusCode).toBe(200)
    await t.telr.act(ref, 'authorise')
    expect(await t.telr.advise(ref)).toBe(503)
    expect((await t.comeBack(id)).status).toBe(503)
    expect((await t.ask('POST', '/api/payments/', { teamId: await t.team() })).status).toBe(503)
    expect([await t.state(id), await t.isPaid(team)]).toEqual(['pending', false])
    const poll = createRecurringJobs(t, silentLog).find(({ name }) => name === 'poll-payments')
    expect(await poll?.run()).toBe(0)
    expect((await setReadOnly(false)).statusCode).toBe(200)
    expect(await poll?.run()).toBe(1)
    expect([await t.state(id), await t.isPaid(team)]).toEqual(['paid', true])
  })
})
