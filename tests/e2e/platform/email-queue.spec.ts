import { getPath } from '#contract/platform/call-path.ts'
import { languages } from '#i18n/languages.ts'
import { expect, expectAccessibleInBothSchemes, test } from '../support/fixtures.ts'
import { runOnOwnSite } from '../support/own-site.ts'

// other tests wait for emails
runOnOwnSite('email-queue')

/** Tells whether a request goes to a path, in any language. */
const hasPath = (path: string) => (url: URL) => url.pathname === path

test('an administrator pauses emails to many people, sees the warning, and resumes them', {
  tag: '@translated',
}, async ({ adminPage: page, at, texts }) => {
  const words = texts.adminEmailQueue
  const name = words.classNames.many
  await page.goto(at('/admin/email-queue'))
  await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
  await expect(page.getByText(words.noProblems)).toBeVisible()
  await page.getByRole('button', { name: words.pauseClass.replace('{{name}}', name) }).click()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row.getByText(words.isPaused)).toBeVisible()
  await expect(
    page.getByRole('button', { name: words.pauseClass.replace('{{name}}', words.classNames.team) }),
  ).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'main')

  await page.goto(at('/admin/status'))
  await expect(page.getByText(texts.adminStatus.mail.paused)).toBeVisible()
  await page.getByRole('link', { name: texts.adminStatus.mail.queue }).click()
  await page.getByRole('button', { name: words.resumeClass.replace('{{name}}', name) }).click()
  await expect(row.getByText(words.isPaused)).toBeHidden()
})

test('the emails that failed are listed and sent again', { tag: '@translated' }, async ({
  adminPage: page,
  at,
  texts,
  language,
}) => {
  const words = texts.adminEmailQueue
  // tests/api/platform/email-queue.test.ts lets a mail server reject emails
  await page.route(hasPath(getPath('GET /api/admin/email-queue')), async (route) => {
    const response = await route.fetch()
    const { queue, ...reply } = await response.json()
    const [urgent, team, many] = queue.classes
    const classes = [urgent, { ...team, failed: 12 }, { ...many, waiting: 31_000, secondsLeft: 15_500 }]
    await route.fulfill({ response, json: { ...reply, queue: { ...queue, classes } } })
  })
  await page.route(hasPath(getPath('GET /api/admin/email-queue/failed')), async (route) => {
    const emails = Array.from({ length: 10 }, (_, index) => ({
      id: `00000000-0000-7000-8000-00000000000${index}`,
      class: 'team',
      kind: 'Your team is registered',
      state: index === 0 ? 'retry' : 'failed',
      recipient: `n${index}•••@school.test`,
      reason: 'Can’t send mail: 550 5.1.1 no such mailbox',
      attempts: 13,
      failedAt: '2026-11-30T10:00:00.000Z',
      nextAttemptAt: index === 0 ? '2026-11-30T11:00:00.000Z' : null,
    }))
    await route.fulfill({ json: { success: true, emails, currentPage: 1, totalItems: 12, per_page: 10 } })
  })
  let resent: unknown
  await page.route(hasPath(getPath('POST /api/admin/email-queue/resend')), async (route) => {
    resent = route.request().postDataJSON()
    await route.fulfill({ json: { success: true, msg: 'OK', count: 1 } })
  })
  await page.goto(at('/admin/email-queue'))
  const duration = new Intl.NumberFormat(languages[language].locale, {
    style: 'unit',
    unit: 'hour',
    unitDisplay: 'long',
  }).format(4)
  await expect(
    page.getByRole('row', { name: new RegExp(words.classNames.many) }).getByText(duration),
  ).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'main')
  await page
    .getByRole('button', { name: words.resendTo.replace('{{recipient}}', 'n1•••@school.test') })
    .click()
  await expect.poll(() => resent).toEqual({ id: '00000000-0000-7000-8000-000000000001', class: null })
  await page.getByRole('button', { name: words.resendAll }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.resend }).click()
  await expect.poll(() => resent).toEqual({ id: null, class: null })
  await expect(page.getByRole('dialog')).toBeHidden()
  // the page may be reading the queue again
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
