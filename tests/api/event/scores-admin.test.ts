import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createForm } from '../../support/api/events.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'

const unknown = '0198c0de-0000-7000-8000-000000000000'

describe('scores in the back office', () => {
  let t: ScoresApp
  beforeAll(async () => {
    t = await startScoresApp()
  })
  afterAll(() => t.close())
  const url = (event: { _id: string }, rest = '') => `${t.path(event._id)}${rest}`

  it('are for administrators only', async () => {
    const event = await t.event({ title_en: 'Guarded' }, [{ name: 'x', score: 1, time: 1 }])
    for (const [method, path] of [
      ['GET', url(event)],
      ['POST', url(event)],
      ['GET', url(event, '/export')],
      ['POST', url(event, '/import')],
      ['PUT', url(event, `/${unknown}`)],
      ['DELETE', url(event, `/${unknown}`)],
      ['GET', `/api/admin/events/${event._id}/keys`],
      ['POST', `/api/admin/events/${event._id}/keys`],
      ['GET', `/api/admin/events/${event._id}/participants?s=a`],
    ] as const)
      expect([method, path, (await t.ask(method, path, { visitor: true })).status]).toEqual([
        method,
        path,
        401,
      ])
  })

  it('that are invalid are rejected with the field and not stored', async () => {
    const event = await t.event({ title_en: 'Bad input' })
    const bad: [object, string][] = [
      [{ playerName: 'x', attempts: [{ score: 'many', timeMs: 1000 }] }, 'attempts.0.score'],
      [{ playerName: 'x', attempts: [{ timeMs: 1000 }] }, 'attempts.0.score'],
      [{ playerName: 'x', attempts: [{ score: 1e12, timeMs: 1000 }] }, 'attempts.0.score'],
      [{ playerName: 'x', attempts: [{ score: 1.23456, timeMs: 1000 }] }, 'attempts.0.score'],
      [{ playerName: 'x', attempts: [{ score: 1, timeMs: -1 }] }, 'attempts.0.timeMs'],
      [{ playerName: 'x', attempts: [{ score: 1, timeMs: 1000, mission: 0 }] }, 'attempts.0.mission'],
      [{ playerName: 'x', attempts: [{ score: 1, timeMs: 1000, at: 'yesterday' }] }, 'attempts.0.at'],
      [{ playerName: 'x', attempts: [{ score: 1, timeMs: 0.5 }] }, 'attempts.0.timeMs'],
      [{ playerName: 'x', attempts: [] }, 'attempts'],
      [{ playerName: 'x', missionType: 7, attempts: [{ score: 1, timeMs: 1000 }] }, 'missionType'],
      [{ playerName: 'x\0', attempts: [{ score: 1, timeMs: 1000 }] }, 'playerName'],
      [{ playerName: 'x'.repeat(201), attempts: [{ score: 1, timeMs: 1000 }] }, 'playerName'],
      [{ playerEmail: 'not one', attempts: [{ score: 1, timeMs: 1000 }] }, 'playerEmail'],
      [{ userId: 'x', attempts: [{ score: 1, timeMs: 1000 }] }, 'userId'],
    ]
    for (const [payload, field] of bad) {
      const reply = await t.ask('POST', url(event), { payload })
      expect([payload, reply.status, reply.json().code, reply.json().field]).toEqual([
        payload,
        400,
        'bad-input',
        field,
      ])
    }
    const half = await t.ask('POST', url(event), {
      payload: '{"playerName":"\\ud800","attempts":[{"score":1,"timeMs":1000}]}',
      headers: { 'content-type': 'application/json' },
    })
    expect(half.status).toBe(400)
    expect(
      (
        await t.ask('POST', t.path(unknown), {
          payload: { playerName: 'x', attempts: [{ score: 1, timeMs: 1000 }] },
        })
      ).status,
    ).toBe(404)
    expect((await t.ask('GET', t.path('no-uuid'))).status).toBeGreaterThanOrEqual(400)
    expect(await t.entryCount(event._id)).toEqual([0, 0])
    const html = await t.add(event._id, {
      name: "<script>alert(1)</script>'; drop table users; --",
      score: 1,
      time: 1,
    })
    expect(html.playerName).toBe("<script>alert(1)</script>'; drop table users; --")
  })

  it('are listed and exported for spreadsheets', async () => {
    const event = await t.event({ title_en: 'Exported' }, [
      { name: '=cmd()', email: 'a@b.co', score: 10, time: 12.345 },
      { name: 'Sara, "the fast"', score: 20.5, time: 1 },
      { name: 'سارة', score: 20.5, time: 1 },
    ])
    const list = t.ok(await t.ask('GET', url(event, '?per_page=10&s=sara')))
    expect(list).toMatchObject({
      totalItems: 1,
      entryCount: 3,
      currentPage: 1,
      per_page: 10,
      event: { totalRule: 'sum-of-best', active: true },
    })
    const file = await t.ask('GET', url(event, '/export'))
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.headers['content-disposition']).toBe('attachment; filename="scores-exported.csv"')
    const [head, ...lines] = file.body.split('\r\n')
    expect(head?.startsWith('\uFEFFrank,name,email,')).toBe(true)
    expect(lines.map((line) => line.split(',').slice(0, 2).join())).toEqual([
      '1,"Sara',
      '1,سارة',
      "3,'=cmd()",
      '',
    ])
    expect(lines[2]).toContain('a@b.co')
    expect(lines[2]).toContain('12.345')
    expect(head).toContain(',total_time,')
    // without a time that was measured, the file has no columns of times
    const timeless = await t.event({ title_en: 'Timeless' }, [{ name: 'Huda', score: 5, time: 0 }])
    const [columns = ''] = (await t.ask('GET', url(timeless, '/export'))).body.split('\r\n')
    expect([columns.includes('total_score'), columns.includes('time')]).toEqual([true, false])
  })

  it('must be sent as JSON', async () => {
    const event = await t.event({ title_en: 'Types' })
    expect(
      (await t.ask('POST', url(event), await createForm({ playerName: 'x' }))).status,
    ).toBeGreaterThanOrEqual(400)
    expect(
      (
        await t.ask('POST', url(event), { payload: '{', headers: { 'content-type': 'application/json' } })
      ).json().code,
    ).toBe('bad-json')
  })
})
