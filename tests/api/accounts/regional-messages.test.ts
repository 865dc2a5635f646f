import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { judgePeople } from '#server/platform/db/schema/judge-people.ts'
import { judges } from '#server/platform/db/schema/judging.ts'
import { createDueAnnouncementSender } from '#server/site/announcements/send.ts'
import { createAnnouncementService } from '#server/site/announcements/service.ts'
import { type RegionalApp, startRegionalApp } from '../../support/api/regional-app.ts'

let { t, own, other, globalEventId, officer, read, send, ok, readOtherRecords } = {} as RegionalApp
beforeAll(async () => {
  ;({ t, own, other, globalEventId, officer, read, send, ok, readOtherRecords } = await startRegionalApp())
})
afterAll(() => t.close())

const signInOfficer = async (name: string, regionIds: string[] | null) => {
  const person = await t.person({
    ...{ role: 'admin', permissions: ['registration', 'privacy'], regionIds, email: `${name}@office.test` },
  })
  return String((await t.signIn(person.email, undefined, { type: 4 })).headers.authorization)
}

describe('messages', () => {
  const write = async (email: string, regionId?: string) => {
    await ok('POST', '/api/support', {
      json: { firstName: 'Sara', lastName: 'Ali', email, body: 'Hello', ...(regionId ? { regionId } : {}) },
    })
    return (await read('select id from messages order by number desc limit 1'))[0].id as string
  }
  const listIds = async (query = '', token = officer.token) => {
    const { messages, totalItems } = await ok('GET', `/api/admin/messages${query}`, {}, token)
    expect(messages.length).toBe(totalItems)
    return messages.map(({ id }: { id: string }) => id) as string[]
  }

  it('are read, answered and deleted by the office of the region that the sender chose or has all teams in', async () => {
    expect(await listIds()).toEqual(expect.arrayContaining([own.messageId, own.issueId]))
    expect(await listIds()).not.toContain(other.messageId)
    expect(await listIds(`?s=${other.mark}`)).toEqual([])
    const [{ number }] = await read('select number from messages where id = $1', [other.messageId])
    expect(await listIds(`?s=BT-${number}`)).toEqual([])
    const { deleted } = await ok('GET', '/api/admin/messages/deleted')
    expect(deleted.map(({ id }: { id: string }) => id)).toEqual([own.deletedMessageId])
    const id = await write(own.ownerEmail)
    const { message } = await ok('PATCH', '/api/admin/messages', { json: { id, state: 'closed' } })
    expect(message.state).toBe('closed')
    await ok('DELETE', `/api/admin/messages?id=${id}`)
    await ok('POST', '/api/admin/messages/restore', { json: { id } })
    await ok('DELETE', `/api/admin/messages?id=${id}`)
    await ok('DELETE', `/api/admin/messages/deleted?id=${id}`)
  })

  it('of other regions are neither answered, marked, deleted nor restored', async () => {
    const before = await readOtherRecords()
    for (const id of [other.messageId, other.issueId, other.deletedMessageId])
      for (const [method, url, content] of [
        ['PATCH', '/api/admin/messages', { json: { id, state: 'answered' } }],
        ['POST', '/api/admin/messages/reply', { json: { id, body: 'Hello' } }],
        ['DELETE', `/api/admin/messages?id=${id}`, {}],
        ['POST', '/api/admin/messages/restore', { json: { id } }],
        ['DELETE', `/api/admin/messages/deleted?id=${id}`, {}],
      ] as const)
        expect([url, (await send(method, url, content)).code]).toEqual([url, 'not-found'])
    expect(await readOtherRecords()).toBe(before)
  })

  it('of unknown senders, and of senders with teams elsewhere, are for offices without a limit', async () => {
    const stranger = await write('stranger@school.test')
    // officers type the addresses of coaches
    const coach = await write(`${own.mark}-coach@school.test`)
    const chosen = await write(own.ownerEmail, other.regionId)
    const unconfirmed = await t.person({ role: 'coach', email: 'unconfirmed@school.test' })
    const both = await t.person({
      role: 'coach',
      email: 'both@school.test',
      emailConfirmedAt: new Date(),
    })
    const createTeam = (userId: string, regionId: string | null, teamNo: number) =>
      read(
        `insert into teams (id, name, competition_id, team_no, user_id, region_id) values (gen_random_uuid(), 'Two', $1, $2, $3, $4) returning id`,
        [t.robo.id, teamNo, userId, regionId],
      )
    await createTeam(unconfirmed.id, own.regionId, 901)
    await createTeam(both.id, own.regionId, 902)
    const ofBoth = await write(both.email)
    expect(await listIds()).toContain(ofBoth)
    const hidden = [stranger, coach, chosen, await write(unconfirmed.email)]
    for (const id of hidden) expect(await listIds(), id).not.toContain(id)
    for (const [regionId, teamNo] of [
      [other.regionId, 903],
      [null, 904],
    ] as const) {
      const [team] = await createTeam(both.id, regionId, teamNo)
      expect(await listIds()).not.toContain(ofBoth)
      await read('delete from teams where id = $1', [team.id])
    }
    expect(await listIds()).toContain(ofBoth)
    await read("update users set deleted_at = now() where email = 'both@school.test'")
    expect(await listIds()).not.toContain(ofBoth)
    const all = await listIds('?per_page=100', await signInOfficer('free', null))
    expect(all).toEqual(expect.arrayContaining([...hidden, ofBoth, other.messageId]))
    await read("delete from teams where name = 'Two'")
  })
})

describe('announcements', () => {
  const path = getPath('POST /api/admin/announcements')
  const texts = {
    ...{ 'subject.en': 'Training day', 'subject.ar': 'يوم', 'body.en': 'At 8.', 'body.ar': 'الساعة 8.' },
  }
  const create = async (fields: Record<string, string> = {}, token = officer.token) =>
    (await ok('POST', path, { form: { ...texts, ...fields } }, token)).announcement as {
      id: string
      regionIds: string[] | null
    }
  const readAudience = async (query = '', token = officer.token) => {
    const { recipients, totalItems } = await ok('GET', `${path}/audience${query}`, {}, token)
    expect(recipients.length).toBe(totalItems)
    return recipients.map(({ email }: { email: string }) => email).toSorted() as string[]
  }
  const ownPeople = () => [own.ownerEmail, `${own.mark}-coach@school.test`].toSorted()
  const listIds = async (token = officer.token) => {
    const { announcements, totalItems } = await ok('GET', path, {}, token)
    expect(announcements.length).toBe(totalItems)
    return announcements.map(({ id }: { id: string }) => id) as string[]
  }
  const addJudge = async (eventId: string, email: string) => {
    const [person] = await t.db.insert(judgePeople).values({ name: email, email }).returning()
    await t.db.insert(judges).values({
      ...{ eventId, name: email, personId: person?.id ?? null, codeHash: email, hint: 'AB' },
    })
  }

  it('reach owners and coaches of the teams of the region, and judges of its events', async () => {
    expect(await readAudience()).toEqual(ownPeople())
    expect(await readAudience(`?regionId=${other.regionId}`)).toEqual([])
    expect(await readAudience(`?eventId=${globalEventId}`)).toEqual(ownPeople())
    const foreignId = await own.createEvent('Elsewhere', other.regionSlug)
    await own.takePart(foreignId, '2026-12-08T09:00:00.000Z')
    expect(await readAudience(`?eventId=${foreignId}`)).toEqual([])
    expect(await readAudience(`?eventId=${foreignId}`, t.adminToken)).toContain(own.ownerEmail)
    const eventId = await own.createEvent('Guests welcome', own.regionSlug)
    await other.takePart(eventId, '2026-12-07T09:00:00.000Z')
    await own.takePart(eventId, '2026-12-07T10:00:00.000Z')
    expect(await readAudience(`?eventId=${eventId}`)).toEqual(ownPeople())
    await addJudge(eventId, 'judge@judges.test')
    await addJudge(globalEventId, 'global@judges.test')
    await addJudge(other.eventId, 'other@judges.test')
    expect(await readAudience(`?eventId=${eventId}&groups=judges`)).toEqual(['judge@judges.test'])
    for (const id of [globalEventId, other.eventId])
      expect(await readAudience(`?eventId=${id}&groups=judges`)).toEqual([])
    const everyone = await readAudience('', t.adminToken)
    expect(everyone).toEqual(expect.arrayContaining([own.ownerEmail, other.ownerEmail]))
  })

  it('keep the limit of their author, whoever changes and sends them', async () => {
    const token = await signInOfficer('author', [own.regionId])
    const { id, regionIds } = await create({}, token)
    expect(regionIds).toEqual([own.regionId])
    const widened = await send('PUT', path, { form: { ...texts, id, regionIds: '' } }, token)
    expect(widened.fields).toEqual({ regionIds: 'unexpected-field' })
    await read("update users set region_ids = null where email = 'author@office.test'")
    const changed = await ok('PUT', path, { form: { ...texts, id } }, token)
    expect(changed.announcement.regionIds).toEqual([own.regionId])
    expect(await readAudience(`?announcementId=${id}`, t.adminToken)).toEqual(ownPeople())
    const refused = await send(
      'PUT',
      path,
      { form: { ...texts, id, regionId: other.regionId } },
      t.adminToken,
    )
    expect([refused.status, refused.fields]).toEqual([400, { regionId: 'not-in-regions' }])
    await read("update announcements set state = 'scheduled', scheduled_at = now() where id = $1", [id])
    await createDueAnnouncementSender({
      ...t,
      emails: { ...t.emails, isEnabled: true, send: async () => {} },
    }).sendDue()
    const recipients = await read('select email from announcement_recipients where announcement_id = $1', [
      id,
    ])
    expect(recipients.map(({ email }) => email).toSorted()).toEqual(ownPeople())
  })

  it('do not tell whose account has the address of a coach', async () => {
    const email = `${own.mark}-coach@school.test`
    await t.person({ role: 'coach', firstName: 'Looked up', lang: 'ar', email, emailConfirmedAt: new Date() })
    const findName = async (token = officer.token) => {
      const { recipients } = await ok('GET', `${path}/audience`, {}, token)
      const found = recipients.find((recipient: { email: string }) => recipient.email === email)
      return [found.name, found.lang]
    }
    expect(await findName()).toEqual([`${own.mark}coach`, null])
    expect(await findName(t.adminToken)).toEqual(['Looked up', 'ar'])
  })

  it('have no event or region outside the limit', async () => {
    for (const [fields, problem] of [
      [{ regionId: other.regionId }, { regionId: 'not-in-regions' }],
      [{ eventId: other.eventId }, { eventId: 'not-found' }],
      [{ eventId: globalEventId, groups: 'owners,judges' }, { groups: 'not-in-regions' }],
    ] as const) {
      const { status, fields: problems } = await send('POST', path, { form: { ...texts, ...fields } })
      expect([status, problems]).toEqual([400, problem])
    }
    await create({ eventId: globalEventId, regionId: own.regionId })
    await create({ eventId: own.eventId, groups: 'judges' })
  })

  it('of other limits are neither seen nor changed', async () => {
    const before = await readOtherRecords()
    const { id: unlimited } = await create({}, t.adminToken)
    const { id: wider } = await create({}, await signInOfficer('wider', [own.regionId, other.regionId]))
    const hidden = [other.announcementId, unlimited, wider]
    for (const id of hidden) {
      expect(await listIds()).not.toContain(id)
      for (const [method, url, content] of [
        ['GET', `${path}?id=${id}`, {}],
        ['PUT', path, { form: { ...texts, id } }],
        ['DELETE', `${path}?id=${id}`, {}],
        ['POST', `${path}/restore`, { json: { id } }],
        ['POST', `${path}/schedule`, { json: { id, at: null } }],
        ['POST', `${path}/cancel`, { json: { id } }],
        ['POST', `${path}/cancel-unsent`, { json: { id } }],
        ['POST', `${path}/test`, { json: { id } }],
        ['GET', `${path}/audience?announcementId=${id}`, {}],
        ['GET', `${path}/${id}/recipients`, {}],
      ] as const)
        expect([url, (await send(method, url, content)).code]).toEqual([url, 'not-found'])
    }
    expect(await listIds()).toContain(own.announcementId)
    expect(await listIds(await signInOfficer('national', [own.regionId, other.regionId]))).toEqual(
      expect.arrayContaining([own.announcementId, other.announcementId, wider]),
    )
    expect(await listIds(t.adminToken)).toEqual(expect.arrayContaining([...hidden, own.announcementId]))
    expect(await listIds(await signInOfficer('gone', [own.teamId]))).toEqual([])
    const { deleted } = await ok('GET', `${path}/deleted`)
    expect(deleted.map(({ id }: { id: string }) => id)).toEqual([own.deletedAnnouncementId])
    const actor = { userId: officer.id, name: 'Officer', regionLimit: [own.regionId] }
    await expect(
      createAnnouncementService(t).purgeOne(other.deletedAnnouncementId, actor),
    ).rejects.toMatchObject({ code: 'not-found' })
    expect(await readOtherRecords()).toBe(before)
  })
})
