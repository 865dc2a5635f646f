import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { announcements, newsConsents } from '#server/platform/db/schema/announcements.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { type AnnouncementsApp, startAnnouncementsApp, waitOptions } from '../../support/api/announcements.ts'

let t: AnnouncementsApp
beforeAll(async () => {
  t = await startAnnouncementsApp()
})
afterAll(() => t.close())
afterEach(async () => {
  await t.db.delete(announcements)
  await t.db.delete(newsConsents)
  await t.db.delete(teams)
})

const sendNews = async (kind: 'news' | 'registration' = 'news') => {
  const id = await t.createDraft({ kind })
  await t.post('/schedule', { id, at: null })
  return { id, queued: await t.sendDue() }
}
const addConsents = (...emails: string[]) =>
  t.db.insert(newsConsents).values(emails.map((email) => ({ email })))
const listConsents = async () =>
  (await t.db.select({ email: newsConsents.email }).from(newsConsents)).map(({ email }) => email)
const getHeader = (mail: Awaited<ReturnType<AnnouncementsApp['mails']['next']>>, name: string) =>
  mail.headers.find(({ key }) => key === name)?.value ?? ''
const getUnsubscribeUrl = (mail: Parameters<typeof getHeader>[0]) =>
  new URL(getHeader(mail, 'list-unsubscribe').replace(/[<>\s]/g, ''))
const setPreference = (token: string, receivesNews: boolean) =>
  t.app.inject({ method: 'POST', url: getPath('POST /api/unsubscribe'), payload: { token, receivesNews } })

it('news have a header and a link with which people without an account unsubscribe, and are skipped and counted afterwards', async () => {
  await t.createTeam({}, ['reader@school.test', 'other@school.test', 'never-asked@school.test'])
  // existing addresses without a recorded consent get no news
  expect((await sendNews()).queued).toBe(0)
  await addConsents('reader@school.test', 'other@school.test')
  await sendNews()
  const mail = await t.mails.next('reader@school.test')
  expect(getHeader(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const url = getUnsubscribeUrl(mail)
  expect(url.origin + url.pathname).toBe(`http://botola.test${getPath('GET /api/unsubscribe/one-click')}`)
  expect(url.href).not.toContain('reader')
  // the page has the language of the text above the link
  expect(mail.text).toContain('http://botola.test/unsubscribe/?lang=ar#')
  expect(mail.text).toContain('http://botola.test/unsubscribe/?lang=en#')
  expect(mail.html).toContain('href="http://botola.test/unsubscribe/?lang=ar#')

  // a scanner opens links: nothing changes
  const opened = await t.app.inject({ url: url.pathname + url.search })
  expect([opened.statusCode, opened.headers.location]).toEqual([
    303,
    `/unsubscribe/?lang=ar#${url.searchParams.get('token')}`,
  ])
  expect(await t.db.$count(newsConsents)).toBe(2)

  const posted = await t.app.inject({
    method: 'POST',
    url: url.pathname + url.search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect([posted.statusCode, posted.json().success]).toEqual([200, true])
  const { recipients, unsubscribed, totalItems } = await t.get('/audience')
  expect([totalItems, unsubscribed]).toEqual([3, 2])
  expect(recipients).toContainEqual({
    email: 'reader@school.test',
    name: 'Coach reader@school.test',
    lang: null,
    unsubscribed: true,
  })

  const news = await sendNews()
  expect(news.queued).toBe(1)
  await t.mails.next('other@school.test', 2)
  await vi.waitFor(async () => {
    const { announcement } = await t.get(`?id=${news.id}`)
    expect(announcement.deliveries).toMatchObject({ sent: 1, unsubscribed: 2 })
  }, waitOptions)
  // what concerns the own registration is always sent, and has no such header
  expect((await sendNews('registration')).queued).toBe(3)
  const own = await t.mails.next('reader@school.test', 2)
  expect(getHeader(own, 'list-unsubscribe')).toBe('')
  expect(own.text).not.toContain('/unsubscribe/')
  expect(own.text).toContain('because you registered or coach a team on')
  expect(own.text).not.toContain('asked for news')
  expect(own.text).not.toContain('طلبت أخبار')

  // the page of the link can undo it
  const token = String(url.searchParams.get('token'))
  expect((await setPreference(token, true)).json()).toMatchObject({ success: true, receivesNews: true })
  expect(await listConsents()).toContain('reader@school.test')
  expect((await setPreference(token, false)).json()).toMatchObject({ success: true, receivesNews: false })
  expect((await setPreference(`${token}x`, false)).json()).toMatchObject({
    success: false,
    code: 'ticket-spent',
  })
})

it('the consent of an account counts once its address is confirmed, also without an open registration', async () => {
  const owner = await t.person({ role: 'coach', emailConfirmedAt: null })
  await t.createTeam({ userId: owner.id })
  await addConsents(owner.email)
  const getsNews = async () =>
    (await t.get(`/audience?s=${owner.email}`)).recipients.map(
      ({ unsubscribed }: { unsubscribed: boolean }) => !unsubscribed,
    )
  expect(await getsNews()).toEqual([false])
  await t.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, owner.id))
  expect(await getsNews()).toEqual([true])
})

it('a mail program may post the header’s address as multipart form', async () => {
  await t.createTeam({}, ['multipart@school.test'])
  await addConsents('multipart@school.test')
  await sendNews()
  const url = getUnsubscribeUrl(await t.mails.next('multipart@school.test'))
  const form = new FormData()
  form.append('List-Unsubscribe', 'One-Click')
  const request = new Request('http://botola.test', { method: 'POST', body: form })
  const reply = await t.app.inject({
    method: 'POST',
    url: url.pathname + url.search,
    headers: { 'content-type': String(request.headers.get('content-type')) },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  expect(reply.statusCode).toBe(200)
  expect(await listConsents()).not.toContain('multipart@school.test')
})

it('the account shows and changes the preference, which stays when the address changes', async () => {
  const read = async () => (await t.send('GET', getPath('GET /api/account'), t.token)).json().account
  const { email } = await read()
  expect((await read()).receivesNews).toBe(false)
  const reply = await t.json('PUT', getPath('PUT /api/account/news'), t.token, { receivesNews: true })
  expect(reply.json()).toMatchObject({ success: true, receivesNews: true })
  expect((await read()).receivesNews).toBe(true)
  expect(await listConsents()).toContain(email)

  const next = 'moved@school.test'
  const { firstName, lastName, lang, version } = await read()
  await t.json('PUT', getPath('PUT /api/account'), t.token, {
    ...{ firstName, lastName, lang, version, email: next, phone: '+966501110001' },
    password: 'a long password for tests',
  })
  const token = (await t.mails.next(next)).text?.match(/#(\S+)/)?.[1]
  expect((await t.json('POST', getPath('POST /api/confirm-email'), t.token, { token })).statusCode).toBe(200)
  expect(await read()).toMatchObject({ email: next, receivesNews: true })
  expect(await listConsents()).not.toContain(email)
  expect(
    (await t.json('PUT', getPath('PUT /api/account/news'), t.token, { receivesNews: false })).json(),
  ).toMatchObject({
    receivesNews: false,
  })
  expect((await read()).receivesNews).toBe(false)
})
