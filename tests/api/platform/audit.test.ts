import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAuditLabel } from '#server/platform/audit/entry-contents.ts'
import { deleteExpiredAuditEntries } from '#server/platform/audit/service.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'

describe('the audit log', () => {
  let t: SessionsApp
  let token = ''
  beforeAll(async () => {
    t = await startSessionsApp()
    token = await t.admin()
  })
  afterAll(() => t.close())

  const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    t.app.inject({ method, url, headers: { authorization: token }, ...(payload ? { payload } : {}) })
  const log = async (query = '') =>
    (await t.app.inject({ url: `/api/admin/audit/?${query}`, headers: { authorization: token } })).json() as {
      entries: {
        id: string
        action: string
        entity: string
        entityId: string
        label: string
        changedFields: string[]
        actor: { id: string | null }
        parentId: string | null
        references: Record<string, { entity: string; name: { en: string; ar: string } }>
        before: unknown
        after: unknown
        at: string
      }[]
      totalItems: number
      currentPage: number
      per_page: number
    }

  it('lists who changed what, newest first, and is searched by the name of the record', async () => {
    const faq = {
      name: 'كم عدد الفرق؟',
      name_en: 'How many teams?',
      description: 'عشرة',
      description_en: 'Ten',
    }
    const { _id: id } = (await send('POST', '/api/admin/faqs', faq)).json().faq
    await send('PUT', '/api/admin/faqs', { ...faq, id, description_en: 'Twenty' })
    await send('DELETE', `/api/admin/faqs?id=${id}`)
    const { entries, totalItems } = await log('entity=faq&s=how many')
    expect(totalItems).toBe(3)
    expect(entries.map(({ action }) => action)).toEqual(['delete', 'update', 'create'])
    expect(entries[1]).toMatchObject({
      entity: 'faq',
      entityId: id,
      label: 'How many teams? · كم عدد الفرق؟',
      actor: { name: expect.stringMatching(/./) },
      before: { answerEn: 'Ten' },
      after: { answerEn: 'Twenty' },
    })
    // another Arabic spelling
    expect((await log(`s=${encodeURIComponent('الفِرَق')}`)).totalItems).toBe(3)
    expect((await log(`s=${id}&action=update`)).entries.map(({ action }) => action)).toEqual(['update'])
    expect((await log('s=nothing like this')).entries).toEqual([])
  })

  it('names the currency of a changed fee, also when the currency was changed later', async () => {
    const { rows } = await t.database.pool.query('select id from competitions limit 1')
    const save = (fields: object) => send('PUT', '/api/admin/competitions', { id: rows[0].id, ...fields })
    await save({ fee: 100, currency: 'SAR' })
    await save({ fee: 200 })
    await save({ currency: 'KWD' })
    await save({ fee: 300 })
    const { entries } = await log('entity=competition&action=update')
    const fees = entries.filter(({ after }) => (after as { fee?: number }).fee)
    expect(fees.slice(0, 2)).toMatchObject([
      { after: { fee: 300 }, currency: 'KWD' },
      { after: { fee: 200 }, currency: 'SAR' },
    ])
  })

  it('is filtered by entity, action and days of the time zone of the site, and paged', async () => {
    const lines = Array.from({ length: 25 }, (_, i) => [
      `01890000-0000-7000-8000-0000000000${10 + i}`,
      `2020-01-${10 + (i % 5)}T20:59:59Z`,
    ])
    for (const [id, at] of lines)
      await t.database.pool.query(
        "insert into audit_log (id, at, action, entity, entity_id, actor_name) values ($1::uuid, $2, 'toggle', 'partner', 'some partner', 'Nora')",
        [id, at],
      )
    const days = 'from=2020-01-10&to=2020-01-14&action=toggle&entity=partner'
    const first = await log(`${days}&per_page=10`)
    expect([first.totalItems, first.currentPage, first.per_page, first.entries.length]).toEqual([
      25, 1, 10, 10,
    ])
    const pages = [first, await log(`${days}&page=2`), await log(`${days}&page=3`)].flatMap(
      ({ entries }) => entries,
    )
    expect(new Set(pages.map(({ id }) => id)).size).toBe(25)
    expect(pages.map(({ at }) => at)).toEqual(
      pages.map(({ at }) => at).toSorted((one, other) => other.localeCompare(one)),
    )
    expect((await log('from=2020-01-12&to=2020-01-12')).totalItems).toBe(5)
    expect((await log('to=2020-01-10&s=nora')).totalItems).toBe(5)
    for (const bad of ['from=yesterday', 'entity=nothing', 'action=steal', 'per_page=11', 'page=0']) {
      const reply = await t.app.inject({ url: `/api/admin/audit?${bad}`, headers: { authorization: token } })
      expect([reply.statusCode, reply.json().code], bad).toEqual([400, 'bad-input'])
    }
  })

  it('stores of people only ids and the names of changed fields, and shows and finds the name of today', async () => {
    const mona = await t.person({ firstName: 'Audited', phone: '+966500007771' })
    const before = await t.app.inject({
      url: `/api/admin/users/?id=${mona.id}`,
      headers: { authorization: token },
    })
    const { user } = before.json()
    const form = {
      id: mona.id,
      fname: 'Renamed',
      lname: user.info.lname,
      email: `new-${mona.email}`,
      phone: '+966500007772',
    }
    expect((await send('PUT', '/api/admin/users', form)).statusCode).toBe(200)
    const { rows } = await t.database.pool.query('select * from audit_log where entity_id = $1', [mona.id])
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`Audited|Renamed|${mona.email}|50000777`))
    const [entry] = (await log(`entity=user&action=update&s=renamed`)).entries
    expect(entry).toMatchObject({ entityId: mona.id, label: expect.stringContaining('Renamed') })
    expect(entry?.changedFields).toEqual(expect.arrayContaining(['firstName', 'email', 'phone']))
  })

  it('names each record, also a deleted one, with the team of a person and the event of a score', async () => {
    const owner = await t.person({ firstName: 'Owner' })
    const query = async (text: string, values: unknown[]) =>
      (await t.database.pool.query(text, values)).rows[0]
    const { id: competition } = await query('select id from competitions limit 1', [])
    const team = await query(
      `insert into teams (id, competition_id, team_no, name, school, user_id) values (gen_random_uuid(), $1, 4711, 'Linked', 'Green', $2) returning id`,
      [competition, owner.id],
    )
    const person = await query(
      `insert into team_people (id, team_id, competition_id, kind, name, email) values (gen_random_uuid(), $1, $2, 'coach', 'Huda', 'huda@school.test') returning id`,
      [team.id, competition],
    )
    const event = await query(
      `insert into events (id, slug, title_en, title_ar, description_en, description_ar) values (gen_random_uuid(), 'linked', 'Gates', 'بوابات', 'd', 'd') returning id`,
      [],
    )
    const score = await query(
      `insert into score_entries (id, event_id, participant_key, player_name) values (gen_random_uuid(), $1, 'guest:linked', 'Noura') returning id`,
      [event.id],
    )
    for (const [entity, id] of [
      ['team', team.id],
      ['team-person', person.id],
      ['event', event.id],
      ['score', score.id],
      ['user', 'all'],
    ])
      await query(
        `insert into audit_log (id, at, action, entity, entity_id, actor_id) values (gen_random_uuid(), '2019-01-01', 'update', $1, $2, $3)`,
        [entity, id, owner.id],
      )
    const readPages = async () =>
      Object.fromEntries(
        (await log('to=2019-01-02')).entries.map(({ entity, label, parentId }) => [
          entity,
          [label, parentId],
        ]),
      )
    expect(await readPages()).toEqual({
      team: ['Linked', null],
      'team-person': ['Huda', team.id],
      event: ['Gates · بوابات', null],
      score: ['Noura', event.id],
      user: ['', null],
    })
    const pages = await readPages()
    for (const table of ['teams', 'events', 'users'])
      await query(`update ${table} set deleted_at = now() where id = any($1)`, [
        [team.id, event.id, owner.id],
      ])
    expect(await readPages()).toEqual(pages)
  })

  it('names the records whose ids are values of an entry, as long as they exist, and stores no name of a person', async () => {
    const { id: owner } = await t.person({ firstName: 'Layla', lastName: 'Nasser' })
    const { rows } = await t.database.pool.query(
      `select id, name_en, name_ar from competitions where slug = 'robo_mission'`,
    )
    const [{ id: competitionId, name_en: en, name_ar: ar }] = rows
    const unknown = '01890000-0000-7000-8000-000000000000'
    await t.database.pool.query(
      `insert into audit_log (id, action, entity, entity_id, before, after) values (gen_random_uuid(), 'update', 'team', 'with-references', $1, $2)`,
      [
        JSON.stringify({ competitionId: unknown, stage: 'regional' }),
        JSON.stringify({ competitionId, userId: owner }),
      ],
    )
    const read = async () => (await log('entity=team')).entries[0]?.references
    const name = 'Layla Nasser'
    expect(await read()).toEqual({
      [competitionId]: { entity: 'competition', name: { en, ar } },
      [owner]: { entity: 'user', name: { en: name, ar: name } },
    })
    const stored = await t.database.pool.query(`select * from audit_log where entity_id = 'with-references'`)
    expect(JSON.stringify(stored.rows)).not.toContain('Layla')
    await t.database.pool.query('delete from users where id = $1', [owner])
    expect(Object.keys((await read()) ?? {})).toEqual([competitionId])
  })

  it('an export names the filters that were used, not their values', async () => {
    await t.app.inject({
      url: '/api/admin/users/?download=true&format=csv&s=secret%40school.test',
      headers: { authorization: token },
    })
    const [entry] = (await log('entity=user&action=export')).entries
    expect(entry?.after).toEqual({ filters: expect.arrayContaining(['search']) })
    expect(JSON.stringify(entry)).not.toContain('secret@school.test')
  })

  it('deletes entries after the retention time', async () => {
    const insert = (id: string, age: string) =>
      t.database.pool.query(
        `insert into audit_log (id, at, action, entity, entity_id) values (gen_random_uuid(), now() - $2::interval, 'toggle', 'faq', $1)`,
        [id, age],
      )
    await insert('expired-entry', '3 years 1 day')
    await insert('recent-entry', '2 years 364 days')
    expect(await deleteExpiredAuditEntries(t.database.db)).toBeGreaterThan(0)
    const { rows } = await t.database.pool.query(
      `select entity_id from audit_log where entity_id like '%-entry'`,
    )
    expect(rows).toEqual([{ entity_id: 'recent-entry' }])
  })

  it('shows the names of a record', () => {
    expect(buildAuditLabel({ titleEn: 'Oasis', titleAr: 'الواحة', name: 'x' })).toBe('Oasis · الواحة')
    expect(buildAuditLabel({ firstName: 'Mona', lastName: 'Saleh' })).toBe('Mona Saleh')
    expect(buildAuditLabel({ playerName: '', teamName: 'Falcons' })).toBe('Falcons')
    expect(buildAuditLabel({ name: ' ', id: '1' })).toBe('')
    expect(buildAuditLabel(null)).toBe('')
  })
})
