import { paths } from '#contract/paths.ts'
import { arJudge } from '#i18n/ar-judge.ts'
import { enJudge } from '#i18n/en-judge.ts'
import { createCompetition, createStudent, createTeam } from './support/account-teams.ts'
import { createUniqueName, expect, test } from './support/fixtures.ts'
import { showQrCodeToCamera } from './support/qr-code-camera.ts'

test('a judge scans the tilted QR code of the printed code, in a browser without a reader of its own', { tag: '@bilingual' }, async ({
  page,
  at,
  asAdmin,
  language,
}) => {
  const form = new FormData()
  const title = createUniqueName('Camera cup')
  for (const [name, value] of Object.entries({ title_en: title, title_ar: title, description_en: 'One', description_ar: 'واحد' }))
    form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ names: ['Huda Nasser'] })
  const { judges } = await (await asAdmin(`/api/admin/events/${event._id}/judges`, { method: 'POST', headers, body })).json()
  await showQrCodeToCamera(page, judges[0].code)
  const texts = (language === 'ar' ? arJudge : enJudge).judge
  await page.goto(at('/judge/'))
  await page.getByRole('button', { name: texts.camera }).click()
  await expect(page.getByText(title).first()).toBeVisible()
})

test('an organizer checks a team in with the QR code of its badge', { tag: '@arabic' }, async ({ adminPage: page, asAdmin, texts }) => {
  const send = async (method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData
    const headers = { 'content-type': 'application/json' }
    const reply = await asAdmin(path, { method, ...(isForm ? { body } : body ? { headers, body: JSON.stringify(body) } : {}) })
    expect(reply.status, await reply.clone().text()).toBe(200)
    return reply.json()
  }
  const form = new FormData()
  const fields = { title_en: createUniqueName('Check-in'), title_ar: 'تسجيل', description_en: 'One', description_ar: 'واحد' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { event } = await send('POST', '/api/admin/events/', form)
  const student = await createStudent(asAdmin)
  const competition = await createCompetition(asAdmin)
  const { name } = await createTeam(student, competition)
  await send('POST', paths.adminEventTeams(event._id), { competitionId: competition.id })
  const { teams } = await send('GET', paths.adminSchedule(event._id))
  await showQrCodeToCamera(page, teams[0].badgeCode)
  const words = texts.adminJudging.checkIn
  await page.goto(`/admin/events/${event._id}/judging?tab=checkIn`)
  await page.getByRole('button', { name: words.camera }).click()
  await expect(page.getByRole('status').filter({ hasText: name })).toBeVisible()
  const { teams: after } = await send('GET', paths.adminSchedule(event._id))
  expect(after[0].checkedInAt).not.toBeNull()
})
