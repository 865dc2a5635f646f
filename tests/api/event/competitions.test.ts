import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompetitionWithPlaces } from '#contract/event/competition.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp()
})
afterAll(() => t.close())

const save = (fields: Record<string, unknown>) =>
  t.send('PUT', getPath('PUT /api/admin/competitions'), t.adminToken, {
    id: t.robo.id,
    'name.en': t.robo.nameEn,
    'name.ar': t.robo.nameAr,
    ...fields,
  })
const findPublic = async () => {
  const { competitions } = (await t.app.inject(getPath('GET /api/competitions'))).json() as {
    competitions: CompetitionWithPlaces[]
  }
  return competitions.find(({ id }) => id === t.robo.id)
}

it('visitors see the description and the link to the rules that an administrator wrote', async () => {
  const saved = await save({
    'description.en': 'Missions on a field.',
    'description.ar': 'مهمات على ملعب.',
    rulesLink: 'https://rules.example/robo',
  })
  expect(saved.statusCode, saved.body).toBe(200)
  expect(await findPublic()).toMatchObject({
    description: { en: 'Missions on a field.', ar: 'مهمات على ملعب.' },
    rulesLink: 'https://rules.example/robo',
    fee: 15_000,
    currency: 'SAR',
    minAge: 8,
    maxAge: 19,
  })
  expect((await save({ rulesLink: '' })).statusCode).toBe(200)
  expect((await findPublic())?.rulesLink).toBe(null)
})

it('a link to the rules is a web address', async () => {
  for (const rulesLink of ['javascript:alert(1)', 'rules.pdf', 'ftp://rules.example/robo']) {
    const reply = await save({ rulesLink })
    expect([reply.statusCode, reply.json().fields.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ['rulesLink'],
    ])
  }
})

it('the sitemap has the page of competitions in both languages', async () => {
  const { body } = await t.app.inject('/sitemap.xml')
  expect(body).toContain('/competitions/</loc>')
  expect(body).toContain('/competitions/?lang=ar</loc>')
})
