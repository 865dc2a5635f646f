import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AccountsApp, createRegistration, startAccountsApp } from '../support/api/person.ts'

/** The calls around a person's own account, byte for byte; ids and instants of the run are left out. */
let t: AccountsApp
beforeAll(async () => {
  t = await startAccountsApp()
})
afterAll(() => t.close())

const told = (body: string) =>
  `${JSON.stringify(JSON.parse(body), null, 2)
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')}\n`

it('registration, confirmation, account data, own scores and erasure', async () => {
  const fixed = {
    email: 'sara@school.test',
    phone: '0501234567',
    nationalId: '1000000008',
    birthDate: '2000-05-06',
    lastName: 'Nasser',
  }
  const sara = createRegistration({ ...fixed, firstName: 'Sara' })
  const registered = await t.register(sara)
  const refused = await t.register(
    { ...sara, nationalId: '1000000009', birthDate: '2014-05-06', firstName: '' },
    undefined,
    {
      cookie: 'lang=ar',
    },
  )
  const early = await t.signIn(sara.email, sara.password)
  const confirmed = await t.confirm(t.tokenIn((await t.post?.next(sara.email))?.text))
  const token = await t.enter(sara.email, sara.password)
  await t.rows(
    `insert into events (id, slug, title_en, title_ar, description_en, description_ar, entry_count) values (gen_random_uuid(), 'gates', 'Gates', 'بوابات', 'd', 'd', 1)`,
  )
  await t.rows(
    `insert into score_entries (id, event_id, participant_key, user_id, player_name, total_score, total_time_ms, attempt_count) select gen_random_uuid(), e.id, 'user:' || u.id, u.id, 'Sara', 12.5, 61500, 1 from events e, users u where u.email = $1`,
    [sara.email],
  )
  const replies = {
    registered,
    'register-refused': refused,
    'sign-in-unconfirmed': early,
    'confirm-email': confirmed,
    'confirm-email-spent': await t.confirm('spent'),
    'account-own': await t.ask('GET', '/api/account', token),
    'account-scores': await t.ask('GET', '/api/account/scores', token),
    'erasure-asked': await t.ask('POST', '/api/account/erasure', token, { password: sara.password }),
    'erasure-withdrawn': await t.ask('DELETE', '/api/account/erasure', token),
  }
  for (const [name, reply] of Object.entries(replies))
    await expect(told(reply.body)).toMatchFileSnapshot(`golden/${name}.json`)
})
