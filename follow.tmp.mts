import { chromium } from '@playwright/test'
import { arAdmin } from './i18n/ar-admin.ts'
import { enAdmin } from './i18n/en-admin.ts'
import { arJudge } from './i18n/ar-judge.ts'
import { enJudge } from './i18n/en-judge.ts'
const lang = process.argv[2] as 'en' | 'ar', base = 'http://127.0.0.1:4115'
const T: any = lang === 'ar' ? arAdmin : enAdmin, J: any = (lang === 'ar' ? arJudge : enJudge as any).judge
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-background-networking'] })
const shot = async (p: any, n: string) => p.screenshot({ path: `/tmp/handbook/f-${lang}-${n}.png` })
const ctx = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState: '/tmp/handbook/state-en.json' })
await ctx.addInitScript((l) => { localStorage.setItem('lang', l) }, lang); await ctx.addCookies([{ name: 'lang', value: lang, url: base }])
const page = await ctx.newPage(); page.setDefaultTimeout(30000)
const visitor = await (await browser.newContext()).newPage(); visitor.setDefaultTimeout(30000)
const tctx = await browser.newContext({ viewport: { width: 820, height: 1100 } }); const tablet = await tctx.newPage(); tablet.setDefaultTimeout(30000)
const step = async (name: string, work: () => Promise<void>) => { try { await work(); console.log('ok', name) } catch (e: any) { console.log('FAIL', name, e.message.slice(0, 500)); await shot(page, 'fail-' + name.replace(/\W+/g, '-')); await shot(tablet, 'failtab-' + name.replace(/\W+/g, '-')) } }
const W = (p: any, ms = 1500) => p.waitForTimeout(ms)
const tab = async (n: string) => { await page.getByRole('link', { name: T.adminEvents.tabs.names[n], exact: true }).last().click(); await page.getByRole('heading', { name: T.adminEvents.tabs.names[n], level: 2, exact: true }).first().waitFor(); await W(page, 800) }
const dialog = page.getByRole('dialog')
const button = (n: string) => page.getByRole('button', { name: n, exact: true })
await page.goto(base + '/admin/dashboard' + (lang === 'ar' ? '?lang=ar' : ''))
await step('1 look around', async () => {
  await page.getByRole('link', { name: T.adminEntities.event.many, exact: true }).first().click()
  await page.getByRole('link', { name: lang === 'ar' ? 'رالي الصحراء' : 'Desert Rally' }).first().click()
  await page.getByText(T.adminOverview.secondJudge, { exact: true }).first().waitFor(); await page.getByText(T.adminOverview.protests, { exact: true }).waitFor(); await page.getByText(T.adminOverview.notCheckedIn, { exact: true }).waitFor()
  const site = page.getByRole('link', { name: T.adminEvents.viewOnSite }); await visitor.goto(base + (await site.getAttribute('href')))
})
await step('2 rules', async () => { await tab('rules'); await page.getByText(T.adminRuleSets.preview, { exact: true }).waitFor() })
await step('3 check in', async () => { await tab('teams'); for (const _ of [1, 2]) { await button(T.adminJudging.checkIn.checkIn).first().click(); await W(page) } await page.getByText(/14/).first().waitFor(); await page.getByRole('link', { name: T.adminJudging.checkIn.badges }).waitFor() })
await step('4 move times', async () => { await tab('schedule'); await button(T.adminJudging.schedule.shift.open).click(); await dialog.getByLabel(T.adminJudging.schedule.shift.minutes).first().fill('10'); await dialog.getByRole('button', { name: T.adminJudging.schedule.shift.run, exact: true }).click(); await W(page); await shot(page, 'moved'); await dialog.getByRole('button', { name: T.adminJudging.schedule.shift.done, exact: true }).click() })
await step('5 judge', async () => {
  await tab('judges'); await button(T.adminJudging.judges.add).click(); await page.getByLabel(T.adminJudging.judges.names).fill('Follow'); await button(T.adminJudging.judges.create).click()
  await page.getByText(T.adminJudging.codes.title).waitFor()
  const code = /\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(await page.locator('main').innerText())?.[0] ?? ''
  await tablet.goto(`${base}/judge/?lang=${lang}`); await tablet.getByLabel(J.signIn.code).fill(code); await tablet.getByRole('button', { name: J.signIn.submit, exact: true }).click(); await tablet.getByText(J.team.choose).waitFor()
})
const judge = async () => {
  const heading = tablet.getByRole('heading', { name: J.team.next }); await heading.waitFor()
  await tablet.locator('section:has(h2), div').filter({ has: heading }).last().getByRole('button').first().click().catch(async () => { await tablet.getByText(/·/).first().click() })
  await W(tablet, 600); const boxes = await tablet.getByRole('textbox').all(); await boxes[0]!.fill('25'); await boxes[1]!.fill('58.2')
  await tablet.getByRole('button', { name: J.sheet.finish, exact: true }).click(); await tablet.getByRole('button', { name: J.confirm.captain }).click(); await tablet.getByText(J.team.choose).waitFor()
}
await step('6 sheet', judge)
await step('6 sheet in flight mode', async () => { await W(tablet, 2000); await tctx.setOffline(true); await W(tablet); await judge(); await shot(tablet, 'offline'); await tctx.setOffline(false); await W(tablet, 8000); await shot(tablet, 'online') })
await step('7 confirm', async () => {
  await page.reload(); await page.getByText(T.adminJudging.reviews.listHeading).waitFor(); await W(page); await shot(page, 'pending')
  for (const _ of [1, 2, 3]) { await page.getByRole('button', { name: T.adminJudging.reviews.confirm, exact: true }).first().click(); await W(page, 2500) }
  await page.getByText(T.adminJudging.reviews.none).waitFor()
})
await step('8 protest', async () => { await tab('protests'); await page.getByRole('button', { name: new RegExp(T.adminProtests.review.replace('{{name}}', '.*Lucky Resistors')) }).first().click(); await W(page); await page.getByLabel(T.adminProtests.answer).fill('Checked.'); await dialog.getByRole('button', { name: T.adminProtests.reject, exact: true }).click(); await W(page) })
await step('9 screen', async () => { await tab('display'); await button(T.adminEvents.display.screens.add).click(); await W(page); await shot(page, 'screen-dialog'); if (await dialog.count()) { await dialog.getByRole('textbox').first().fill('Hall'); await dialog.getByRole('button').last().click(); await W(page) } for (const s of ['tables', 'clock', 'ranking']) { await button(T.adminEvents.display.screens.scenes[s]).first().click().catch(async () => page.getByText(T.adminEvents.display.screens.scenes[s], { exact: true }).first().click()); await W(page, 700) } await shot(page, 'screens') })
await step('10 freeze', async () => { await tab('results'); await button(T.adminResults.freeze.now).click(); await dialog.getByRole('button', { name: T.adminResults.freeze.now, exact: true }).click(); await button(T.adminResults.reveal.rehearse).waitFor(); await judge(); await W(tablet, 3000); await tab('judges'); await button(T.adminJudging.reviews.confirm).first().click(); await W(page, 2000); await tab('results') })
await step('11 award', async () => { await button(T.adminResults.awards.add).click(); const b = await dialog.getByRole('textbox').all(); await b[0]!.fill('Best design'); await b[1]!.fill('أفضل تصميم'); await dialog.getByLabel(T.adminResults.awards.team).first().click(); await W(page); await page.getByRole('option').nth(1).click(); await dialog.getByRole('button', { name: T.adminScores.save, exact: true }).click(); await W(page, 2000) })
await step('12 reveal', async () => {
  await page.getByLabel(T.adminResults.reveal.rankCount).fill('3'); await button(T.adminResults.reveal.rehearse).click(); await page.getByRole('link', { name: T.adminResults.reveal.openRehearsal }).waitFor(); await page.keyboard.press('Space'); await W(page, 2000); await button(T.adminResults.reveal.endRehearsal).click(); await W(page, 2000)
  await page.getByLabel(T.adminResults.reveal.rankCount).fill('3'); await button(T.adminResults.reveal.start).click(); await dialog.getByRole('button', { name: T.adminResults.reveal.start, exact: true }).click(); await page.getByRole('link', { name: T.adminResults.reveal.openDisplay }).waitFor()
  for (let n = 0; n < 6; n++) { await page.keyboard.press('Space'); await W(page, 1800) } await shot(page, 'revealed')
  await button(T.adminResults.reveal.finish).click(); await dialog.getByRole('button', { name: T.adminResults.reveal.finish, exact: true }).click(); await W(page, 2500)
})
await step('13 final', async () => { await button(T.adminPublishing.publishFinal).click(); await W(page); await shot(page, 'final'); await dialog.getByRole('button', { name: T.adminPublishing.publishFinal, exact: true }).click(); await page.getByRole('link', { name: T.certificates.list, exact: true }).waitFor() })
await step('14 certificates', async () => { await page.getByRole('link', { name: T.certificates.list, exact: true }).click(); await page.getByRole('button', { name: T.certificates.print }).waitFor(); await page.locator('article').first().waitFor(); const code = /\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(await page.locator('article').first().innerText())?.[0] ?? ''; await visitor.goto(base + '/verify/' + (lang === 'ar' ? '?lang=ar' : '')); await visitor.locator('html[data-hydrated]').waitFor({ state: 'attached' }); await visitor.getByRole('textbox').first().fill(code); await visitor.keyboard.press('Enter'); await visitor.getByText(T.certificates.verify?.valid ?? /genuine/).waitFor() })
await step('15 advance', async () => {
  await tab('results'); await button(T.adminPublishing.advance).click(); await W(page); const stage = dialog.getByLabel(T.adminPublishing.stage).first(); await stage.click(); await W(page, 800); await page.getByRole('option').nth(2).click(); await dialog.getByLabel(T.adminPublishing.targetEvent).first().click(); await W(page, 800)
  await page.getByRole('option', { name: lang === 'ar' ? 'النهائي الكبير' : 'The Grand Final' }).click(); await shot(page, 'advance'); await button(T.adminPublishing.preview).click(); await W(page, 2000); await shot(page, 'advance2'); await button(T.adminPublishing.advanceAction).click(); await W(page, 2000); await shot(page, 'advance3')
})
await step('audit', async () => { await page.goto(base + '/admin/audit'); await page.getByRole('row').nth(3).waitFor(); console.log((await page.locator('tbody').innerText()).split('\n').slice(0, 12).join(' | ')) })
await browser.close()
