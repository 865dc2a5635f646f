import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  normalizeGuestNumberOrName,
  normalizeNameForParticipantKey,
} from '#contract/event/scores/participants.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { extractNormalGuestIdentity } from '#server/event/scores/service.ts'
import { createForm } from '../../support/api/events.ts'
import { type GuestEventsApp, startGuestEventsApp } from '../../support/api/guest-events.ts'
import { createSheet } from '../../support/api/judges.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: GuestEventsApp
beforeAll(async () => {
  t = await startGuestEventsApp()
})
afterAll(() => t.close())

describe('the list of guests', () => {
  it('suggests no team whose number or name the guest contradicts, and shows masked addresses', async () => {
    const eventId = await t.createEventWithGuests('Contradictions', [
      { teamNo: '79', teamName: 'Visitors' },
      { teamNo: '80', name: 'Alpha' },
      { email: 'player@school.test' },
      { teamName: 'beta' },
    ])
    const { guests, ...counts } = await t.listGuests(eventId)
    expect(
      guests.map(({ teamNo, teamName, playerEmail, team }: Body) => [
        teamNo || teamName || playerEmail,
        team?.name ?? null,
      ]),
    ).toEqual([
      ['beta', 'Beta'],
      ['79', null],
      ['80', null],
      ['p•••@school.test', null],
    ])
    expect(counts).toMatchObject({ totalItems: 4, foundCount: 1 })
    expect(await t.listGuests(eventId, '?limit=0')).toMatchObject({
      guests: [],
      totalItems: 4,
      foundCount: 1,
    })
    const tooMany = await t.ask('GET', `${t.guestsPath(eventId)}?limit=501`)
    expect(tooMany.status).toBe(400)
  })

  it('has the normal form of each key of version 1.0.0, without the others being computed', () => {
    const texts = ['07', '7', '٧', '#7', '＃ 007', '७', '7७', '0', '00', '#A 7', 'A 007', '12B', '7.0', '0x']
    const names = [
      'Alpha',
      'نجوم الواحة',
      'Été',
      'Falcons\u00ad',
      'Fal\u2060cons',
      'Fal\ufe0fcons',
      '\u3164A',
      'ﺳﺎﺭﺓ',
      '日本',
      'a@b.test',
    ]
    for (const text of [...texts, ...names]) {
      const key = `guest:${normalizeNameForParticipantKey(text)}`
      expect([text, extractNormalGuestIdentity(key)]).toEqual([
        text,
        normalizeGuestNumberOrName(key.slice('guest:'.length)),
      ])
    }
  })

  it('is for organizers with the permission for results only', async () => {
    const eventId = await t.createEventWithGuests('Permissions', [{ teamNo: '79' }])
    const [{ entryId }] = (await t.listGuests(eventId)).guests
    const payload = { assignments: [{ entryId, teamId: t.alpha.id }], reason: 'No', preview: false }
    const signInWith = async (permission: string) => {
      const person = { email: `${permission}@guests.test`, password: 'a long password of their own' }
      const phone = permission === 'results' ? '01061000001' : '01061000002'
      const form = await createForm({ fname: 'Person', ...person, phone, type: '4', permissions: permission })
      t.ok(await t.ask('POST', `${getPath('POST /api/admin/users')}/`, form))
      const sent = { national_id: person.email, loginType: 'email', password: person.password, type: 4 }
      const reply = await t.ask('POST', '/api/adduser', { payload: sent, visitor: true })
      return { authorization: String(reply.headers.authorization) }
    }
    const calls = [
      ['GET', t.guestsPath(eventId), {}],
      ['PUT', t.guestsPath(eventId), { payload: { acceptsGuests: false } }],
      ['POST', `${t.guestsPath(eventId)}/assign`, { payload }],
    ] as const
    const listStatuses = async (headers: Record<string, string>) => {
      const statuses: number[] = []
      for (const [method, path, body] of calls)
        statuses.push((await t.ask(method, path, { ...body, headers, visitor: true })).status)
      return statuses
    }
    expect(await listStatuses({})).toEqual([401, 401, 401])
    expect(await listStatuses(await signInWith('content'))).toEqual([403, 403, 403])
    expect(await t.listGuests(eventId)).toMatchObject({ totalItems: 1 })
    expect(await listStatuses(await signInWith('results'))).toEqual([200, 200, 200])
  })
})

describe('a correction of a guest', () => {
  it('makes it no team whose name contradicts the details, and keeps one whose number stays', async () => {
    const eventId = await t.createEventWithGuests('Corrected', [
      { teamNo: '79', teamName: 'Visitorz' },
      { teamNo: '500', teamName: 'Others' },
    ])
    const visitors = await t.findEntry(eventId, '79')
    expect(
      t.ok(await t.put(eventId, visitors.id, { teamNo: '79', teamName: 'Visitors' })).entry,
    ).toMatchObject({
      ...{ teamId: null, teamName: 'Visitors', teamNo: '79' },
    })
    const others = await t.findEntry(eventId, '500')
    const refused = await t.put(eventId, others.id, { teamNo: '80', teamName: 'Others' })
    expect([refused.status, refused.json().fields]).toMatchObject([
      400,
      [{ field: 'teamName', code: 'not-name-of-team' }],
    ])
    const named = await t.put(eventId, others.id, { teamNo: '80', playerName: 'Alpha' })
    expect([named.status, named.json().fields]).toMatchObject([
      400,
      [{ field: 'playerName', code: 'name-of-team' }],
    ])
    const right = t.ok(
      await t.put(eventId, others.id, { teamNo: '80', teamName: 'beta', playerName: 'Sara' }),
    )
    expect(right.entry).toMatchObject({ teamId: t.beta.id, teamName: 'Beta', playerName: '' })
    const [line] = (await t.audit()).filter(({ entity_id: id }) => id === others.id).slice(-1)
    expect(line).toMatchObject({ after: { team: t.beta.id } })
    expect(await t.listLogProblems(eventId)).toEqual([])
  })
})

describe('a correction of a guest that contradicts a team', () => {
  it('is accepted where what contradicts stays as it was', async () => {
    const eventId = await t.createEventWithGuests('Contradicting', [
      { teamNo: '79', teamName: 'Beta' },
      { teamNo: '080', name: 'Alpha' },
    ])
    const [other, named] = [await t.findEntry(eventId, '79'), await t.findEntry(eventId, '80')]
    const statuses = []
    for (const [id, details] of [
      [other.id, { teamNo: '79', teamName: 'Beta', playerName: 'Sara' }],
      [named.id, { teamNo: '80', playerName: 'Alpha', teamName: 'beta' }],
      [named.id, { teamNo: '80', playerName: 'ALPHA', teamName: '' }],
    ])
      statuses.push((await t.put(eventId, id, details)).status)
    expect(statuses).toEqual([200, 200, 400])
    expect((await t.listEntries(eventId)).map(({ hasTeam }) => hasTeam)).toEqual([false, false])
    expect(await t.listLogProblems(eventId)).toEqual([])
  })
})

describe('the first teams of an event', () => {
  it('bring no warning where the event accepts guests beside them', async () => {
    const event = await t.event({ title_en: 'Accepting' }, [{ teamNo: '500', score: 5, time: 0 }])
    t.ok(await t.ask('PUT', t.guestsPath(event._id), { payload: { acceptsGuests: true } }))
    const { competitionId, teamNo } = t.alpha
    const reply = await t.ask(
      'POST',
      getPath('POST /api/admin/events/:eventId/teams', { eventId: event._id }),
      {
        payload: { competitionId, teamNo },
      },
    )
    expect(t.ok(reply)).toMatchObject({ count: 1, guestCount: 0 })
  })
})

describe('a run whose sheet waits for a second judge', () => {
  it('is shown in the preview of a file and counts once', async () => {
    const eventId = (await t.event({ title_en: 'Waiting' }))._id as string
    await t.addTeams(eventId)
    t.ok(
      await t.ask('POST', `/api/admin/events/${eventId}/judging/second-judge`, {
        payload: { needsSecondJudge: true },
      }),
    )
    const { token } = await t.createSignedInJudge(eventId)
    const second = await t.createSignedInJudge(eventId, { names: ['Omar'] })
    const sheet = createSheet(t.alpha.id)
    t.ok(await t.askAsJudge('POST', getPath('POST /api/v1/judge/sheets'), token, sheet))
    const content = 'team_no,mission,score,time\n79,1,50,30\n79,2,20,10\n'
    const preview = t.ok(await t.sendScoresFile(eventId, content, { preview: true }))
    expect(preview.rows.map(({ isRecorded }: Body) => isRecorded)).toEqual([true, false])
    expect(t.ok(await t.sendScoresFile(eventId, content))).toMatchObject({ count: 1 })
    t.ok(
      await t.askAsJudge(
        'POST',
        getPath('POST /api/v1/judge/sheets/:sheetId/review', { sheetId: sheet.id }),
        second.token,
        {
          decision: 'confirm',
        },
      ),
    )
    const entry = await t.findEntry(eventId, '79')
    expect((await t.readEntry(eventId, entry.id)).attempts).toHaveLength(2)
    expect(await t.listLogProblems(eventId)).toEqual([])
  })
})
