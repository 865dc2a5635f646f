import { getPath } from '#contract/platform/call-path.ts'
import { formatTimeZone } from '#web/shared/format.ts'
import { createCompetition } from '../support/admin-teams.ts'
import { createUniqueName, expect, test } from '../support/fixtures.ts'

for (const [timezoneId, tag] of [
  ['Pacific/Kiritimati', '@arabic'],
  ['Pacific/Pago_Pago', '@english'],
] as const)
  test.describe(`a browser in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('shows the dates of an event as they were typed', {
      tag: tag === '@arabic' ? tag : [tag, '@nightly'],
    }, async ({ adminPage: page, asAdmin, at, texts, language }) => {
      const form = new FormData()
      const fields = {
        title_en: createUniqueName('Edge of the day'),
        title_ar: 'طرف اليوم',
        description_en: 'One',
        description_ar: 'واحد',
      }
      // of a date with a time, the part before the T counts
      for (const [name, value] of Object.entries({
        ...fields,
        startDate: '2027-03-31T23:30:00-11:00',
        endDate: '2027-04-01',
      }))
        form.set(name, value)
      const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
      expect([event.startDate, event.endDate]).toEqual([
        '2027-03-31T00:00:00.000Z',
        '2027-04-01T00:00:00.000Z',
      ])
      const days = language === 'ar' ? ['31 مارس 2027', '1 أبريل 2027'] : ['31 Mar 2027', '1 Apr 2027']
      await page.goto(at(`/events/${event.slug}/`))
      await expect(page.locator('time')).toHaveText(days)
      const jsonLd = await page.locator('script[type="application/ld+json"]').allTextContents()
      expect(jsonLd.join()).toContain('"startDate":"2027-03-31"')

      await page.goto(`/admin/events/${event._id}/edit`)
      const start = page.getByRole('textbox', { name: texts.adminEvents.fields.startDate })
      await expect(start).toHaveValue('31/03/2027')
      await start.fill('30/03/2027')
      await page.locator('button[type="submit"]').click()
      await expect(page.getByText(texts.messages.updated)).toBeVisible()
      const { event: saved } = await (await asAdmin(`/api/admin/events/?id=${event._id}`)).json()
      expect([saved.startDate, saved.endDate]).toEqual([
        '2027-03-30T00:00:00.000Z',
        '2027-04-01T00:00:00.000Z',
      ])
    })

    test('shows other times in the time zone of the site, which it names', {
      tag: [tag, '@nightly'],
    }, async ({ adminPage: page, asAdmin, texts, language }) => {
      const competition = await createCompetition(asAdmin, { closesAt: '2027-03-31T20:59:00.000Z' })
      await page.goto(`/admin/competitions/${competition.id}/edit`)
      const closes = page.getByRole('textbox', { name: texts.adminCompetitions.closes })
      const time = page
        .getByRole('group', { name: texts.adminCompetitions.closes })
        .getByRole('textbox', { name: texts.dateField.time })
      await expect(closes).toHaveValue('31/03/2027')
      await expect(time).toHaveValue('23:59')
      await expect(page.getByText(formatTimeZone('Asia/Riyadh', language))).toBeVisible()
      await closes.fill('')
      await expect(time).toHaveValue('')
      await closes.fill('14/03/2027')
      // registration closes at the end of a day, unless another time is typed
      await expect(time).toHaveValue('23:59')
      await time.fill('0005')
      // the time stays while another date is typed
      await closes.press('End')
      await closes.press('Backspace')
      await closes.press('Backspace')
      await closes.pressSequentially('28')
      await expect(time).toHaveValue('00:05')
      await closes.fill('2027-03-15')
      await closes.blur()
      await expect(closes).toHaveValue('15/03/2027')
      await expect(time).toHaveValue('00:05')
      await page.locator('button[type="submit"]').click()
      await expect(page.getByText(texts.messages.updated)).toBeVisible()
      const saved = await (
        await asAdmin(`${getPath('GET /api/admin/competitions')}/?id=${competition.id}`)
      ).json()
      expect(saved.competition.closesAt).toBe('2027-03-14T21:05:00.000Z')
      await page.goto('/admin/competitions?per_page=100')
      await expect(page.getByRole('row', { name: competition.slug })).toContainText('00:05')
    })
  })
