import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { expect } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { listTableDescriptions } from '../data/schema.ts'
import { guardian } from './person.ts'
import type { PrivacyApp } from './privacy.ts'
import { password } from './session.ts'

type Values = Record<
  'mark' | 'number' | 'first' | 'last' | 'email' | 'phone' | 'nationalId' | 'photo',
  string
>

const listFiles = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (name === 'pg') return []
    return statSync(path).isDirectory() ? listFiles(path) : [path]
  })

/**
 * Creates the functions that write a person to every place with personal data, and that search all places for
 * the person. `lines` are the lines of the log.
 */
export const createErasureScenario = (t: PrivacyApp, lines: readonly string[]) => {
  let created = 0
  /** Creates the values of a person that occur nowhere else, long enough not to occur in a ciphertext by chance. */
  const createValues = () => {
    const mark = `zq${String.fromCharCode(97 + created++)}xvkwjbh`
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
  const listSecrets = ({ mark, number, nationalId }: Values) => [
    mark,
    number,
    nationalId,
    t.encryption.keyedHash(nationalId),
  ]

  /**
   * Writes a person as an account into every place that takes personal data. Returns the account and its paid
   * and unpaid teams.
   */
  const createPersonEverywhere = async (values: Values, role: 'student' | 'coach') => {
    const { first, last, email, phone, nationalId, photo, mark } = values
    const name = `${first} ${last}`
    const who = await t.createPerson({
      ...{
        firstName: first,
        lastName: last,
        email,
        phone,
        nationalId,
        role,
        school: `School ${mark}`,
        avatar: photo,
      },
      guardian: {
        ...guardian,
        name: `Guardian ${mark}`,
        contact: `guardian-${email}`,
        consentAt: '2026-11-02T08:00:00.000Z',
      },
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
    // another device, or a stranger, registered the address before it was confirmed
    await t.rows(
      `insert into pending_registrations (id, token_hash, email, phone, national_id_index, data, expires_at) values (gen_random_uuid(), $1, $2, $3, $1, $1, now() + interval '1 day')`,
      [`registration of ${mark}`, email, phone],
    )
    // the person also registered another address
    await t.rows(
      `insert into pending_registrations (id, token_hash, email, phone, national_id_index, data, expires_at) values (gen_random_uuid(), $1, $2, '+966500000000', $3, $1, now() + interval '1 day')`,
      [`other registration of ${mark}`, `other-${created}@family.test`, t.encryption.keyedHash(nationalId)],
    )
    for (const folder of ['users', 'private', 'teams'] as const)
      await t.files.put(folder, photo, Buffer.from('picture'), 'image/webp')
    const event = await t.createEvent(`event-${created}`)
    const entry = await t.createEntry(event, `user:${who.id}`, who.id, 50, email)
    const guest = await t.createEntry(event, `guest:${email}`, null, 40, email)
    await t.rows(
      'update score_entries set player_name = $2, school = $2, team_name = $2, team_no = $3 where id = any($1)',
      [...[[entry, guest], name, mark]],
    )
    await t.rows('update score_attempts set note = $2 where entry_id = any($1)', [
      [entry, guest],
      `Note on ${mark}`,
    ])
    await t.rows(
      `with import as (insert into imports (id, kind, event_id, file_name, file_hash, line_count, record_count)
        values (gen_random_uuid(), 'scores', $1, $4, 'hash', 1, 1) returning id)
      insert into overwritten_score_details (import_id, entry_id, before, after) select id, $2, $3, $3 from import`,
      [event, entry, JSON.stringify({ playerName: name }), `Results of ${name}.csv`],
    )
    const removed = await t.createEntry(
      await t.createEvent(`removed-${created}`),
      `guest:${email}`,
      null,
      30,
      email,
    )
    await t.rows('update score_entries set player_name = $2 where id = $1', [removed, name])
    const admin = await t.admin()
    const [removedRow] = await t.rows<{ event_id: string }>(
      'select event_id from score_entries where id = $1',
      [removed],
    )
    await t.ask('DELETE', `/api/admin/events/${removedRow?.event_id}/scores/${removed}`, admin)
    expect(
      await t.rows(`select 1 from removed_scores where record::text like '%' || $1 || '%'`, [mark]),
    ).toHaveLength(1)
    await t.rows(
      `insert into messages (id, kind, first_name, last_name, email, phone, body) values (gen_random_uuid(), 'contact', $1, $2, $3, $4, $5)`,
      [...[first, last, email, phone, `I am ${name}`]],
    )
    await t.rows(
      `insert into message_replies (id, message_id, body) select gen_random_uuid(), id, 'Dear ' || first_name from messages where email = $1`,
      [email],
    )
    await t.rows(
      `insert into downloads (id, name, email, phone, country, platform, user_type) values (gen_random_uuid(), $1, $2, $3, $4, 'win', 'student')`,
      [...[name, email, phone, mark]],
    )
    await t.rows(
      `with sent as (insert into announcements (id, subject_en, subject_ar, body_en, body_ar, state, scheduled_at)
         values (gen_random_uuid(), 'News', 'أخبار', 'News', 'أخبار', 'sent', now()) returning id)
       insert into announcement_recipients (id, announcement_id, user_id, email, name, state)
         select gen_random_uuid(), id, $1, $2, $3, 'sent' from sent`,
      [who.id, email, name],
    )
    // an entry of before the log stored names of fields only
    await t.rows(
      `insert into audit_log (id, actor_id, actor_name, action, entity, entity_id, label, before, after)
        values (gen_random_uuid(), $1, $2, 'update', 'user', $3, $2, $4, $4)`,
      [who.id, name, who.id, JSON.stringify({ firstName: first })],
    )
    await t.rows(
      `insert into provider_links (id, user_id, issuer, subject, is_proven) values (gen_random_uuid(), $1, 'https://id.test', $2, true)`,
      [who.id, mark],
    )
    await t.rows(
      `insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports) values (gen_random_uuid(), $1, $2, $2, $2, 0, '{}')`,
      [who.id, mark],
    )
    await t.rows(`insert into news_consents (email) values ($1)`, [email])
    await t.rows(`insert into team_drafts (id, user_id, data) values (gen_random_uuid(), $1, $2)`, [
      who.id,
      JSON.stringify({ name, phone }),
    ])
    const unpaid = await t.createTeam(who.id)
    const paid = await t.createTeam(who.id, { paid: true })
    await t.rows('update teams set image = $2, name = $3 where id = $1', [
      unpaid.id,
      photo,
      `Team of ${name}`,
    ])
    await t.rows('update teams set image = null where id = $1', [paid.id])
    for (const team of [unpaid, paid]) {
      await team.person(name, email, team === paid ? nationalId : `2${nationalId}`)
      await t.rows(`update team_people set phone = $2, picture = $3, consent = $4 where team_id = $1`, [
        ...[team.id, phone, photo, JSON.stringify({ guardian: `Guardian ${mark}`, contact: email })],
      ])
      await t.rows(
        `insert into seasons (id, type, ref, team_id, data) values (gen_random_uuid(), $3, $3, $1, $2)`,
        [
          team.id,
          JSON.stringify({
            members: [{ name, email, phone, national_id: `•••••••${nationalId.slice(-3)}` }],
          }),
          `Season of ${first}`,
        ],
      )
      await t.rows(
        `with result as (insert into team_scores (id, team_id, score, youtube_link, file, github) values (gen_random_uuid(), $1, 12, $2, $2, $2) returning id)
        insert into team_matches (id, score_id, youtube_link) select gen_random_uuid(), id, $2 from result`,
        [team.id, `https://video.test/${mark}`],
      )
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
    await t.rows(`update payment_steps set data = $2 where payment_id = $1`, [
      payment,
      JSON.stringify({ customer: { name, email, phone } }),
    ])
    await t.rows('update payments set order_url = $2 where id = $1', [payment, `https://pay.test/${mark}`])
    const report = {
      differences: [{ kind: 'no-record', team: { id: unpaid.id, teamNo: 1, name: `Team of ${name}` } }],
    }
    await t.rows('insert into payment_reconciliations (id, report) values (gen_random_uuid(), $1)', [
      JSON.stringify(report),
    ])
    const declined = await t.createPayment(paid.id, who.id, 'declined', null)
    for (const id of [payment, declined])
      await t.rows('insert into payers (payment_id, name, email, phone) values ($1, $2, $3, $4)', [
        id,
        name,
        email,
        phone,
      ])
    // administrators named the person in their reasons
    const reason = `Paid in cash by the father of ${name}`
    const manual = await t.createTeam(who.id)
    expect(
      (
        await t.ask('POST', getPath('POST /api/admin/payments/mark'), admin, {
          teamId: manual.id,
          paid: true,
          reason,
        })
      ).statusCode,
    ).toBe(200)
    const [member] = await t.rows<{ id: string }>('select id from team_people where team_id = $1', [paid.id])
    expect(
      (
        await t.ask('POST', `/api/admin/teams/${paid.id}/members/${member?.id}/national-id`, admin, {
          reason,
        })
      ).statusCode,
    ).toBe(200)
    await t.rows(
      `insert into audit_log (id, action, entity, entity_id, after)
       values (gen_random_uuid(), 'revoke-certificate', 'team', $1, jsonb_build_object('reason', $2::text))`,
      [paid.id, reason],
    )
    await t.ask('POST', '/api/account/erasure', who.token, { password })
    expect(
      (
        await t.ask('POST', getPath('POST /api/admin/users/erasure'), admin, {
          id: who.id,
          decision: 'refuse',
          reason,
        })
      ).statusCode,
    ).toBe(200)
    expect(await t.rows(`select 1 from audit_log where after->>'reason' = $1`, [reason])).toHaveLength(4)
    expect(
      (
        await t.app.inject({
          method: 'PUT',
          url: getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId: event }),
          headers: { authorization: admin },
          payload: { at: null },
        })
      ).statusCode,
    ).toBe(200)
    expect(
      await t.rows(`select 1 from frozen_score_entries where search like '%' || $1 || '%'`, [mark]),
    ).toHaveLength(2)
    const codes = await createCertificates(values, who.id, paid.id, admin)
    // the public ranking is in the response cache now
    expect(
      (await t.app.inject({ url: getPath('GET /api/v1/events/scores/:eventId', { eventId: event }) })).body,
    ).toContain(first)
    await t.ask('PUT', '/api/account', who.token, {
      firstName: first,
      lastName: `${last}o`,
      email,
      phone,
      lang: 'en',
    })
    await t.ask('GET', `/api/admin/users/?id=${who.id}`, admin)
    await t.ask('GET', `/api/admin/users/?s=${mark}&download=true&format=csv`, admin)
    return { ...who, event, payment, codes }
  }

  /**
   * Issues certificates of an account and of a member of its team, and revokes both for a reason that names
   * the person. Returns their codes.
   */
  const createCertificates = async (
    { first, last, email }: Values,
    userId: string,
    teamId: string,
    admin: string,
  ): Promise<string[]> => {
    const event = await t.createEvent(`certified-${created}`)
    const entry = await t.createEntry(event, `user:${userId}`, userId, 50, email)
    await t.rows('update score_entries set player_name = $2 where id = $1', [entry, `${first} ${last}`])
    const teamEntry = await t.createEntry(event, `team:${teamId}`, null, 40)
    await t.rows(`update score_entries set team_id = $2, player_name = '' where id = $1`, [teamEntry, teamId])
    await t.rows(
      'insert into score_attempts (id, entry_id, score, time_ms) values (gen_random_uuid(), $1, 30, 1000)',
      [teamEntry],
    )
    await t.rows('update score_attempts set note = $2 where entry_id = $1', [teamEntry, `Driven by ${first}`])
    const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
      const reply = await t.ask(method, url, admin, body)
      expect(reply.statusCode).toBe(200)
      return reply
    }
    const [attempt] = await t.rows<{ id: string }>(
      'select id from score_attempts where entry_id = $1 and score = 30',
      [teamEntry],
    )
    await send('DELETE', `/api/admin/events/${event}/scores/${teamEntry}/attempts/${attempt?.id}`)
    const removed = await t.rows(
      `select 1 from removed_scores where event_id = $1 and record::text like '%' || $2 || '%'`,
      [event, first],
    )
    expect(removed).toHaveLength(1)
    await send('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId: event }), {
      status: 'final',
    })
    const { certificates } = (
      await send('GET', getPath('GET /api/admin/events/:eventId/certificates', { eventId: event }))
    ).json()
    const codes: string[] = certificates.map(({ code }: { code: string }) => code)
    expect(codes).toHaveLength(2)
    const reason = `Somebody else took part for ${first} ${last}`
    for (const code of codes)
      await send(
        'POST',
        getPath('POST /api/admin/events/:eventId/certificates/:code/revoke', { eventId: event, code }),
        { reason },
      )
    // a judge of the event would have a certificate, too
    await t.rows(
      `with judge as (insert into judges (id, event_id, name, code_hash, hint) values (gen_random_uuid(), $1, 'Huda', $2, '') returning id)
      insert into panel_feedback (judge_id, team_id, round, event_id, text) select id, $3, 1, $1, $4 from judge`,
      [event, `code ${created}`, teamId, `Well explained, ${first}`],
    )
    await t.rows(
      `insert into event_teams (event_id, team_id, badge_code, withdrawn_at, withdrawal_reason) values ($1, $2, $3, now(), $4)
      on conflict (event_id, team_id) do update set withdrawn_at = now(), withdrawal_reason = excluded.withdrawal_reason`,
      [event, teamId, `badge ${created}`, `${first} is ill`],
    )
    expect(await t.rows(`select 1 from audit_log where after->>'reason' = $1`, [reason])).toHaveLength(2)
    expect(
      (await t.app.inject({ url: getPath('GET /api/v1/certificates/:code', { code: codes[0] ?? '' }) })).body,
    ).toContain(first)
    return codes
  }

  /**
   * Checks that nothing of a person is left but the payer of the paid order, which accounting law requires.
   */
  const expectOnlyPayerLeft = async (
    values: Values,
    { event, payment, codes }: { event: string; payment: string; codes: string[] },
  ) => {
    const found = await findSecrets(listSecrets(values), [event], codes)
    expect(found.filter((place) => !place.startsWith(`public.payers: (${payment},`))).toEqual([])
    expect(found).toHaveLength(1)
  }

  /**
   * Searches all tables, files and log lines, and the public replies, for these values. Returns where they
   * were found.
   */
  const findSecrets = async (secrets: string[], events: string[] = [], codes: string[] = []) => {
    const found: string[] = []
    const pattern = secrets.join('|')
    const tables = await t.rows<{ schema: string; name: string }>(
      `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
    )
    for (const { schema, name } of tables)
      for (const { row } of await t.rows<{ row: string }>(
        `select t::text as row from "${schema}"."${name}" t where t::text ~* $1`,
        [pattern],
      ))
        found.push(`${schema}.${name}: ${row}`)
    const matcher = new RegExp(pattern, 'i')
    for (const path of listFiles(t.folder))
      if (matcher.test(path) || matcher.test(readFileSync(path).toString('latin1'))) found.push(path)
    found.push(...lines.filter((line) => matcher.test(line)))
    for (const event of events)
      if (
        matcher.test(
          (await t.app.inject({ url: getPath('GET /api/v1/events/scores/:eventId', { eventId: event }) }))
            .body,
        )
      )
        found.push(`the public ranking of ${event}`)
    for (const code of codes)
      if (
        matcher.test((await t.app.inject({ url: getPath('GET /api/v1/certificates/:code', { code }) })).body)
      )
        found.push(`the public page about the certificate ${code}`)
    return found
  }

  /** Lists the columns that an erasure empties and in which one of these values is, as `table.column`. */
  const listErasedColumnsWith = async (secrets: string[]): Promise<string[]> => {
    const found: string[] = []
    for (const { name, table, columns } of await listTableDescriptions())
      for (const [key, { personal }] of Object.entries(columns))
        if (personal === 'erased') {
          const where = `"${getTableColumns(table)[key]?.name}"::text ~* $1`
          const rows = await t.rows(`select 1 from "${getTableName(table)}" where ${where} limit 1`, [
            secrets.join('|'),
          ])
          if (rows.length > 0) found.push(`${name}.${key}`)
        }
    return found
  }

  return {
    listErasedColumnsWith,
    createValues,
    listSecrets,
    createPersonEverywhere,
    findSecrets,
    expectOnlyPayerLeft,
    countPeople: () => created,
  }
}
export type ErasureScenario = ReturnType<typeof createErasureScenario>
