import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import {
  announcementRecipients,
  announcements,
  newsConsents,
} from '#server/platform/db/schema/announcements.ts'
import { auditLog } from '#server/platform/db/schema/audit-log.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { regions } from '#server/platform/db/schema/content.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { createAnnouncementDeliveryLog } from '#server/site/announcements/send.ts'
import {
  createAnnouncementService,
  deleteUnownedRecipientsByEmail,
} from '#server/site/announcements/service.ts'
import { type AnnouncementsApp, startAnnouncementsApp, waitOptions } from '../../support/api/announcements.ts'

let t: AnnouncementsApp
beforeAll(async () => {
  t = await startAnnouncementsApp()
  await t.database.pool.query(
    `update settings set value = jsonb_set(value, '{contact,email}', '"hello@site.example"')`,
  )
})
afterAll(() => t.close())
afterEach(async () => {
  await t.db.delete(announcements)
  await t.db.delete(teamPeople)
  await t.db.delete(teams)
  await t.db.delete(newsConsents)
})

const listRecipients = async (id: string, query = '') =>
  (await t.get(`/${id}/recipients?${query}`)).recipients as {
    id: string
    email: string
    state: string
    lang: string | null
  }[]
const waitForState = (id: string, email: string, state: string) =>
  vi.waitFor(async () => {
    expect((await listRecipients(id)).find((one) => one.email === email)?.state).toBe(state)
  }, waitOptions)

describe('the audience of an announcement', () => {
  it('has the owners and coaches of the matching teams, each address once, with the language of the account', async () => {
    const [other] = await t.db.select().from(competitions).where(eq(competitions.slug, 'future_engineers'))
    const [region] = await t.db.select().from(regions).limit(1)
    const owner = await t.person({ role: 'coach', lang: 'ar', emailConfirmedAt: new Date() })
    const coach = await t.person({ role: 'coach', lang: 'en', emailConfirmedAt: new Date() })
    const unconfirmed = await t.person({ role: 'coach', lang: 'en' })
    await t.createTeam({ userId: owner.id, stage: 'regional', paid: true }, [
      owner.email.toUpperCase(),
      coach.email,
    ])
    await t.createTeam({ userId: owner.id, regionId: region?.id ?? null }, [
      unconfirmed.email,
      'stranger@school.test',
    ])
    await t.createTeam({ ...(other ? { competitionId: other.id } : {}) }, ['elsewhere@school.test'])
    const audience = async (query: string) => {
      const { recipients, totalItems } = await t.get(`/audience?${query}`)
      expect(totalItems).toBe(recipients.length)
      return recipients.map(({ email, lang }: { email: string; lang: string }) => [email, lang])
    }
    const byEmail = (rows: [string, string | null][]) => rows.toSorted(([one], [two]) => (one < two ? -1 : 1))
    const first: [string, string | null][] = [
      [owner.email, 'ar'],
      [coach.email, 'en'],
    ]
    const second: [string, string | null][] = [
      [owner.email, 'ar'],
      [unconfirmed.email, null],
      ['stranger@school.test', null],
    ]
    expect(await audience(`competitionId=${t.robo.id}`)).toEqual(byEmail([...first, ...second.slice(1)]))
    expect(await audience('stage=regional')).toEqual(byEmail(first))
    expect(await audience('paid=true')).toEqual(byEmail(first))
    expect(await audience(`paid=false&competitionId=${t.robo.id}`)).toEqual(byEmail(second))
    // a team of a free competition has nothing to pay
    await t.db.update(competitions).set({ fee: 0 }).where(eq(competitions.id, t.robo.id))
    expect(await audience(`paid=false&competitionId=${t.robo.id}`)).toEqual([])
    await t.db.update(competitions).set({ fee: t.robo.fee }).where(eq(competitions.id, t.robo.id))
    expect(await audience(`regionId=${region?.id}`)).toEqual(byEmail(second))
    expect(await audience(`stage=regional&regionId=${region?.id}`)).toEqual([])
    expect(await audience('')).toHaveLength(5)
    expect((await t.get('/audience?s=stranger')).recipients).toMatchObject([
      { email: 'stranger@school.test', unsubscribed: true },
    ])
  })

  it('leaves out deleted and lapsed teams, other seasons, removed coaches and administrators who own a team', async () => {
    const admin = await t.person({ role: 'admin', permissions: ['registration'] })
    const [season] = await t.db
      .insert(seasonYears)
      .values({ year: 2077, nameEn: 'Later', nameAr: 'لاحقًا' })
      .returning()
    await t.createTeam({ status: 'lapsed' }, ['lapsed@school.test'])
    await t.createTeam({ deletedAt: new Date() }, ['deleted@school.test'])
    await t.createTeam({ seasonYearId: season?.id ?? '' }, ['season@school.test'])
    await t.createTeam({ userId: admin.id, status: 'waiting' }, [
      'waiting@school.test',
      'removed@school.test',
    ])
    await t.db
      .update(teamPeople)
      .set({ deletedAt: new Date() })
      .where(eq(teamPeople.email, 'removed@school.test'))
    expect((await t.get('/audience')).recipients.map(({ email }: { email: string }) => email)).toEqual([
      'waiting@school.test',
    ])
  })
})

describe('sending an announcement', () => {
  it('sends one email to each recipient in their language, both when it is unknown, and stores what was delivered', async () => {
    const owner = await t.person({
      role: 'coach',
      lang: 'ar',
      firstName: 'منى',
      emailConfirmedAt: new Date(),
    })
    await t.createTeam({ userId: owner.id }, ['unknown@school.test', 'nobody@school.test'])
    const id = await t.createDraft({ kind: 'registration' })
    expect(await t.sendDue()).toBe(0)
    // the audience is read when the announcement is sent
    await t.createTeam({}, ['late@school.test'])
    expect(await t.post('/schedule', { id, at: null })).toMatchObject({
      status: 200,
      json: { announcement: { state: 'scheduled' } },
    })
    const counts = await Promise.all([t.sendDue(), t.sendDue()])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4)
    expect(await t.sendDue()).toBe(0)

    const arabic = await t.mails.next(owner.email)
    expect([arabic.subject, arabic.replyTo?.[0]?.address]).toEqual(['يوم تدريبي', 'hello@site.example'])
    expect(arabic.text).toContain('منى')
    expect(arabic.text).toContain('تُفتح القاعة')
    expect(arabic.text).not.toContain('The hall')
    expect(arabic.html).toContain('dir="rtl"')
    expect(arabic.headers.find(({ key }) => key === 'list-unsubscribe')).toBeUndefined()
    expect(arabic.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    const both = await t.mails.next('unknown@school.test')
    expect(both.subject).toContain('يوم تدريبي')
    expect(both.subject).toContain('Training day')
    expect(both.html).toContain('<a href="https://maps.example/hall"')
    expect(both.html).toMatch(/lang="ar" dir="rtl".*تُفتح القاعة.*lang="en" dir="ltr".*The hall/)
    await t.mails.next('late@school.test')

    for (const email of [owner.email, 'unknown@school.test', 'late@school.test'])
      await waitForState(id, email, 'sent')
    await waitForState(id, 'nobody@school.test', 'failed')
    const { announcement } = await t.get(`?id=${id}`)
    expect(announcement).toMatchObject({
      state: 'sent',
      sentAt: expect.any(String),
      deliveries: { waiting: 0, sent: 3, failed: 1, unknown: 0, unsubscribed: 0, cancelled: 0 },
    })
    expect(await listRecipients(id, 'state=failed')).toMatchObject([
      { email: 'nobody@school.test', state: 'failed' },
    ])
    expect((await t.get('?state=sent')).announcements).toMatchObject([{ id, deliveries: { sent: 3 } }])
    expect((await t.get('?state=draft')).announcements).toEqual([])
  })

  it('cancels the emails that are not sent yet, and leaves those that are', async () => {
    await t.createTeam({}, ['sent@school.test', 'unsent@school.test'])
    const id = await t.createDraft({ kind: 'registration' })
    expect((await t.post('/cancel-unsent', { id })).status).toBe(409)
    await t.post('/schedule', { id, at: null })
    expect((await t.post('/cancel-unsent', { id })).status).toBe(409)
    // nothing is sent while the class is paused
    const pause = (isPaused: boolean) =>
      t.json('POST', getPath('POST /api/admin/email-queue/pause'), t.adminToken, { class: 'many', isPaused })
    await pause(true)
    await t.sendDue()
    await t.db
      .update(announcementRecipients)
      .set({ state: 'sent' })
      .where(eq(announcementRecipients.email, 'sent@school.test'))
    const countJobs = async () =>
      (
        await t.database.pool.query(
          `select 1 from pgboss.job join announcement_recipients r on r.id::text = data ->> 'deliveryId'
           where r.announcement_id = $1`,
          [id],
        )
      ).rowCount
    expect(await countJobs()).toBe(2)
    expect(await t.post('/cancel-unsent', { id })).toMatchObject({
      status: 200,
      json: { announcement: { state: 'sent', deliveries: { waiting: 0, sent: 1, cancelled: 1 } } },
    })
    expect(await countJobs()).toBe(1)
    expect(await listRecipients(id, 'state=cancelled')).toMatchObject([{ email: 'unsent@school.test' }])
    const [entry] = await t.db.select().from(auditLog).where(eq(auditLog.action, 'cancel-emails'))
    expect(entry).toMatchObject({ entity: 'announcement', entityId: id, after: { emails: 1 } })
    // a process that has fetched the email already does not send it
    const [recipient] = await listRecipients(id, 'state=cancelled')
    expect(await createAnnouncementDeliveryLog(t.database).begin(recipient?.id ?? '')).toBe(false)
    await pause(false)
  })

  it('never sends an email again whose delivery was begun and not stored', async () => {
    await t.createTeam({}, ['once@school.test', 'begun@school.test'])
    const id = await t.createDraft()
    await t.post('/schedule', { id, at: null })
    const before = t.mails.arrived.length
    // the process was killed between the mail server's reply and the stored result
    await t.ownerPool.query(
      `create function pretend_begun() returns trigger language plpgsql as $$ begin
       if new.state = 'queued' and new.email = 'begun@school.test' then new.state = 'sending'; end if; return new; end $$`,
    )
    await t.ownerPool.query(
      'create trigger pretend_begun before update on announcement_recipients for each row execute function pretend_begun()',
    )
    await t.sendDue()
    await t.mails.next('once@school.test')
    await waitForState(id, 'begun@school.test', 'unknown')
    await t.ownerPool.query(
      'drop trigger pretend_begun on announcement_recipients; drop function pretend_begun()',
    )
    await waitForState(id, 'once@school.test', 'sent')
    expect(t.mails.arrived.slice(before).map(({ to }) => to?.[0]?.address)).toEqual(['once@school.test'])
  })

  it('waits for its time, and a canceled one is a draft again and is not sent', async () => {
    await t.createTeam({}, ['later@school.test'])
    const id = await t.createDraft()
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect(await t.post('/schedule', { id, at: new Date(Date.now() - 60_000).toISOString() })).toMatchObject({
      status: 400,
      json: { code: 'bad-input', field: 'at' },
    })
    expect((await t.post('/schedule', { id, at: tomorrow })).json.announcement).toMatchObject({
      state: 'scheduled',
      scheduledAt: tomorrow,
    })
    expect((await t.post('/schedule', { id, at: tomorrow })).json).toMatchObject({ code: 'conflict' })
    expect(await t.sendDue()).toBe(0)
    const edit = await t.send('PUT', getPath('PUT /api/admin/announcements'), t.adminToken, {
      id,
      'subject.en': 'Changed',
    })
    expect(edit.json()).toMatchObject({ code: 'conflict' })
    expect(
      (await t.send('DELETE', `${getPath('DELETE /api/admin/announcements')}?id=${id}`, t.adminToken)).json(),
    ).toMatchObject({ code: 'conflict' })
    expect((await t.post('/cancel', { id })).json.announcement).toMatchObject({
      state: 'draft',
      scheduledAt: null,
    })
    expect((await t.post('/cancel', { id })).json).toMatchObject({ code: 'conflict' })
    expect(
      (
        await t.send('PUT', getPath('PUT /api/admin/announcements'), t.adminToken, {
          id,
          'subject.en': 'Changed',
        })
      ).json().announcement.subject.en,
    ).toBe('Changed')
    await t.post('/schedule', { id, at: tomorrow })
    await t.db.update(announcements).set({ scheduledAt: new Date() })
    expect(await t.sendDue()).toBe(1)
    expect((await t.mails.next('later@school.test')).text).toContain('The hall opens')
    expect((await t.post('/cancel', { id })).json).toMatchObject({ code: 'conflict' })
  })

  it('sends none that is canceled after the job has listed it', async () => {
    await t.createTeam({}, ['canceled@school.test'])
    const id = await t.createDraft()
    await t.post('/schedule', { id, at: null })
    const client = await t.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(`update announcements set state = 'draft', scheduled_at = null where id = $1`, [id])
      const sending = t.sendDue()
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await t.database.pool.query(waiting)).rowCount, waitOptions).toBe(1)
      await client.query('commit')
      expect(await sending).toBe(0)
    } finally {
      client.release()
    }
    expect((await t.get(`?id=${id}`)).announcement).toMatchObject({ state: 'draft', sentAt: null })
    expect(await t.db.$count(announcementRecipients)).toBe(0)
  })

  it('sends no announcement of the demo content', async () => {
    await t.createTeam({}, ['demo@school.test'])
    const id = await t.createDraft()
    await t.post('/schedule', { id, at: null })
    await t.db.update(announcements).set({ demo: true })
    expect(await t.sendDue()).toBe(0)
    expect((await t.get(`?id=${id}`)).announcement).toMatchObject({ state: 'scheduled', sentAt: null })
    expect(await t.db.$count(announcementRecipients)).toBe(0)
    // nothing else held it back
    await t.db.update(announcements).set({ demo: false })
    expect(await t.sendDue()).toBe(1)
    await t.mails.next('demo@school.test')
  })

  it('an announcement needs subject and text in both languages', async () => {
    const reply = await t.send('POST', getPath('POST /api/admin/announcements'), t.adminToken, {
      'subject.en': 'Only English',
      'body.en': 'Text',
    })
    expect(reply.json()).toMatchObject({
      code: 'form-incomplete',
      fields: [{ field: 'subject.ar' }, { field: 'body.ar' }],
    })
    const controls = {
      'subject.en': 'Hi\u0000Bcc: victim@school.test',
      'subject.ar': 'يوم',
      'body.en': 'Text',
      'body.ar': 'نص',
    }
    expect(
      (await t.send('POST', getPath('POST /api/admin/announcements'), t.adminToken, controls)).json(),
    ).toMatchObject({
      fields: [{ field: 'subject.en', code: 'bad-characters' }],
    })
  })

  it('a test email goes to the organizer once in each language, and a preview shows the email', async () => {
    const id = await t.createDraft({ kind: 'news', 'body.en': 'Bring <b>cables</b> & laptops' })
    expect((await t.post('/test', { id })).status).toBe(200)
    const mails = [await t.mails.next('admin@botola.test', 1), await t.mails.next('admin@botola.test', 2)]
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['Training day', 'يوم تدريبي']),
    )
    const { announcement } = await t.get(`?id=${id}`)
    const { subject, body, kind } = announcement
    const { preview } = (await t.post('/preview', { subject, body, kind })).json
    expect(preview.en).toMatchObject({
      subject: 'Training day',
      html: expect.stringContaining('Bring &lt;b&gt;cables&lt;/b&gt; &amp; laptops'),
    })
    expect(preview.en.html).toContain('Unsubscribe')
    expect(preview.ar.html).toContain('dir="rtl"')
    expect(preview.both.html).toMatch(/تُفتح القاعة.*Bring/)
    expect(await listRecipients(id)).toEqual([])
  })
})

describe('the record of an announcement', () => {
  it('is deleted a year after it was sent; the counts stay', async () => {
    await t.createTeam({}, ['old@school.test'])
    const id = await t.createDraft()
    await t.post('/schedule', { id, at: null })
    await t.sendDue()
    await waitForState(id, 'old@school.test', 'sent')
    const service = createAnnouncementService(t)
    expect(await service.purge()).toBe(0)
    await t.db.update(announcements).set({ sentAt: new Date(Date.now() - 367 * 86_400_000) })
    expect(await service.purge()).toBe(1)
    expect(await t.db.$count(announcementRecipients)).toBe(0)
    expect((await t.get('')).announcements).toMatchObject([
      { id, state: 'sent', deliveries: { sent: 1, waiting: 0 } },
    ])
  })

  it('is deleted with a coach without an account who is in no team any more', async () => {
    await t.createTeam({}, ['gone@school.test', 'stays@school.test'])
    const id = await t.createDraft()
    await t.post('/schedule', { id, at: null })
    await t.sendDue()
    await waitForState(id, 'gone@school.test', 'sent')
    await t.db.delete(teamPeople).where(eq(teamPeople.email, 'gone@school.test'))
    await deleteUnownedRecipientsByEmail(t.db, ['gone@school.test', 'stays@school.test'])
    expect((await listRecipients(id)).map(({ email }) => email)).toEqual(['stays@school.test'])
  })
})
