import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { addDays, toDateInTimeZone } from '#contract/platform/time-zone.ts'
import { getSiteDate } from '#server/platform/settings/service.ts'
import { type AccountsApp, createRegistration, startAccountsApp } from '../../support/api/person.ts'

const yearsBefore = (date: string, years: number) =>
  `${Number(date.slice(0, 4)) - years}${date.slice(4).replace('02-29', '03-01')}`

// at every instant the date of one of these time zones is not the UTC date
describe.each(['Pacific/Kiritimati', 'Etc/GMT+12'])('ages in the time zone %s', (timeZone) => {
  let t: AccountsApp
  beforeAll(async () => {
    t = await startAccountsApp()
    await t.rows(`update settings set value = jsonb_set(value, '{timeZone}', $1)`, [JSON.stringify(timeZone)])
  })
  afterAll(() => t.close())

  it('a registration needs a guardian until the eighteenth birthday in that time zone', async () => {
    const birthday = yearsBefore(await getSiteDate(t), 18)
    expect((await t.register(createRegistration({ birthDate: birthday }))).statusCode).toBe(200)
    const tomorrow = await t.register(createRegistration({ birthDate: addDays(birthday, 1) }))
    expect(tomorrow.json().fields).toContainEqual(expect.objectContaining({ field: 'guardian.name' }))
  })

  it('the list of users shows the age on the date in that time zone', async () => {
    const birthday = yearsBefore(toDateInTimeZone(new Date(), timeZone), 20)
    const person = await t.person({ birthDate: addDays(birthday, 1) })
    const reply = await t.app.inject({
      url: `${getPath('GET /api/admin/users')}/?page=1&per_page=10&s=${encodeURIComponent(person.email)}`,
      headers: { authorization: await t.admin() },
    })
    expect(reply.json().users.map(({ info }: { info: { age: number } }) => info.age)).toEqual([19])
  })
})
