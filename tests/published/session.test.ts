import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, type SessionsApp, startSessionsApp } from '../support/api/session.ts'

/** The replies as they stand on the wire, byte for byte; only what is random is replaced. */
describe('published session replies', () => {
  let t: SessionsApp
  let id = ''
  let token = ''
  beforeAll(async () => {
    t = await startSessionsApp()
    const mona = await t.person({ email: 'mona@school.test' })
    id = mona.id
    token = String((await t.signIn(mona.email)).headers.authorization)
  })
  afterAll(() => t.close())
  const plain = (body: string) => body.replaceAll(token, 'TOKEN').replaceAll(id, 'ID')
  const record =
    '{"_id":"ID","name":"Mona Saleh","type":0,"steb_user_id":"ID","info":{"name":{"fname":"Mona"}},"lang":"en"}'

  it('POST /api/adduser', async () => {
    const reply = await t.post('/api/adduser', {
      national_id: 'mona@school.test',
      loginType: 'email',
      password,
      type: 0,
    })
    expect(reply.body).toBe('{"success":true,"msg":"Sign in Suucessfully!"}')
    expect(Object.keys(reply.headers)).toContain('authorization')
    expect(reply.headers).not.toHaveProperty('set-cookie')
  })

  it('POST /api/adduser, rejected', async () => {
    const reply = await t.post('/api/adduser', {
      national_id: 'mona@school.test',
      loginType: 'email',
      password: 'no',
      type: 4,
    })
    expect(reply.body).toBe(
      '{"success":false,"code":"sign-in-failed","msg":"These sign-in details are incorrect."}',
    )
    expect(reply.headers.e_message).toBe('These sign-in details are incorrect.')
  })

  it('POST /api/adduser, rejected in Arabic', async () => {
    const reply = await t.post('/api/adduser', {}, { cookie: 'lang=ar' })
    expect(reply.body).toBe(
      '{"success":false,"code":"login-incomplete","msg":"يُرجى ملء جميع الحقول، البريد الإلكتروني أو كلمة المرور فارغة!"}',
    )
    expect(reply.headers.e_message).toMatch(/^%D9%8A%D9%8F%D8%B1%D8%AC%D9%89%20/)
  })

  it('POST /api/getuser', async () => {
    const reply = await t.post('/api/getuser', {}, { authorization: token })
    expect(plain(reply.body)).toBe(`{"success":true,"user":${record}}`)
    expect(reply.headers.authorization).toBe(token)
  })

  it('GET /api/loginseason/', async () => {
    const reply = await t.app.inject({
      url: `/api/loginseason/?token=${token}&type=botola`,
      headers: { authorization: token },
    })
    expect(plain(reply.body)).toBe(`{"success":true,"user":{"jwt":"TOKEN","user":[${record}]}}`)
  })

  it('POST /api/signout', async () => {
    const authorization = String((await t.signIn('mona@school.test')).headers.authorization)
    const reply = await t.post('/api/signout', {}, { authorization })
    expect(reply.body).toBe('{"success":true,"msg":"Sign out Suucessfully!"}')
    const again = await t.post('/api/signout', {}, { authorization })
    expect(again.body).toBe(
      '{"success":false,"code":"bad-token","msg":"Your session has ended. Please sign in again."}',
    )
  })
})
