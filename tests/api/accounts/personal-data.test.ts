import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AccountsApp,
  createUnusedSaudiId,
  guardian,
  startAccountsApp,
} from '../../support/api/person.ts'
import { type PrivacyApp, startPrivacyApp } from '../../support/api/privacy.ts'
import { password } from '../../support/api/session.ts'

describe('personal data', () => {
  let t: PrivacyApp
  beforeAll(async () => {
    t = await startPrivacyApp()
  })
  afterAll(() => t.close())

  it('own scores have their ranks and include those of a guest with the confirmed address, but not of others', async () => {
    const mona = await t.createPerson()
    const other = await t.createPerson()
    const id = await t.createEvent('own-scores')
    await t.createEntry(id, `user:${other.id}`, other.id, 90)
    await t.createEntry(id, `user:${mona.id}`, mona.id, 50)
    const hidden = await t.createEvent('hidden')
    await t.rows('update events set active = false where id = $1', [hidden])
    await t.createEntry(hidden, `user:${mona.id}`, mona.id, 50)
    const guest = await t.createEvent('as-guest')
    await t.createEntry(guest, `guest:${mona.email}`, null, 7, mona.email)
    const { scores } = (await t.ask('GET', '/api/account/scores/', mona.token)).json()
    expect(
      scores.map(({ event: { slug }, score, totalScores }: Wire) => [
        slug,
        score.rank,
        score.totalScore,
        totalScores,
      ]),
    ).toEqual([
      ['as-guest', 1, 7, 1],
      ['own-scores', 2, 50, 2],
    ])
    await t.rows('update users set email_confirmed_at = null where id = $1', [mona.id])
    expect((await t.ask('GET', '/api/account/scores', mona.token)).json().scores).toHaveLength(1)
  })
  type Wire = { event: { slug: string }; score: { rank: number; totalScore: number }; totalScores: number }

  it('is exported as one file without data of others, and the export is in the audit log', async () => {
    const nationalId = createUnusedSaudiId()
    const mona = await t.createPerson({
      nationalId,
      guardian: { ...guardian, consentAt: '2026-11-02T08:00:00.000Z' },
    })
    const other = await t.createPerson()
    const teammate = createUnusedSaudiId()
    const { id: teamId, person } = await t.createTeam(mona.id)
    await person('Sara', 'sara@school.test', teammate)
    await t.createPayment(teamId, mona.id, 'pending', null)
    const strange = await t.createTeam(other.id)
    await strange.person('Stranger', 'stranger@school.test', createUnusedSaudiId())
    const id = await t.createEvent('in-export')
    await t.createEntry(id, `user:${mona.id}`, mona.id, 50)
    await t.rows(
      `insert into messages (id, kind, first_name, email, body) values (gen_random_uuid(), 'contact', 'Mona', $1, 'Where?')`,
      [mona.email],
    )
    await t.rows(
      `insert into downloads (id, name, email, phone, platform, user_type) values (gen_random_uuid(), 'Mona', $1, '+20', 'win', 'student')`,
      [mona.email],
    )
    const reply = await t.ask('GET', '/api/account/export', mona.token)
    expect([reply.statusCode, reply.headers['content-disposition'], reply.headers['cache-control']]).toEqual([
      200,
      'attachment; filename="botola-my-data.json"',
      'no-store',
    ])
    const all = reply.json()
    expect(all.account).toMatchObject({
      id: mona.id,
      email: mona.email,
      nationalId,
      birthDate: '2000-05-06',
      gender: 1,
    })
    expect(all.guardian).toMatchObject(guardian)
    expect(all.sessions).toHaveLength(1)
    expect(all.teams).toMatchObject([
      { name: 'Falcons', people: [{ name: 'Sara', nationalId: `•••••••${teammate.slice(-3)}` }] },
    ])
    expect(all.payments).toMatchObject([{ amount: 15000, currency: 'SAR', state: 'pending' }])
    expect(all.scores).toMatchObject([{ entry: { totalScore: 50 }, attempts: [{ score: 50 }] }])
    expect([all.messages, all.downloads]).toMatchObject([[{ text: 'Where?' }], [{ platform: 'win' }]])
    expect(all.log.at(-1)).toMatchObject({ action: 'export', entity: 'user', by: 'you' })
    expect(reply.body).not.toMatch(/argon2|Stranger|password_hash|tokenHash/)
    expect(reply.body).not.toContain(teammate)
    // the copy has nothing that was sent from an address that the account has not confirmed
    await t.rows('update users set email_confirmed_at = null where id = $1', [mona.id])
    expect((await t.ask('GET', '/api/account/export', mona.token)).json().messages).toBeUndefined()
  })

  it('opening an account in the back office is in the audit log; its national ID is masked and can be corrected', async () => {
    const admin = await t.admin()
    const nationalId = createUnusedSaudiId()
    const mona = await t.createPerson({
      nationalId,
      phone: '+966505550001',
      birthDate: '2014-05-06',
      guardian: { ...guardian, consentAt: '2026-11-02T08:00:00.000Z' },
    })
    const { user } = (await t.ask('GET', `/api/admin/users/?id=${mona.id}`, admin)).json()
    expect(user).toMatchObject({
      birthDate: '2014-05-06',
      nationalId: `•••••••${nationalId.slice(-3)}`,
      guardian,
    })
    expect(user.info.age).toBeGreaterThan(11)
    expect(
      await t.rows(`select action, label, changed_fields from audit_log where entity_id = $1`, [mona.id]),
    ).toEqual([{ action: 'view', label: '', changed_fields: [] }])
    const right = createUnusedSaudiId()
    const form = { id: mona.id, fname: 'Mona', email: mona.email, phone: '+966505550001' }
    expect(
      (await t.ask('PUT', '/api/admin/users', admin, { ...form, nationalId: '123' })).json(),
    ).toMatchObject({
      field: 'nationalId',
      code: 'bad-input',
    })
    expect(
      (await t.ask('PUT', '/api/admin/users', admin, { ...form, nationalId: right })).json().user.nationalId,
    ).toBe(`•••••••${right.slice(-3)}`)
    const lines = JSON.stringify(
      await t.rows('select before, after from audit_log where entity_id = $1', [mona.id]),
    )
    for (const secret of [nationalId, right]) expect(lines).not.toContain(secret)
  })
})

describe('own data', () => {
  let t: AccountsApp
  beforeAll(async () => {
    t = await startAccountsApp()
  })
  afterAll(() => t.close())
  const form = { firstName: 'Mona', lastName: 'Saleh', phone: '', lang: 'en' }

  it('school, birth date and gender can be corrected; the national ID is set once and shown masked', async () => {
    const mona = await t.person()
    const token = await t.enter(mona.email)
    const put = async (more: object) =>
      (await t.ask('PUT', '/api/account', token, { ...form, email: mona.email, ...more })).json()
    expect(await put({ nationalId: '30005061234577', birthDate: '2001-05-06' })).toMatchObject({
      fields: [{ field: 'nationalId', code: 'other-birth-date' }],
    })
    const saved = await put({
      nationalId: '٣٠٠٠٥٠٦١٢٣٤٥٧٧',
      birthDate: '2000-05-06',
      gender: 0,
      school: 'Green',
    })
    // the serial number ends with 5: a man
    expect(saved.account).toMatchObject({
      nationalId: '•••••••••••577',
      birthDate: '2000-05-06',
      gender: 0,
      school: 'Green',
    })
    expect(await put({ nationalId: createUnusedSaudiId() })).toMatchObject({
      code: 'bad-input',
      fields: [{ field: 'nationalId', code: 'set-already' }],
    })
    expect(await put({ birthDate: '2000-05-07' })).toMatchObject({
      fields: [{ field: 'birthDate', code: 'other-birth-date' }],
    })
    expect(await put({ gender: 1 })).toMatchObject({ fields: [{ field: 'gender', code: 'other-gender' }] })
    expect(await put({ birthDate: '' })).toMatchObject({ fields: [{ field: 'birthDate', code: 'required' }] })
    const other = await t.person()
    const theirs = await t.ask('PUT', '/api/account', await t.enter(other.email), {
      ...form,
      email: other.email,
      nationalId: '30005061234577',
    })
    expect(theirs.json()).toMatchObject({ code: 'conflict', field: 'nationalId' })
  })

  it('a date of birth that makes the user a minor requires the consent of a guardian', async () => {
    const mona = await t.person()
    const token = await t.enter(mona.email)
    const put = async (more: object) =>
      (await t.ask('PUT', '/api/account', token, { ...form, email: mona.email, ...more })).json()
    expect(
      (await put({ birthDate: '2014-01-01' })).fields.map(({ field }: { field: string }) => field),
    ).toContain('guardian.textVersion')
    expect((await put({ birthDate: '2014-01-01', guardian })).account.guardian).toMatchObject(guardian)
    expect((await put({ birthDate: '2013-01-01' })).account).toMatchObject({
      birthDate: '2013-01-01',
      guardian,
    })
  })

  it('a new address is used after its link was opened; the old one is notified; a taken one gets the same reply', async () => {
    const mona = await t.person({ emailConfirmedAt: new Date() })
    const other = await t.person()
    const token = await t.enter(mona.email)
    const next = `next-${mona.email}`
    const put = async (email: string) =>
      (await t.ask('PUT', '/api/account', token, { ...form, email, password })).json()
    const saved = await put(next)
    expect(saved).toMatchObject({
      msg: expect.stringContaining('Your new address takes effect'),
      account: { email: mona.email, newEmail: next },
    })
    expect((await t.post?.next(mona.email))?.text).toContain(next)
    const link = t.tokenIn((await t.post?.next(next))?.text)
    expect((await t.signIn(next)).statusCode).toBe(401)
    expect((await t.confirm(link)).statusCode).toBe(200)
    const notice = await t.post?.next(mona.email, 'The address of your Botola account was changed')
    expect(notice?.text).not.toContain(next)
    expect((await t.signIn(next)).statusCode).toBe(200)
    expect((await t.ask('GET', '/api/account', token)).json().account).toMatchObject({
      email: next,
      newEmail: null,
      emailConfirmed: true,
    })
    const taken = await put(other.email)
    expect({
      ...taken,
      account: { ...taken.account, newEmail: 0, version: 0, email: 0, emailConfirmed: 0 },
    }).toEqual({
      ...saved,
      account: { ...saved.account, newEmail: 0, version: 0, email: 0, emailConfirmed: 0 },
    })
    expect((await t.post?.next(other.email))?.subject).toBe('You already have a Botola account')
  })
})
