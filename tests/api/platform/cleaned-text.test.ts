import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { cleanText } from '#contract/platform/text.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { imports } from '#server/platform/db/schema/imports.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { createRegistration } from '../../support/api/person.ts'
import { createCoach, createMember, startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp()
  await t.db.update(competitions).set({ maxTeams: null }).where(eq(competitions.id, t.robo.id))
})
afterAll(() => t.close())

/** Surrounds a text with what a messenger or a page from right to left adds to a copied one. */
const paste = (text: string) => `\u200f\u202a${text}\u202c\u00a0\u200b`

const importTeams = (content: string, preview: boolean) =>
  t.send('POST', getPath('POST /api/admin/teams/import'), t.adminToken, {
    preview: String(preview),
    file: new File([content], 'teams.csv', { type: 'text/csv' }),
  })
/** Reads a file of teams; its members keep the age that they had when it was written. */
const readCase = (name: string) =>
  readFileSync(`tests/fixtures/cases/${name}.csv`, 'utf8').replaceAll(
    ',2014-',
    `,${new Date().getUTCFullYear() - 12}-`,
  )
const listPeople = async (teamName: string) => {
  const [team] = await t.db.select().from(teams).where(eq(teams.name, teamName))
  const people = await t.db
    .select()
    .from(teamPeople)
    .where(eq(teamPeople.teamId, team?.id ?? ''))
    .orderBy(teamPeople.kind, teamPeople.position)
  return { team, coach: people.find(({ kind }) => kind === 'coach'), people }
}

describe('a file of teams', () => {
  it.each(['03-names-with-title-slash', '04-invisible-marks', '08-school-with-line-break'])(
    '%s is imported without a problem',
    async (name) => {
      const content = readCase(name)
      const preview = (await importTeams(content, true)).json()
      expect(preview).toMatchObject({ success: true, problems: [] })
      expect((await importTeams(content, false)).json()).toMatchObject({
        success: true,
        count: preview.count,
      })
    },
  )

  it('keeps titles as a part of names', async () => {
    expect((await listPeople('فريق 31000001')).coach?.name).toBe('أ/ محمد العتيبي')
    expect((await listPeople('فريق 31000004')).coach?.name).toBe('د/سعاد الحربي')
    expect((await listPeople('فريق 31000007')).coach?.name).toBe('أم/سارة')
  })

  it('has no invisible marks afterwards', async () => {
    expect((await listPeople('فريق 31000010')).coach?.phone).toBe('+966501234567')
    expect((await listPeople('فريق 31000013')).coach?.email).toBe('coach@example.org')
    expect((await listPeople('فريق 31000016')).coach?.email).toBe('coach2@example.org')
    expect((await listPeople('فريق 31000019')).people.map(({ name }) => name)).toContain('سارة')
  })

  it('has one line where a cell had a line break', async () => {
    expect((await listPeople('فريق 31000022')).team?.schoolName).toBe('مدرسة النور الرياض')
  })

  it('may have marks and line breaks in its titles, and lines of marks only', async () => {
    const [head = '', line = ''] = readCase('04-invisible-marks').split('\n')
    const titles = head
      .split(',')
      .map((title, at) => (at % 2 === 0 ? paste(title) : `"${title.replace('_', '\n')}"`))
      .join(',')
    const reply = (await importTeams(`${titles}\n${line}\n\u200f,\u00a0,\u200b\n`, true)).json()
    expect(reply.problems.map(({ field }: { field: string }) => field)).toEqual([
      // the same people are in the team that was imported before
      'member1_national_id',
      'member2_national_id',
    ])
    expect(reply.count).toBe(1)
  })

  it('says what is wrong with a name, as the form does', async () => {
    const content = readCase('03-names-with-title-slash').replace('أ/ محمد العتيبي', 'محمد example.com/x')
    const [problem] = (await importTeams(content, true)).json().problems
    expect(problem.msg).toBe(
      'A name can’t contain a link or an email address. Remove example.com/x, or write a space after its dot or colon.',
    )
    const form = await t.json(
      'POST',
      getPath('POST /api/teams'),
      t.token,
      t.team({ coaches: [createCoach({ name: 'محمد example.com/x' })] }),
    )
    expect(form.json().fields[0]).toMatchObject({ code: 'has-link', msg: problem.msg })
    const control = readCase('08-school-with-line-break').replace('الرياض', 'الرياض\u0007')
    expect((await importTeams(control, true)).json().problems[0].msg).toBe(
      'This contains a character that isn’t allowed: U+0007.',
    )
  })
})

describe('a form', () => {
  it('registers a team whose texts were pasted', async () => {
    const name = 'صقور النور'
    const reply = await t.json(
      'POST',
      getPath('POST /api/teams'),
      t.token,
      t.team({
        name: paste(name),
        schoolName: 'مدرسة\r\nﺍﻟﻨﻮﺭ',
        coaches: [
          createCoach({
            name: paste('أ/ ﺳﺎﺭﺓ'),
            email: paste('pasted@school.test'),
            phone: paste('+966\u00a0501234567'),
          }),
        ],
        members: [
          createMember({
            name: 'محمد\u00a0العتيبي',
            consent: {
              guardian: 'ولي الأمر/ محمد',
              contact: paste('huda@school.test'),
              agreed: true,
              publish: false,
            },
          }),
          createMember({ name: 'م/ علی\u200cرضا' }),
        ],
      }),
    )
    expect(reply.statusCode, reply.body).toBe(200)
    const { team, coach, people } = await listPeople(name)
    expect(team?.schoolName).toBe('مدرسة النور')
    expect(coach).toMatchObject({ name: 'أ/ سارة', email: 'pasted@school.test', phone: '+966501234567' })
    expect(people.map((person) => person.name)).toEqual(
      expect.arrayContaining(['محمد العتيبي', 'م/ علی\u200cرضا']),
    )
    expect(people.find((person) => person.name === 'محمد العتيبي')?.consent).toMatchObject({
      guardian: 'ولي الأمر/ محمد',
      contact: 'huda@school.test',
    })
    const found = await t.send(
      'GET',
      `${getPath('GET /api/admin/teams')}?s=${encodeURIComponent(paste('صقور\u2060 النور'))}`,
      t.adminToken,
    )
    expect(found.json().totalItems).toBe(1)
  })

  it('registers an account and signs it in; its password stays as it was typed', async () => {
    const password = '\u200fa long ﺳﺎﺭﺓ password\u00a0\u200b'
    const body = createRegistration({ firstName: 'Ali\u200b', lastName: 'Saleh\u2028x', password })
    const email = body.email
    const reply = await t.post('/api/register', { ...body, email: paste(email), phone: paste(body.phone) })
    expect(reply.statusCode, reply.body).toBe(200)
    const [user] = await t.db.select().from(users).where(eq(users.email, email))
    expect(user).toMatchObject({ firstName: 'Ali', lastName: 'Saleh x' })
    for (const [identity, loginType] of [
      [paste(email), 'email'],
      [paste(String(user?.phone)), 'phone'],
      [paste(body.nationalId), 'national_id'],
    ])
      expect((await t.signIn(identity ?? '', password, { loginType })).statusCode).toBe(200)
    expect((await t.signIn(email, cleanText(password, 'line'))).statusCode).toBe(401)
  })

  it.each(['e.sa', 'x.ru', '192.168.1.1', 'http://1.2.3.4', 'example.com/x'])(
    'refuses the name %s, and says that it is an address',
    async (firstName) => {
      const reply = await t.post('/api/register', createRegistration({ firstName }))
      expect(reply.json().fields).toMatchObject([{ field: 'firstName', code: 'has-link' }])
      expect(reply.json().fields[0].msg).toContain(firstName)
    },
  )

  it('sends a message and registers a download', async () => {
    const contact = {
      name: paste('أ/ محمد'),
      email: paste('pasted@school.test'),
      phone: paste('+966501234567'),
    }
    expect((await t.post('/api/contact-us', { ...contact, body: 'Hello\nagain' })).statusCode).toBe(200)
    const support = { firstName: 'د/سعاد', lastName: paste('Saleh'), email: contact.email, body: 'Hello' }
    expect((await t.post('/api/support', support)).statusCode).toBe(200)
    const download = await t.post('/api/download-game', {
      ...{
        name: contact.name,
        email: contact.email,
        phone_number: contact.phone,
        country: paste('saudi-arabia'),
      },
      ...{ download_type: 'win', user_type: 'student' },
    })
    expect(download.statusCode, download.body).toBe(200)
    const { rows } = await t.database.pool.query(
      `select 'message' as kind, first_name as name, email, body from messages
       union all select 'registrant', name, email, country from downloads order by 1, 2`,
    )
    expect(rows).toEqual([
      { kind: 'message', name: 'أ/ محمد', email: 'pasted@school.test', body: 'Hello\nagain' },
      { kind: 'message', name: 'د/سعاد', email: 'pasted@school.test', body: 'Hello' },
      { kind: 'registrant', name: 'أ/ محمد', email: 'pasted@school.test', body: 'saudi-arabia' },
    ])
  })

  it('does not change a token', async () => {
    const reply = await t.app.inject({
      method: 'POST',
      url: '/api/getuser',
      headers: { authorization: `${t.token}\u00a0x` },
    })
    expect(reply.statusCode).toBe(401)
    expect((await t.post('/api/confirm-email', { token: paste('x'.repeat(43)) })).statusCode).toBe(400)
  })
})

it('a file of users takes titles of names and cleans them, and its own name stays', async () => {
  const fileName = 'مستخدمون\u200f ﺳﺎﺭﺓ .csv'
  const content = `${paste('first_name')},last_name,email,phone\nأ/ ﺳﺎﺭﺓ,${paste('الحربي')},${paste('office@school.test')},${paste('0501234567')}\n`
  const reply = await t.send('POST', getPath('POST /api/admin/users/import'), t.adminToken, {
    preview: 'false',
    file: new File([content], fileName, { type: 'text/csv' }),
  })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(await t.db.select().from(imports).where(eq(imports.fileName, fileName))).toHaveLength(1)
  const [user] = await t.db.select().from(users).where(eq(users.email, 'office@school.test'))
  expect(user).toMatchObject({ firstName: 'أ/ سارة', lastName: 'الحربي', phone: '+966501234567' })
})
