import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ScoresApp, startScoresApp, summarizeRanking } from '../../support/api/scores.ts'

describe('the ranking of an event', () => {
  let t: ScoresApp
  beforeAll(async () => {
    t = await startScoresApp()
  })
  afterAll(() => t.close())

  it('has the highest total first, then the lowest time, and equal entries share a rank', async () => {
    const event = await t.event({ title_en: 'Places' }, [
      { name: 'Layla', score: 30, time: 20.5 },
      { name: 'Omar', score: 50, time: 90 },
      { name: 'Sara', score: 30, time: 20.5 },
      { name: 'Yusuf', score: 30, time: 21 },
      { name: 'Huda', score: 10, time: 3.125 },
    ])
    const expected = [
      ['Omar', 1, 50, 90],
      ['Layla', 2, 30, 20.5],
      ['Sara', 2, 30, 20.5],
      ['Yusuf', 4, 30, 21],
      ['Huda', 5, 10, 3.125],
    ]
    for (const name of [event._id, event.slug]) {
      const board = await t.board(name)
      expect(summarizeRanking(board)).toEqual(expected)
      expect(board).toMatchObject({ success: true, currentPage: 1, per_page: 100, totalItems: 5 })
      expect(board.event).toMatchObject({ _id: event._id, slug: 'places', totalScores: 5 })
    }
    expect(summarizeRanking(await t.board(`${event.slug}/`))).toEqual(expected)
  })

  it('has pages with the ranks of the whole ranking', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const event = await t.event(
      { title_en: 'Pages' },
      names.map((name, at) => ({ name, score: at < 5 ? 10 : 5, time: at < 2 ? 1 : 2 })),
    )
    const whole = summarizeRanking(await t.board(event._id))
    expect(whole.map(([, rank]: unknown[]) => rank)).toEqual([1, 1, 3, 3, 3, 6, 6])
    for (const size of [1, 2, 3, 4]) {
      const pages = []
      for (let page = 1; page <= Math.ceil(7 / size); page++)
        pages.push(...summarizeRanking(await t.board(event._id, `?page=${page}&per_page=${size}`)))
      expect(pages).toEqual(whole)
    }
    expect(await t.board(event._id, '?page=9')).toMatchObject({
      currentPage: 9,
      totalItems: 7,
      event: { Scores: [], totalScores: 7 },
    })
  })

  it('keeps the overall ranks when it is searched or filtered', async () => {
    const event = await t.event({ title_en: 'Search' }, [
      { name: 'أحمد علي', score: 40, time: 1, missionType: 1 },
      { name: 'Zoë', score: 30, time: 1, missionType: 2, teamName: 'الصقور' },
      { name: 'احمد سالم', score: 20, time: 1, missionType: 1 },
      { name: 'Omar', score: 20, time: 1, missionType: 2, school: 'Al Noor' },
    ])
    const names = async (query: string) =>
      summarizeRanking(await t.board(event._id, query)).map(([name, rank]: unknown[]) => [name, rank])
    expect(await names(`?s=${encodeURIComponent('أحمد')}`)).toEqual([
      ['أحمد ع.', 1],
      ['احمد س.', 3],
    ])
    expect(await names('?s=zoe')).toEqual([['Zoë', 2]])
    expect(await names(`?s=${encodeURIComponent('صقور')}`)).toEqual([['Zoë', 2]])
    expect(await names('?s=noor')).toEqual([['Omar', 3]])
    expect(await names('?missionType=2')).toEqual([
      ['Zoë', 2],
      ['Omar', 3],
    ])
    expect(await t.board(event._id, '?missionType=2&per_page=1&page=2')).toMatchObject({
      totalItems: 2,
      event: { totalScores: 4 },
    })
    expect(await names('?s=nobody')).toEqual([])
    expect(await names('?s=%25')).toEqual([])
  })

  it('shows whole email addresses to administrators with the permission privacy only, and does not cache these replies', async () => {
    const event = await t.event({ title_en: 'Masked' }, [
      { name: 'Sara', email: 'Sara@School.sa', score: 1, time: 1 },
    ])
    const url = `/api/v1/events/scores/${event._id}`
    const email = (reply: { json: () => { event: { Scores: { userId: { email: string } }[] } } }) =>
      reply.json().event.Scores[0]?.userId.email
    const asAdmin = await t.ask('GET', url)
    expect(email(asAdmin)).toBe('sara@school.sa')
    expect(asAdmin.headers['cache-control']).toBe('no-store')
    for (const headers of [{}, { authorization: 'no such token' }]) {
      const reply = await t.visitor(url, headers)
      expect(email(reply)).toBe('s•••@school.sa')
      expect(reply.body).not.toContain('sara@')
    }
    expect(email(await t.visitor(url))).toBe('s•••@school.sa')
    expect(email(await t.ask('GET', url))).toBe('sara@school.sa')
  })

  it('is not found for hidden, deleted and unknown events', async () => {
    const event = await t.event({ title_en: 'Hidden' }, [{ name: 'x', score: 1, time: 1 }])
    const url = `/api/v1/events/scores/${event._id}`
    const status = async () => [(await t.visitor(url)).status, (await t.visitor(`${url}/live`)).status]
    expect((await t.visitor(url)).status).toBe(200)
    await t.ask('PATCH', '/api/admin/events/', { payload: { id: event._id, name: 'status', status: false } })
    expect(await status()).toEqual([404, 404])
    await t.ask('PATCH', '/api/admin/events/', { payload: { id: event._id, name: 'status', status: true } })
    expect((await t.visitor(url)).status).toBe(200)
    await t.ask('DELETE', `/api/admin/events/?id=${event._id}`)
    expect(await status()).toEqual([404, 404])
    for (const name of ['no-such-event', '0198c0de-0000-7000-8000-000000000000', '%20', "';drop"])
      expect((await t.visitor(`/api/v1/events/scores/${name}`)).status).toBe(404)
  })

  it('rejects invalid queries and names the field', async () => {
    const { _id } = await t.event({ title_en: 'Refused' })
    const fields = [
      'page=0',
      'page=x',
      'per_page=0',
      'per_page=1001',
      'missionType=5',
      'missionType=x',
      `s=${'x'.repeat(201)}`,
      's=%00',
    ]
    for (const query of fields) {
      const reply = await t.visitor(`/api/v1/events/scores/${_id}?${query}`)
      expect([query, reply.status, reply.json().code, reply.json().field]).toEqual([
        query,
        400,
        'bad-input',
        query.split('=')[0],
      ])
    }
    expect((await t.visitor(`/api/v1/events/scores/${_id}?per_page=1000`)).status).toBe(200)
  })

  it('is rendered once and again after a write', async () => {
    const event = await t.event({ title_en: 'Kept' }, [{ name: 'first', score: 1, time: 1 }])
    const url = `/api/v1/events/scores/${event.slug}`
    const before = await t.visitor(url)
    expect((await t.visitor(url, { 'if-none-match': String(before.headers.etag) })).status).toBe(304)
    await t.add(event._id, { name: 'second', score: 2, time: 1 })
    expect(summarizeRanking((await t.visitor(url)).json()).map(([name]: unknown[]) => name)).toEqual([
      'second',
      'first',
    ])
  })

  it('returns an entry with its attempts', async () => {
    const event = await t.event({ title_en: 'Attempts' }, [
      { name: 'Sara', email: 'sara@x.org', mission: 1, score: 10, time: 30.25, at: '2026-03-01T10:00:00Z' },
      { name: 'Omar', score: 50, time: 1 },
      {
        name: 'Sara',
        email: 'sara@x.org',
        mission: 2,
        score: 5.5,
        time: 20,
        at: '2026-03-01T11:00:00Z',
        note: 'referee: secret',
      },
    ])
    const row = (await t.board(event._id)).event.Scores[1]
    const reply = await t.visitor(`/api/v1/events/scores/${event.slug}/entries/${row._id}`)
    expect(reply.json()).toMatchObject({
      success: true,
      score: {
        rank: 2,
        totalScore: 15.5,
        totalTime: 50.25,
        score: 5.5,
        time: 20,
        attempts: 2,
        userId: { email: 's•••@x.org' },
      },
      attempts: [
        { mission: 1, score: 10, time: 30.25, at: '2026-03-01T10:00:00.000Z' },
        { mission: 2, score: 5.5, time: 20, at: '2026-03-01T11:00:00.000Z' },
      ],
    })
    expect(reply.body).not.toContain('secret')
    const other = await t.event({ title_en: 'Other' })
    for (const url of [`${other.slug}/entries/${row._id}`, `${event.slug}/entries/nobody`])
      expect((await t.visitor(`/api/v1/events/scores/${url}`)).status).toBe(404)
  })
})
