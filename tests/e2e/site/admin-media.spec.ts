import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { getPath } from '#contract/platform/call-path.ts'
import { uploadPartBytes } from '#contract/site/media.ts'
import { createDiskImage, createWindowsProgram } from '../../support/data/media-files.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

const size = 2 * uploadPartBytes + 1000
const program = createWindowsProgram(size)
/** Lists the stored files of an upload. */
const listStored = (uploadId: string) =>
  ['unfinished', 'simulator'].flatMap((name) => {
    const folder = join(process.env.BOTOLA_E2E_DATA ?? '', 'files', name)
    return existsSync(folder) ? readdirSync(folder).filter((file) => file.startsWith(uploadId)) : []
  })

let folder = ''
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'botola-media-'))
})
test.afterAll(() => rmSync(folder, { recursive: true }))

/**
 * Chooses a file in one section of the page Media. The browser reads a file of the disk faster than one that
 * the test sends to it.
 */
const choose = async (page: Page, section: string, { name, content }: { name: string; content: Buffer }) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  await page
    .getByRole('group', { name: section, exact: true })
    .locator('input[type="file"]')
    .setInputFiles(path)
}

// the tests replace the same file
test.describe.configure({ mode: 'serial' })

test('an upload shows its progress, continues after a lost connection, and can be cancelled', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, texts, language }) => {
  const t = texts.adminMedia
  const section = page.getByRole('group', { name: t.simulatorWin, exact: true })
  // the second part does not arrive before the test has seen the progress
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/offset=8388608/, async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  await page.goto('/admin/media')
  await choose(page, t.simulatorWin, { name: 'botola.exe', content: program })
  await section.getByRole('button', { name: new RegExp(`^${t.upload}`) }).click()
  await expect(section.getByText(t.noVersion)).toBeVisible()
  await section.getByLabel(t.version, { exact: true }).fill('3.0')
  const started = page.waitForResponse(
    (reply) =>
      reply.url().includes(getPath('POST /api/admin/media/uploads')) && reply.request().method() === 'POST',
  )
  await section.getByRole('button', { name: new RegExp(`^${t.upload}`) }).click()
  const bar = section.getByRole('progressbar', { name: t.progress.replace('{{name}}', 'botola.exe') })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(49)
  await expect(section.getByRole('status')).toContainText(/\b8 .*16/)
  await expectAccessible(page)
  const { upload } = await (await started).json()
  expect(listStored(upload.id)).toHaveLength(1)

  // leaving the page asks first
  await page.getByRole('link', { name: texts.adminEntities.faq.many, exact: true }).first().click()
  await page
    .getByRole('dialog', { name: t.leaveTitle })
    .getByRole('button', { name: texts.admin.list.cancel, exact: true })
    .click()
  await section.getByRole('button', { name: t.cancel }).click()
  await expect(page.getByText(t.cancelled)).toBeVisible()
  await expect.poll(() => listStored(upload.id)).toEqual([])
  release()

  let lost = 0
  await page.unroute(/offset=8388608/)
  await page.route(/offset=8388608/, async (route) =>
    lost++ === 0 ? route.abort('connectionreset') : route.continue(),
  )
  await section.getByLabel(t.version, { exact: true }).fill(`3.${language === 'ar' ? 1 : 0}`)
  await section.getByRole('button', { name: new RegExp(`^${t.upload}`) }).click()
  await expect(section.getByRole('status')).toContainText(t.waiting.split('.')[0] as string)
  await expect(page.getByText(t.done)).toBeVisible()
  expect(lost).toBe(2)
  await expect(section.locator('code')).toHaveText(createHash('sha256').update(program).digest('hex'))
  await expectAccessible(page)
})

test('a file of another type is refused before it is sent', { tag: '@nightly' }, async ({
  adminPage: page,
  texts,
}) => {
  const t = texts.adminMedia
  const requests: string[] = []
  page.on(
    'request',
    (request) =>
      request.url().includes(getPath('POST /api/admin/media/uploads')) && requests.push(request.url()),
  )
  await page.goto('/admin/media')
  await choose(page, t.simulatorMac, { name: 'botola.dmg', content: program })
  const section = page.getByRole('group', { name: t.simulatorMac, exact: true })
  await expect(section.getByRole('alert')).toHaveText(t.wrongFile.replace('{{types}}', '.dmg'))
  await choose(page, t.simulatorWin, { name: 'botola.exe', content: createDiskImage(2000) })
  await expect(
    page.getByRole('group', { name: t.simulatorWin, exact: true }).getByRole('alert'),
  ).toBeVisible()
  expect(requests).toEqual([])
})

test('a rejected logo cannot be uploaded, and after an upload the button for the next file has the focus', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, texts }) => {
  const t = texts.adminMedia
  await page.goto('/admin/media')
  const section = page.getByRole('group', { name: t.logo, exact: true })
  const upload = section.getByRole('button', { name: new RegExp(`^${t.upload}`) })
  const input = section.locator('input[type="file"]')
  const picture = { name: 'logo.png', mimeType: 'image/png', buffer: readFileSync('web/public/icon-512.png') }
  await input.setInputFiles(picture)
  await expect(upload).toBeEnabled()
  await input.setInputFiles({ name: 'logo.bmp', mimeType: 'image/bmp', buffer: Buffer.from('BM') })
  await expect(section.getByText(texts.fieldErrors['bad-picture'])).toBeVisible()
  await expect(upload).toHaveCount(0)
  // a file with the name of a picture and other content
  await input.setInputFiles({ ...picture, buffer: Buffer.from('no picture') })
  await expect(section.getByText(texts.fieldErrors['bad-picture'])).toBeVisible()
  await expect(upload).toHaveCount(0)
  await input.setInputFiles(picture)
  // so that the browser tells when the same file is chosen again
  await expect(input).toHaveValue('')
  await upload.click()
  await expect(page.getByText(t.done)).toBeVisible()
  await expect(
    section.getByRole('button', { name: new RegExp(`^${texts.admin.form.changePicture}`) }),
  ).toBeFocused()
  await section.getByRole('button', { name: texts.admin.form.removePicture }).click()
  await page.getByRole('dialog').getByRole('button').last().click()
  await expect(section.getByRole('img')).toHaveCount(0)
})

test('visitors see version, size and checksum of the simulator, and seek in the uploaded video', {
  tag: '@nightly',
}, async ({ adminPage: page, texts, at }) => {
  const t = texts.adminMedia
  await page.goto('/admin/media')
  const simulatorFile = page.getByRole('group', { name: t.simulatorWin, exact: true })
  await choose(page, t.simulatorWin, { name: 'botola.exe', content: program })
  await simulatorFile.getByLabel(t.version, { exact: true }).fill('3.5')
  await simulatorFile.getByRole('button', { name: new RegExp(`^${t.upload}`) }).click()
  await expect(simulatorFile.locator('code')).toBeVisible()
  await expect(page.getByText(t.done)).toBeVisible()
  await page.reload()
  const section = page.getByRole('group', { name: t.storyVideo, exact: true })
  const video = readFileSync('server/seed/demo/files/story.mp4')
  const before = await section.locator('video').getAttribute('src')
  await choose(page, t.storyVideo, { name: 'story.mp4', content: video })
  await section.getByRole('button', { name: new RegExp(`^${t.upload}`) }).click()
  await expect(page.getByText(t.done)).toBeVisible()
  await expect(section.locator('video')).not.toHaveAttribute('src', before as string)
  await expect(section.getByRole('button', { name: new RegExp(`^${t.choose}`) })).toBeFocused()

  await page.goto(at('/'))
  const simulator = page.locator('#simulator')
  await expect(simulator).toContainText('3.5')
  await simulator.getByText(texts.home.simulator.checksum).click()
  await expect(simulator.locator('code')).toHaveText(createHash('sha256').update(program).digest('hex'))
  await page.getByRole('button', { name: texts.home.story.play }).click()
  const player = page.locator('video')
  await expect
    .poll(() => player.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(0)
  const seeked = await player.evaluate(async (element: HTMLVideoElement) => {
    element.currentTime = element.duration / 2
    await new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }))
    return element.currentTime / element.duration
  })
  expect(seeked).toBeGreaterThan(0.45)
})
