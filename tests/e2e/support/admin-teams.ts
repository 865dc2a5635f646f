import type { Page } from '@playwright/test'
import { getPath } from '#contract/platform/call-path.ts'
import { createUniqueName } from './fixtures.ts'

export const year = new Date().getUTCFullYear()
export const createSerial = () => Math.floor(Math.random() * 90_000_000) + 1_000_000
export type AsAdmin = (path: string, init?: RequestInit) => Promise<Response>

/**
 * Creates a competition for one test, so that no other test takes its places: two or three members, one
 * coach, two rounds.
 */
export const createCompetition = async (asAdmin: AsAdmin, more: Record<string, string> = {}) => {
  const name = createUniqueName('Dune Race')
  const form = new FormData()
  for (const [key, value] of Object.entries({
    'name.en': name,
    'name.ar': `${name} ع`,
    minMembers: '2',
    maxMembers: '3',
    ...more,
  }))
    form.set(key, value)
  const reply = await asAdmin(`${getPath('POST /api/admin/competitions')}/`, { method: 'POST', body: form })
  return (await reply.json()).competition as { id: string; name: { en: string; ar: string }; slug: string }
}
export const createTeam = async (asAdmin: AsAdmin, competition: string, name: string) => {
  const form = new FormData()
  for (const [key, value] of Object.entries({
    name,
    schoolName: 'Al Noor',
    ageLevel: 'Jonior',
    competion: competition,
  }))
    form.set(key, value)
  return (
    await (await asAdmin(`${getPath('POST /api/admin/teams')}/`, { method: 'POST', body: form })).json()
  ).team as {
    _id: string
  }
}
export const createMember = async (asAdmin: AsAdmin, team: string, name: string, nationalId: string) => {
  const form = new FormData()
  const consent = JSON.stringify({ guardian: 'Huda', contact: '0501234567', agreed: true, publish: false })
  for (const [key, value] of Object.entries({
    name,
    nationalId,
    birthDate: `${year - 12}-03-04`,
    gender: '1',
    consent,
  }))
    form.set(key, value)
  return asAdmin(getPath('POST /api/admin/teams/:teamId/members', { teamId: team }), {
    method: 'POST',
    body: form,
  })
}
export const chooseOption = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
export const submitForm = (page: Page) => page.locator('button[type="submit"]').click()
