import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUnusedSaudiId } from '../../support/api/person.ts'
import { type PrivacyApp, startPrivacyApp } from '../../support/api/privacy.ts'
import { password } from '../../support/api/session.ts'

const path = '/api/account/erasure'

describe('erasure', () => {
  let t: PrivacyApp
  beforeAll(async () => {
    t = await startPrivacyApp()
  })
  afterAll(() => t.close())

  it('an erasure is requested with the password, confirmed by email, and can be withdrawn for a week', async () => {
    const mona = await t.createPerson({ lang: 'ar' })
    expect((await t.ask('POST', path, mona.token, { password: 'wrong' })).json()).toMatchObject({
      code: 'wrong-password',
      field: 'password',
    })
    const asked = (await t.ask('POST', path, mona.token, { password })).json()
    expect(Date.parse(asked.erasureDueAt) - Date.parse(asked.erasureRequestedAt)).toBe(7 * 86_400_000)
    const mail = await t.post?.next(mona.email)
    expect(mail?.subject).toBe('سيُمسح حسابك في «بطولة»')
    expect(mail?.text).toContain('/account/data')
    expect((await t.ask('POST', path, mona.token, { password })).json().erasureRequestedAt).toBe(
      asked.erasureRequestedAt,
    )
    expect((await t.ask('GET', '/api/account', mona.token)).json().account.erasureRequestedAt).toBe(
      asked.erasureRequestedAt,
    )
    expect(await t.runDailyErasure()).toBe(0)
    expect((await t.ask('DELETE', path, mona.token)).json()).toMatchObject({
      success: true,
      erasureRequestedAt: null,
    })
    expect((await t.ask('DELETE', path, mona.token)).statusCode).toBe(404)
    await t.rows(`update users set erasure_requested_at = now() - interval '6 days 23 hours' where id = $1`, [
      mona.id,
    ])
    expect(await t.runDailyErasure()).toBe(0)
    expect((await t.ask('POST', path, await t.admin(), { password: 'x' })).json().code).toBe('own-account')
  })

  it('an erasure removes all personal data, and keeps anonymous scores and the data of payments', async () => {
    const nationalId = createUnusedSaudiId()
    const mona = await t.createPerson({ nationalId, phone: '+966501239999' })
    await t.files.put('users', 'mona.webp', Buffer.from('picture'), 'image/webp')
    await t.files.put('teams', 'falcons.webp', Buffer.from('picture'), 'image/webp')
    for (const photo of ['Sara.webp', 'Ali.webp', 'Mona.webp', 'Huda.webp'])
      await t.files.put('private', photo, Buffer.from('picture'), 'image/webp')
    await t.rows(`update users set avatar = 'mona.webp' where id = $1`, [mona.id])
    const id = await t.createEvent('of-erased')
    const mine = await t.createEntry(id, `user:${mona.id}`, mona.id, 50, mona.email)
    await t.createEntry(await t.createEvent('of-erased-guest'), `guest:${mona.email}`, null, 50, mona.email)
    await t.rows(
      `insert into messages (id, kind, first_name, email, body) values (gen_random_uuid(), 'contact', 'Mona', $1, 'b')`,
      [mona.email],
    )
    await t.rows(
      `insert into downloads (id, name, email, phone, platform, user_type) values (gen_random_uuid(), 'M', $1, '+20', 'win', 'student')`,
      [mona.email],
    )
    const unpaid = await t.createTeam(mona.id)
    await unpaid.person('Sara', 'sara@school.test', createUnusedSaudiId())
    const tried = await t.createTeam(mona.id)
    await tried.person('Ali', 'ali@school.test', createUnusedSaudiId())
    await t.rows(
      `insert into team_scores (id, team_id, youtube_link) values (gen_random_uuid(), $1, 'https://youtu.be/ali')`,
      [tried.id],
    )
    const declined = await t.createPayment(tried.id, mona.id, 'declined', null)
    const paid = await t.createTeam(mona.id, { paid: true })
    await paid.person('Mona', mona.email, nationalId)
    await paid.person('Huda', 'huda@school.test', createUnusedSaudiId())
    const receipt = await t.createPayment(paid.id, mona.id, 'paid', 20260001)
    await t.ask('PUT', '/api/account', mona.token, { firstName: 'Monaliza', email: mona.email, lang: 'en' })
    expect((await t.ask('POST', path, mona.token, { password })).statusCode).toBe(200)
    await t.rows(`update users set erasure_requested_at = now() - interval '7 days 1 minute' where id = $1`, [
      mona.id,
    ])
    expect(await Promise.all([t.runDailyErasure(), t.runDailyErasure()]).then(([a, b]) => a + b)).toBe(1)

    expect(await t.rows('select 1 from users where id = $1', [mona.id])).toEqual([])
    expect((await t.send('/api/getuser', {}, { authorization: mona.token })).statusCode).toBe(401)
    expect((await t.signIn(mona.email)).statusCode).toBe(401)
    expect(await t.files.stat('users', 'mona.webp')).toBeNull()
    expect(readdirSync(`${t.folder}/files/teams`)).toEqual([])
    // the paid team keeps the photo of its other member
    expect(readdirSync(`${t.folder}/files/private`)).toEqual(['Huda.webp'])
    expect(
      await t.readRow(
        'select player_name, total_score::int, user_id, player_email, school from score_entries where id = $1',
        [mine],
      ),
    ).toEqual({
      ...{ player_name: 'Player · لاعب', total_score: 50, user_id: null, player_email: '', school: '' },
    })
    expect(
      await t.rows(
        'select paid, user_id, deleted_at is null as there, name from teams where id = any($1) order by team_no',
        [[unpaid.id, tried.id, paid.id]],
      ),
    ).toEqual([
      { paid: false, user_id: null, there: false, name: 'Team · فريق' },
      { paid: true, user_id: null, there: true, name: 'Falcons' },
    ])
    expect(
      await t.rows(
        'select name, email, national_id_index is null as anonymous from team_people where team_id = any($1) order by name',
        [[unpaid.id, tried.id, paid.id]],
      ),
    ).toEqual([
      { name: 'Huda', email: 'huda@school.test', anonymous: false },
      { name: 'Participant · مشارك', email: '', anonymous: true },
    ])
    expect(await t.rows('select 1 from team_scores where team_id = $1', [tried.id])).toEqual([])
    expect(
      await t.rows(
        'select amount, receipt_no, user_id from payments where id = any($1) order by receipt_no',
        [[receipt, declined]],
      ),
    ).toEqual([
      { amount: 15000, receipt_no: 20260001, user_id: null },
      { amount: 15000, receipt_no: null, user_id: null },
    ])
    expect(
      (await t.readRow('select data from payment_steps where payment_id = $1', [receipt]))?.data,
    ).toEqual({
      order: { ref: 'r1', amount: '150.00' },
    })
    // the database has nothing left that identifies the person
    const tables = await t.rows<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    for (const { name } of tables) {
      const left = await t.rows(`select t::text from "${name}" t where t::text ~* $1`, [
        `monaliza|${mona.email}|${t.encryption.keyedHash(nationalId)}|501239999`,
      ])
      expect(left, name).toEqual([])
    }
    const lines = await t.rows(
      'select action, label, before from audit_log where entity_id = $1 order by id',
      [mona.id],
    )
    expect(lines.map(({ action }) => action)).toEqual(['update', 'ask-erasure', 'erase'])
    expect(lines.every(({ label, before }) => label === '' && before === null)).toBe(true)
    await t.post?.next(mona.email, 'Your Botola account has been erased')
  })

  it('administrators see requests for erasure, reject them with a reason, or erase immediately', async () => {
    const admin = await t.admin()
    const mona = await t.createPerson()
    const sara = await t.createPerson()
    for (const { token } of [mona, sara]) await t.ask('POST', path, token, { password })
    const open = async () =>
      (await t.ask('GET', '/api/admin/users/?leaving=asked&per_page=100', admin)).json()
    const list = await open()
    expect(list.totalItems).toBe(list.users.length)
    expect(list.users.map(({ _id }: { _id: string }) => _id)).toEqual(
      expect.arrayContaining([mona.id, sara.id]),
    )
    const decide = (id: string, decision: string, reason: string, token = admin) =>
      t.ask('POST', '/api/admin/users/erasure', token, {
        id,
        decision,
        ...(decision === 'erase' ? { ground: reason } : { reason }),
      })
    expect((await decide(mona.id, 'refuse', ' ')).json()).toMatchObject({
      code: 'bad-input',
      field: 'reason',
    })
    expect((await decide(mona.id, 'refuse', 'An open payment', sara.token)).statusCode).toBe(403)
    expect((await decide(mona.id, 'refuse', 'An open payment')).json()).toMatchObject({ success: true })
    const refusal = await t.post?.next(mona.email, 'Your request to erase your Botola account')
    expect(refusal?.text).toContain('An open payment')
    expect((await decide(mona.id, 'refuse', 'again')).statusCode).toBe(404)
    expect((await decide(sara.id, 'erase', 'Sara asked by letter')).json()).toMatchObject({
      code: 'bad-input',
      field: 'ground',
    })
    expect((await decide(sara.id, 'erase', 'guardian')).json()).toEqual({
      success: true,
      msg: 'Permanently erased.',
    })
    expect(await t.rows('select 1 from users where id = $1', [sara.id])).toEqual([])
    expect(
      await t.readRow(`select actor_name, after from audit_log where entity_id = $1 and action = 'erase'`, [
        sara.id,
      ]),
    ).toMatchObject({
      after: { reason: 'guardian', role: 'student' },
    })
    const me = (await t.send('/api/getuser', {}, { authorization: admin })).json().user._id
    expect((await decide(me, 'erase', 'asked')).json().code).toBe('own-account')
    expect((await open()).users.map(({ _id }: { _id: string }) => _id)).not.toContain(sara.id)
  })

  it('accounts unused for three years get a notice and are erased a month later unless they are used', async () => {
    const old = await t.createPerson()
    const back = await t.createPerson()
    await t.rows(
      `update users set created_at = now() - interval '4 years', last_sign_in_at = now() - interval '3 years 1 day' where id = any($1)`,
      [[old.id, back.id]],
    )
    expect(await t.runDailyErasure()).toBe(0)
    expect((await t.post?.next(old.email))?.subject).toBe('Your Botola account will be erased')
    const told = (await t.ask('GET', '/api/admin/users/?leaving=unused', await t.admin())).json()
    expect(told.totalItems).toBe(2)
    await t.enter(back.email)
    await t.rows(`update users set unused_notice_at = now() - interval '31 days' where id = any($1)`, [
      [old.id, back.id],
    ])
    expect(await t.runDailyErasure()).toBe(1)
    expect(
      await t.rows('select id, unused_notice_at from users where id = any($1)', [[old.id, back.id]]),
    ).toEqual([{ id: back.id, unused_notice_at: null }])
  })
})
