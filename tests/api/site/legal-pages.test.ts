import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { legal as legalAr } from '#i18n/ar/legal.ts'
import { type EventsApp, startEventsApp } from '../../support/api/events.ts'

let t: EventsApp
beforeAll(async () => {
  t = await startEventsApp()
})
afterAll(() => t.close())

const readSettings = async () => (await t.ask('GET', getPath('GET /api/admin/settings'))).json().settings
const save = async (change: object) => {
  const { updatedAt: _, ...settings } = await readSettings()
  return t.ask('PUT', getPath('PUT /api/admin/settings'), { payload: { ...settings, ...change } })
}
const readPages = async () => (await t.visitor(getPath('GET /api/legalPages'))).json().legalPages

it('a new site has complete standard texts in both languages, and the contact answers questions about data', async () => {
  const { contact } = await readSettings()
  await save({ contact: { ...contact, email: 'contact@olympiad.test' } })
  const { privacy, terms, dataOfficer } = await readPages()
  expect(privacy.en).toContain('which personal data Botola stores')
  expect(terms.ar).toBe(legalAr.terms.replaceAll('{{site}}', 'بطولة'))
  expect(JSON.stringify([privacy, terms])).not.toContain('{{')
  expect(dataOfficer).toEqual({ name: '', email: 'contact@olympiad.test' })
})

it('texts and officer of the settings replace the standard ones, language by language', async () => {
  const legal = {
    privacy: { en: '# Ours\nWe store little.', ar: '' },
    terms: { en: '', ar: '' },
    dataOfficer: { name: 'Huda Saleh', email: 'data@olympiad.test' },
    isReviewed: true,
  }
  expect((await save({ legal })).json().settings.legal).toEqual(legal)
  const pages = await readPages()
  expect(pages.privacy.en).toBe('# Ours\nWe store little.')
  expect(pages.privacy.ar).toContain('بطولة')
  expect(pages.dataOfficer).toEqual(legal.dataOfficer)
  const { legal: _, ...older } = await readSettings()
  expect(
    (await t.ask('PUT', getPath('PUT /api/admin/settings'), { payload: older })).json().settings.legal,
  ).toEqual(legal)
})

it('a phone number in Arabic digits is stored in the digits that its link needs', async () => {
  const { contact } = await readSettings()
  const saved = await save({ contact: { ...contact, phone: '+٩٦٦ ١١ ٢٣٤ ٥٦٧٨' } })
  expect(saved.json().settings.contact.phone).toBe('+966 11 234 5678')
  // a national number could not be called from abroad
  const national = await save({ contact: { ...contact, phone: '٠١١٢٣٤٥٦٧٨' } })
  expect(national.json().settings.contact.phone).toBe('+966112345678')
})
