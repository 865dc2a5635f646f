import { getPath } from '#contract/platform/call-path.ts'
import {
  createApiCaller,
  createCompetition,
  createStudent,
  createTeam,
  signInPage,
} from '../support/account-teams.ts'
import { expect, expectAccessibleInBothSchemes, test } from '../support/fixtures.ts'

type AsAdmin = (path: string, init?: RequestInit) => Promise<Response>

const sendJson = (asAdmin: AsAdmin, path: string, body: object) =>
  asAdmin(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const createPaidTeam = async (asAdmin: AsAdmin) => {
  const student = await createStudent(asAdmin)
  const team = await createTeam(student, await createCompetition(asAdmin))
  expect(
    (
      await sendJson(asAdmin, getPath('POST /api/admin/payments/mark'), {
        teamId: team.id,
        paid: true,
        reason: 'bank transfer',
      })
    ).status,
  ).toBe(200)
  return { student, team }
}

test('the owner of a paid team asks to leave and sees the decision', { tag: '@nightly' }, async ({
  page,
  at,
  language,
  texts,
  asAdmin,
}) => {
  const t = texts.accountTeams.leave
  const { student, team } = await createPaidTeam(asAdmin)
  await signInPage(page, student, language)
  await page.goto(at(`/account/teams/${team.id}`))
  await expect(page.getByText(t.text)).toBeVisible()
  await page.getByRole('button', { name: t.ask }).click()
  await page.getByRole('dialog').getByRole('button', { name: t.ask }).click()
  await expect(page.getByText(t.open)).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  expect(
    (
      await sendJson(asAdmin, getPath('GET /api/admin/teams/leave-requests'), {
        teamId: team.id,
        approved: false,
      })
    ).status,
  ).toBe(200)
  await page.reload()
  await expect(page.getByText(t.refused)).toBeVisible()
})

test('an organizer declines a request on the page of the team, and approves the next one above the list', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage, texts, asAdmin }) => {
  const t = texts.adminTeams.leave
  const { student, team } = await createPaidTeam(asAdmin)
  expect(
    (
      await createApiCaller(student)(getPath('POST /api/teams/:teamId/leave', { teamId: team.id }), {
        method: 'POST',
      })
    ).status,
  ).toBe(200)
  await adminPage.goto(`/admin/team/${team.id}/view`)
  const request = adminPage.getByRole('region', { name: t.oneTitle })
  await expect(request.getByRole('link', { name: t.toPayment })).toBeVisible()
  await expectAccessibleInBothSchemes(adminPage)
  await request.getByRole('button', { name: new RegExp(`^${t.refuse}`) }).click()
  await expect(request).toHaveCount(0)
  expect(
    (
      await createApiCaller(student)(getPath('POST /api/teams/:teamId/leave', { teamId: team.id }), {
        method: 'POST',
      })
    ).status,
  ).toBe(200)
  await adminPage.goto('/admin/teams')
  const requests = adminPage.getByRole('region', { name: t.title })
  await expect(requests).toContainText(team.name)
  await expectAccessibleInBothSchemes(adminPage)
  await requests.getByRole('button', { name: new RegExp(`^${t.approve}.*${team.name}`) }).click()
  await adminPage.getByRole('dialog').getByRole('button', { name: t.approve }).click()
  await expect(adminPage.getByRole('region', { name: t.title }).getByText(team.name)).toHaveCount(0)
  expect((await createApiCaller(student)(`${getPath('GET /api/teams')}?id=${team.id}`)).status).toBe(404)
})
