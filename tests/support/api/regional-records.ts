import { getPath } from '#contract/platform/call-path.ts'
import { createForm as createEventForm, eventTexts } from './events.ts'
import { createCoach, createMember, type TeamsApp } from './teams.ts'

/** The records of a region: `mark` is in each of their names, addresses and reasons. */
export type RegionalRecords = {
  mark: string
  regionId: string
  regionSlug: string
  userId: string
  teamId: string
  teamNo: number
  personId: string
  coachId: string
  deletedTeamId: string
  paymentId: string
  eventId: string
  deletedEventId: string
  entryId: string
  attemptId: string
  slotId: string
  /** An import of the team, and one into the event. */
  importId: string
  eventImportId: string
  /** The address of the owner, who sent `messageId` without a region; a visitor chose the region for `issueId`. */
  ownerEmail: string
  messageId: string
  issueId: string
  deletedMessageId: string
  /** Those of an officer who is limited to the region: a draft with a recipient, and a deleted one. */
  announcementId: string
  deletedAnnouncementId: string
  /** The entry of the audit log about a change of the event. */
  auditEntryId: string
}

/** Creates a team with people, an owner and a payment, a deleted team, and two events with a mark in a region. */
export const createRegionalRecords = async (t: TeamsApp, mark: string, regionSlug: string) => {
  const admin = t.adminToken
  const read = async (text: string, values: unknown[] = []) =>
    (await t.database.pool.query(text, values)).rows
  const ok = async (method: 'POST' | 'PUT' | 'DELETE', url: string, content?: object) => {
    const reply = await t.app.inject({
      method,
      url,
      headers: { authorization: admin },
      ...(content ? { payload: content } : {}),
    })
    if (reply.statusCode !== 200) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body}`)
    return reply.json()
  }
  const [{ id: regionId }] = await read('select id from regions where slug = $1', [regionSlug])
  const owner = await t.person({
    role: 'coach',
    firstName: `${mark}owner`,
    email: `${mark}-owner@school.test`,
    emailConfirmedAt: new Date(),
  })
  const ownerToken = await t.tokenOf(owner.email)
  const register = async (name: string) =>
    (
      await t.send(
        'POST',
        getPath('POST /api/teams'),
        ownerToken,
        t.team({
          name,
          schoolName: `${mark}school`,
          regionId,
          coaches: [createCoach({ name: `${mark}coach`, email: `${mark}-coach@school.test` })],
          members: [createMember({ name: `${mark}member` }), createMember({ name: `${mark}second` })],
        }),
      )
    ).json().team
  const team = await register(`${mark}team`)
  const deleted = await register(`${mark}deleted`)
  await ok('DELETE', `${getPath('DELETE /api/admin/teams')}?id=${deleted.id}`)
  await ok('POST', getPath('POST /api/admin/payments/mark'), {
    teamId: team.id,
    paid: true,
    reason: `${mark}cash`,
  })
  const [payment] = await read('select id from payments where team_id = $1', [team.id])
  await read('update teams set leave_requested_at = now(), stage = $2 where id = $1', [
    team.id,
    `${mark}stage`,
  ])
  const createEvent = async (title: string, region: string) => {
    const form = await createEventForm({ ...eventTexts, title_en: title, region })
    const reply = await t.app.inject({
      method: 'POST',
      url: getPath('POST /api/admin/events'),
      headers: { ...form.headers, authorization: admin },
      payload: form.payload,
    })
    return reply.json().event._id as string
  }
  const eventId = await createEvent(`${mark}event`, regionSlug)
  const deletedEventId = await createEvent(`${mark}gone`, regionSlug)
  await ok('DELETE', `${getPath('DELETE /api/admin/events')}?id=${deletedEventId}`)
  const { teamNo } = (await read('select team_no as "teamNo" from teams where id = $1', [team.id]))[0]
  /** Adds the team to an event, with a score and a slot. */
  const takePart = async (id: string, startsAt: string) => {
    await ok('POST', getPath('POST /api/admin/events/:eventId/teams', { eventId: id }), {
      competitionId: t.robo.id,
      teamNo,
    })
    const { entry } = await ok('POST', getPath('POST /api/admin/events/:eventId/scores', { eventId: id }), {
      teamId: team.id,
      attempts: [{ mission: 1, score: 40, timeMs: 1000 }],
    })
    const { slot } = await ok(
      'POST',
      getPath('POST /api/admin/events/:eventId/schedule/slots', { eventId: id }),
      {
        teamId: team.id,
        round: 1,
        table: `${mark}table`,
        startsAt,
        durationMinutes: 5,
        acceptOtherDays: true,
      },
    )
    return {
      entryId: entry.id as string,
      attemptId: entry.attempts[0].id as string,
      slotId: slot.id as string,
    }
  }
  /** Stores an import as if the record were its only one. */
  const createImport = async (kind: string, recordId: string, intoEventId: string | null) => {
    const [row] = await read(
      `insert into imports (id, kind, event_id, file_name, file_hash, line_count, record_count)
      values (gen_random_uuid(), $1, $2, $3, 'hash', 1, 1) returning id`,
      [kind, intoEventId, `${mark}.csv`],
    )
    await read('insert into import_records (import_id, record_id) values ($1, $2)', [row.id, recordId])
    return row.id as string
  }
  const createMessage = async (email: string, region?: string) => {
    await ok('POST', getPath('POST /api/support'), {
      firstName: `${mark}sender`,
      lastName: 'Saleh',
      email,
      body: `${mark} question`,
      ...(region ? { regionId: region } : {}),
    })
    return (await read('select id from messages order by number desc limit 1'))[0].id as string
  }
  const messageId = await createMessage(owner.email)
  const issueId = await createMessage(`${mark}-visitor@school.test`, regionId)
  const deletedMessageId = await createMessage(owner.email)
  await ok('DELETE', `${getPath('DELETE /api/admin/messages')}?id=${deletedMessageId}`)

  const author = await t.person({
    role: 'admin',
    permissions: ['registration'],
    regionIds: [regionId],
    email: `${mark}-office@office.test`,
    firstName: `${mark}officer`,
  })
  const authorToken = String((await t.signIn(author.email, undefined, { type: 4 })).headers.authorization)
  const createAnnouncement = async () =>
    (
      await t.send('POST', getPath('POST /api/admin/announcements'), authorToken, {
        ...{ 'subject.en': `${mark} news`, 'subject.ar': `${mark} خبر` },
        ...{ 'body.en': `${mark} text`, 'body.ar': `${mark} نص` },
      })
    ).json().announcement.id as string
  const announcementId = await createAnnouncement()
  await read(
    `insert into announcement_recipients (id, announcement_id, email, name, state) values (gen_random_uuid(), $1, $2, $3, 'sent')`,
    [announcementId, owner.email, `${mark}owner`],
  )
  const deletedAnnouncementId = await createAnnouncement()
  await t.send(
    'DELETE',
    `${getPath('DELETE /api/admin/announcements')}?id=${deletedAnnouncementId}`,
    authorToken,
  )

  const changed = await createEventForm({
    ...eventTexts,
    id: eventId,
    title_en: `${mark}event`,
    eventCode: 'OLD',
  })
  await t.app.inject({
    method: 'PUT',
    url: getPath('PUT /api/admin/events'),
    headers: { ...changed.headers, authorization: admin },
    payload: changed.payload,
  })
  const [entry] = await read(
    "select id from audit_log where entity = 'event' and action = 'update' and entity_id = $1 and after ? 'eventCode'",
    [eventId],
  )
  const records: RegionalRecords = {
    mark,
    regionId,
    regionSlug,
    userId: owner.id,
    teamId: team.id,
    teamNo,
    personId: team.members[0].id,
    coachId: team.coaches[0].id,
    deletedTeamId: deleted.id,
    paymentId: payment.id,
    eventId,
    deletedEventId,
    ...(await takePart(eventId, '2026-12-05T09:00:00.000Z')),
    importId: await createImport('teams', team.id, null),
    eventImportId: await createImport('schedule', team.id, eventId),
    ...{ ownerEmail: owner.email, messageId, issueId, deletedMessageId },
    ...{ announcementId, deletedAnnouncementId, auditEntryId: entry.id },
  }
  return { ...records, createEvent, takePart }
}
