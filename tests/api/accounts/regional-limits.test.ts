import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { teamPeople } from '#server/platform/db/schema/teams.ts'
import { eventTexts } from '../../support/api/events.ts'
import { type RegionalApp, startRegionalApp } from '../../support/api/regional-app.ts'

const missingId = '01890000-0000-7000-8000-000000000000'

let { t, own, other, globalEventId, officer, read, send, ok, readOtherRecords } = {} as RegionalApp
beforeAll(async () => {
  ;({ t, own, other, globalEventId, officer, read, send, ok, readOtherRecords } = await startRegionalApp())
})
afterAll(() => t.close())

describe('an officer of a region', () => {
  it('sees the teams, payments, events and people of the region, and their numbers', async () => {
    const teams = await ok('GET', '/api/admin/teams')
    expect(teams.teams.map(({ name }: { name: string }) => name)).toEqual([`${own.mark}team`])
    expect(teams.totalItems).toBe(1)
    expect((await ok('GET', `/api/admin/teams?id=${own.teamId}`)).team.members[0].name).toBe(
      `${own.mark}member`,
    )
    const { events, totalItems } = await ok('GET', '/api/admin/events/list')
    const titles = events.map(({ title }: { title: { en: string } }) => title.en)
    expect(titles).toEqual(expect.arrayContaining(['National final', `${own.mark}event`]))
    expect(totalItems).toBe(events.length)
    const writable = events.filter(({ isReadOnly }: { isReadOnly: boolean }) => !isReadOnly)
    expect(writable.map(({ id }: { id: string }) => id)).toContain(own.eventId)
    expect(writable.map(({ id }: { id: string }) => id)).not.toContain(globalEventId)
    const global = (await ok('GET', `/api/admin/events?id=${globalEventId}`)).event
    expect([global.Teams, global.Scores]).toEqual([[own.teamId], []])
    const payments = await ok('GET', '/api/admin/payments')
    expect([payments.totalItems, payments.payments[0].id]).toEqual([1, own.paymentId])
    const { totals } = await ok('GET', '/api/admin/payments/totals?from=2020-01-01&to=2040-01-01')
    expect(totals.overall[0].manualCount).toBe(1)
    const users = await ok('GET', '/api/admin/users')
    expect(users.users.map(({ _id }: { _id: string }) => _id)).toEqual([own.userId])
    const { dashboard } = await ok('GET', '/api/admin/dashboard')
    const [{ entries }] = await read(
      'select sum(entry_count)::int as entries from events where region_id = $1',
      [own.regionId],
    )
    expect(dashboard.events.entries).toBe(entries)
    const { live, coming, past } = dashboard.events
    expect(live + coming + past).toBe(totalItems)
    expect(dashboard).toMatchObject({
      teams: { total: 1, paid: 1 },
      users: { total: 1 },
      openMessages: 2,
    })
    expect((await ok('GET', '/api/admin/seasons')).seasons[0].teamCount).toBe(1)
    const csv = await send('GET', '/api/admin/teams/export')
    expect(csv.body).toContain(`${own.mark}team`)
    const ledger = await send('GET', '/api/admin/payments/ledger?from=2020-01-01&to=2040-01-01')
    expect(ledger.body).toContain(`${own.mark}team`)
    const { requests: leaving } = await ok('GET', '/api/admin/teams/leave-requests')
    expect(leaving.map(({ team }: { team: { id: string } }) => team.id)).toEqual([own.teamId])
    const { deleted } = await ok('GET', '/api/admin/teams/deleted')
    expect(deleted.map(({ id }: { id: string }) => id)).toEqual([own.deletedTeamId])
  })

  it('exports the teams of the region alone, with the columns of its largest team', async () => {
    const exportTable = async (token = officer.token) => {
      const { status, body } = await send(
        'POST',
        '/api/admin/teams/full-export',
        { json: { reason: 'List' } },
        token,
      )
      expect(status, body).toBe(200)
      const [header = [], ...rows] = body
        .trim()
        .split('\r\n')
        .map((line) => line.split(','))
      for (const row of rows) expect(row.length, row.join()).toBe(header.length)
      return {
        columns: header,
        names: rows.flatMap((row) => row.filter((cell) => cell.endsWith('team'))),
      }
    }
    const { columns, names } = await exportTable()
    expect(names).toEqual([`${own.mark}team`])
    await t.db.insert(teamPeople).values({
      ...{ teamId: other.teamId, competitionId: t.robo.id, kind: 'member', name: 'Third', position: 5 },
    })
    expect(await exportTable()).toEqual({ columns, names })
    const whole = await exportTable(t.adminToken)
    expect(whole.names.toSorted()).toEqual([`${own.mark}team`, `${other.mark}team`].toSorted())
    expect(whole.columns.length).toBeGreaterThan(columns.length)
  })

  it('counts and finds users as the list has them, without administrators who own teams of the region', async () => {
    const setOwner = (userId: string) =>
      read('update teams set user_id = $2 where id = $1', [own.teamId, userId])
    const [{ id: adminId, name }] = await read(
      `select id, first_name as name from users where permissions @> '{administration}' limit 1`,
    )
    const path = `/api/admin/events/${own.eventId}`
    const findUsers = async (token?: string) =>
      (await ok('GET', `${path}/participants?s=${name}`, {}, token)).participants.map(
        ({ id }: { id: string }) => id,
      )
    await setOwner(adminId)
    try {
      expect(await findUsers(t.adminToken)).toContain(adminId)
      expect(await findUsers()).not.toContain(adminId)
      const score = { userId: adminId, attempts: [{ mission: 1, score: 7, timeMs: 100 }] }
      expect((await send('POST', `${path}/scores`, { json: score })).status).toBe(400)
      const { totalItems } = await ok('GET', '/api/admin/users')
      const { dashboard } = await ok('GET', '/api/admin/dashboard')
      expect([totalItems, dashboard.users.total]).toEqual([0, 0])
    } finally {
      await setOwner(own.userId)
    }
  })

  it('reads the fee and the receipts of the teams of the region, with the permission `finance`', async () => {
    const urls = ({ teamId, paymentId }: { teamId: string; paymentId: string }) => [
      `/api/payments?teamId=${teamId}`,
      `/api/payments/${paymentId}`,
    ]
    const registrar = await t.person({
      role: 'admin',
      permissions: ['registration'],
      regionIds: [own.regionId],
      email: 'registrar@office.test',
    })
    const { headers } = await t.signIn(registrar.email, undefined, { type: 4 })
    for (const url of urls(own)) {
      expect([url, (await send('GET', url)).status]).toEqual([url, 200])
      expect([url, (await send('GET', url, {}, String(headers.authorization))).status]).toEqual([url, 404])
    }
    for (const url of urls(other)) expect([url, (await send('GET', url)).status]).toEqual([url, 404])
    // the gateway is asked about a payment of the region only; there is none here
    const check = (paymentId: string) => send('POST', `/api/payments/${paymentId}/check`, { json: {} })
    expect((await check(own.paymentId)).code).not.toBe('not-found')
    expect((await check(other.paymentId)).code).toBe('not-found')
  })

  it('edits the teams of the region, and keeps them there', async () => {
    const edit = (fields: Record<string, string>) =>
      send('PUT', '/api/admin/teams', { form: { id: own.teamId, name: `${own.mark}team`, ...fields } })
    expect((await edit({ stage: 'regional' })).status).toBe(200)
    expect((await edit({ region: own.regionId })).status).toBe(200)
    for (const region of [other.regionId, other.regionSlug, '']) {
      const refused = await edit({ region })
      expect([refused.status, refused.fields]).toEqual([400, { region: 'other-region' }])
    }
    const form = { name: 'Fresh', competion: t.robo.id, region: own.regionSlug }
    const { team } = await ok('POST', '/api/admin/teams', { form })
    // an owner would keep it in another region
    expect(await read('select user_id, region_id from teams where id = $1', [team._id])).toEqual([
      { user_id: null, region_id: own.regionId },
    ])
    await ok('DELETE', `/api/admin/teams?id=${team._id}`)
    await ok('POST', '/api/admin/teams/restore', { json: { id: team._id } })
    await ok('DELETE', `/api/admin/teams?id=${team._id}`)
    await ok('DELETE', `/api/admin/teams/deleted?id=${team._id}`)
  })

  it('edits the events of the region, and keeps them there', async () => {
    const edit = (fields: Record<string, string>) =>
      send('PUT', '/api/admin/events', {
        form: { ...eventTexts, id: own.eventId, title_en: `${own.mark}event`, ...fields },
      })
    expect((await edit({ eventCode: 'RUH' })).status).toBe(200)
    for (const region of [other.regionSlug, '']) {
      const refused = await edit({ region })
      expect([refused.status, refused.fields]).toEqual([400, { region: 'other-region' }])
    }
    for (const region of [{}, { region: other.regionSlug }]) {
      const refused = await send('POST', '/api/admin/events', { form: { ...eventTexts, ...region } })
      expect([refused.status, refused.fields]).toEqual([400, { region: 'other-region' }])
    }
    await ok('POST', '/api/admin/events', { form: { ...eventTexts, region: own.regionSlug } })
    const { event } = await ok('GET', `/api/admin/events/${globalEventId}`)
    expect(event.isReadOnly).toBe(true)
    expect((await ok('GET', `/api/admin/events/${own.eventId}`)).event.isReadOnly).toBe(false)
  })

  it('runs the event of the region, and reads the own teams of an event without a region', async () => {
    const path = `/api/admin/events/${own.eventId}`
    for (const tab of [
      'schedule',
      'teams',
      'scores',
      'judges',
      'results',
      'overview',
      'score-log',
      'matches',
    ])
      expect((await send('GET', `${path}/${tab}`)).status, tab).toBe(200)
    await ok('POST', `${path}/check-in`, { json: { teamId: own.teamId, isCheckedIn: true } })
    await ok('POST', `${path}/scores`, {
      json: { teamId: own.teamId, attempts: [{ mission: 2, score: 12, timeMs: 50 }] },
    })
    const { badges } = await ok('POST', `${path}/badges`, { json: { roles: ['member', 'coach'] } })
    expect(JSON.stringify(badges)).toContain(own.mark)
    const { participants } = await ok('GET', `${path}/participants?s=${own.mark}`)
    expect(participants.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [own.userId, own.teamId].toSorted(),
    )
    // a team of the region can join any event of it
    const eventId = await own.createEvent('Next round', own.regionSlug)
    const score = { teamId: own.teamId, attempts: [{ mission: 1, score: 5, timeMs: 50 }] }
    await ok('POST', `/api/admin/events/${eventId}/scores`, { json: score })
    const added = await ok('POST', `/api/admin/events/${eventId}/teams`, {
      json: { competitionId: t.robo.id },
    })
    expect(added.count).toBe(1)
    const { teams } = await ok('GET', `/api/admin/events/${globalEventId}/teams`)
    expect(teams.map(({ id }: { id: string }) => id)).toEqual([own.teamId])
  })

  it('imports teams into the region, and slots and scores of the own event', async () => {
    const importFile = (path: string, text: string, preview = false) =>
      send('POST', path, {
        form: { file: new Blob([text], { type: 'text/csv' }), preview: String(preview) },
      })
    const before = await readOtherRecords()
    const born = `${new Date().getUTCFullYear() - 12}-03-04`
    const teams = (region: string, name = 'Imported', member = 'Ali') =>
      [
        'team_name,school_name,age_level,competition,region,coach_name,coach_email,coach_phone,member1_name,member1_dob,member1_gender,member2_name,member2_dob,member2_gender',
        `${name},School,junior,${t.robo.slug},${region},Sara,sara@school.test,0501234567,${member},${born},male,Omar,${born},male`,
      ].join('\n')
    for (const region of ['', other.regionSlug, 'Makkah']) {
      const { status, json, body } = await importFile('/api/admin/teams/import', teams(region))
      expect([status, json.details.problems[0].field], body).toEqual([422, 'region'])
      expect(body).not.toContain('Madinah')
    }
    const again = await importFile(
      '/api/admin/teams/import',
      teams(own.regionSlug, `${other.mark}team`),
      true,
    )
    expect([again.status, again.json.warnings.join()]).toEqual([200, expect.not.stringContaining(other.mark)])
    const { status, body } = await importFile('/api/admin/teams/import', teams(own.regionSlug))
    expect(status, body).toBe(200)
    const [{ id: importedId, ...imported }] = await read(
      "select id, region_id, user_id from teams where name = 'Imported'",
    )
    expect(imported).toEqual({ region_id: own.regionId, user_id: null })
    const { imports } = await ok('GET', '/api/admin/imports')
    expect(imports.map(({ id }: { id: string }) => id)).toEqual([
      expect.any(String),
      own.eventImportId,
      own.importId,
    ])
    await ok('POST', `/api/admin/imports/${imports[0].id}/undo`, { json: {} })
    await ok('DELETE', `/api/admin/teams/deleted?id=${importedId}`)
    for (const importId of [other.importId, other.eventImportId]) {
      const undone = await send('POST', `/api/admin/imports/${importId}/undo`, { json: {} })
      expect([undone.status, undone.code]).toEqual([404, 'not-found'])
    }
    const path = `/api/admin/events/${own.eventId}`
    const slots = (teamNo: number) => `round,table,time,minutes,team_no\n5,X,2026-12-05 15:00,5,${teamNo}\n`
    expect((await importFile(`${path}/schedule/import`, slots(other.teamNo))).status).toBe(422)
    expect((await importFile(`${path}/schedule/import`, slots(own.teamNo), true)).status).toBe(200)
    const scores = await importFile(
      `${path}/scores/import`,
      `email,name,mission,score\n${other.mark}-owner@school.test,Guest,1,10\n`,
      true,
    )
    expect(scores.body).not.toContain(`${other.mark}owner`)
    expect((await importFile(`/api/admin/events/${other.eventId}/schedule/import`, slots(1))).status).toBe(
      404,
    )
    expect((await importFile(`/api/admin/events/${globalEventId}/scores/import`, 'score\n1\n')).status).toBe(
      404,
    )
    expect(await readOtherRecords()).toBe(before)
  })

  it('shows the teams of other regions that an administrator added to the event, without badges of their people', async () => {
    const eventId = await own.createEvent('Guests welcome', own.regionSlug)
    await other.takePart(eventId, '2026-12-07T09:00:00.000Z')
    const { teams } = await ok('GET', `/api/admin/events/${eventId}/teams`)
    expect(teams.map(({ id }: { id: string }) => id)).toEqual([other.teamId])
    expect((await ok('GET', `/api/admin/events?id=${eventId}`)).event.Teams).toEqual([other.teamId])
    const badges = await send('POST', `/api/admin/events/${eventId}/badges`, {
      json: { roles: ['member', 'coach'] },
    })
    expect(badges.status).toBe(400)
    expect(badges.body).not.toContain(other.mark)
    await ok('POST', `/api/admin/events/${eventId}/scores`, {
      json: { teamId: other.teamId, attempts: [{ mission: 2, score: 12, timeMs: 50 }] },
    })
  })
})

describe('the limit of an account', () => {
  const getForm = async (id: string) => {
    const { user } = await ok('GET', `/api/admin/users?id=${id}`, {}, t.adminToken)
    return {
      id,
      fname: user.info.name.fname,
      email: user.email.email,
      phone: '+966501234567',
      type: '4',
      version: String(user.version),
    }
  }
  const save = async (id: string, fields: Record<string, string>) =>
    send('PUT', '/api/admin/users', { form: { ...(await getForm(id)), ...fields } }, t.adminToken)

  it('is set, replied and removed by administrators, and holds from the next call on', async () => {
    const person = await t.person({ role: 'admin', permissions: ['registration'], email: 'new@office.test' })
    const token = String((await t.signIn(person.email, undefined, { type: 4 })).headers.authorization)
    const count = async () => (await ok('GET', '/api/admin/teams', {}, token)).totalItems
    expect(await count()).toBe(2)
    const limited = await save(person.id, { regions: `${other.regionId},${other.regionId}` })
    expect([limited.status, limited.json.user.regions]).toEqual([200, [other.regionId]])
    expect(await count()).toBe(1)
    expect((await send('GET', '/api/admin/downloads', {}, token)).code).toBe('not-for-regions')
    const { user } = await ok('POST', '/api/getuser', { json: {} }, token)
    expect(user.regions).toEqual([other.regionId])
    // a form that does not know regions leaves them
    await save(person.id, { permissions: 'registration' })
    expect(await count()).toBe(1)
    const free = await save(person.id, { regions: '' })
    expect([free.status, free.json.user.regions]).toEqual([200, undefined])
    expect(await count()).toBe(2)
    const [entry] = await read(
      "select after from audit_log where entity = 'user' and entity_id = $1 and after ? 'regionIds' order by id limit 1",
      [person.id],
    )
    expect(entry.after.regionIds).toEqual([other.regionId])
  })

  it('refuses unknown regions and the permission administration, and ends with the role', async () => {
    const unknown = await save(officer.id, { regions: missingId })
    expect([unknown.status, unknown.fields]).toEqual([400, { regions: 'unknown-value' }])
    const both = await save(officer.id, { permissions: 'administration' })
    expect([both.status, both.fields]).toEqual([400, { regions: 'not-with-administration' }])
    const person = await t.person({
      role: 'admin',
      permissions: ['content'],
      regionIds: [own.regionId],
      email: 'leaves@office.test',
    })
    expect((await save(person.id, { type: '0' })).status).toBe(200)
    expect(await read('select region_ids from users where id = $1', [person.id])).toEqual([
      { region_ids: null },
    ])
  })

  it('is nothing that a limited account changes', async () => {
    const form = { ...(await getForm(officer.id)), regions: '' }
    for (const [method, path] of [
      ['POST', '/api/admin/users'],
      ['PUT', '/api/admin/users'],
      ['POST', '/api/admin/users/save'],
    ] as const)
      expect((await send(method, path, { form })).code).toBe('not-for-regions')
    await send('PUT', '/api/account', {
      json: { firstName: 'Me', lastName: '', email: officer.email, lang: 'en', regions: [], regionIds: null },
    })
    expect(await read('select region_ids from users where id = $1', [officer.id])).toEqual([
      { region_ids: [own.regionId] },
    ])
  })

  it('is checked by the database', async () => {
    const set = (text: string) => t.ownerPool.query(`update users set ${text} where id = $1`, [officer.id])
    await expect(set("region_ids = '{}'")).rejects.toThrow('users_regions_limit_offices')
    await expect(set("permissions = '{administration}'")).rejects.toThrow('users_regions_limit_offices')
  })
})
