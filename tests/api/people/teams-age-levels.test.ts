import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { createMember, startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp()
})
afterAll(() => t.close())

const year = new Date().getUTCFullYear()
const memberOfAge = (age: number) => createMember({ birthDate: `${year - age}-03-04` })
const register = (fields: Record<string, unknown>) =>
  t.send('POST', getPath('POST /api/teams'), t.token, t.team(fields))
const listProblems = (reply: Awaited<ReturnType<typeof register>>) =>
  (reply.json().fields as { field: string; code: string }[]).map(({ field, code }) => [field, code])

it('a member whose age does not fit the level is rejected, with the level that fits in both languages', async () => {
  const reply = await register({ ageLevel: 'elementary', members: [memberOfAge(13), memberOfAge(12)] })
  expect([reply.statusCode, listProblems(reply)]).toEqual([400, [['members.0.birthDate', 'fits-junior']]])
  expect(reply.json().fields[0].msg).toContain('Junior')
  const arabic = await t.send(
    'POST',
    `${getPath('POST /api/teams')}?lang=ar`,
    t.token,
    t.team({ ageLevel: 'senior', members: [memberOfAge(12), memberOfAge(16)] }),
  )
  expect(listProblems(arabic)).toEqual([['members.0.birthDate', 'fits-elementary-junior']])
  expect(
    (await register({ ageLevel: 'junior', members: [memberOfAge(11), memberOfAge(15)] })).statusCode,
  ).toBe(200)
})

it('a team that was registered with another age stays editable until the age or the level changes', async () => {
  const { team } = (
    await register({ ageLevel: 'junior', members: [memberOfAge(14), memberOfAge(15)] })
  ).json()
  await t.db.update(teams).set({ ageLevel: 'elementary' }).where(eq(teams.id, team.id))
  const people = (
    list: {
      id: string
      name: string
      email: string
      phone: string
      birthDate: string | null
      gender: number | null
    }[],
  ) =>
    list.map(({ id, name, email, phone, birthDate, gender }) => ({
      id,
      name,
      email,
      phone,
      birthDate,
      gender,
    }))
  const edit = (fields: Record<string, unknown>) =>
    t.send('PUT', getPath('PUT /api/teams'), t.token, {
      id: team.id,
      name: team.name,
      schoolName: 'Another school',
      ageLevel: 'elementary',
      coaches: people(team.coaches),
      members: people(team.members),
      ...fields,
    })
  const changed = await edit({})
  expect(changed.statusCode, changed.body).toBe(200)
  expect(
    listProblems(
      await edit({
        members: [{ ...people(team.members)[0], birthDate: `${year - 13}-01-01` }, people(team.members)[1]],
      }),
    ),
  ).toEqual([['members.0.birthDate', 'fits-junior']])
  expect(
    listProblems(
      await edit({ ageLevel: 'senior', members: [...people(team.members).slice(0, 1), memberOfAge(12)] }),
    ),
  ).toEqual([['members.1.birthDate', 'fits-elementary-junior']])
})
