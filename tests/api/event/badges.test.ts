import { v7 as randomUUIDv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Badge } from '#contract/event/schedule/schedule.schema.ts'
import { anonymousNames } from '#contract/people/teams/person-name.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { fieldErrors as ar } from '#i18n/ar/errors.ts'
import { fieldErrors as en } from '#i18n/en/errors.ts'
import { createForm } from '../../support/api/events.ts'
import { type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam } from '../../support/api/judging.ts'

describe('the badges of people of an event', () => {
  let t: JudgesApp
  beforeAll(async () => {
    t = await startJudgesApp()
  })
  afterAll(() => t.close())

  const request = (eventId: string, payload: object, headers: Record<string, string> = {}) =>
    t.ask('POST', `/api/admin/events/${eventId}/badges`, { payload, headers })
  const addPerson = async (teamId: string, kind: 'coach' | 'member', name: string, position = 0) => {
    const id = randomUUIDv7()
    await t.ownerPool.query(
      `insert into team_people (id, team_id, competition_id, kind, name, email, position)
       select $1, id, competition_id, $2, $3, 'zqxhidden@school.test', $4 from teams where id = $5`,
      [id, kind, name, position, teamId],
    )
    return id
  }
  /** Creates an event with a team of a coach and two members. */
  const createEventWithPeople = async (title: string) => {
    const event = await t.event({ title_en: title, startDate: '2026-12-05', endDate: '2026-12-06' })
    const team = await addEventTeam(t, event._id, 'Falcons')
    await addPerson(team.id, 'member', 'Sara Ahmed Al-Harbi')
    const memberId = await addPerson(team.id, 'member', 'ليان خالد القحطاني', 1)
    await addPerson(team.id, 'coach', 'Omar Haddad')
    return { eventId: String(event._id), team, memberId }
  }
  const list = (badges: Badge[]) => badges.map(({ role, name }) => [role, name])
  const signInWith = async (permission: string) => {
    const person = {
      email: `${permission}-${randomUUIDv7()}@school.test`,
      password: 'a long password of their own',
    }
    const phone = `0106${String(++lastPhone)}`
    const form = await createForm({ fname: 'Person', ...person, phone, type: '4', permissions: permission })
    t.ok(await t.ask('POST', `${getPath('POST /api/admin/users')}/`, form))
    const payload = { national_id: person.email, loginType: 'email', password: person.password, type: 4 }
    return {
      authorization: String(
        (await t.ask('POST', '/api/adduser', { payload, visitor: true })).headers.authorization,
      ),
    }
  }
  let lastPhone = 1_000_000

  it('have the short names of members, the whole names of others, and the team and event', async () => {
    const { eventId, team } = await createEventWithPeople('Badges')
    await t.createJudge(eventId, { names: ['Huda Nasser'] })
    await t.createJudge(eventId, { names: ['Nora Saleh'], isHead: true })
    const reply = await request(eventId, {
      roles: ['member', 'coach', 'judge', 'volunteer'],
      volunteers: [' Ali Zqxhidden ', 'منى'],
    })
    const { event, badges } = t.ok(reply)
    expect(list(badges)).toEqual([
      ['coach', 'Omar Haddad'],
      ['member', 'Sara A.'],
      ['member', 'ليان ق.'],
      ['judge', 'Huda Nasser'],
      ['headJudge', 'Nora Saleh'],
      ['volunteer', 'Ali Zqxhidden'],
      ['volunteer', 'منى'],
    ])
    expect(badges[1].team).toEqual({ teamNo: team.teamNo, name: 'Falcons', schoolName: 'School of Falcons' })
    expect(badges[3].team).toBeNull()
    expect(event).toMatchObject({
      title: { en: 'Badges' },
      startDate: '2026-12-05T00:00:00.000Z',
      endDate: '2026-12-06T00:00:00.000Z',
    })
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.body).not.toMatch(/zqxhidden@|hint|code/i)
    const { rows } = await t.database.pool.query(
      `select * from audit_log where action = 'export' and entity_id = $1`,
      [eventId],
    )
    expect(rows).toMatchObject([
      {
        entity: 'schedule',
        after: { badgeRoles: ['member', 'coach', 'judge', 'volunteer'], badges: 7 },
        before: null,
      },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/zqxhidden|Omar|Sara/i)
  })

  it('leave out erased and removed people, withdrawn teams and judges whose code was revoked', async () => {
    const { eventId, memberId } = await createEventWithPeople('Left out')
    await t.ownerPool.query('update team_people set name = $1 where id = $2', [
      anonymousNames.person,
      memberId,
    ])
    const withdrawn = await addEventTeam(t, eventId, 'Oryx')
    await addPerson(withdrawn.id, 'member', 'Withdrawn Member')
    t.ok(await t.ask('DELETE', `${getPath('DELETE /api/admin/teams')}?id=${withdrawn.id}`))
    const removed = await addPerson(
      (await t.ask('GET', getPath('GET /api/admin/events/:eventId/schedule', { eventId }))).json().teams[0]
        .id,
      'member',
      'Removed Member',
    )
    await t.ownerPool.query('update team_people set deleted_at = now() where id = $1', [removed])
    const { judge } = await t.createJudge(eventId)
    t.ok(await t.ask('DELETE', `${t.judgesPath(eventId)}/${judge.id}`))
    const { badges } = t.ok(await request(eventId, { roles: ['member', 'coach', 'judge'] }))
    expect(list(badges)).toEqual([
      ['coach', 'Omar Haddad'],
      ['member', 'Sara A.'],
    ])
  })

  it('of members and coaches need the permission to read people of teams, those of judges the permission results', async () => {
    const { eventId } = await createEventWithPeople('Permissions')
    await t.createJudge(eventId)
    const volunteers = { roles: ['volunteer'], volunteers: ['Ali'] }
    const [results, registration] = [await signInWith('results'), await signInWith('registration')]
    for (const role of ['member', 'coach']) {
      expect((await request(eventId, { roles: [role] }, registration)).status).toBe(200)
      const refused = await request(eventId, { roles: ['judge', role] }, results)
      expect([refused.status, refused.json().code]).toEqual([403, 'no-permission'])
      expect(refused.body).not.toMatch(/Sara|Omar|Huda/)
    }
    expect((await request(eventId, { roles: ['judge'] }, results)).status).toBe(200)
    expect((await request(eventId, { roles: ['judge'] }, registration)).json().code).toBe('no-permission')
    for (const user of [results, registration]) {
      expect((await request(eventId, volunteers, user)).status).toBe(200)
      // the badges of teams have no names of people
      expect(
        (
          await t.ask('GET', getPath('GET /api/admin/events/:eventId/schedule', { eventId }), {
            headers: user,
          })
        ).status,
      ).toBe(200)
    }
    expect((await request(eventId, volunteers, await signInWith('content'))).json().code).toBe(
      'no-permission',
    )
    const { rows } = await t.database.pool.query(
      `select after from audit_log where action = 'export' and entity_id = $1`,
      [eventId],
    )
    expect(rows).toHaveLength(5)
  })

  it.each([
    ['en', en],
    ['ar', ar],
  ])('name the field of bad input in %s', async (language, texts) => {
    const event = await t.event({ title_en: 'Nobody' })
    for (const [payload, field, message] of [
      [{ roles: [] }, 'roles', texts.required],
      [{ roles: ['member', 'coach', 'judge'] }, 'roles', texts['no-people']],
      [{ roles: ['volunteer'] }, 'volunteers', texts.required],
      [
        { roles: ['volunteer'], volunteers: ['Ali', 'x'.repeat(101)] },
        'volunteers.1',
        texts['too-long'].replace('{{limit}}', '100'),
      ],
      [
        { roles: ['volunteer'], volunteers: Array(501).fill('Ali') },
        'volunteers',
        texts['too-long'].replace('{{limit}}', '500'),
      ],
      [{ roles: ['visitor'] }, 'roles.0', texts['unknown-value']],
    ] as const) {
      const { code, fields } = (await request(event._id, payload, { cookie: `lang=${language}` })).json()
      expect([code, fields[0].field, fields[0].msg]).toEqual(['bad-input', field, message])
    }
    expect((await request(randomUUIDv7(), { roles: ['judge'] })).status).toBe(404)
  })
})
