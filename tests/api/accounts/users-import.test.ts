import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createForm, type EventsApp, startEventsApp } from '../../support/api/events.ts'

describe('a CSV file of users', () => {
  let t: EventsApp
  beforeAll(async () => {
    t = await startEventsApp()
  })
  afterAll(() => t.close())
  afterEach(async () => {
    await t.database.pool.query('delete from imports')
    await t.database.pool.query(`delete from users where role <> 'admin'`)
  })

  const send = async (content: string | Uint8Array, preview: boolean, query = '') => {
    const file = new File([typeof content === 'string' ? content : new Uint8Array(content)], 'users.csv', {
      type: 'text/csv',
    })
    return t.ask(
      'POST',
      `${getPath('POST /api/admin/users/import')}${query}`,
      await createForm({ preview: String(preview), file }),
    )
  }
  const there = async () =>
    (await t.ask('GET', `${getPath('GET /api/admin/users')}?per_page=1000`)).json().users
  const exported = async () =>
    (await t.ask('GET', `${getPath('GET /api/admin/users')}?download=true&format=csv`)).body
  const places = (problems: { line: number; field: string }[]) =>
    problems.map(({ line, field }) => [line, field])
  const good = [
    'first_name,last_name,email,phone,gender,age,role,mission_type,active',
    'Sara,"Nasser, ""Dr""",Sara@School.test,966501234567,female,١٣,student,٢,yes',
    'أحمد,,ahmad@school.test,٠١٠٠١٢٣٤٥٦٧,ذكر,,مدرب,,لا',
    "'=Kim,Lee,kim@school.test,447400123456,,120,,4,",
  ].join('\r\n')

  it('is shown first and changes nothing, then imported whole, without a password for anybody', async () => {
    const before = await there()
    const auditCount = (await t.audit()).length
    const preview = (await send(good, true)).json()
    expect(preview).toMatchObject({ success: true, preview: true, count: 3, problems: [] })
    expect(preview.rows[0]).toEqual({
      line: 2,
      firstName: 'Sara',
      lastName: 'Nasser, "Dr"',
      email: 'sara@school.test',
      phone: '+966501234567',
      gender: 1,
      age: 13,
      role: 'student',
      missionType: 2,
      active: true,
    })
    expect(await there()).toEqual(before)

    const reply = await send(good, false)
    expect(reply.json()).toMatchObject({ success: true, preview: false, count: 3, msg: '3 users imported.' })
    expect(reply.body).not.toMatch(/password/i)
    // the list has the order of the file, as the exported list had
    const [sara, ahmad, kim] = await there()
    expect(sara).toMatchObject({
      info: { name: { fname: 'Sara', lname: 'Nasser, "Dr"' }, gender: 1, age: 13 },
      missionType: 2,
      active: 1,
    })
    expect(ahmad).toMatchObject({
      info: { gender: 0, phone: '+201001234567', age: null },
      type: 1,
      missionType: 0,
      active: 0,
    })
    expect(kim).toMatchObject({
      info: { name: { fname: '=Kim' }, gender: null, phone: '+447400123456', age: 120 },
      type: 0,
      missionType: 4,
    })
    const { rows } = await t.database.pool.query('select password_hash from users where email = $1', [
      'sara@school.test',
    ])
    expect(rows).toEqual([{ password_hash: null }])
    const lines = (await t.audit()).slice(auditCount).filter(({ action }) => action === 'import')
    expect(lines.map(({ entity, label }) => [entity, label])).toEqual([
      ['user', ''],
      ['user', ''],
      ['user', ''],
    ])
    // The list finds and counts them.
    expect(
      (await t.ask('GET', `${getPath('GET /api/admin/users')}?s=${encodeURIComponent('احمد')}`)).json()
        .totalItems,
    ).toBe(1)
    expect((await t.ask('GET', getPath('GET /api/admin/users'))).json().totalItems).toBe(before.length + 3)
  })

  it('imported again is refused: every address is taken', async () => {
    expect((await send(good, false)).status).toBe(200)
    const before = await there()
    const again = await send(good, false)
    expect([again.status, again.json().code]).toEqual([422, 'import-rejected'])
    expect(places(again.json().details.problems)).toEqual([2, 3, 4].map((line) => [line, 'email']))
    expect(await there()).toEqual(before)
  })

  it('that the export wrote can be imported again, but for administrators', async () => {
    expect((await send(good, false)).status).toBe(200)
    const file = await exported()
    const told = (
      users: { email: { email: string }; info: object; type: number; missionType: number; active: number }[],
    ) =>
      users.map(({ email, info, type, missionType, active }) => ({
        email: email.email,
        info,
        type,
        missionType,
        active,
      }))
    const before = await there()
    const others = before.filter(({ type }: { type: number }) => type !== 4)
    const problems = (await send(file, true)).json().problems
    expect(problems.filter(({ field }: { field: string }) => field === 'role')).toEqual([
      {
        line: 5,
        field: 'role',
        column: 'role',
        label: 'Role',
        value: 'admin',
        msg: 'Administrators can’t be imported. Create them one by one.',
      },
    ])
    for (const { _id } of others) await t.ask('DELETE', `${getPath('DELETE /api/admin/users')}?id=${_id}`)
    const withoutAdmin = file
      .split('\r\n')
      .filter((line) => !line.includes(',admin,'))
      .join('\r\n')
    expect((await send(withoutAdmin, false)).json()).toMatchObject({ success: true, count: others.length })
    const after = await there()
    expect(told(after.filter(({ type }: { type: number }) => type !== 4))).toEqual(told(others))
    // imported users have new ids
    expect(after.some(({ _id }: { _id: string }) => _id === others[0]._id)).toBe(false)
  })

  it('with one invalid row imports nothing and describes the problem in the language of the request', async () => {
    const before = await there()
    const bad = [
      'phone;email;first_name;last_name;gender;age;role;mission_type;active',
      '01005550001;new@school.test;New;;;;;;',
      '01005550001;NEW@school.test;Twice;;;;;;',
      '12;nobody;;;other;-1;admin;5;perhaps',
      `;;Empty;${'x'.repeat(101)};;121;judge;;`,
      '01005550002;more@school.test;More;;;;;;;;more',
    ].join('\n')
    const problems = [
      [3, 'email'],
      ...['active', 'age', 'email', 'first_name', 'gender', 'mission_type', 'phone', 'role'].map((field) => [
        4,
        field,
      ]),
      ...['age', 'email', 'last_name', 'phone', 'role'].map((field) => [5, field]),
      [6, 'file'],
    ]
    const preview = (await send(bad, true)).json()
    expect(preview.count).toBe(5)
    const sorted = (of: { line: number; field: string }[]) =>
      places(of).toSorted((a, b) => String(a).localeCompare(String(b)))
    expect(sorted(preview.problems)).toEqual(problems)
    const refused = await send(bad, false, '?lang=ar')
    expect(refused.status).toBe(422)
    expect(sorted(refused.json().details.problems)).toEqual(problems)
    expect(
      refused.json().details.problems.every(({ msg }: { msg: string }) => /[\u0600-\u06FF]/.test(msg)),
    ).toBe(true)
    expect(await there()).toEqual(before)
  })

  it('with separators for thousands in a number is refused with a hint', async () => {
    const ages = ['1,000', '1.000,5', '1 000', '١٬٠٠٠', '1,5']
    const file = [
      'first_name;email;phone;age',
      ...ages.map((age, at) => `A;age${at}@school.test;0100556000${at};${age}`),
    ].join('\n')
    const preview = (await send(file, true)).json()
    expect(places(preview.problems)).toEqual(ages.map((_, at) => [at + 2, 'age']))
    for (const { msg } of preview.problems) expect(msg).toMatch(/thousands separators/)
    expect(
      (await send('first_name;email;phone;age\nA;age@school.test;01005560009;١٣\n', true)).json().rows[0].age,
    ).toBe(13)
  })

  it('that two import at once is imported once', async () => {
    const file = 'first_name,email,phone\nOnce,once@school.test,01005550009\n'
    const replies = await Promise.all([send(file, false), send(file, false)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(replies.find(({ status }) => status === 422)?.json().code).toBe('import-rejected')
    expect(
      (await t.ask('GET', `${getPath('GET /api/admin/users')}?s=once@school.test`)).json().totalItems,
    ).toBe(1)
  })

  it('may have 5,000 lines; what is no such file is refused', async () => {
    const problemsOf = async (content: string | Uint8Array) =>
      places((await send(content, true)).json().problems)
    expect(await problemsOf('')).toEqual([[0, 'file']])
    expect(await problemsOf(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toEqual([[0, 'file']])
    expect(await problemsOf('first_name,email\na,b@c.test\n')).toEqual([[1, 'phone']])
    expect(await problemsOf('first_name,email,phone,password\na,b@c.test,01005550003,secret\n')).toEqual([
      [1, 'password'],
    ])
    const many = (count: number) =>
      `first_name,email,phone\n${Array.from({ length: count }, (_, at) => `Many,many${at}@school.test,0101${String(1_000_000 + at)}`).join('\n')}`
    expect(await problemsOf(many(5001))).toEqual([[0, 'file']])
    expect((await send(many(5000), false)).json()).toMatchObject({ success: true, count: 5000 })
    expect((await t.ask('GET', `${getPath('GET /api/admin/users')}?s=many4999`)).json().totalItems).toBe(1)
  })
})
