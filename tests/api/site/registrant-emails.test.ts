import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { getLatestDownloadPath } from '#contract/site/download-registrant.ts'
import { createWaitingRegistrantNotifier } from '#server/site/downloads/service.ts'
import { type MediaApp, startMediaApp } from '../../support/api/media.ts'
import { createDiskImage, createWindowsProgram } from '../../support/data/media-files.ts'
import { startMailServer } from '../../support/services/mail-server.ts'

let t: MediaApp
let mails: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  mails = await startMailServer()
  t = await startMediaApp({ SMTP_URL: mails.url })
})
afterAll(async () => {
  await t.close()
  await mails.close()
})

const register = async (email: string, system: 'win' | 'mac', lang: 'en' | 'ar', name = 'Mona') => {
  const form = {
    name,
    email,
    phone_number: '01001234567',
    country: 'egypt',
    download_type: system,
    user_type: 'student',
  }
  const reply = await t.ask('POST', `${getPath('POST /api/download-game')}?lang=${lang}`, {
    payload: form,
    visitor: true,
  })
  expect(reply.status).toBe(200)
  return reply.json()
}
const notify = () => createWaitingRegistrantNotifier(t).notify()

test('registrants get one email for each system, in their language, when there is a file', {
  timeout: 60_000,
}, async () => {
  expect(await register('mona@school.test', 'win', 'ar', 'منى')).toMatchObject({ success: true, url: null })
  await register('mona@school.test', 'win', 'ar', 'منى')
  await register('mona@school.test', 'mac', 'en')
  await register('ali@school.test', 'win', 'en', 'Ali')
  expect(await notify()).toBe(0)

  const { win } = (await t.upload('simulatorWin', 'sim.exe', createWindowsProgram(2000), '2.1')).json().media
    .simulator
  // the job may run in two processes at the same time
  const counts = await Promise.all([notify(), notify()])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(await notify()).toBe(0)
  const [arabic, english] = [await mails.next('mona@school.test'), await mails.next('ali@school.test')]
  expect(arabic.subject).toBe('محاكي «بطولة» متاح الآن لنظام Windows')
  expect(arabic.text).toContain('منى')
  expect(english.subject).toBe('The simulator for Windows is available')
  expect(english.text).toContain(`http://botola.test${getLatestDownloadPath('win')}`)
  expect((await t.visitor(getLatestDownloadPath('win'))).headers.location).toBe(win.url)

  // who registers now gets the file and no email
  expect(await register('late@school.test', 'win', 'en')).toMatchObject({ url: win.url })
  await t.upload('simulatorMac', 'sim.dmg', createDiskImage(2000), '2.1')
  expect(await notify()).toBe(1)
  await mails.next('mona@school.test', 'The simulator for Mac is available')
  // a new version is no reason for another email
  await t.upload('simulatorWin', 'sim.exe', createWindowsProgram(2001), '2.2')
  expect(await notify()).toBe(0)
  expect(mails.arrived).toHaveLength(3)
})

test('without a mail server registrants wait', async () => {
  await t.ask('DELETE', `${getPath('DELETE /api/admin/media')}?item=simulatorMac`)
  await register('waiting@school.test', 'mac', 'en')
  await t.upload('simulatorMac', 'sim.dmg', createDiskImage(2000), '2.2')
  const emails = { ...t.emails, isEnabled: false }
  expect(await createWaitingRegistrantNotifier({ ...t, emails }).notify()).toBe(0)
  expect(await notify()).toBe(1)
})
