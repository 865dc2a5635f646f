import { randomUUIDv7 } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPrivacyService } from '#server/features/privacy/service.ts'
import { renderEmail } from '#server/http/render-email.ts'
import { silentLog } from '../support/cluster.ts'
import { type AccountsApp, createUnusedSaudiId, guardian, startAccountsApp } from './person-support.ts'
import { password } from './session-support.ts'

const path = '/api/account/erasure'

describe('personal data', () => {
  let t: AccountsApp
  beforeAll(async () => {
    t = await startAccountsApp()
  })
  afterAll(() => t.close())

  const someone = async (more: Parameters<AccountsApp['person']>[0] = {}) => {
    const who = await t.person({ emailConfirmedAt: new Date(), birthDate: '2000-05-06', gender: 1, ...more })
    return { ...who, token: await t.enter(who.email) }
  }
  const daily = () => createPrivacyService({ ...t, checkPassword: async () => {}, renderEmail }).eraseDueAccounts(silentLog)
  const one = async (query: string, values: unknown[] = []) => (await t.rows(query, values))[0]

  const event = async (slug: string) =>
    String(
      (
        await one(
          `insert into events (id, slug, title_en, title_ar, description_en, description_ar) values (gen_random_uuid(), $1, 'Gates', 'بوابات', 'd', 'd') returning id`,
          [slug],
        )
      )?.id,
    )
  const entry = async (eventId: string, key: string, userId: string | null, score: number, email = '') => {
    const id = randomUUIDv7()
    await t.rows(
      `insert into score_entries (id, event_id, participant_key, user_id, player_name, player_email, school, total_score, attempt_count) values ($1, $2, $3, $4, 'Mona Saleh', $5, 'Green', $6, 1)`,
      [id, eventId, key, userId, email, score],
    )
    await t.rows(`insert into score_attempts (id, entry_id, score, time_ms) values (gen_random_uuid(), $1, $2, 1000)`, [id, score])
    await t.rows('update events set entry_count = entry_count + 1 where id = $1', [eventId])
    return id
  }
  const competition = async () => String((await one('select id from competitions order by slug limit 1'))?.id ?? (await madeCompetition()))
  const madeCompetition = async () => {
    const row = await one(
      `insert into competitions (id, slug, name_en, name_ar) values (gen_random_uuid(), 'robo_mission', 'R', 'ر') returning id`,
    )
    return row?.id
  }
  let teamNo = 0
  const team = async (userId: string, { paid = false } = {}) => {
    const [id, competitionId] = [randomUUIDv7(), await competition()]
    await t.rows(
      `insert into teams (id, competition_id, team_no, name, school, paid, user_id, image) values ($1, $2, $3, 'Falcons', 'Green', $4, $5, 'falcons.webp')`,
      [...[id, competitionId, ++teamNo, paid, userId]],
    )
    const person = (name: string, email: string, nationalId: string) =>
      t.rows(
        `insert into team_people (id, team_id, competition_id, kind, name, email, national_id, national_id_index, picture) values (gen_random_uuid(), $1, $2, 'member', $3, $4, $5, $6, $7)`,
        [id, competitionId, name, email, t.encryption.encrypt(nationalId), t.encryption.keyedHash(nationalId), `${name}.webp`],
      )
    return { id, person }
  }
  const payment = async (teamId: string, userId: string, state: string, receipt: number | null) => {
    const id = randomUUIDv7()
    await t.rows(
      `insert into payments (id, team_id, user_id, method, state, cart_id, amount, currency, receipt_no, receipt_year)
       values ($1, $2, $3, 'telr', $4, $5, 15000, 'SAR', $6, case when $6::int is null then null else 2026 end)`,
      [id, teamId, userId, state, id, receipt],
    )
    const data = JSON.stringify({ order: { ref: 'r1', amount: '150.00', customer: { email: 'mona@x.test', name: { forenames: 'Mona' } } } })
    await t.rows(`insert into payment_steps (id, payment_id, kind, data) values (gen_random_uuid(), $1, 'create', $2)`, [id, data])
    return id
  }

  it('own scores have their ranks and include those of a guest with the confirmed address, but not of others', async () => {
    const mona = await someone()
    const other = await someone()
    const id = await event('own-scores')
    await entry(id, `user:${other.id}`, other.id, 90)
    await entry(id, `user:${mona.id}`, mona.id, 50)
    const hidden = await event('hidden')
    await t.rows('update events set active = false where id = $1', [hidden])
    await entry(hidden, `user:${mona.id}`, mona.id, 50)
    const guest = await event('as-guest')
    await entry(guest, `guest:${mona.email}`, null, 7, mona.email)
    const { scores } = (await t.ask('GET', '/api/account/scores/', mona.token)).json()
    expect(scores.map(({ event: { slug }, score, totalScores }: Wire) => [slug, score.rank, score.totalScore, totalScores])).toEqual([
      ['as-guest', 1, 7, 1],
      ['own-scores', 2, 50, 2],
    ])
    await t.rows('update users set email_confirmed_at = null where id = $1', [mona.id])
    expect((await t.ask('GET', '/api/account/scores', mona.token)).json().scores).toHaveLength(1)
  })
  type Wire = { event: { slug: string }; score: { rank: number; totalScore: number }; totalScores: number }

  it('is exported as one file without data of others, and the export is in the audit log', async () => {
    const nationalId = createUnusedSaudiId()
    const mona = await someone({ nationalId, guardian: { ...guardian, consentAt: '2026-11-02T08:00:00.000Z' } })
    const other = await someone()
    const teammate = createUnusedSaudiId()
    const { id: teamId, person } = await team(mona.id)
    await person('Sara', 'sara@school.test', teammate)
    await payment(teamId, mona.id, 'pending', null)
    const strange = await team(other.id)
    await strange.person('Stranger', 'stranger@school.test', createUnusedSaudiId())
    const id = await event('in-export')
    await entry(id, `user:${mona.id}`, mona.id, 50)
    await t.rows(`insert into messages (id, kind, first_name, email, body) values (gen_random_uuid(), 'contact', 'Mona', $1, 'Where?')`, [
      mona.email,
    ])
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
    expect(all.account).toMatchObject({ id: mona.id, email: mona.email, nationalId, birthDate: '2000-05-06', gender: 1 })
    expect(all.guardian).toMatchObject(guardian)
    expect(all.sessions).toHaveLength(1)
    expect(all.teams).toMatchObject([{ name: 'Falcons', people: [{ name: 'Sara', nationalId: `•••••••${teammate.slice(-3)}` }] }])
    expect(all.payments).toMatchObject([{ amount: 15000, currency: 'SAR', state: 'pending' }])
    expect(all.scores).toMatchObject([{ entry: { totalScore: 50 }, attempts: [{ score: 50 }] }])
    expect([all.messages, all.downloads]).toMatchObject([[{ text: 'Where?' }], [{ platform: 'win' }]])
    expect(all.log.at(-1)).toMatchObject({ action: 'export', entity: 'user', by: 'you' })
    expect(reply.body).not.toMatch(/argon2|Stranger|password_hash|tokenHash/)
    expect(reply.body).not.toContain(teammate)
    // what was sent from an address that nobody has proven is not given to who claims it
    await t.rows('update users set email_confirmed_at = null where id = $1', [mona.id])
    expect((await t.ask('GET', '/api/account/export', mona.token)).json().messages).toBeUndefined()
  })

  it('an erasure is requested with the password, confirmed by mail, and can be withdrawn for a week', async () => {
    const mona = await someone({ lang: 'ar' })
    expect((await t.ask('POST', path, mona.token, { password: 'wrong' })).json()).toMatchObject({
      code: 'wrong-password',
      field: 'password',
    })
    const asked = (await t.ask('POST', path, mona.token, { password })).json()
    expect(Date.parse(asked.erasureDueAt) - Date.parse(asked.erasureRequestedAt)).toBe(7 * 86_400_000)
    const mail = await t.post?.next(mona.email)
    expect(mail?.subject).toBe('سيُمسح حسابك في «بطولة»')
    expect(mail?.text).toContain('/account/data')
    expect((await t.ask('POST', path, mona.token, { password })).json().erasureRequestedAt).toBe(asked.erasureRequestedAt)
    expect((await t.ask('GET', '/api/account', mona.token)).json().account.erasureRequestedAt).toBe(asked.erasureRequestedAt)
    expect(await daily()).toBe(0)
    expect((await t.ask('DELETE', path, mona.token)).json()).toMatchObject({ success: true, erasureRequestedAt: null })
    expect((await t.ask('DELETE', path, mona.token)).statusCode).toBe(404)
    await t.rows(`update users set erasure_requested_at = now() - interval '6 days 23 hours' where id = $1`, [mona.id])
    expect(await daily()).toBe(0)
    expect((await t.ask('POST', path, await t.admin(), { password: 'x' })).json().code).toBe('own-account')
  })

  it('an erasure removes all personal data, and keeps anonymous scores and the data of payments', async () => {
    const nationalId = createUnusedSaudiId()
    const mona = await someone({ nationalId, phone: '+966501239999' })
    await t.files.put('users', 'mona.webp', Buffer.from('picture'), 'image/webp')
    await t.files.put('teams', 'falcons.webp', Buffer.from('picture'), 'image/webp')
    for (const photo of ['Sara.webp', 'Ali.webp', 'Mona.webp', 'Huda.webp'])
      await t.files.put('private', photo, Buffer.from('picture'), 'image/webp')
    await t.rows(`update users set avatar = 'mona.webp' where id = $1`, [mona.id])
    const id = await event('of-erased')
    const mine = await entry(id, `user:${mona.id}`, mona.id, 50, mona.email)
    await entry(await event('of-erased-guest'), `guest:${mona.email}`, null, 50, mona.email)
    await t.rows(`insert into messages (id, kind, first_name, email, body) values (gen_random_uuid(), 'contact', 'Mona', $1, 'b')`, [
      mona.email,
    ])
    await t.rows(
      `insert into downloads (id, name, email, phone, platform, user_type) values (gen_random_uuid(), 'M', $1, '+20', 'win', 'student')`,
      [mona.email],
    )
    const unpaid = await team(mona.id)
    await unpaid.person('Sara', 'sara@school.test', createUnusedSaudiId())
    const tried = await team(mona.id)
    await tried.person('Ali', 'ali@school.test', createUnusedSaudiId())
    await t.rows(`insert into team_scores (id, team_id, youtube_link) values (gen_random_uuid(), $1, 'https://youtu.be/ali')`, [tried.id])
    const declined = await payment(tried.id, mona.id, 'declined', null)
    const paid = await team(mona.id, { paid: true })
    await paid.person('Mona', mona.email, nationalId)
    await paid.person('Huda', 'huda@school.test', createUnusedSaudiId())
    const receipt = await payment(paid.id, mona.id, 'paid', 20260001)
    await t.ask('PUT', '/api/account', mona.token, { firstName: 'Monaliza', email: mona.email, lang: 'en' })
    expect((await t.ask('POST', path, mona.token, { password })).statusCode).toBe(200)
    await t.rows(`update users set erasure_requested_at = now() - interval '7 days 1 minute' where id = $1`, [mona.id])
    expect(await Promise.all([daily(), daily()]).then(([a, b]) => a + b)).toBe(1)

    expect(await t.rows('select 1 from users where id = $1', [mona.id])).toEqual([])
    expect((await t.send('/api/getuser', {}, { authorization: mona.token })).statusCode).toBe(401)
    expect((await t.signIn(mona.email)).statusCode).toBe(401)
    expect(await t.files.stat('users', 'mona.webp')).toBeNull()
    expect(readdirSync(`${t.folder}/files/teams`)).toEqual([])
    // the paid team keeps the photo of its other member
    expect(readdirSync(`${t.folder}/files/private`)).toEqual(['Huda.webp'])
    expect(
      await one('select player_name, total_score::int, user_id, player_email, school from score_entries where id = $1', [mine]),
    ).toEqual({
      ...{ player_name: 'Player · لاعب', total_score: 50, user_id: null, player_email: '', school: '' },
    })
    expect(
      await t.rows('select paid, user_id, deleted_at is null as there, name from teams where id = any($1) order by team_no', [
        [unpaid.id, tried.id, paid.id],
      ]),
    ).toEqual([
      { paid: false, user_id: null, there: false, name: 'Team · فريق' },
      { paid: true, user_id: null, there: true, name: 'Falcons' },
    ])
    expect(
      await t.rows('select name, email, national_id_index is null as anonymous from team_people where team_id = any($1) order by name', [
        [unpaid.id, tried.id, paid.id],
      ]),
    ).toEqual([
      { name: 'Huda', email: 'huda@school.test', anonymous: false },
      { name: 'Participant · مشارك', email: '', anonymous: true },
    ])
    expect(await t.rows('select 1 from team_scores where team_id = $1', [tried.id])).toEqual([])
    expect(
      await t.rows('select amount, receipt_no, user_id from payments where id = any($1) order by receipt_no', [[receipt, declined]]),
    ).toEqual([
      { amount: 15000, receipt_no: 20260001, user_id: null },
      { amount: 15000, receipt_no: null, user_id: null },
    ])
    expect((await one('select data from payment_steps where payment_id = $1', [receipt]))?.data).toEqual({
      order: { ref: 'r1', amount: '150.00' },
    })
    // nowhere in the database is anything left of who it was
    const tables = await t.rows<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`)
    for (const { name } of tables) {
      const left = await t.rows(`select t::text from "${name}" t where t::text ~* $1`, [
        `monaliza|${mona.email}|${t.encryption.keyedHash(nationalId)}|501239999`,
      ])
      expect(left, name).toEqual([])
    }
    const lines = await t.rows('select action, label, before from audit_log where entity_id = $1 order by id', [mona.id])
    expect(lines.map(({ action }) => action)).toEqual(['update', 'ask-erasure', 'erase'])
    expect(lines.every(({ label, before }) => label === '' && before === null)).toBe(true)
    expect((await t.post?.next(mona.email, 2))?.subject).toBe('Your Botola account is erased')
  })

  it('administrators see requests for erasure, reject them with a reason, or erase immediately', async () => {
    const admin = await t.admin()
    const mona = await someone()
    const sara = await someone()
    for (const { token } of [mona, sara]) await t.ask('POST', path, token, { password })
    const open = async () => (await t.ask('GET', '/api/admin/users/?leaving=asked&per_page=100', admin)).json()
    const list = await open()
    expect(list.totalItems).toBe(list.users.length)
    expect(list.users.map(({ _id }: { _id: string }) => _id)).toEqual(expect.arrayContaining([mona.id, sara.id]))
    const decide = (id: string, decision: string, reason: string, token = admin) =>
      t.ask('POST', '/api/admin/users/erasure', token, { id, decision, reason })
    expect((await decide(mona.id, 'refuse', ' ')).json()).toMatchObject({ code: 'bad-input', field: 'reason' })
    expect((await decide(mona.id, 'refuse', 'An open payment', sara.token)).statusCode).toBe(403)
    expect((await decide(mona.id, 'refuse', 'An open payment')).json()).toMatchObject({ success: true })
    expect((await t.post?.next(mona.email, 2))?.text).toContain('An open payment')
    expect((await decide(mona.id, 'refuse', 'again')).statusCode).toBe(404)
    expect((await decide(sara.id, 'erase', 'Asked by letter')).json()).toEqual({ success: true, msg: 'Erased for good.' })
    expect(await t.rows('select 1 from users where id = $1', [sara.id])).toEqual([])
    expect(await one(`select actor_name, after from audit_log where entity_id = $1 and action = 'erase'`, [sara.id])).toMatchObject({
      after: { reason: 'Asked by letter', role: 'student' },
    })
    const me = (await t.send('/api/getuser', {}, { authorization: admin })).json().user._id
    expect((await decide(me, 'erase', 'x')).json().code).toBe('own-account')
    expect((await open()).users.map(({ _id }: { _id: string }) => _id)).not.toContain(sara.id)
  })

  it('opening an account in the back office is in the audit log; its national ID is masked and can be corrected', async () => {
    const admin = await t.admin()
    const nationalId = createUnusedSaudiId()
    const mona = await someone({
      nationalId,
      phone: '+966505550001',
      birthDate: '2014-05-06',
      guardian: { ...guardian, consentAt: '2026-11-02T08:00:00.000Z' },
    })
    const { user } = (await t.ask('GET', `/api/admin/users/?id=${mona.id}`, admin)).json()
    expect(user).toMatchObject({ birthDate: '2014-05-06', nationalId: `•••••••${nationalId.slice(-3)}`, guardian })
    expect(user.info.age).toBeGreaterThan(11)
    expect(await t.rows(`select action, label from audit_log where entity_id = $1`, [mona.id])).toEqual([
      { action: 'view', label: 'Mona Saleh' },
    ])
    const right = createUnusedSaudiId()
    const form = { id: mona.id, fname: 'Mona', email: mona.email, phone: '+966505550001' }
    expect((await t.ask('PUT', '/api/admin/users', admin, { ...form, nationalId: '123' })).json()).toMatchObject({
      field: 'nationalId',
      code: 'bad-input',
    })
    expect((await t.ask('PUT', '/api/admin/users', admin, { ...form, nationalId: right })).json().user.nationalId).toBe(
      `•••••••${right.slice(-3)}`,
    )
    const lines = JSON.stringify(await t.rows('select before, after from audit_log where entity_id = $1', [mona.id]))
    for (const secret of [nationalId, right]) expect(lines).not.toContain(secret)
  })

  it('accounts unused for three years get a notice and are erased a month later unless they are used', async () => {
    const old = await someone()
    const back = await someone()
    await t.rows(
      `update users set created_at = now() - interval '4 years', last_sign_in_at = now() - interval '3 years 1 day' where id = any($1)`,
      [[old.id, back.id]],
    )
    expect(await daily()).toBe(0)
    expect((await t.post?.next(old.email))?.subject).toBe('Your Botola account will be erased')
    const told = (await t.ask('GET', '/api/admin/users/?leaving=unused', await t.admin())).json()
    expect(told.totalItems).toBe(2)
    await t.enter(back.email)
    await t.rows(`update users set unused_notice_at = now() - interval '31 days' where id = any($1)`, [[old.id, back.id]])
    expect(await daily()).toBe(1)
    expect(await t.rows('select id, unused_notice_at from users where id = any($1)', [[old.id, back.id]])).toEqual([
      { id: back.id, unused_notice_at: null },
    ])
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
    const put = async (more: object) => (await t.ask('PUT', '/api/account', token, { ...form, email: mona.email, ...more })).json()
    expect(await put({ nationalId: '30005061234577', birthDate: '2001-05-06' })).toMatchObject({
      fields: [{ field: 'nationalId', code: 'other-birth-date' }],
    })
    const saved = await put({ nationalId: '٣٠٠٠٥٠٦١٢٣٤٥٧٧', birthDate: '2000-05-06', gender: 0, school: 'Green' })
    // the serial number ends with 5: a man
    expect(saved.account).toMatchObject({ nationalId: '•••••••••••577', birthDate: '2000-05-06', gender: 0, school: 'Green' })
    expect(await put({ nationalId: createUnusedSaudiId() })).toMatchObject({
      code: 'bad-input',
      fields: [{ field: 'nationalId', code: 'set-already' }],
    })
    expect(await put({ birthDate: '2000-05-07' })).toMatchObject({ fields: [{ field: 'birthDate', code: 'other-birth-date' }] })
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
    const put = async (more: object) => (await t.ask('PUT', '/api/account', token, { ...form, email: mona.email, ...more })).json()
    expect((await put({ birthDate: '2014-01-01' })).fields.map(({ field }: { field: string }) => field)).toContain('guardian.textVersion')
    expect((await put({ birthDate: '2014-01-01', guardian })).account.guardian).toMatchObject(guardian)
    expect((await put({ birthDate: '2013-01-01' })).account).toMatchObject({ birthDate: '2013-01-01', guardian })
  })

  it('a new address is used after its link was opened; the old one is notified; a taken one gets the same reply', async () => {
    const mona = await t.person({ emailConfirmedAt: new Date() })
    const other = await t.person()
    const token = await t.enter(mona.email)
    const next = `next-${mona.email}`
    const put = async (email: string) => (await t.ask('PUT', '/api/account', token, { ...form, email, password })).json()
    const saved = await put(next)
    expect(saved).toMatchObject({ msg: expect.stringContaining('Your new address counts'), account: { email: mona.email, newEmail: next } })
    expect((await t.post?.next(mona.email))?.text).toContain(next)
    const link = t.tokenIn((await t.post?.next(next))?.text)
    expect((await t.signIn(next)).statusCode).toBe(401)
    expect((await t.confirm(link)).statusCode).toBe(200)
    expect((await t.signIn(next)).statusCode).toBe(200)
    expect((await t.ask('GET', '/api/account', token)).json().account).toMatchObject({ email: next, newEmail: null, emailConfirmed: true })
    const taken = await put(other.email)
    expect({ ...taken, account: { ...taken.account, newEmail: 0, version: 0, email: 0, emailConfirmed: 0 } }).toEqual({
      ...saved,
      account: { ...saved.account, newEmail: 0, version: 0, email: 0, emailConfirmed: 0 },
    })
    expect((await t.post?.next(other.email))?.subject).toBe('You have a Botola account already')
  })
})
