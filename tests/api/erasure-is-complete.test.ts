import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { paths } from '#contract/paths.ts'
import { appendErasuresToLog } from '#server/features/privacy/erasure-log.ts'
import { personalColumns } from '#server/features/privacy/personal-columns.ts'
import { repeatErasures } from '#server/features/privacy/repeat-erasures.ts'
import { resolveInterruptedErasures } from '#server/features/privacy/run-erasure.ts'
import { createTeamService } from '#server/features/teams/service.ts'
import { createUserService } from '#server/features/users/service.ts'
import { createLogger } from '#server/lib/logger.ts'
import { guardian } from './person-support.ts'
import { type PrivacyApp, startPrivacyApp } from './privacy-support.ts'
import { password } from './session-support.ts'

const lines: string[] = []
let t: PrivacyApp
beforeAll(async () => {
  t = await startPrivacyApp({ logger: createLogger('trace', { write: (line) => void lines.push(line) }) })
})
afterAll(() => t.close())

let created = 0
/** Values of a person that occur nowhere else. */
const createValues = () => {
  const mark = `zq${String.fromCharCode(97 + created++)}xv`
  const number = String(7_654_300 + created)
  return {
    mark,
    number,
    first: `Fn${mark}`,
    last: `Ln${mark}`,
    email: `${mark}@family.test`,
    phone: `+96650${number}`,
    nationalId: `109${number}`,
    photo: `${mark}.webp`,
  }
}
type Values = ReturnType<typeof createValues>
const secretsOf = ({ mark, number, nationalId }: Values) => [mark, number, nationalId, t.encryption.keyedHash(nationalId)]

/** Writes a person as an account into every place that takes personal data. Returns the account and its paid and unpaid teams. */
const createEverything = async (values: Values, role: 'student' | 'coach') => {
  const { first, last, email, phone, nationalId, photo, mark } = values
  const name = `${first} ${last}`
  const who = await t.createPerson({
    ...{ firstName: first, lastName: last, email, phone, nationalId, role, school: `School ${mark}`, avatar: photo },
    guardian: { ...guardian, name: `Guardian ${mark}`, contact: `guardian-${email}`, consentAt: '2026-11-02T08:00:00.000Z' },
  })
  await t.app.inject({
    method: 'POST',
    url: '/api/adduser',
    payload: { national_id: email, password: 'wrong' },
    headers: { 'user-agent': mark },
  })
  await t.rows('update sessions set user_agent = $2, address = $2 where user_id = $1', [who.id, mark])
  await t.rows(
    `insert into tickets (token_hash, kind, user_id, email, expires_at) values ($1, 'confirm-email', $2, $3, now() + interval '1 day')`,
    [`hash of ${mark}`, who.id, `next-${email}`],
  )
  for (const folder of ['users', 'private', 'teams'] as const) await t.files.put(folder, photo, Buffer.from('picture'), 'image/webp')
  const event = await t.createEvent(`event-${created}`)
  const entry = await t.createEntry(event, `user:${who.id}`, who.id, 50, email)
  const guest = await t.createEntry(await t.createEvent(`guest-${created}`), `guest:${email}`, null, 40, email)
  await t.rows('update score_entries set player_name = $2, school = $2 where id = any($1)', [[entry, guest], name])
  await t.rows('update score_attempts set note = $2 where entry_id = any($1)', [[entry, guest], `Note on ${mark}`])
  await t.rows(
    `with import as (insert into imports (id, kind, event_id, file_name, file_hash, line_count, record_count)
      values (gen_random_uuid(), 'scores', $1, 'scores.csv', 'hash', 1, 1) returning id)
    insert into overwritten_score_details (import_id, entry_id, before, after) select id, $2, $3, '{}' from import`,
    [event, entry, JSON.stringify({ playerName: name })],
  )
  const removed = await t.createEntry(await t.createEvent(`removed-${created}`), `guest:${email}`, null, 30, email)
  await t.rows('update score_entries set player_name = $2 where id = $1', [removed, name])
  const admin = await t.admin()
  const [removedRow] = await t.rows<{ event_id: string }>('select event_id from score_entries where id = $1', [removed])
  await t.ask('DELETE', `/api/admin/events/${removedRow?.event_id}/scores/${removed}`, admin)
  expect(await t.rows(`select 1 from removed_scores where record::text like '%' || $1 || '%'`, [mark])).toHaveLength(1)
  await t.rows(
    `insert into messages (id, kind, first_name, last_name, email, phone, body) values (gen_random_uuid(), 'contact', $1, $2, $3, $4, $5)`,
    [...[first, last, email, phone, `I am ${name}`]],
  )
  await t.rows(
    `insert into message_replies (id, message_id, body) select gen_random_uuid(), id, 'Dear ' || first_name from messages where email = $1`,
    [email],
  )
  await t.rows(
    `insert into downloads (id, name, email, phone, platform, user_type) values (gen_random_uuid(), $1, $2, $3, 'win', 'student')`,
    [...[name, email, phone]],
  )
  await t.rows(
    `with sent as (insert into announcements (id, subject_en, subject_ar, body_en, body_ar, state, scheduled_at)
       values (gen_random_uuid(), 'News', 'أخبار', 'News', 'أخبار', 'sent', now()) returning id)
     insert into announcement_recipients (id, announcement_id, user_id, email, name, state)
       select gen_random_uuid(), id, $1, $2, $3, 'sent' from sent`,
    [who.id, email, name],
  )
  await t.rows(`insert into news_opt_outs (email) values ($1)`, [email])
  await t.rows(`insert into team_drafts (id, user_id, data) values (gen_random_uuid(), $1, $2)`, [who.id, JSON.stringify({ name, phone })])
  const unpaid = await t.createTeam(who.id)
  const paid = await t.createTeam(who.id, { paid: true })
  await t.rows('update teams set image = $2 where id = $1', [unpaid.id, photo])
  await t.rows('update teams set image = null where id = $1', [paid.id])
  for (const team of [unpaid, paid]) {
    await team.person(name, email, team === paid ? nationalId : `2${nationalId}`)
    await t.rows(`update team_people set phone = $2, picture = $3, consent = $4 where team_id = $1`, [
      ...[team.id, phone, photo, JSON.stringify({ guardian: `Guardian ${mark}`, contact: email })],
    ])
    await t.rows(`insert into seasons (id, type, team_id, data) values (gen_random_uuid(), 'final', $1, $2)`, [
      team.id,
      JSON.stringify({ members: [{ name, email, phone, national_id: `•••••••${nationalId.slice(-3)}` }] }),
    ])
  }
  for (const [teamId, createdBy] of [
    [paid.id, null],
    [null, who.id],
  ])
    await t.rows(
      `insert into protests (id, event_id, entry_id, team_id, created_by, state, reason, answer)
        values (gen_random_uuid(), $1, $2, $3, $4, 'rejected', $5, $6)`,
      [event, entry, teamId, createdBy, `I am ${name}`, `Dear ${name}`],
    )
  const payment = await t.createPayment(paid.id, who.id, 'paid', 20260100 + created)
  await t.rows(`update payment_steps set data = $2 where payment_id = $1`, [payment, JSON.stringify({ customer: { name, email, phone } })])
  const declined = await t.createPayment(paid.id, who.id, 'declined', null)
  for (const id of [payment, declined])
    await t.rows('insert into payers (payment_id, name, email, phone) values ($1, $2, $3, $4)', [id, name, email, phone])
  // administrators named the person in their reasons
  const reason = `Paid in cash by the father of ${name}`
  const manual = await t.createTeam(who.id)
  expect((await t.ask('POST', paths.adminPaymentsMark, admin, { teamId: manual.id, paid: true, reason })).statusCode).toBe(200)
  const [member] = await t.rows<{ id: string }>('select id from team_people where team_id = $1', [paid.id])
  expect((await t.ask('POST', `/api/admin/teams/${paid.id}/members/${member?.id}/national-id`, admin, { reason })).statusCode).toBe(200)
  await t.ask('POST', '/api/account/erasure', who.token, { password })
  expect((await t.ask('POST', paths.adminErasure, admin, { id: who.id, decision: 'refuse', reason })).statusCode).toBe(200)
  expect(await t.rows(`select 1 from audit_log where after->>'reason' = $1`, [reason])).toHaveLength(3)
  expect(
    (
      await t.app.inject({
        method: 'PUT',
        url: `${paths.adminResults(event)}/freeze`,
        headers: { authorization: admin },
        payload: { at: null },
      })
    ).statusCode,
  ).toBe(200)
  expect(await t.rows(`select 1 from frozen_score_entries where search like '%' || $1 || '%'`, [mark])).toHaveLength(1)
  const codes = await createCertificates(values, who.id, paid.id, admin)
  // the public ranking is in the response cache now
  expect((await t.app.inject({ url: paths.scores(event) })).body).toContain(first)
  await t.ask('PUT', '/api/account', who.token, { firstName: first, lastName: `${last}o`, email, phone, lang: 'en' })
  await t.ask('GET', `/api/admin/users/?id=${who.id}`, admin)
  await t.ask('GET', `/api/admin/users/?s=${mark}&download=true&format=csv`, admin)
  return { ...who, event, payment, codes }
}

/** Issues certificates of an account and of a member of its team, and revokes both for a reason that names the person. Returns their codes. */
const createCertificates = async ({ first, last, email }: Values, userId: string, teamId: string, admin: string): Promise<string[]> => {
  const event = await t.createEvent(`certified-${created}`)
  const entry = await t.createEntry(event, `user:${userId}`, userId, 50, email)
  await t.rows('update score_entries set player_name = $2 where id = $1', [entry, `${first} ${last}`])
  const teamEntry = await t.createEntry(event, `team:${teamId}`, null, 40)
  await t.rows(`update score_entries set team_id = $2, player_name = '' where id = $1`, [teamEntry, teamId])
  const send = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => {
    const reply = await t.ask(method, url, admin, body)
    expect(reply.statusCode).toBe(200)
    return reply
  }
  await send('PUT', paths.adminPublishedResults(event), { status: 'final' })
  const { certificates } = (await send('GET', paths.adminCertificates(event))).json()
  const codes: string[] = certificates.map(({ code }: { code: string }) => code)
  expect(codes).toHaveLength(2)
  const reason = `Somebody else took part for ${first} ${last}`
  for (const code of codes) await send('POST', `${paths.adminCertificate(event, code)}/revoke`, { reason })
  expect(await t.rows(`select 1 from audit_log where after->>'reason' = $1`, [reason])).toHaveLength(2)
  expect((await t.app.inject({ url: paths.certificate(codes[0] ?? '') })).body).toContain(first)
  return codes
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (name === 'pg') return []
    return statSync(path).isDirectory() ? listFiles(path) : [path]
  })

/** Checks that nothing of a person is left but the payer of the paid order, which accounting law requires. */
const expectOnlyPayerLeft = async (values: Values, { event, payment, codes }: { event: string; payment: string; codes: string[] }) => {
  const found = await findSecrets(secretsOf(values), [event], codes)
  expect(found.filter((place) => !place.startsWith(`public.payers: (${payment},`))).toEqual([])
  expect(found).toHaveLength(1)
}

/** Searches all tables, files and log lines, and the public replies, for these values. Returns where they were found. */
const findSecrets = async (secrets: string[], events: string[] = [], codes: string[] = []) => {
  const found: string[] = []
  const pattern = secrets.join('|')
  const tables = await t.rows<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  for (const { schema, name } of tables)
    for (const { row } of await t.rows<{ row: string }>(`select t::text as row from "${schema}"."${name}" t where t::text ~* $1`, [
      pattern,
    ]))
      found.push(`${schema}.${name}: ${row}`)
  const matcher = new RegExp(pattern, 'i')
  for (const path of listFiles(t.folder)) if (matcher.test(path) || matcher.test(readFileSync(path).toString('latin1'))) found.push(path)
  found.push(...lines.filter((line) => matcher.test(line)))
  for (const event of events)
    if (matcher.test((await t.app.inject({ url: paths.scores(event) })).body)) found.push(`the public ranking of ${event}`)
  for (const code of codes)
    if (matcher.test((await t.app.inject({ url: paths.certificate(code) })).body))
      found.push(`the public page about the certificate ${code}`)
  return found
}

it('every column of every table says whether it holds personal data', async () => {
  const folder = 'server/db/schema'
  const columns: Record<string, string[]> = {}
  for (const file of readdirSync(folder)) {
    const tables: Record<string, unknown> = await import(`#server/db/schema/${file.slice(0, -3)}.ts`)
    for (const [name, table] of Object.entries(tables)) if (is(table, PgTable)) columns[name] = Object.keys(getTableColumns(table)).sort()
  }
  const declared = Object.entries(personalColumns).map(([name, entries]) => [name, Object.keys(entries).sort()])
  expect(Object.fromEntries(declared)).toEqual(columns)
})

it.each(['student', 'coach'] as const)('the erasure of a %s leaves nothing of the person', async (role) => {
  const values = createValues()
  const { id, ...left } = await createEverything(values, role)
  expect((await findSecrets(secretsOf(values))).length).toBeGreaterThan(15)
  const reply = await t.ask('POST', '/api/admin/users/erasure', await t.admin(), { id, decision: 'erase', ground: 'guardian' })
  expect(reply.statusCode).toBe(200)
  await expectOnlyPayerLeft(values, left)
})

it('the purge of an account that an administrator deleted leaves nothing of the person', async () => {
  const values = createValues()
  const { id, ...left } = await createEverything(values, 'student')
  expect((await t.ask('DELETE', `/api/admin/users/?id=${id}`, await t.admin())).statusCode).toBe(200)
  await t.rows(`update users set deleted_at = now() - interval '31 days' where id = $1`, [id])
  expect(await createUserService(t).purge(async () => {})).toBe(1)
  await expectOnlyPayerLeft(values, left)
})

it('the purge of an administrator who marked payments leaves nothing of the administrator', async () => {
  const values = createValues()
  const { first, last, email, phone } = values
  const boss = await t.person({
    ...{ firstName: first, lastName: last, email, phone, role: 'admin', permissions: ['finance'], emailConfirmedAt: new Date() },
  })
  const token = String((await t.signIn(email, password, { type: 4 })).headers.authorization)
  const owner = await t.createPerson({})
  const team = await t.createTeam(owner.id)
  for (const paid of [true, false])
    expect((await t.ask('POST', paths.adminPaymentsMark, token, { teamId: team.id, paid, reason: 'Paid in cash' })).statusCode).toBe(200)
  const admin = await t.admin()
  const [payment] = await t.rows<{ id: string }>('select id from payments where team_id = $1', [team.id])
  const readActors = async (): Promise<unknown[]> =>
    (await t.ask('GET', `${paths.adminPayments}/${payment?.id}`, admin)).json().steps.map(({ actor }: { actor: unknown }) => actor)
  expect(await readActors()).toEqual(Array(2).fill({ id: boss.id, name: `${first} ${last}` }))
  expect((await t.ask('DELETE', `/api/admin/users/?id=${boss.id}`, admin)).statusCode).toBe(200)
  await t.rows(`update users set deleted_at = now() - interval '31 days' where id = $1`, [boss.id])
  expect(await createUserService(t).purge(async () => {})).toBe(1)
  expect(await findSecrets(secretsOf(values))).toEqual([])
  expect(await readActors()).toEqual([null, null])
})

it('the erasure of a person leaves nothing of the person in the teams of others, which keep their owners', async () => {
  const values = createValues()
  const { first, last, email, phone, nationalId, photo, mark } = values
  const name = `${first} ${last}`
  const who = await t.createPerson({ firstName: first, lastName: last, email, phone, role: 'coach' })
  const owner = await t.createPerson({ lang: 'ar' })
  const admin = await t.admin()
  const [paid, unpaid] = [await t.createTeam(owner.id, { paid: true }), await t.createTeam(owner.id)]
  for (const team of [paid, unpaid]) {
    await team.person(name, email.toUpperCase(), team === paid ? nationalId : `4${nationalId}`)
    await t.rows(`update team_people set phone = $2, picture = $3, birth_date = '2011-02-03', consent = $4 where team_id = $1`, [
      ...[team.id, phone, `${team.id}-${photo}`, JSON.stringify({ guardian: `Guardian ${mark}`, contact: email })],
    ])
    await t.files.put('private', `${team.id}-${photo}`, Buffer.from('picture'), 'image/webp')
    await team.person('Huda', 'huda@school.test', `5${created}${team === paid ? 1 : 2}`)
  }
  await t.rows(
    `insert into guardian_confirmations (person_id, state, method, text_version)
       select id, 'confirmed', 'mailed-link', '2026-11-01' from team_people where team_id = $1`,
    [paid.id],
  )
  await t.rows(
    `insert into guardian_links (token_hash, person_id, method, expires_at)
       select 'hash of ' || id, id, 'mailed-link', now() + interval '1 day' from team_people where team_id = $1`,
    [paid.id],
  )
  // a child whom the coach registered with the coach's own address and phone number
  await paid.person('Ali', email, `6${created}`)
  await t.rows(`update team_people set phone = $2 where team_id = $1 and name = 'Ali'`, [paid.id, phone])
  const [person] = await t.rows<{ id: string }>('select id from team_people where team_id = $1 and name = $2', [paid.id, name])
  await t.rows(`insert into seasons (id, type, team_id, data) values (gen_random_uuid(), 'final', $1, $2)`, [
    ...[paid.id, JSON.stringify({ members: [{ name, email }, { _id: person?.id, phone }, { name: 'Huda' }] })],
  ])
  await t.rows('insert into team_scores (id, team_id, score) values (gen_random_uuid(), $1, 12)', [paid.id])
  const reason = { reason: `Asked by ${name}` }
  expect((await t.ask('POST', `/api/admin/teams/${paid.id}/members/${person?.id}/national-id`, admin, reason)).statusCode).toBe(200)
  await t.ask('POST', paths.adminPaymentsMark, admin, { teamId: unpaid.id, paid: true, ...reason })

  expect((await t.ask('POST', paths.adminErasure, admin, { id: who.id, decision: 'erase', ground: 'asked' })).statusCode).toBe(200)
  expect(await findSecrets(secretsOf(values))).toEqual([])
  const people = await t.rows('select name, email, phone from team_people where team_id = any($1) order by team_id, name', [
    [paid.id, unpaid.id],
  ])
  for (const table of ['guardian_confirmations', 'guardian_links'])
    expect(await t.rows(`select name from ${table} join team_people on id = person_id where team_id = $1`, [paid.id])).toEqual([
      { name: 'Huda' },
    ])
  const [huda, erased] = ['Huda', 'Participant · مشارك'].map((each) => ({
    name: each,
    email: each === 'Huda' ? 'huda@school.test' : '',
    phone: '',
  }))
  expect(people).toEqual([{ name: 'Ali', email: '', phone: '' }, huda, erased, huda, erased])
  expect(
    await t.rows('select distinct user_id, deleted_at, version > 1 as is_new from teams where id = any($1)', [[paid.id, unpaid.id]]),
  ).toEqual([{ user_id: owner.id, deleted_at: null, is_new: true }])
  expect(await t.rows('select score::int from team_scores where team_id = $1', [paid.id])).toEqual([{ score: 12 }])
  const [season] = await t.rows<{ data: unknown }>('select data from seasons where team_id = $1', [paid.id])
  expect(season?.data).toEqual({ members: [{ erased: true }, { erased: true }, { name: 'Huda' }] })
  const mail = await t.post?.next(owner.email, 2)
  expect(mail?.subject).toBe('مُسحت بيانات شخص في فريقك')
  expect(mail?.text).toContain('Falcons')
  for (const secret of secretsOf(values)) expect(`${mail?.text}${mail?.html}`).not.toContain(secret)
})

it('an address that was not confirmed, or another national ID, erases nobody in the teams of others', async () => {
  const values = createValues()
  const owner = await t.createPerson()
  const team = await t.createTeam(owner.id)
  await team.person('Huda', values.email, values.nationalId)
  const stranger = await t.createPerson({ email: values.email, nationalId: values.nationalId, emailConfirmedAt: null })
  const erase = (id: string) => t.ask('POST', '/api/admin/users/erasure', adminToken, { id, decision: 'erase', ground: 'asked' })
  const adminToken = await t.admin()
  expect((await erase(stranger.id)).statusCode).toBe(200)
  expect(await t.rows('select name, email from team_people where team_id = $1', [team.id])).toEqual([{ name: 'Huda', email: values.email }])
  const parent = await t.createPerson({ email: values.email, nationalId: `7${values.number}` })
  expect((await erase(parent.id)).statusCode).toBe(200)
  expect(await t.rows('select name, email from team_people where team_id = $1', [team.id])).toEqual([{ name: 'Huda', email: '' }])
})

it('the removal of a team member leaves nothing of the person after the restore period, and the others stay', async () => {
  const owner = await t.createPerson()
  const values = createValues()
  const team = await t.createTeam(owner.id)
  await team.person(`${values.first} ${values.last}`, values.email, values.nationalId)
  await t.files.put('private', values.photo, Buffer.from('picture'), 'image/webp')
  await t.rows('update team_people set picture = $2 where team_id = $1', [team.id, values.photo])
  const [person] = await t.rows<{ id: string }>('select id from team_people where team_id = $1', [team.id])
  await t.rows(`insert into seasons (id, type, team_id, data) values (gen_random_uuid(), 'final', $1, $2)`, [
    team.id,
    JSON.stringify({ members: [{ _id: person?.id, name: `${values.first} ${values.last}` }, { name: 'Huda' }] }),
  ])
  await t.rows(`update team_people set deleted_at = now() - interval '31 days' where id = $1`, [person?.id])
  await createTeamService(t).purge()
  expect(await findSecrets(secretsOf(values))).toEqual([])
  const [season] = await t.rows<{ data: unknown }>('select data from seasons where team_id = $1', [team.id])
  expect(season?.data).toEqual({ members: [{ erased: true }, { name: 'Huda' }] })
})

it('the export of scores with addresses and the view of a team are in the audit log, by ids alone', async () => {
  const values = createValues()
  const owner = await t.createPerson({ firstName: values.first, email: values.email })
  const event = await t.createEvent('exported')
  await t.createEntry(event, `user:${owner.id}`, owner.id, 50, values.email)
  const team = await t.createTeam(owner.id)
  await team.person(values.first, values.email, values.nationalId)
  const admin = await t.admin()
  expect((await t.ask('GET', `/api/admin/events/${event}/scores/export`, admin)).body).toContain(values.email)
  expect((await t.ask('GET', `/api/admin/teams/?id=${team.id}`, admin)).body).toContain(values.first)
  const rows = await t.rows(
    'select action, entity, entity_id, label, before, after, changed_fields from audit_log where entity_id = any($1) order by id',
    [[event, team.id]],
  )
  const nothing = { label: '', before: null, changed_fields: [] }
  expect(rows).toEqual([
    { action: 'export', entity: 'score', entity_id: event, after: { event, full: true }, ...nothing },
    { action: 'view', entity: 'team', entity_id: team.id, after: null, ...nothing },
  ])
})

it('a restored account or team member that was erased after the backup is erased again', async () => {
  const values = createValues()
  const { id, ...left } = await createEverything(values, 'student')
  const owner = await t.createPerson()
  const team = await t.createTeam(owner.id)
  await team.person(values.first, values.email, `3${values.nationalId}`)
  const [person] = await t.rows<{ id: string }>('select id from team_people where team_id = $1', [team.id])
  await appendErasuresToLog(t.config.DATA_DIR, [id, person?.id ?? ''], 'erased')
  expect(await repeatErasures(t.database.db, { ...t, dataDir: t.config.DATA_DIR, states: ['erased'] })).toBe(2)
  await expectOnlyPayerLeft(values, left)
  expect(await repeatErasures(t.database.db, { ...t, dataDir: t.config.DATA_DIR, states: ['erased'] })).toBe(0)
})

it('an erasure whose commit fails is in the log as kept and is not repeated, and a commit that takes effect is logged before it', async () => {
  const [failing, waiting] = [await t.createPerson({ firstName: 'Failing' }), await t.createPerson({ firstName: 'Waiting' })]
  await t.ownerPool.query(`create function stop_commit() returns trigger language plpgsql as $$ begin
    if old.first_name = 'Failing' then raise exception 'no commit'; end if;
    perform pg_advisory_xact_lock(4711); return null; end $$`)
  await t.ownerPool.query(`create constraint trigger stop_commit after delete on users deferrable initially deferred
    for each row when (old.first_name in ('Failing', 'Waiting')) execute function stop_commit()`)
  const admin = await t.admin()
  const erase = (id: string) => t.ask('POST', paths.adminErasure, admin, { id, decision: 'erase', ground: 'asked' })
  const linesOf = (id: string) =>
    readFileSync(join(t.folder, 'erasures.log'), 'utf8')
      .split('\n')
      .filter((line) => line.endsWith(id))
      .map((line) => line.split(' ')[1])
  expect((await erase(failing.id)).statusCode).toBe(500)
  expect(linesOf(failing.id)).toEqual(['erasing', 'kept'])

  // the process is killed while its commit waits
  const blocker = await t.database.pool.connect()
  await blocker.query('select pg_advisory_lock(4711)')
  const killed = erase(waiting.id)
  const waits = `select pid from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`
  const waitForCommit = () => vi.waitUntil(async () => (await t.ownerPool.query(waits)).rows.length > 0, { timeout: 20_000 })
  await waitForCommit()
  expect(linesOf(waiting.id)).toEqual(['erasing'])
  const settled = resolveInterruptedErasures(t.database.db, t.config.DATA_DIR)
  await t.ownerPool.query(`select pg_terminate_backend(pid) from (${waits}) as waiting`)
  expect((await killed).statusCode).toBeGreaterThanOrEqual(500)
  await settled
  expect(linesOf(waiting.id)).toEqual(expect.arrayContaining(['erasing', 'kept']))
  expect(linesOf(waiting.id)).not.toContain('erased')

  const again = erase(waiting.id)
  await waitForCommit()
  expect(linesOf(waiting.id).at(-1)).toBe('erasing')
  await blocker.query('select pg_advisory_unlock(4711)')
  blocker.release()
  expect((await again).statusCode).toBe(200)
  expect(linesOf(waiting.id).at(-1)).toBe('erased')

  await repeatErasures(t.database.db, { dataDir: t.config.DATA_DIR, files: t.files, states: ['erasing', 'erased'] })
  expect(await t.rows('select id from users where id = any($1)', [[failing.id, waiting.id]])).toEqual([{ id: failing.id }])
  await t.ownerPool.query('drop function stop_commit cascade')
})

it('the daily job erases an erased person again whom a restore by other means brought back', async () => {
  const { id } = await t.createPerson()
  await appendErasuresToLog(t.config.DATA_DIR, [id], 'erased')
  expect(await t.runDailyErasure()).toBe(1)
  expect(await t.rows('select 1 from users where id = $1', [id])).toEqual([])
})

it('an erasure is logged with its id outside the database', async () => {
  const { id } = await t.createPerson()
  await t.ask('POST', '/api/admin/users/erasure', await t.admin(), { id, decision: 'erase', ground: 'asked' })
  expect(readFileSync(join(t.folder, 'erasures.log'), 'utf8')).toContain(id)
})

it('without mail the registration of an address gives no scores of its guest', async () => {
  const values = createValues()
  const event = await t.createEvent('unconfirmed')
  const guest = await t.createEntry(event, `guest:${values.email}`, null, 50, values.email)
  const stranger = await t.createPerson({ email: values.email, emailConfirmedAt: null })
  const reply = await t.ask('POST', `/api/admin/events/${event}/scores`, await t.admin(), {
    playerEmail: values.email,
    playerName: 'Guest',
    attempts: [{ mission: 1, score: 5, timeMs: 1000 }],
  })
  expect(reply.json()).toMatchObject({ success: true })
  expect(await t.rows('select user_id from score_entries where event_id = $1', [event])).toEqual([{ user_id: null }])
  await t.ask('POST', '/api/admin/users/erasure', await t.admin(), { id: stranger.id, decision: 'erase', ground: 'asked' })
  expect(await t.rows('select player_email from score_entries where id = $1', [guest])).toEqual([{ player_email: values.email }])
})

it('the names of the tables with personal columns are those of the database', async () => {
  for (const file of readdirSync('server/db/schema')) {
    const tables: Record<string, unknown> = await import(`#server/db/schema/${file.slice(0, -3)}.ts`)
    for (const table of Object.values(tables))
      if (is(table, PgTable)) expect(await t.rows('select 1 from pg_tables where tablename = $1', [getTableName(table)])).toHaveLength(1)
  }
})
