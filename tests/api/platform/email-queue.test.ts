import { eq } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import type { EmailQueueStatus, FailedEmail } from '#contract/platform/email-queue.schema.ts'
import { defaultEmailsPerMinute, type EmailClass } from '#contract/platform/email-queue.ts'
import { announcementRecipients, announcements } from '#server/platform/db/schema/announcements.ts'
import { auditLog } from '#server/platform/db/schema/audit-log.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { emailPriorities } from '#server/platform/emails/email-classes.ts'
import { startEmailQueue } from '#server/platform/emails/emails.ts'
import { createCacheTagBus } from '#server/platform/lib/cache-invalidation.ts'
import { createPostgresJobQueue } from '#server/platform/lib/job-queue.ts'
import { getEmailSettings } from '#server/platform/settings/service.ts'
import { createAnnouncementDeliveryLog } from '#server/site/announcements/send.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { silentLog } from '../../support/services/cluster.ts'
import { startMailServer } from '../../support/services/mail-server.ts'

const pollOptions = { timeout: 20_000 }
/** Addresses that the mail server rejects now. */
const rejected = new Set<string>()
/** Resolves when the mail server may accept the emails with the subject `Held`. */
let heldEmails = Promise.resolve()
let mails: Awaited<ReturnType<typeof startMailServer>>
let t: SessionsApp
let admin: string
beforeAll(async () => {
  mails = await startMailServer(
    (address) => rejected.has(address),
    async ({ subject }) => {
      if (subject === 'Held') await heldEmails
    },
  )
  t = await startSessionsApp({ SMTP_URL: mails.url })
  admin = await t.admin()
})
afterAll(async () => {
  await t.close()
  await mails.close()
})
afterEach(async () => {
  rejected.clear()
  await t.database.pool.query("delete from pgboss.job where name = 'mail'")
  await t.resetSettings()
})

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  authorization = admin,
) => {
  const reply = await t.app.inject({
    method,
    url,
    headers: { authorization },
    ...(payload ? { payload } : {}),
  })
  return { status: reply.statusCode, json: reply.json() }
}
const readClass = async (name: EmailClass) => {
  const { json } = await call('GET', getPath('GET /api/admin/email-queue'))
  return (json.queue as EmailQueueStatus).classes.find((each) => each.class === name)
}
const listFailed = async (query = '') => {
  const { json } = await call('GET', `${getPath('GET /api/admin/email-queue/failed')}?${query}`)
  return json as { emails: FailedEmail[]; totalItems: number }
}
const setPaused = (name: EmailClass, isPaused: boolean) =>
  call('POST', getPath('POST /api/admin/email-queue/pause'), { class: name, isPaused })
const resend = (body: object) => call('POST', getPath('POST /api/admin/email-queue/resend'), body)
const forgetPassword = async () => {
  const { email } = await t.person()
  await t.post(getPath('POST /api/password/forgot'), { email })
  return email
}
const teamEmail = (to: string) =>
  t.emails.send({
    template: 'leaveDeclined',
    to,
    language: 'en',
    values: {
      name: 'Mona',
      link: 'http://botola.test/',
      team: 'Falcons',
      competition: { en: 'Robo', ar: 'روبو' },
    },
  })
const emailToMany = (to: string) =>
  t.emails.send({
    template: 'result',
    to,
    language: 'en',
    values: {
      name: 'Mona',
      link: 'http://botola.test/',
      event: { en: 'Final', ar: 'النهائي' },
      rank: 1,
      total: 2,
    },
  })
const readJobs = async () =>
  (
    await t.database.pool.query<{ state: string; priority: number; data: Record<string, string> }>(
      "select state::text, priority, data from pgboss.job where name = 'mail' order by created_on, id",
    )
  ).rows
const hasArrived = (address: string) =>
  mails.arrived.some(({ to }) => to?.some((each) => each.address === address))
/** Lets the retries of failed emails end. */
const failForGood = () =>
  t.database.pool.query(
    "update pgboss.job set state = 'failed', completed_on = now() where name = 'mail' and state = 'retry'",
  )
const waitForRetry = () =>
  expect
    .poll(async () => (await listFailed()).emails.map(({ state }) => state), pollOptions)
    .toEqual(['retry'])

/** Inserts waiting emails to many people with the subject `Held`, all at once. */
const insertHeldEmails = async (count: number) => {
  const jobs = Array.from({ length: count }, (_, index) => {
    const id = randomUUIDv7()
    const email = { to: `many-${index}@school.test`, subject: 'Held', text: 'Held', lang: 'en' }
    return { id, sealed: t.encryption.encrypt(JSON.stringify(email), 'pgboss.job.data', id) }
  })
  await t.database.pool.query(
    `insert into pgboss.job (id, name, priority, data) select id, 'mail', $3, jsonb_build_object('template', 'announcement', 'sealed', sealed)
     from unnest($1::uuid[], $2::text[]) jobs (id, sealed)`,
    [jobs.map(({ id }) => id), jobs.map(({ sealed }) => sealed), emailPriorities.many],
  )
}

describe('the order of emails', () => {
  it('a new password arrives before 30,000 others, also while the mail server holds one of them up', async () => {
    let release = () => {}
    heldEmails = new Promise((resolve) => {
      release = resolve
    })
    await insertHeldEmails(30_000)
    await expect.poll(() => mails.arrived.map(({ subject }) => subject), pollOptions).toEqual(['Held'])
    const address = await forgetPassword()
    expect((await mails.next(address)).subject).toBe('Set a new password for Botola')
    expect(mails.arrived.map(({ subject }) => subject)).toEqual(['Held', 'Set a new password for Botola'])
    await expect.poll(async () => (await readClass('urgent'))?.waiting, pollOptions).toBe(0)
    const { waiting, secondsLeft } = (await readClass('many')) ?? {}
    expect([waiting, secondsLeft]).toEqual([30_000, 15_000])
    await t.database.pool.query("delete from pgboss.job where name = 'mail' and state = 'created'")
    release()
    await expect.poll(async () => (await readClass('many'))?.sentInLastDay, pollOptions).toBe(1)
  }, 60_000)

  it('emails about one team are sent before those to many, which were queued first', async () => {
    await setPaused('team', true)
    await setPaused('many', true)
    await emailToMany('first-many@school.test')
    await teamEmail('late-team@school.test')
    mails.arrived.length = 0
    await t.database.pool.query(
      `update settings set value = jsonb_set(value, '{pausedEmailClasses}', '[]'::jsonb)`,
    )
    await t.invalidator.invalidate('settings')
    await mails.next('first-many@school.test')
    expect(mails.arrived.map(({ to }) => to?.[0]?.address)).toEqual([
      'late-team@school.test',
      'first-many@school.test',
    ])
  })
})

describe('a paused class', () => {
  it('waits in all processes, also after a start, while urgent emails are sent', async () => {
    expect((await setPaused('many', true)).json.msg).toBe('These emails now wait until you resume them.')
    await emailToMany('paused@school.test')
    const jobs = createPostgresJobQueue(t.database, silentLog)
    const other = await startEmailQueue(
      { ...t, jobs, invalidator: createCacheTagBus() },
      silentLog,
      () => getEmailSettings(t),
      createAnnouncementDeliveryLog(t.database),
    )
    for (const address of [await forgetPassword(), await forgetPassword()]) await mails.next(address)
    await teamEmail('not-paused@school.test')
    await mails.next('not-paused@school.test')
    expect(hasArrived('paused@school.test')).toBe(false)
    expect(await readClass('many')).toMatchObject({ waiting: 1, isPaused: true, secondsLeft: null })
    const { json } = await call('GET', getPath('GET /api/admin/status'))
    expect(json.status.mail.pausedClasses).toEqual(['many'])
    await jobs.close()
    await other.close()

    await setPaused('many', false)
    await mails.next('paused@school.test')
  }, 60_000)

  it('is not sent by a worker that has not heard of the pause', async () => {
    // nothing notifies the workers
    await t.database.pool.query(
      `update settings set value = jsonb_set(value, '{pausedEmailClasses}', '["many"]'::jsonb)`,
    )
    await emailToMany('fetched@school.test')
    for (const address of [await forgetPassword(), await forgetPassword()]) await mails.next(address)
    await teamEmail('also-not-paused@school.test')
    await mails.next('also-not-paused@school.test')
    expect(hasArrived('fetched@school.test')).toBe(false)
    await setPaused('many', false)
    await mails.next('fetched@school.test')
  })

  it('is recorded in the audit log, and a revert of the entry resumes it', async () => {
    await t.ownerPool.query('truncate audit_log')
    const { json: before } = await call('GET', getPath('GET /api/admin/settings'))
    await setPaused('team', true)
    await setPaused('team', true)
    const entries = await t.database.db.select().from(auditLog).where(eq(auditLog.entity, 'settings'))
    expect(entries.map((entry) => [entry.action, entry.before, entry.after])).toEqual([
      ['update', { pausedEmailClasses: [] }, { pausedEmailClasses: ['team'] }],
    ])
    const { json: after } = await call('GET', getPath('GET /api/admin/settings'))
    expect([after.settings.version, after.settings.pausedEmailClasses]).toEqual([
      before.settings.version,
      ['team'],
    ])
    const entryId = entries[0]?.id ?? ''
    await call('POST', getPath('POST /api/admin/audit/:entryId/revert', { entryId }))
    expect(await readClass('team')).toMatchObject({ isPaused: false })
  })

  it('is never the urgent one', async () => {
    expect((await setPaused('urgent', true)).status).toBe(400)
  })
})

describe('the rate', () => {
  const save = async (change: object, authorization?: string) => {
    const { json } = await call('GET', getPath('GET /api/admin/settings'))
    const { version: _version, updatedAt: _updatedAt, ...settings } = json.settings
    return call('PUT', getPath('PUT /api/admin/settings'), { ...settings, ...change }, authorization)
  }

  it('is a setting with limits, from which the time that is left follows', async () => {
    expect((await call('GET', getPath('GET /api/admin/settings'))).json.settings.emailsPerMinute).toBe(
      defaultEmailsPerMinute,
    )
    await setPaused('many', true)
    await emailToMany('rate@school.test')
    for (const emailsPerMinute of [9, 601, 12.5])
      expect(await save({ emailsPerMinute })).toMatchObject({
        status: 400,
        json: { fields: [{ field: 'emailsPerMinute' }] },
      })
    expect((await save({ emailsPerMinute: 10 })).status).toBe(200)
    // the form of the settings leaves out what is paused
    expect(await readClass('many')).toMatchObject({ isPaused: true, waiting: 1 })
    await setPaused('many', false)
    await mails.next('rate@school.test')
    expect((await save({ emailsPerMinute: 600 })).status).toBe(200)
    await emailToMany('fast@school.test')
    await mails.next('fast@school.test')
  })

  it('and paused classes need the permission "administration"', async () => {
    const { email } = await t.person({ role: 'admin', permissions: ['content'] })
    const editor = String((await t.signIn(email, undefined, { type: 4 })).headers.authorization)
    for (const change of [{ emailsPerMinute: 60 }, { pausedEmailClasses: ['many'] }])
      expect(await save(change, editor)).toMatchObject({
        status: 403,
        json: { code: 'no-permission', field: Object.keys(change)[0] },
      })
  })
})

describe('a sent email', () => {
  it('is a count without content', async () => {
    const address = await forgetPassword()
    await mails.next(address)
    await expect.poll(async () => (await readClass('urgent'))?.sentInLastDay, pollOptions).toBe(1)
    expect(await readJobs()).toEqual([{ state: 'completed', priority: 0, data: { template: 'reset' } }])
  })
})

describe('a failed email', () => {
  it('is listed with the answer of the mail server and a masked recipient, in the language of the reader', async () => {
    rejected.add('nobody@school.test')
    await emailToMany('nobody@school.test')
    await waitForRetry()
    const [retrying] = (await listFailed('class=many')).emails
    expect(retrying).toMatchObject({
      class: 'many',
      kind: 'The results of … are out',
      recipient: 'n•••@school.test',
      attempts: 1,
      nextAttemptAt: expect.any(String),
    })
    expect(retrying?.reason).toContain('550')
    expect(JSON.stringify(retrying)).not.toContain('nobody@school.test')
    expect((await listFailed('class=team')).totalItems).toBe(0)
    expect((await listFailed('lang=ar')).emails[0]?.kind).toMatch(/…/)
    expect(await readClass('many')).toMatchObject({ waiting: 1, retrying: 1, failed: 0 })

    await failForGood()
    expect((await listFailed()).emails[0]).toMatchObject({ state: 'failed', nextAttemptAt: null })
    expect(await readClass('many')).toMatchObject({ waiting: 0, failed: 1 })
  })

  it('is sent again by its id, or with all of its class', async () => {
    for (const address of ['again-1@school.test', 'again-2@school.test']) {
      rejected.add(address)
      await teamEmail(address)
    }
    await expect.poll(async () => (await listFailed()).totalItems, pollOptions).toBe(2)
    const [retrying] = (await listFailed()).emails
    expect((await resend({ id: retrying?.id })).status).toBe(404)
    await failForGood()
    rejected.clear()
    await t.ownerPool.query('truncate audit_log')
    expect((await resend({ id: null, class: 'many' })).json.count).toBe(0)
    expect((await resend({ id: retrying?.id })).json).toMatchObject({ success: true, count: 1 })
    expect((await resend({ id: null, class: 'team' })).json.count).toBe(1)
    const entries = await t.database.db.select().from(auditLog).orderBy(auditLog.at, auditLog.id)
    expect(entries.map((entry) => [entry.action, entry.entity, entry.entityId, entry.after])).toEqual([
      ['resend', 'email-queue', retrying?.id, { emails: 1 }],
      ['resend', 'email-queue', 'all', { emails: 1, emailClass: 'team' }],
    ])
    expect(JSON.stringify(entries)).not.toContain('again-')
    await mails.next('again-1@school.test')
    await mails.next('again-2@school.test')
    await expect.poll(async () => (await listFailed()).totalItems, pollOptions).toBe(0)
    expect((await resend({ id: randomUUIDv7() })).status).toBe(404)
  })

  it('of an announcement fails at once, and is sent again unless its recipient was erased', async () => {
    const { db } = t.database
    const [announcement] = await db
      .insert(announcements)
      .values({
        subjectEn: 'News',
        subjectAr: 'أخبار',
        bodyEn: 'News',
        bodyAr: 'أخبار',
        state: 'sent',
        scheduledAt: new Date(),
      })
      .returning()
    const send = async (email: string) => {
      rejected.add(email)
      const [recipient] = await db
        .insert(announcementRecipients)
        .values({ announcementId: announcement?.id ?? '', email, state: 'queued' })
        .returning()
      const text = { en: 'News', ar: 'أخبار' }
      await t.emails.send({
        template: 'announcement',
        to: email,
        language: 'en',
        deliveryId: recipient?.id ?? '',
        values: {
          subject: text,
          body: text,
          kind: 'registration',
          name: '',
          siteNames: text,
          unsubscribeUrl: '',
        },
      })
      return recipient?.id ?? ''
    }
    const [kept, erased] = [await send('kept@school.test'), await send('erased@school.test')]
    await expect
      .poll(async () => (await listFailed()).emails.map(({ state }) => state), pollOptions)
      .toEqual(['failed', 'failed'])
    await db.delete(announcementRecipients).where(eq(announcementRecipients.id, erased))
    rejected.clear()
    expect((await resend({ id: null })).json.count).toBe(1)
    await mails.next('kept@school.test')
    await expect
      .poll(
        async () =>
          (await db.select().from(announcementRecipients).where(eq(announcementRecipients.id, kept)))[0]
            ?.state,
        pollOptions,
      )
      .toBe('sent')
    expect(hasArrived('erased@school.test')).toBe(false)
  })
})

it('an erasure deletes what waits for the confirmed address or failed, but not the email about the erasure', async () => {
  const person = await t.person({
    role: 'coach',
    emailConfirmedAt: new Date(),
    erasureRequestedAt: new Date(),
  })
  const other = await t.person()
  await setPaused('many', true)
  await emailToMany(person.email.toUpperCase())
  await emailToMany(other.email)
  rejected.add(person.email)
  await teamEmail(person.email)
  await waitForRetry()
  await failForGood()
  rejected.clear()
  const reply = await call('POST', getPath('POST /api/admin/users/erasure'), {
    id: person.id,
    decision: 'erase',
    ground: 'guardian',
  })
  expect(reply.status).toBe(200)
  expect((await mails.next(person.email)).subject).toBe('Your Botola account has been erased')
  expect(await t.database.db.select().from(users).where(eq(users.id, person.id))).toEqual([])
  // the email about the erasure is deleted from the queue after its arrival
  await expect
    .poll(
      async () => (await readJobs()).filter(({ data }) => data.sealed).map(({ priority }) => priority),
      pollOptions,
    )
    .toEqual([emailPriorities.many])
  await setPaused('many', false)
  await mails.next(other.email)
  expect(mails.arrived.filter(({ to }) => to?.[0]?.address === person.email)).toHaveLength(1)
})

it('the permanent deletion of a team deletes what waits for its coach, unless the coach has another team', async () => {
  await t.ownerPool.query(
    `insert into competitions (id, slug, name_en, name_ar, max_coaches) values (gen_random_uuid(), 'queue', 'Q', 'ق', 2)`,
  )
  const createTeam = async (teamNo: number, coaches: readonly string[]) => {
    const id = randomUUIDv7()
    await t.ownerPool.query(
      `insert into teams (id, competition_id, team_no, name, school, image)
       select $1, id, $2, 'Falcons', 'Green', '' from competitions where slug = 'queue'`,
      [id, teamNo],
    )
    await t.ownerPool.query(
      `insert into team_people (id, team_id, competition_id, kind, name, email)
       select gen_random_uuid(), $1, competition_id, 'coach', email, email from teams, unnest($2::text[]) email where id = $1`,
      [id, coaches],
    )
    return id
  }
  const id = await createTeam(1, ['only@school.test', 'Two@school.test'])
  await createTeam(2, ['two@school.test'])
  await setPaused('many', true)
  for (const address of ['only@school.test', 'two@school.test']) await emailToMany(address)
  await t.ownerPool.query('update teams set deleted_at = now() where id = $1', [id])
  const { status } = await call('DELETE', `${getPath('DELETE /api/admin/teams/deleted')}?id=${id}`)
  expect(status).toBe(200)
  expect(await readClass('many')).toMatchObject({ waiting: 1 })
  await setPaused('many', false)
  await mails.next('two@school.test')
  expect(hasArrived('only@school.test')).toBe(false)
})
