import { randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { findNationalIdProblem } from '#contract/people/teams/national-id.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { createUniqueName } from './fixtures.ts'

type AsAdmin = (path: string, init?: RequestInit) => Promise<Response>

export const password = 'a password long enough'
export const year = new Date().getUTCFullYear()

/** Creates a valid Saudi ID that no other test uses. */
export const createNationalId = (): string => {
  const first = `1${String(randomInt(10 ** 8)).padStart(8, '0')}`
  const last = [...'0123456789'].find((digit) => findNationalIdProblem(first + digit) === undefined)
  return `${first}${last}`
}

const formOf = (fields: Record<string, string | number | boolean>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  return form
}

/** Creates the account of a student and signs it in. */
export const createStudent = async (asAdmin: AsAdmin) => {
  const email = `${createUniqueName('omar').replace(' ', '.')}@school.test`
  const phone = `+96650${String(randomInt(10 ** 7)).padStart(7, '0')}`
  const fields = { fname: 'Omar', lname: 'Haddad', email, phone, password, type: 0 }
  const reply = await asAdmin(getPath('POST /api/admin/users'), { method: 'POST', body: formOf(fields) })
  expect(reply.status, await reply.clone().text()).toBe(200)
  const { user } = (await reply.json()) as { user: { _id: string } }
  const signed = await fetch(`${process.env.BOTOLA_E2E_URL}${getPath('POST /api/adduser')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ national_id: email, loginType: 'email', password, type: 0 }),
  })
  return { id: user._id, email, phone, token: signed.headers.get('authorization') ?? '' }
}
export type Student = Awaited<ReturnType<typeof createStudent>>

/** Returns a function that calls a path of the API as a user. */
export const createApiCaller =
  ({ token }: Pick<Student, 'token'>): AsAdmin =>
  (path, init = {}) =>
    fetch(`${process.env.BOTOLA_E2E_URL}${path}`, {
      ...init,
      headers: { ...(init.headers as object), authorization: token },
    })

/** Signs a page in by storing the session as the site does. */
export const signInPage = (page: Page, person: Student, language: 'en' | 'ar') =>
  page.addInitScript(
    ({ token, user }) => {
      if (sessionStorage.getItem('prepared')) return
      sessionStorage.setItem('prepared', 'yes')
      localStorage.setItem('access_token', token)
      localStorage.setItem('steb_token', token)
      localStorage.setItem('user_data', user)
    },
    {
      token: person.token,
      user: JSON.stringify({
        id: person.id,
        name: 'Omar Haddad',
        firstName: 'Omar',
        role: 'student',
        lang: language,
      }),
    },
  )

/** Creates an open competition for one test: two or three members of 8 to 19 years and a coach. */
export const createCompetition = async (
  asAdmin: AsAdmin,
  more: Record<string, string | number | boolean> = {},
) => {
  const name = createUniqueName('Rover Trials')
  const fields = {
    'name.en': name,
    'name.ar': name,
    minMembers: 2,
    maxMembers: 3,
    minCoaches: 1,
    maxCoaches: 1,
    minAge: 8,
    maxAge: 19,
  }
  const reply = await asAdmin(getPath('POST /api/admin/competitions'), {
    method: 'POST',
    body: formOf({ ...fields, fee: 15_000, active: true, ...more }),
  })
  expect(reply.status, await reply.clone().text()).toBe(200)
  const { id, slug } = ((await reply.json()) as { competition: { id: string; slug: string } }).competition
  return {
    id,
    slug,
    name,
    set: async (change: Record<string, string | number | boolean>) => {
      const saved = await asAdmin(getPath('PUT /api/admin/competitions'), {
        method: 'PUT',
        body: formOf({ id, 'name.en': name, 'name.ar': name, ...change }),
      })
      expect(saved.status, await saved.clone().text()).toBe(200)
    },
  }
}

/** Registers a team through the API. `members` are the national IDs of adults, or complete members. */
export const createTeam = async (
  person: Student,
  competition: { id: string },
  members: readonly (string | object)[] = [createNationalId(), createNationalId()],
) => {
  const name = createUniqueName('Falcons')
  const fields = {
    competitionId: competition.id,
    name,
    schoolName: 'School of the Oasis',
    ageLevel: 'senior',
    coaches: JSON.stringify([{ name: 'Omar Haddad', email: person.email, phone: person.phone }]),
    members: JSON.stringify(
      members.map((member, at) =>
        typeof member === 'string'
          ? {
              name: `Member ${at + 1}`,
              nationalId: member,
              birthDate: `${year - 19}-01-0${at + 1}`,
              gender: 0,
            }
          : member,
      ),
    ),
  }
  const reply = await createApiCaller(person)(getPath('POST /api/teams'), {
    method: 'POST',
    body: formOf(fields),
  })
  expect(reply.status, await reply.clone().text()).toBe(200)
  const { team } = (await reply.json()) as { team: { id: string; version: number } }
  return { id: team.id, version: team.version, name, fields }
}

/** Returns a field of the form by its name (`members.0.nationalId`). */
export const locateField = (page: Page, name: string) => page.locator(`[id="f-${name.replaceAll('.', '-')}"]`)

/** Returns the fields of the second person or a later one (`members.1`), which a summary opens and closes. */
export const locatePersonDetails = (page: Page, person: string) =>
  page.locator('details', { has: locateField(page, `${person}.name`) })

/** Opens the fields of a person when they are collapsed. */
export const openPerson = async (page: Page, person: string) => {
  const details = locatePersonDetails(page, person)
  if (
    (await details.count()) === 1 &&
    !(await details.evaluate((element: HTMLDetailsElement) => element.open))
  )
    await details.locator('> summary').click()
}

/** Fills in a member of age, in a senior team. */
export const fillMember = async (page: Page, at: number, more: { name?: string; id?: string } = {}) => {
  await locateField(page, 'ageLevel').selectOption('senior')
  await openPerson(page, `members.${at}`)
  await locateField(page, `members.${at}.name`).fill(more.name ?? `Member ${at + 1}`)
  await locateField(page, `members.${at}.nationalId`).fill(more.id ?? createNationalId())
  await locateField(page, `members.${at}.birthDate`).fill(`${year - 19}-01-02`)
  await locateField(page, `members.${at}.gender`).selectOption('0')
}
export const fillCoach = async (page: Page) => {
  await locateField(page, 'coaches.0.name').fill('Huda Saleh')
  await locateField(page, 'coaches.0.email').fill('huda@school.test')
  await locateField(page, 'coaches.0.phone').fill('+٩٦٦٥٠١٢٣٤٥٦٧')
}

export const createPicture = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 320, height: 240, channels: 3, background: '#0b8f70' } })
    .png()
    .toBuffer(),
})
