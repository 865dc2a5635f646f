import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createDeletedTeamPurgeService } from '#server/accounts/privacy/erase-teams.ts'
import {
  appendErasureStateToLogFile,
  logOutcomesOfInterruptedErasures,
  repeatAndCountLoggedErasuresWithCleanup,
} from '#server/accounts/privacy/run-erasure.ts'
import { createUserService } from '#server/accounts/users/service.ts'
import { createLogger } from '#server/platform/lib/logger.ts'
import { createErasureScenario, type ErasureScenario } from '../../support/api/erasure-scenario.ts'
import { type PrivacyApp, startPrivacyApp } from '../../support/api/privacy.ts'
import { password } from '../../support/api/session.ts'
import { listTableDescriptions, listTables } from '../../support/data/schema.ts'

const lines: string[] = []
let t: PrivacyApp
let scenario: ErasureScenario
beforeAll(async () => {
  t = await startPrivacyApp({ logger: createLogger('trace', { write: (line) => void lines.push(line) }) })
  scenario = createErasureScenario(t, lines)
})
afterAll(() => t.close())

it('every column of every table says whether it holds personal data', async () => {
  for (const { name, table, columns } of await listTableDescriptions())
    expect(Object.keys(columns).sort(), name).toEqual(Object.keys(getTableColumns(table)).sort())
})

/**
 * Columns that cannot hold the marks of a person: hashes, ciphertexts, numbers, dates and random values. The
 * next test looks at their rows.
 */
const unmarkableColumns = new Set([
  ...['nationalId', 'gender', 'birthDate', 'age', 'passwordHash', 'totpSecret'].map(
    (column) => `users.${column}`,
  ),
  ...['nationalId', 'gender', 'birthDate'].map((column) => `teamPeople.${column}`),
  ...['scoreEntries.participantSalt', 'frozenScoreEntries.participantSalt'],
])

it('every column that is declared as erased is marked in the scenario of this test, and empty after the erasure', async () => {
  const values = scenario.createValues()
  const { id } = await scenario.createPersonEverywhere(values, 'student')
  const secrets = scenario.listSecrets(values)
  const columns = (await listTableDescriptions()).flatMap((table) =>
    Object.entries(table.columns).map(([key, { personal }]) => ({ name: `${table.name}.${key}`, personal })),
  )
  const erased = columns.filter(({ personal }) => personal === 'erased').map(({ name }) => name)
  const marked = await scenario.listErasedColumnsWith(secrets)
  const readSalts = () =>
    t.rows(
      'select participant_salt from score_entries where user_id = $1 union select participant_salt from frozen_score_entries where user_id = $1',
      [id],
    )
  const salts = (await readSalts()).map((row) => row.participant_salt)
  expect(salts).not.toEqual([])
  const [person] = await t.rows(
    `update team_people set birth_date = '2012-01-02', gender = 1 where name ~* $1 returning id`,
    [values.mark],
  )
  expect(erased.filter((column) => !marked.includes(column) && !unmarkableColumns.has(column))).toEqual([])
  expect(
    (
      await t.ask('POST', getPath('POST /api/admin/users/erasure'), await t.admin(), {
        id,
        decision: 'erase',
        ground: 'asked',
      })
    ).statusCode,
  ).toBe(200)
  expect(await scenario.listErasedColumnsWith(secrets)).toEqual([])
  expect(await t.rows('select 1 from users where id = $1', [id])).toEqual([])
  expect(
    await t.rows(
      'select 1 from score_entries where participant_salt = any($1) union select 1 from frozen_score_entries where participant_salt = any($1)',
      [salts],
    ),
  ).toEqual([])
  expect(
    await t.rows(
      'select 1 from team_people where id = $1 and (national_id is not null or birth_date is not null or gender is not null)',
      [person?.id],
    ),
  ).toEqual([])
  for (const { personal } of columns)
    if (typeof personal === 'object') expect(personal.keptBecause).toMatch(/\w+ \w+/)
})

it.each(['student', 'coach'] as const)('the erasure of a %s leaves nothing of the person', async (role) => {
  const values = scenario.createValues()
  const { id, ...left } = await scenario.createPersonEverywhere(values, role)
  expect((await scenario.findSecrets(scenario.listSecrets(values))).length).toBeGreaterThan(15)
  const reply = await t.ask('POST', '/api/admin/users/erasure', await t.admin(), {
    id,
    decision: 'erase',
    ground: 'guardian',
  })
  expect(reply.statusCode).toBe(200)
  await scenario.expectOnlyPayerLeft(values, left)
})

it('the purge of an account that an administrator deleted leaves nothing of the person', async () => {
  const values = scenario.createValues()
  const { id, ...left } = await scenario.createPersonEverywhere(values, 'student')
  expect((await t.ask('DELETE', `/api/admin/users/?id=${id}`, await t.admin())).statusCode).toBe(200)
  await t.rows(`update users set deleted_at = now() - interval '31 days' where id = $1`, [id])
  expect(await createUserService(t).purge(async () => {})).toBe(1)
  await scenario.expectOnlyPayerLeft(values, left)
})

it('the purge of an administrator who marked payments leaves nothing of the administrator', async () => {
  const values = scenario.createValues()
  const { first, last, email, phone } = values
  const boss = await t.person({
    ...{
      firstName: first,
      lastName: last,
      email,
      phone,
      role: 'admin',
      permissions: ['finance'],
      emailConfirmedAt: new Date(),
    },
  })
  const token = String((await t.signIn(email, password, { type: 4 })).headers.authorization)
  const owner = await t.createPerson({})
  const team = await t.createTeam(owner.id)
  for (const paid of [true, false])
    expect(
      (
        await t.ask('POST', getPath('POST /api/admin/payments/mark'), token, {
          teamId: team.id,
          paid,
          reason: 'Paid in cash',
        })
      ).statusCode,
    ).toBe(200)
  const admin = await t.admin()
  const [payment] = await t.rows<{ id: string }>('select id from payments where team_id = $1', [team.id])
  const readActors = async (): Promise<unknown[]> =>
    (
      await t.ask(
        'GET',
        getPath('GET /api/admin/payments/:paymentId', { paymentId: String(payment?.id) }),
        admin,
      )
    )
      .json()
      .steps.map(({ actor }: { actor: unknown }) => actor)
  expect(await readActors()).toEqual(Array(2).fill({ id: boss.id, name: `${first} ${last}` }))
  expect((await t.ask('DELETE', `/api/admin/users/?id=${boss.id}`, admin)).statusCode).toBe(200)
  await t.rows(`update users set deleted_at = now() - interval '31 days' where id = $1`, [boss.id])
  expect(await createUserService(t).purge(async () => {})).toBe(1)
  expect(await scenario.findSecrets(scenario.listSecrets(values))).toEqual([])
  expect(await readActors()).toEqual([null, null])
})

it('the erasure of a person leaves nothing of the person in the teams of others, which keep their owners', async () => {
  const values = scenario.createValues()
  const { first, last, email, phone, nationalId, photo, mark } = values
  const name = `${first} ${last}`
  const who = await t.createPerson({ firstName: first, lastName: last, email, phone, role: 'coach' })
  const owner = await t.createPerson({ lang: 'ar' })
  const admin = await t.admin()
  const [paid, unpaid] = [await t.createTeam(owner.id, { paid: true }), await t.createTeam(owner.id)]
  for (const team of [paid, unpaid]) {
    await team.person(name, email.toUpperCase(), team === paid ? nationalId : `4${nationalId}`)
    await t.rows(
      `update team_people set phone = $2, picture = $3, birth_date = '2011-02-03', consent = $4 where team_id = $1`,
      [
        ...[
          team.id,
          phone,
          `${team.id}-${photo}`,
          JSON.stringify({ guardian: `Guardian ${mark}`, contact: email }),
        ],
      ],
    )
    await t.files.put('private', `${team.id}-${photo}`, Buffer.from('picture'), 'image/webp')
    await team.person('Huda', 'huda@school.test', `5${scenario.countPeople()}${team === paid ? 1 : 2}`)
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
  await paid.person('Ali', email, `6${scenario.countPeople()}`)
  await t.rows(`update team_people set phone = $2 where team_id = $1 and name = 'Ali'`, [paid.id, phone])
  const [person] = await t.rows<{ id: string }>(
    'select id from team_people where team_id = $1 and name = $2',
    [paid.id, name],
  )
  await t.rows(`insert into seasons (id, type, team_id, data) values (gen_random_uuid(), 'final', $1, $2)`, [
    ...[
      paid.id,
      JSON.stringify({ members: [{ name, email }, { _id: person?.id, phone }, { name: 'Huda' }] }),
    ],
  ])
  await t.rows('insert into team_scores (id, team_id, score) values (gen_random_uuid(), $1, 12)', [paid.id])
  const reason = { reason: `Asked by ${name}` }
  expect(
    (await t.ask('POST', `/api/admin/teams/${paid.id}/members/${person?.id}/national-id`, admin, reason))
      .statusCode,
  ).toBe(200)
  await t.ask('POST', getPath('POST /api/admin/payments/mark'), admin, {
    teamId: unpaid.id,
    paid: true,
    ...reason,
  })

  expect(
    (
      await t.ask('POST', getPath('POST /api/admin/users/erasure'), admin, {
        id: who.id,
        decision: 'erase',
        ground: 'asked',
      })
    ).statusCode,
  ).toBe(200)
  expect(await scenario.findSecrets(scenario.listSecrets(values))).toEqual([])
  const people = await t.rows(
    'select name, email, phone from team_people where team_id = any($1) order by array_position($1, team_id), name',
    [[paid.id, unpaid.id]],
  )
  for (const table of ['guardian_confirmations', 'guardian_links'])
    expect(
      await t.rows(`select name from ${table} join team_people on id = person_id where team_id = $1`, [
        paid.id,
      ]),
    ).toEqual([{ name: 'Huda' }])
  const [huda, erased] = ['Huda', 'Participant · مشارك'].map((each) => ({
    name: each,
    email: each === 'Huda' ? 'huda@school.test' : '',
    phone: '',
  }))
  expect(people).toEqual([{ name: 'Ali', email: '', phone: '' }, huda, erased, huda, erased])
  expect(
    await t.rows('select distinct user_id, deleted_at, version > 1 as is_new from teams where id = any($1)', [
      [paid.id, unpaid.id],
    ]),
  ).toEqual([{ user_id: owner.id, deleted_at: null, is_new: true }])
  expect(await t.rows('select score::int from team_scores where team_id = $1', [paid.id])).toEqual([
    { score: 12 },
  ])
  const [season] = await t.rows<{ data: unknown }>('select data from seasons where team_id = $1', [paid.id])
  expect(season?.data).toEqual({ members: [{ erased: true }, { erased: true }, { name: 'Huda' }] })
  const mail = await t.post?.next(owner.email, 'مُسحت بيانات شخص في فريقك')
  expect(mail?.text).toContain('Falcons')
  for (const secret of scenario.listSecrets(values))
    expect(`${mail?.text}${mail?.html}`).not.toContain(secret)
})

it('an address that was not confirmed, or another national ID, erases nobody in the teams of others', async () => {
  const values = scenario.createValues()
  const owner = await t.createPerson()
  const team = await t.createTeam(owner.id)
  await team.person('Huda', values.email, values.nationalId)
  const stranger = await t.createPerson({
    email: values.email,
    nationalId: values.nationalId,
    emailConfirmedAt: null,
  })
  const erase = (id: string) =>
    t.ask('POST', '/api/admin/users/erasure', adminToken, { id, decision: 'erase', ground: 'asked' })
  const adminToken = await t.admin()
  expect((await erase(stranger.id)).statusCode).toBe(200)
  expect(await t.rows('select name, email from team_people where team_id = $1', [team.id])).toEqual([
    { name: 'Huda', email: values.email },
  ])
  const parent = await t.createPerson({ email: values.email, nationalId: `7${values.number}` })
  expect((await erase(parent.id)).statusCode).toBe(200)
  expect(await t.rows('select name, email from team_people where team_id = $1', [team.id])).toEqual([
    { name: 'Huda', email: '' },
  ])
})

it('the removal of a team member leaves nothing of the person after the restore period, and the others stay', async () => {
  const owner = await t.createPerson()
  const values = scenario.createValues()
  const team = await t.createTeam(owner.id)
  await team.person(`${values.first} ${values.last}`, values.email, values.nationalId)
  await t.files.put('private', values.photo, Buffer.from('picture'), 'image/webp')
  await t.rows('update team_people set picture = $2 where team_id = $1', [team.id, values.photo])
  const [person] = await t.rows<{ id: string }>('select id from team_people where team_id = $1', [team.id])
  await t.rows(`insert into seasons (id, type, team_id, data) values (gen_random_uuid(), 'final', $1, $2)`, [
    team.id,
    JSON.stringify({
      members: [{ _id: person?.id, name: `${values.first} ${values.last}` }, { name: 'Huda' }],
    }),
  ])
  await t.rows(`update team_people set deleted_at = now() - interval '31 days' where id = $1`, [person?.id])
  await createDeletedTeamPurgeService(t).purge()
  expect(await scenario.findSecrets(scenario.listSecrets(values))).toEqual([])
  const [season] = await t.rows<{ data: unknown }>('select data from seasons where team_id = $1', [team.id])
  expect(season?.data).toEqual({ members: [{ erased: true }, { name: 'Huda' }] })
})

it('the export of scores with addresses and the view of a team are in the audit log, by ids alone', async () => {
  const values = scenario.createValues()
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
  const values = scenario.createValues()
  const { id, ...left } = await scenario.createPersonEverywhere(values, 'student')
  const owner = await t.createPerson()
  const team = await t.createTeam(owner.id)
  await team.person(values.first, values.email, `3${values.nationalId}`)
  const [person] = await t.rows<{ id: string }>('select id from team_people where team_id = $1', [team.id])
  await appendErasureStateToLogFile(t.config.DATA_DIR, [id, person?.id ?? ''], 'erased')
  expect(
    await repeatAndCountLoggedErasuresWithCleanup(t.database.db, {
      ...t,
      dataDir: t.config.DATA_DIR,
      states: ['erased'],
    }),
  ).toBe(2)
  await scenario.expectOnlyPayerLeft(values, left)
  expect(
    await repeatAndCountLoggedErasuresWithCleanup(t.database.db, {
      ...t,
      dataDir: t.config.DATA_DIR,
      states: ['erased'],
    }),
  ).toBe(0)
})

it('an erasure whose commit fails is in the log as kept and is not repeated, and a commit that takes effect is logged before it', async () => {
  const [failing, waiting] = [
    await t.createPerson({ firstName: 'Failing' }),
    await t.createPerson({ firstName: 'Waiting' }),
  ]
  await t.ownerPool.query(`create function stop_commit() returns trigger language plpgsql as $$ begin
    if old.first_name = 'Failing' then raise exception 'no commit'; end if;
    perform pg_advisory_xact_lock(4711); return null; end $$`)
  await t.ownerPool.query(`create constraint trigger stop_commit after delete on users deferrable initially deferred
    for each row when (old.first_name in ('Failing', 'Waiting')) execute function stop_commit()`)
  const admin = await t.admin()
  const erase = (id: string) =>
    t.ask('POST', getPath('POST /api/admin/users/erasure'), admin, { id, decision: 'erase', ground: 'asked' })
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
  const waitForCommit = () =>
    vi.waitUntil(async () => (await t.ownerPool.query(waits)).rows.length > 0, { timeout: 20_000 })
  await waitForCommit()
  expect(linesOf(waiting.id)).toEqual(['erasing'])
  const settled = logOutcomesOfInterruptedErasures(t.database.db, t.config.DATA_DIR)
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

  await repeatAndCountLoggedErasuresWithCleanup(t.database.db, {
    dataDir: t.config.DATA_DIR,
    files: t.files,
    states: ['erasing', 'erased'],
  })
  expect(await t.rows('select id from users where id = any($1)', [[failing.id, waiting.id]])).toEqual([
    { id: failing.id },
  ])
  await t.ownerPool.query('drop function stop_commit cascade')
})

it('the daily job erases an erased person again whom a restore by other means brought back', async () => {
  const { id } = await t.createPerson()
  await appendErasureStateToLogFile(t.config.DATA_DIR, [id], 'erased')
  expect(await t.runDailyErasure()).toBe(1)
  expect(await t.rows('select 1 from users where id = $1', [id])).toEqual([])
})

it('an erasure is logged with its id outside the database', async () => {
  const { id } = await t.createPerson()
  await t.ask('POST', '/api/admin/users/erasure', await t.admin(), { id, decision: 'erase', ground: 'asked' })
  expect(readFileSync(join(t.folder, 'erasures.log'), 'utf8')).toContain(id)
})

it('without email the registration of an address gives no scores of its guest', async () => {
  const values = scenario.createValues()
  const event = await t.createEvent('unconfirmed')
  const guest = await t.createEntry(event, `guest:${values.email}`, null, 50, values.email)
  const stranger = await t.createPerson({ email: values.email, emailConfirmedAt: null })
  const reply = await t.ask('POST', `/api/admin/events/${event}/scores`, await t.admin(), {
    playerEmail: values.email,
    playerName: 'Guest',
    attempts: [{ mission: 1, score: 5, timeMs: 1000 }],
  })
  expect(reply.json()).toMatchObject({ success: true })
  expect(await t.rows('select user_id from score_entries where event_id = $1', [event])).toEqual([
    { user_id: null },
  ])
  await t.ask('POST', '/api/admin/users/erasure', await t.admin(), {
    id: stranger.id,
    decision: 'erase',
    ground: 'asked',
  })
  expect(await t.rows('select player_email from score_entries where id = $1', [guest])).toEqual([
    { player_email: values.email },
  ])
})

it('the names of the tables with personal columns are those of the database', async () => {
  for (const [, table] of await listTables())
    expect(await t.rows('select 1 from pg_tables where tablename = $1', [getTableName(table)])).toHaveLength(
      1,
    )
})
