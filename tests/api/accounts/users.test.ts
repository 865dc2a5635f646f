import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createForm, createImageFile, type EventsApp, startEventsApp } from '../../support/api/events.ts'

const path = '/api/admin/users/'
type Fields = Parameters<typeof createForm>[0]

describe('users in the back office', () => {
  let t: EventsApp
  let me: string
  beforeAll(async () => {
    t = await startEventsApp()
    me = (await list()).users[0]._id
  })
  afterAll(() => t.close())
  afterEach(() => t.database.pool.query('delete from users where id <> $1', [me]))

  let numbers = 0
  const texts = () => {
    numbers++
    return { fname: 'Mona', email: `mona${numbers}@school.test`, phone: `0105${String(1_000_000 + numbers)}` }
  }
  const save = async (fields: Fields, method: 'POST' | 'PUT' = 'POST') =>
    t.ask(method, path, await createForm(fields))
  const make = async (fields: Fields = {}) => {
    const reply = await save({ ...texts(), ...fields })
    if (reply.status !== 200) throw new Error(reply.body)
    return reply.json().user
  }
  const list = async (query = '') => (await t.ask('GET', `${path}?per_page=1000${query}`)).json()
  const one = async (id: string) => (await t.ask('GET', `${path}?id=${id}`)).json().user
  const enter = (national_id: string, password: string, type = 0) =>
    t.ask('POST', '/api/adduser', { payload: { national_id, password, type }, visitor: true })
  const whoIs = async (authorization: unknown) =>
    (
      await t.ask('POST', '/api/getuser', {
        visitor: true,
        headers: { authorization: String(authorization) },
      })
    ).status
  const refused = (code: string, field?: string) => ({ success: false, code, ...(field ? { field } : {}) })

  it('are made with everything that the form has, changed by POST and by PUT, and never show a password', async () => {
    const given = {
      fname: 'Sara',
      lname: 'Nasser',
      email: ' Sara@School.test ',
      phone: '٠١٠٠١٢٣٤٥٦٧',
      gender: '1',
      age: '١٣',
    }
    const made = await save({
      ...given,
      password: 'eight letters',
      confirm: 'eight letters',
      type: '0',
      missionType: '2',
    })
    expect(made.json()).toMatchObject({ success: true, msg: 'Saved Successfully!' })
    const { user } = made.json()
    expect(user).toMatchObject({
      info: {
        name: { fname: 'Sara', lname: 'Nasser' },
        gender: 1,
        phone: '+201001234567',
        avatar: null,
        age: 13,
      },
      email: { email: 'sara@school.test' },
      active: 1,
      type: 0,
      missionType: 2,
      version: 1,
      deletedAt: null,
    })
    expect(made.body).not.toMatch(/password|argon/i)
    expect(await one(user._id)).toEqual(user)
    for (const [at, method] of (['POST', 'PUT'] as const).entries()) {
      const saved = (await save({ ...given, id: user._id, fname: `Sara ${at}` }, method)).json()
      expect(saved).toMatchObject({ msg: 'Update Successfully!', user: { version: at + 2, missionType: 2 } })
      expect(saved.user.info.name.fname).toBe(`Sara ${at}`)
    }
    // fields that the form lacks stay as they are, empty ones are emptied
    const { lname: _, ...rest } = given
    const partly = (await save({ ...rest, id: user._id, gender: '', age: '' })).json().user
    expect(partly.info).toMatchObject({ name: { fname: 'Sara', lname: 'Nasser' }, gender: null, age: null })
    expect((await enter('sara@school.test', 'eight letters')).status).toBe(200)
  })

  it.each(['fname', 'email', 'phone'])('require %s', async (field) => {
    const before = (await list()).totalItems
    for (const value of ['', '   ', undefined]) {
      const reply = await save({ ...texts(), [field]: value })
      expect(reply.status).toBe(400)
      expect(reply.json()).toMatchObject({
        ...refused('form-incomplete', field),
        msg: 'Please fill form carefully!',
      })
    }
    expect((await list()).totalItems).toBe(before)
  })

  it('are refused with what cannot be right', async () => {
    const taken = await make()
    const before = (await list()).totalItems
    for (const [fields, status, code, field] of [
      [{ email: 'nobody' }, 400, 'bad-input', 'email'],
      [{ phone: '12' }, 400, 'bad-input', 'phone'],
      [{ gender: '2' }, 400, 'bad-input', 'gender'],
      [{ age: '-1' }, 400, 'bad-input', 'age'],
      [{ age: 'old' }, 400, 'bad-input', 'age'],
      [{ age: '121' }, 400, 'bad-input', 'age'],
      [{ type: '3' }, 400, 'bad-input', 'type'],
      [{ missionType: '5' }, 400, 'bad-input', 'missionType'],
      [{ password: 'short' }, 400, 'bad-input', 'password'],
      [{ password: 'eight letters', confirm: 'eight numbers' }, 400, 'password-mismatch', 'confirm'],
      [{ email: taken.email.email.toUpperCase() }, 409, 'conflict', 'email'],
      [{ logo: createImageFile(new Uint8Array([1, 2, 3])) }, 422, 'bad-picture', 'logo'],
      [{ id: '01890000-0000-7000-8000-000000000000' }, 404, 'not-found', undefined],
    ] as const) {
      const reply = await save({ ...texts(), ...fields })
      expect([JSON.stringify(fields), reply.status, reply.json().code]).toEqual([
        JSON.stringify(fields),
        status,
        code,
      ])
      if (field) expect(reply.json().field).toBe(field)
    }
    expect((await list()).totalItems).toBe(before)
    expect(t.stored()).toEqual([])
  })

  it('may share a phone number, and one with the same is restored', async () => {
    const parent = await make()
    const child = await make({ phone: parent.info.phone })
    expect(child.info.phone).toBe(parent.info.phone)
    await t.ask('DELETE', `${path}?id=${child._id}`)
    expect((await t.ask('POST', `${path}restore`, { payload: { id: child._id } })).status).toBe(200)
  })

  it('have a picture, which is replaced and taken away', async () => {
    const picture = async (background: string) =>
      createImageFile(
        await sharp({ create: { width: 60, height: 90, channels: 3, background } })
          .png()
          .toBuffer(),
      )
    const user = await make({ logo: await picture('#0b8f70') })
    expect((await t.visitor(user.info.avatar)).headers['content-type']).toBe('image/webp')
    const given = { id: user._id, fname: 'Mona', email: user.email.email, phone: user.info.phone }
    const replaced = (await save({ ...given, logo: await picture('#333') })).json().user.info.avatar
    expect(replaced).not.toBe(user.info.avatar)
    expect(t.stored()).toHaveLength(1)
    expect((await save({ ...given, logo: 'image.png' })).json().user.info.avatar).toBe(replaced)
    expect((await save({ ...given, removeLogo: 'true' })).json().user.info.avatar).toBeNull()
    expect(t.stored()).toEqual([])
  })

  it('stand in pages, newest first, are found whatever the spelling, and counted rightly', async () => {
    const ids = []
    for (let at = 0; at < 12; at++)
      ids.unshift((await make({ fname: 'أحمد', lname: 'Paged', type: at % 2 ? '1' : '0' }))._id)
    const pages = [
      await t.ask('GET', `${path}?s=احمد`),
      await t.ask('GET', `${path}?s=paged&page=2&per_page=10`),
    ].map((one) => one.json())
    expect(pages.flatMap(({ users }) => users.map((user: { _id: string }) => user._id))).toEqual(ids)
    expect(pages[1]).toMatchObject({ currentPage: 2, totalItems: 12, per_page: 10 })
    const phone = (await one(ids[0])).info.phone.slice(3)
    expect((await list(`&s=${phone}`)).users.map((user: { _id: string }) => user._id)).toEqual([ids[0]])
    await t.ask('PATCH', path, { payload: { id: ids[1], status: 0 } })
    for (const [query, total] of [
      ['&s=paged&type=1', 6],
      ['&s=paged&active=0', 1],
      ['&type=4', 1],
      ['&active=0', 1],
    ] as const) {
      const found = await list(query)
      expect([query, found.totalItems, found.users.length]).toEqual([query, total, total])
    }
    for (const query of ['', '&type=0', '&type=1', '&active=1', '&type=0&active=1']) {
      const found = await list(query)
      expect([query, found.totalItems]).toEqual([query, found.users.length])
    }
    const all = await list()
    expect(all.users).toHaveLength(all.totalItems)
    for (const query of ['per_page=1001', 'per_page=7', 'page=0', 'type=2', 'active=x', 'status=1', 'id=5'])
      expect([query, (await t.ask('GET', `${path}?${query}`)).status]).toEqual([query, 400])
  })

  it('are let in and kept out by GET and by PATCH, at once', async () => {
    const user = await make({ password: 'eight letters' })
    const { authorization } = (await enter(user.email.email, 'eight letters')).headers
    expect(await whoIs(authorization)).toBe(200)
    for (const status of [0, 0, 1]) {
      const reply = await t.ask('GET', `${path}?id=${user._id}&status=${status}`)
      expect(reply.json()).toMatchObject({
        msg: 'Status is Updated Successfully!',
        user: { active: status, version: 1 },
      })
      expect(reply.headers['cache-control']).toBe('no-store')
      // the session ended with the first switch, and does not come back
      expect(await whoIs(authorization)).toBe(401)
    }
    expect(
      (await t.ask('PATCH', path, { payload: { id: user._id, status: false } })).json().user.active,
    ).toBe(0)
    expect((await enter(user.email.email, 'eight letters')).status).toBe(401)
    expect((await t.ask('PATCH', path, { payload: { id: user._id, status: 1 } })).json().user.active).toBe(1)
    expect((await enter(user.email.email, 'eight letters')).status).toBe(200)
    expect((await t.ask('GET', `${path}?id=${user._id}&status=2`)).status).toBe(400)
  })

  it('who gets another password or role signs in again', async () => {
    const user = await make({ password: 'eight letters' })
    const given = { id: user._id, fname: 'Mona', email: user.email.email, phone: user.info.phone }
    const session = async (password: string) =>
      (await enter(user.email.email, password)).headers.authorization
    const first = await session('eight letters')
    await save({ ...given, lname: 'Changed' })
    expect(await whoIs(first)).toBe(200)
    await save({ ...given, password: 'other letters' })
    expect(await whoIs(first)).toBe(401)
    expect((await enter(user.email.email, 'eight letters')).status).toBe(401)
    const second = await session('other letters')
    await save({ ...given, type: '4' })
    expect(await whoIs(second)).toBe(401)
    expect((await enter(user.email.email, 'other letters', 4)).status).toBe(200)
  })

  it('nobody takes their own account away', async () => {
    const self = await one(me)
    const given = { id: me, fname: self.info.name.fname, email: self.email.email, phone: '01001112223' }
    for (const [reply, field] of [
      [await t.ask('GET', `${path}?id=${me}&status=0`), 'status'],
      [await t.ask('PATCH', path, { payload: { id: me, status: false } }), 'status'],
      [await t.ask('DELETE', `${path}?id=${me}`), 'id'],
      [await save({ ...given, type: '0' }), 'type'],
      [await save({ ...given, password: 'another password' }), 'password'],
      [await save({ ...given, email: 'new@school.test' }), 'email'],
    ] as const)
      expect([reply.status, reply.json()]).toMatchObject([409, refused('own-account', field)])
    expect((await save({ ...given, fname: 'Chief' })).json().user.info).toMatchObject({
      name: { fname: 'Chief' },
      phone: '+201001112223',
    })
    expect(await whoIs(t.authorization)).toBe(200)
  })

  it('are deleted with their sessions, brought back within 30 days, and go for good after', async () => {
    const user = await make({ password: 'eight letters' })
    const { authorization } = (await enter(user.email.email, 'eight letters')).headers
    const restore = () => t.ask('POST', `${path}restore`, { payload: { id: user._id } })
    expect((await t.ask('DELETE', `${path}?id=${user._id}`)).json().success).toBe(true)
    expect(await whoIs(authorization)).toBe(401)
    for (const reply of [
      await t.ask('GET', `${path}?id=${user._id}`),
      await t.ask('DELETE', `${path}?id=${user._id}`),
    ])
      expect([reply.status, reply.json().code]).toEqual([404, 'not-found'])
    expect((await list('&deleted=true')).users.map((one: { _id: string }) => one._id)).toContain(user._id)
    expect((await restore()).json()).toMatchObject({
      success: true,
      user: { _id: user._id, deletedAt: null },
    })
    expect((await enter(user.email.email, 'eight letters')).status).toBe(200)

    // somebody else has the address by then
    await t.ask('DELETE', `${path}?id=${user._id}`)
    const heir = await make({ email: user.email.email })
    expect([(await restore()).status, (await restore()).json()]).toMatchObject([
      409,
      refused('conflict', 'email'),
    ])
    await t.ask('DELETE', `${path}?id=${heir._id}`)
    await t.database.pool.query(`update users set deleted_at = now() - interval '31 days' where id = $1`, [
      user._id,
    ])
    expect((await restore()).status).toBe(404)
  })

  it('are saved for one of two simultaneous edits', async () => {
    const user = await make()
    const given = { id: user._id, email: user.email.email, phone: user.info.phone, version: '1' }
    const replies = await Promise.all(['First', 'Second'].map((fname) => save({ ...given, fname }, 'PUT')))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.json()).toMatchObject({
      code: 'stale-version',
      details: { current: { _id: user._id, version: 2 } },
    })
  })

  it('leave the house as CSV without secrets, and the log knows it', async () => {
    await make({ fname: '=cmd', lname: 'Exported' })
    const reply = await t.ask('GET', `${path}?download=true&format=csv&s=exported`)
    expect(reply.headers['content-type']).toContain('text/csv')
    const lines = reply.body.split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFFid,first_name,last_name,email,phone,gender,age,role,mission_type,active,last_sign_in_at,created_at',
    )
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`'=cmd,Exported,`)
    const all = (await t.ask('GET', `${path}?download=true&format=csv`)).body.trim().split('\r\n')
    expect(all).toHaveLength((await list()).totalItems + 1)
    expect(
      (await t.audit()).filter(({ action, entity }) => action === 'export' && entity === 'user'),
    ).toHaveLength(2)
  })

  it('leave a line for every change, without the password', async () => {
    const from = (await t.audit()).length
    const user = await make({ password: 'eight letters', fname: 'Watched' })
    await save({
      id: user._id,
      fname: 'Watched',
      email: user.email.email,
      phone: user.info.phone,
      password: 'other letters',
    })
    await t.ask('PATCH', path, { payload: { id: user._id, status: 0 } })
    await t.ask('PATCH', path, { payload: { id: user._id, status: 0 } })
    const lines = (await t.audit()).slice(from)
    expect(lines.map(({ action, label }) => `${action} ${label}`)).toEqual(['create ', 'update ', 'toggle '])
    expect([lines[1].after, lines[1].changed_fields]).toEqual([{ version: 2 }, ['passwordHash']])
    expect(JSON.stringify(lines)).not.toMatch(/argon|letters|Watched/)
  })
})

it('of two administrators who take each other away at once, one stays', async () => {
  const t = await startEventsApp()
  try {
    const [me] = (await t.ask('GET', path)).json().users
    const fields = {
      fname: 'Second',
      email: 'second@school.test',
      phone: '01001112223',
      type: '4',
      password: 'eight letters',
    }
    const second = (await t.ask('POST', path, await createForm(fields))).json().user
    const sent = { national_id: 'second@school.test', password: 'eight letters', type: 4 }
    const theirs = await t.ask('POST', '/api/adduser', { payload: sent, visitor: true })
    const replies = await Promise.all([
      t.ask('DELETE', `${path}?id=${second._id}`),
      t.ask('DELETE', `${path}?id=${me._id}`, {
        headers: { authorization: String(theirs.headers.authorization) },
      }),
    ])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await t.database.pool.query(
      `select id from users where role = 'admin' and active and deleted_at is null`,
    )
    expect(rows).toHaveLength(1)
  } finally {
    await t.close()
  }
})
