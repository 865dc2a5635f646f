import { getPath } from '#contract/platform/call-path.ts'
import { ar } from '#i18n/ar.ts'
import { en } from '#i18n/en.ts'
import { currentDemoEvents } from '#server/seed/demo/events-current.ts'
import { createUniqueName } from '../e2e/support/fixtures.ts'
import { ask } from '../e2e/support/judging.ts'
import { expect, test } from './support/fixtures.ts'
import {
  button,
  expectHidden,
  expectVisible,
  field,
  heading,
  inDialog,
  link,
  openPage,
  withRole,
} from './support/tab.ts'

const catalogues = { en, ar }

for (const language of ['en', 'ar'] as const) {
  const texts = catalogues[language]
  const direction = language === 'ar' ? 'rtl' : 'ltr'

  test(`a visitor goes from the home page to an event, whose ranking shows a new score (${language})`, async ({
    tab,
    site,
  }) => {
    const { slug, title } = currentDemoEvents[0] as (typeof currentDemoEvents)[number]
    await openPage(tab, `${site.address}/?lang=${language}`)
    await expectVisible(tab, `//html[@dir="${direction}"]`)
    await tab.click(`//article${link(title[language])}`)
    await expectVisible(tab, `//h1[normalize-space(.)="${title[language]}"]`)
    await expectVisible(tab, heading(texts.scores.title))
    await expectVisible(tab, '//*[@data-connected="true"]')
    await tab.evaluate(() => document.body.setAttribute('data-page', 'the first one'), null)

    // one word, because the last name of a minor is shortened
    const playerName = createUniqueName('Aisha').replace(' ', '')
    const row = `//tbody//tr[contains(., "${playerName}")]`
    await expectHidden(tab, row)
    const { event } = await ask('GET', getPath('GET /api/v1/events/:idOrSlug', { idOrSlug: slug }))
    const attempts = [{ mission: 1, score: 5000, timeMs: 60_000 }]
    await ask('POST', getPath('POST /api/admin/events/:eventId/scores', { eventId: event._id }), {
      playerName,
      attempts,
    })
    await expectVisible(tab, row)
    await expectVisible(tab, '//body[@data-page="the first one"]')
  })

  test(`a visitor registers for the simulator (${language})`, async ({ tab, site }) => {
    const { download, home, messages } = texts
    await openPage(tab, `${site.address}/?lang=${language}`)
    const system = home.simulator.windows
    await tab.click(button(home.simulator.download.replace('{{system}}', system)))
    const submit = inDialog(button(download.submit.replace('{{system}}', system)))
    await tab.click(submit)
    await expectVisible(tab, inDialog(withRole('alert', messages.downloadIncomplete)))
    const name = createUniqueName('مريم Saleh')
    await tab.fill(inDialog(field(download.name)), name)
    await tab.fill(inDialog(field(download.email)), 'maryam@school.test')
    await tab.fill(inDialog(field(download.phone)), '٠١٠٠ ١٢٣ ٤٥٦٧')
    await tab.click(submit)
    await expectHidden(tab, '//dialog[@open]')
    const { registrants } = await ask(
      'GET',
      `${getPath('GET /api/admin/downloads')}?s=${encodeURIComponent(name)}`,
    )
    expect(registrants).toHaveLength(1)
  })
}
