import type { Page } from '@playwright/test'
import { getPath } from '#contract/platform/call-path.ts'
import { getPagePath, groupRoutes, type PageRecords } from '../../support/browser/page-paths.ts'
import { isNightly } from '../../support/nightly.ts'
import {
  createApiCaller,
  createCompetition,
  createStudent,
  createTeam,
  signInPage,
} from '../support/account-teams.ts'
import { expect, expectNoAccessibilityProblems, lookRules, test } from '../support/fixtures.ts'

type AsAdmin = PageRecords['asAdmin']

/** Further addresses of a route whose page has tabs. */
const tabs: Record<string, readonly string[]> = {
  '/admin/profile': ['password', 'secondFactor', 'sessions'].map((tab) => `/admin/profile?tab=${tab}`),
}

/** Finds the demo events and a certificate of one. */
const findDemoRecords = async (asAdmin: AsAdmin) => {
  const findEventId = async (slug: string): Promise<string> =>
    (await (await asAdmin(`/api/v1/events/${slug}`)).json()).event._id
  const finalEventId = await findEventId('warehouse-sprint')
  const { certificates } = await (
    await asAdmin(getPath('GET /api/admin/events/:eventId/certificates', { eventId: finalEventId }))
  ).json()
  return {
    liveEventId: await findEventId('desert-rally'),
    finalEventId,
    certificateCode: certificates[0].code,
  }
}

/** Creates a student with a team that has an open payment, and with a team that has paid. */
const createPayer = async (asAdmin: AsAdmin) => {
  const student = await createStudent(asAdmin)
  const asStudent = createApiCaller(student)
  const competition = await createCompetition(asAdmin)
  const startPayment = async () => {
    const team = await createTeam(student, competition)
    const reply = await asStudent(getPath('POST /api/payments'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ teamId: team.id }),
    })
    const { payment, url } = (await reply.json()) as { payment: { id: string }; url: string }
    return { teamId: team.id, paymentId: payment.id, url }
  }
  const { teamId, paymentId } = await startPayment()
  const paid = await startPayment()
  await fetch(paid.url, {
    method: 'POST',
    body: new URLSearchParams({ action: 'authorise' }),
    redirect: 'manual',
  })
  await asStudent(getPath('POST /api/payments/:paymentId/check', { paymentId: paid.paymentId }), {
    method: 'POST',
  })
  return { student, teamId, paymentId, paidPaymentId: paid.paymentId }
}

/** Expects that nothing of the page is beside the window, once charts and tables have its width. */
const expectNoOverflow = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBeLessThanOrEqual(0)

/**
 * Opens a path in a page that shows another page of the site, as a link does. The navigation ends when the new page has
 * its data.
 */
const followLink = (page: Page, path: string) =>
  page.evaluate(async (to) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate: (to: string) => Promise<void> }
    }
    await router.navigate(to)
  }, path)

/**
 * Checks the page at a path: language, direction, title, heading, what search engines may list, texts,
 * accessibility, and the room that it takes in a wide window and on a phone. English pages have light colours, Arabic
 * ones dark colours. English pages of visitors are loaded; Arabic pages and those of the back office are opened as by a
 * link, which is faster. The nightly run loads all.
 */
const checkPage = async (
  page: Page,
  path: string,
  { isRecord, language }: { isRecord: boolean; language: 'en' | 'ar' },
) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const isOpenedByLink = (language === 'ar' || path.startsWith('/admin/')) && !isNightly
  if (isOpenedByLink && page.url() !== 'about:blank') await followLink(page, path)
  else {
    const reply = await page.goto(path)
    // search engines may list the page, with one address for each language, or its header excludes it
    const isListed = reply?.headers()['x-robots-tag'] !== 'noindex'
    // the preview of an event has the address of its public page
    if (reply?.ok() && !path.startsWith('/admin/events/'))
      await expect(page.locator('link[rel="canonical"]')).toHaveCount(isListed ? 1 : 0)
  }
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', language)
  await expect(html).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', language === 'ar' ? 'dark' : 'light')
  // the structure of a page is the same in both languages
  await expectNoAccessibilityProblems(page, language === 'ar' && !isNightly ? { rules: lookRules } : {})
  await expect(page.locator('h1')).toHaveCount(1)
  const title = await page.title()
  expect(title).toMatch(language === 'ar' ? / · بطولة$/ : / · Botola$/)
  // the name of a record may be in the other language
  if (!isRecord) expect(title).toMatch(language === 'ar' ? /[\u0600-\u06ff].* ·/ : /^[^\u0600-\u06ff]+ ·/)
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
}

for (const { visitor, routes } of groupRoutes(8))
  test(`pages from ${routes[0]} to ${routes.at(-1)} have their language, fit on a phone and are accessible`, {
    tag: '@bilingual',
  }, async ({ page, asAdmin, signInAsAdmin, at, language }) => {
    test.setTimeout(600_000)
    await page.emulateMedia({ colorScheme: language === 'ar' ? 'dark' : 'light', reducedMotion: 'reduce' })
    const records = {
      asAdmin,
      teamId: '',
      paymentId: '',
      paidPaymentId: '',
      ...(await findDemoRecords(asAdmin)),
    }
    if (visitor === 'admin') await signInAsAdmin(page)
    else if (visitor !== 'everyone') {
      const payer = await createPayer(asAdmin)
      Object.assign(records, payer)
      await signInPage(page, payer.student, language)
    }
    for (const route of routes)
      for (const path of [await getPagePath(route, records), ...(tabs[route] ?? [])])
        if (path)
          await test.step(path, () => checkPage(page, at(path), { isRecord: route.includes(':'), language }))
  })
