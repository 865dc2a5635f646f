import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SchoolType, schoolTypes } from '#contract/people/teams/team.fields.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { teamFields as ar } from '#i18n/ar/team-fields.ts'
import { teamFields as en } from '#i18n/en/team-fields.ts'
import { createCoach, createMember, startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp()
})
afterAll(() => t.close())

const listTeams = async (query: string) =>
  (await t.send('GET', `${getPath('GET /api/admin/teams')}?per_page=100&${query}`, t.adminToken)).json()
const readTeam = async (id: string) =>
  (await t.send('GET', `${getPath('GET /api/admin/teams')}?id=${id}&view_team=true`, t.adminToken)).json()
    .team
const exportSchoolTypes = async (query: string): Promise<Record<string, string>> => {
  const { body } = await t.send(
    'GET',
    `${getPath('GET /api/admin/teams')}?download=true&format=csv&${query}`,
    t.adminToken,
  )
  const [head = [], ...rows] = body
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  return Object.fromEntries(
    rows.map((cells) => [
      cells[head.indexOf('team_name')],
      cells[head.indexOf('school_type')] ?? 'no column',
    ]),
  )
}
const importTeams = async (cells: { name: string; type: string }[], preview = false) => {
  const person = ['national_id', 'dob', 'gender', 'guardian', 'guardian_contact']
  const head = [
    'team_name',
    'school',
    'school_type',
    'competition',
    'coach_name',
    'coach_email',
    'coach_phone',
  ]
  for (const at of [1, 2]) head.push(`member${at}_name`, ...person.map((column) => `member${at}_${column}`))
  const lines = cells.map(({ name, type }) => {
    const members = [createMember(), createMember()].flatMap(({ name: member, nationalId, birthDate }) => [
      ...[member, nationalId, birthDate, 'female', 'Huda', '0501234567'],
    ])
    return [name, 'Al Noor', type, 'robo_mission', 'Omar', 'omar@school.test', '0501234567', ...members].join(
      ',',
    )
  })
  const file = new File([[head.join(','), ...lines].join('\r\n')], 'teams.csv', { type: 'text/csv' })
  return t.send('POST', getPath('POST /api/admin/teams/import'), t.adminToken, {
    preview: String(preview),
    file,
  })
}
const register = (fields: Record<string, unknown>) =>
  t.send('POST', getPath('POST /api/teams'), t.token, {
    ...t.team(fields),
    coaches: [createCoach()],
    members: [createMember(), createMember()],
  })

describe('the school type of a team', () => {
  it('goes from the account to the list, the file, an import, the audit log and the copy of own data', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.option(fc.constantFrom(...schoolTypes)),
        fc.option(fc.constantFrom(...schoolTypes)),
        async (first, second) => {
          const registered = (await register(first === null ? {} : { schoolType: first })).json().team
          expect(registered.schoolType).toBe(first)
          const { id, name, version } = registered
          // the published row and detail have it
          expect((await listTeams(`s=${name}`)).teams[0].school_type).toBe(first)
          expect((await readTeam(id)).school_type).toBe(first)

          // the back office changes it; an edit without it keeps it
          const changed = await t.send('PUT', getPath('PUT /api/admin/teams'), t.adminToken, {
            id,
            version,
            name,
            school_type: second ?? '',
          })
          expect(changed.json().team.school_type).toBe(second)
          await t.send('PUT', getPath('PUT /api/admin/teams'), t.adminToken, { id, name, stage: 'national' })
          expect((await readTeam(id)).school_type).toBe(second)
          expect(
            (await t.send('GET', `${getPath('GET /api/teams')}?id=${id}`, t.token)).json().team.schoolType,
          ).toBe(second)

          // the filter of another type does not find it
          for (const type of schoolTypes)
            expect((await listTeams(`s=${name}&school_type=${type}`)).totalItems, type).toBe(
              type === second ? 1 : 0,
            )

          // the exported cell can be imported again
          const cell = (await exportSchoolTypes(`s=${name}`))[name]
          expect(cell).toBe(second ?? '')
          const copy = `${name} copy`
          expect((await importTeams([{ name: copy, type: cell ?? '' }])).json()).toMatchObject({
            success: true,
            count: 1,
          })
          expect((await listTeams(`s=${encodeURIComponent(copy)}`)).teams).toMatchObject([
            { school_type: second },
          ])

          // the audit log has both values of the change
          const { entries } = await t
            .send(
              'GET',
              `${getPath('GET /api/admin/audit')}?entity=team&action=update&per_page=100`,
              t.adminToken,
            )
            .then((r) => r.json())
          const entry = entries.find(
            (each: { entityId: string; after: object }) => each.entityId === id && 'schoolType' in each.after,
          )
          if (first !== second)
            expect([entry.before.schoolType, entry.after.schoolType]).toEqual([first, second])
          else expect(entry).toBeUndefined()

          const own = (await t.send('GET', getPath('GET /api/account/export'), t.token)).json()
          expect(own.teams.find((each: { id: string }) => each.id === id).schoolType).toBe(second)
        },
      ),
      { numRuns: 6 },
    )
  })

  it('is imported by its code and by its label in either language, in any case', async () => {
    const cells = schoolTypes.flatMap((type: SchoolType) =>
      [type, type.toUpperCase(), en.options.schoolType[type], ar.options.schoolType[type]].map(
        (text, at) => ({
          type,
          name: `Label ${type} ${at}`,
          text,
        }),
      ),
    )
    const imported = await importTeams(cells.map(({ name, text }) => ({ name, type: text })))
    expect(imported.json()).toMatchObject({ success: true, count: cells.length })
    const { teams } = await listTeams('s=Label')
    for (const { name, type } of cells)
      expect(teams.find((team: { name: string }) => team.name === name).school_type, name).toBe(type)
  })

  it('of another kind is an error at its field, and nothing is stored', async () => {
    const own = await register({ schoolType: 'forest', name: 'Forest' })
    expect([own.statusCode, own.json().fields]).toEqual([
      400,
      [expect.objectContaining({ field: 'schoolType', code: 'unknown-value' })],
    ])
    const admin = await t.send('POST', getPath('POST /api/admin/teams'), t.adminToken, {
      name: 'Forest',
      competion: t.robo.id,
      school_type: 'forest',
    })
    expect([admin.statusCode, admin.json().fields]).toEqual([
      400,
      [expect.objectContaining({ field: 'school_type', code: 'unknown-value' })],
    ])
    const filtered = await t.send(
      'GET',
      `${getPath('GET /api/admin/teams')}?school_type=forest`,
      t.adminToken,
    )
    expect([filtered.statusCode, filtered.json().fields]).toEqual([
      400,
      [expect.objectContaining({ field: 'school_type', code: 'unknown-value' })],
    ])
    const { problems } = (await importTeams([{ name: 'Forest', type: 'forest' }], true)).json()
    expect(problems).toMatchObject([{ line: 2, field: 'school_type' }])
    expect((await listTeams('s=Forest')).totalItems).toBe(0)
  })
})
