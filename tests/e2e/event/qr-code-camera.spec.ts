import { buildAdminSheetFormPath } from '#contract/event/scores/sheet-link.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { arJudge } from '#i18n/ar-judge.ts'
import { enJudge } from '#i18n/en-judge.ts'
import { createCompetition, createStudent, createTeam } from '../support/account-teams.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'
import { addSlot, ask, createEventWithTeams } from '../support/judging.ts'
import { showQrCodeToCamera } from '../support/qr-code-camera.ts'

test('a judge scans the tilted QR code of the printed code, in a browser without a reader of its own', {
  tag: '@nightly',
}, async ({ page, at, asAdmin, language }) => {
  const form = new FormData()
  const title = createUniqueName('Camera cup')
  for (const [name, value] of Object.entries({
    title_en: title,
    title_ar: title,
    description_en: 'One',
    description_ar: 'واحد',
  }))
    form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ names: ['Huda Nasser'] })
  const { judges } = await (
    await asAdmin(`/api/admin/events/${event._id}/judges`, { method: 'POST', headers, body })
  ).json()
  await showQrCodeToCamera(page, judges[0].code)
  const texts = (language === 'ar' ? arJudge : enJudge).judge
  await page.goto(at('/judge/'))
  await page.getByRole('button', { name: texts.camera }).click()
  await expect(page.getByText(title).first()).toBeVisible()
})

test('an organizer checks a team in with the QR code of its badge', { tag: '@arabic' }, async ({
  adminPage: page,
  asAdmin,
  texts,
}) => {
  const send = async (method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData
    const headers = { 'content-type': 'application/json' }
    const reply = await asAdmin(path, {
      method,
      ...(isForm ? { body } : body ? { headers, body: JSON.stringify(body) } : {}),
    })
    expect(reply.status, await reply.clone().text()).toBe(200)
    return reply.json()
  }
  const form = new FormData()
  const fields = {
    title_en: createUniqueName('Check-in'),
    title_ar: 'تسجيل',
    description_en: 'One',
    description_ar: 'واحد',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { event } = await send('POST', '/api/admin/events/', form)
  const student = await createStudent(asAdmin)
  const competition = await createCompetition(asAdmin)
  const { name } = await createTeam(student, competition)
  await send('POST', getPath('POST /api/admin/events/:eventId/teams', { eventId: event._id }), {
    competitionId: competition.id,
  })
  const { teams } = await send(
    'GET',
    getPath('GET /api/admin/events/:eventId/schedule', { eventId: event._id }),
  )
  await showQrCodeToCamera(page, teams[0].badgeCode)
  const words = texts.adminJudging.checkIn
  await page.goto(`/admin/events/${event._id}/teams`)
  await page.getByRole('button', { name: words.camera }).click()
  await expect(page.getByRole('status').filter({ hasText: name })).toBeVisible()
  const { teams: after } = await send(
    'GET',
    getPath('GET /api/admin/events/:eventId/schedule', { eventId: event._id }),
  )
  expect(after[0].checkedInAt).not.toBeNull()
})

test('the office opens the form of a printed score sheet with its QR code, and sees when the round has a result', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, texts }) => {
  const { eventId, teams } = await createEventWithTeams()
  const team = teams[0] as (typeof teams)[number]
  const label = (en: string, ar: string) => ({ en, ar })
  const ruleSet = {
    groups: [
      {
        ...{ key: 'runs', label: label('Runs', 'الجولات'), combine: 'best' },
        rounds: [1, 2].map((number) => ({
          key: `run_${number}`,
          label: label(`Run ${number}`, `الجولة ${number}`),
        })),
        fields: [
          {
            kind: 'measure',
            key: 'marks',
            label: label('Marks', 'الدرجات'),
            min: 0,
            max: 100,
            step: 1,
            pointsPerUnit: 1,
          },
        ],
      },
    ],
    disqualification: { points: 0, timeMs: null },
    rankingKeys: [{ of: 'total', value: 'points', order: 'high' }],
  }
  await ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
    ruleSet,
    version: null,
  })
  await addSlot(eventId, team, { round: 1, table: 'A1' })
  await addSlot(eventId, team, { round: 2, table: 'A2', minutes: 60 })
  await page.goto(`/admin/events/${eventId}/rules/sheets`)
  const sheets = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({ has: page.getByRole('table') })
  await expect(sheets).toHaveCount(2)
  await expect(sheets.nth(1)).toContainText(`${team.teamNo} · ${team.name}`)
  await expect(sheets.nth(1)).toContainText('A2')
  await expectAccessible(page)
  await page.getByText(texts.adminRuleSets.printBlank, { exact: true }).click()
  await expect(page.getByText(texts.adminRuleSets.printCaptain).first()).toBeVisible()
  await expect(page.getByRole('img', { name: new RegExp(team.name) })).toHaveCount(0)

  await showQrCodeToCamera(
    page,
    `${process.env.BOTOLA_E2E_URL}${buildAdminSheetFormPath(eventId, { teamId: team.id, round: 2 })}`,
  )
  const words = texts.adminScores
  await page.goto(`/admin/events/${eventId}/scores`)
  const dialog = page.getByRole('dialog')
  const scan = async () => {
    await page.getByRole('button', { name: words.sheet.scan }).click()
    await dialog.getByRole('button', { name: texts.adminJudging.checkIn.camera }).click()
    await expect(dialog).toContainText(`${team.teamNo} · ${team.name}`)
  }
  await scan()
  await expect(dialog.getByText(words.sheet.hasResult)).toHaveCount(0)
  await dialog.getByRole('button', { name: words.cancel }).click()
  await ask('POST', getPath('POST /api/admin/events/:eventId/scores', { eventId }), {
    teamId: team.id,
    attempts: [{ mission: 2, score: 0, timeMs: 0, values: { marks: 40 } }],
  })
  await scan()
  await expect(dialog.getByText(words.sheet.hasResult)).toBeVisible()
  await expectAccessible(page, { part: '[role="dialog"]' })
})
