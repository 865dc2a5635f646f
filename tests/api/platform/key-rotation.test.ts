import { resolve } from 'node:path'
import { eq } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultBrand } from '#contract/platform/settings.ts'
import { encryptedColumns } from '#server/platform/db/encrypted-columns.ts'
import {
  countOldCiphertextsByColumn,
  reencryptAndRehashAllColumns,
  reencryptHashedValuesOfOldKey,
} from '#server/platform/db/reencrypt.ts'
import { pendingFirstStartSteps } from '#server/platform/db/schema/installation.ts'
import { teamDrafts, teamPeople } from '#server/platform/db/schema/teams.ts'
import { pendingRegistrations, recoveryCodes, users } from '#server/platform/db/schema/users.ts'
import { createFieldEncryption } from '#server/platform/lib/encryption.ts'
import { hashPassword } from '#server/platform/lib/password.ts'
import { generateToken, hashToken } from '#server/platform/lib/tokens.ts'
import { seedDemoContentIfMissing } from '#server/seed/demo/seed.ts'
import { findColumnsWith, runReencryption, startOnDatabase } from '../../support/api/key-rotation.ts'
import { password } from '../../support/api/session.ts'
import { createForm, createMember, startTeamsApp } from '../../support/api/teams.ts'
import { generateCurrentCode } from '../../support/api/verification-codes.ts'
import { encryptVersion1 } from '../../support/data/encrypt-version-1.ts'
import { createSaudiId } from '../../support/data/national-ids.ts'
import { createTestDatabase } from '../../support/services/database.ts'
import { startMailServer } from '../../support/services/mail-server.ts'

const oldKey = 'the old key for tests of thirty-two characters and more'
const newKey = 'the new key for tests of thirty-two characters and more'
const lostKey = 'another key for tests of thirty-two characters and more'
const rotatingKeys = { SECRET_KEY: newKey, SECRET_KEY_OLD: oldKey }
const oldEncryption = createFieldEncryption({ SECRET_KEY: oldKey, SECRET_KEY_OLD: [] })
const newEncryption = createFieldEncryption({ SECRET_KEY: newKey, SECRET_KEY_OLD: [] })
const rotatingEncryption = createFieldEncryption({ SECRET_KEY: newKey, SECRET_KEY_OLD: [oldKey] })

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/**
 * An installation with the old key and a value in every encrypted column, some of them written by an earlier
 * version.
 */
const startInstallation = async () => {
  // no mail server answers there, so emails stay queued
  const t = await startTeamsApp({}, { SECRET_KEY: oldKey, SMTP_URL: 'smtp://127.0.0.1:1' })
  cleanups.push(t.close)
  const { rows } = await t.database.pool.query<{ name: string }>('select current_database() as name')
  const [memberId, olderMemberId, studentId] = [
    createSaudiId(71_000_001),
    createSaudiId(71_000_002),
    createSaudiId(71_000_003),
  ]
  const members = [createMember({ nationalId: memberId }), createMember({ nationalId: olderMemberId })]
  const { team: registered } = (await t.send('POST', '/api/teams/', t.token, t.team({ members }))).json()
  const [member, olderMember] = registered.members as { id: string }[]
  if (!member || !olderMember) throw new Error('The team has two members.')
  await t.db
    .update(teamPeople)
    .set({ nationalId: encryptVersion1(oldKey, olderMemberId) })
    .where(eq(teamPeople.id, olderMember.id))

  const student = await t.person({ nationalId: studentId })
  const studentToken = await t.tokenOf(student.email)
  const call = (path: string, body: object) =>
    t.post(`/api/account/second-factor/${path}`, body, { authorization: studentToken })
  const { secret, enrolment } = (await call('start', {})).json()
  const code = await generateCurrentCode(secret)
  const { recoveryCodes: codes } = (await call('confirm', { enrolment, code })).json() as {
    recoveryCodes: string[]
  }
  await t.db.insert(recoveryCodes).values({
    userId: student.id,
    codeHash: oldEncryption.keyedHash(`recovery ${student.id} abcde23456`),
  })

  const draft = { id: randomUUIDv7(), data: '{"name":"Falcons of tomorrow"}' }
  await t.json('PUT', `/api/teams/drafts/${draft.id}`, t.token, { data: draft.data })
  const [registrationId, registrationToken] = [randomUUIDv7(), generateToken()]
  const registrationNationalId = createSaudiId(71_000_004)
  const registration = JSON.stringify({
    passwordHash: await hashPassword(password),
    nationalId: registrationNationalId,
  })
  await t.db.insert(pendingRegistrations).values({
    id: registrationId,
    tokenHash: hashToken(registrationToken),
    email: 'waiting@school.test',
    phone: '+966501230009',
    nationalIdIndex: oldEncryption.keyedHash(registrationNationalId),
    data: oldEncryption.encrypt(registration, 'pending_registrations.data', registrationId),
    expiresAt: new Date(Date.now() + 86_400_000),
  })
  const administrator = { email: 'first@botola.test', password: 'generated password' }
  await t.db.insert(pendingFirstStartSteps).values({
    step: 'show-password',
    value: oldEncryption.encrypt(JSON.stringify(administrator), 'first_start_steps.value', 'show-password'),
  })
  await t.emails.send({
    template: 'announcement',
    to: 'omar@school.test',
    language: 'en',
    values: {
      subject: { en: 'Your team', ar: 'فريقك' },
      body: { en: 'It is registered.', ar: 'سُجّل فريقك.' },
      ...{ kind: 'registration', name: 'Omar', siteNames: defaultBrand.name, unsubscribeUrl: '' },
    },
  })
  await t.jobs.close()
  return {
    ...t,
    ...{ name: rows[0]?.name ?? '', registered, student, studentId, codes, draft, administrator },
    ...{ registrationToken, registrationNationalId },
    people: [
      { id: member.id, nationalId: memberId },
      { id: olderMember.id, nationalId: olderMemberId },
    ],
  }
}
type Installation = Awaited<ReturnType<typeof startInstallation>>

/** Uses every encrypted and hashed value through the calls of an app, and one recovery code. */
const expectAllReadable = async (
  { app, initialAdmin }: Awaited<ReturnType<typeof startOnDatabase>>,
  t: Installation,
  code: string,
) => {
  const post = (url: string, payload: object, authorization = '') =>
    app.inject({ method: 'POST', url, payload, headers: authorization ? { authorization } : {} })
  const signIn = await post('/api/adduser', { national_id: t.studentId, password, loginType: 'national_id' })
  expect(signIn.json().code).toBe('second-factor-required')
  const { challenge } = signIn.json().details
  expect((await post('/api/adduser/second-factor', { challenge, code })).statusCode).toBe(200)
  for (const { id, nationalId } of t.people) {
    const url = `/api/admin/teams/${t.registered.id}/members/${id}/national-id`
    const revealed = await post(url, { reason: 'Compared with the passport' }, t.adminToken)
    expect(revealed.json().nationalId).toBe(nationalId)
  }
  // the password of a registration is compared, so it was decrypted
  const confirmed = await post('/api/confirm-email', { token: t.registrationToken, password: 'wrong' })
  expect(confirmed.json().code).toBe('wrong-password')
  const indexes = await t.db
    .select({ index: pendingRegistrations.nationalIdIndex })
    .from(pendingRegistrations)
  expect(indexes).toEqual([{ index: newEncryption.keyedHash(t.registrationNationalId) }])
  const drafts = await app.inject({ url: '/api/teams/drafts', headers: { authorization: t.token } })
  expect(drafts.json().drafts).toMatchObject([t.draft])
  expect(initialAdmin).toMatchObject(t.administrator)
  // the hash of a national ID still excludes a second team
  const members = [createMember(), createMember({ nationalId: t.people[0]?.nationalId })]
  const form = new Request('http://botola.test', { method: 'POST', body: createForm(t.team({ members })) })
  const headers = { authorization: t.token, 'content-type': String(form.headers.get('content-type')) }
  const repeated = await app.inject({
    method: 'POST',
    url: '/api/teams/',
    headers,
    payload: Buffer.from(await form.arrayBuffer()),
  })
  expect([repeated.statusCode, repeated.json().fields]).toMatchObject([
    400,
    [{ field: 'members.1.nationalId', code: 'in-own-team' }],
  ])
}

describe('a change of the key', () => {
  it('keeps every value readable, and the command changes all of them to the new key', async () => {
    const t = await startInstallation()
    await seedDemoContentIfMissing({
      db: t.database.db,
      files: t.files,
      log: { info: () => {} },
      root: resolve('.'),
    })
    const { pool } = t.database
    // fails for an encrypted column that is not in the list
    expect(await findColumnsWith(pool, 'v[12]\\.[0-9a-f]{8}\\.')).toEqual(
      Object.keys(encryptedColumns).sort(),
    )
    await expect(startOnDatabase(t.name, { SECRET_KEY: newKey })).rejects.toThrow(
      /another SECRET_KEY: set SECRET_KEY .* SECRET_KEY_OLD/,
    )

    const rotating = await startOnDatabase(t.name, rotatingKeys)
    cleanups.push(rotating.close)
    await expectAllReadable(rotating, t, String(t.codes[0]))
    const command = await runReencryption(t.name, rotatingKeys)
    expect(command).toMatchObject({ code: 0, output: expect.stringMatching(/^Re-encrypted \d+ values \(/) })
    for (const column of [
      'users.totp_secret',
      'team_drafts.data',
      'first_start_steps.value',
      'pgboss.job.data',
    ])
      expect(command.output).toContain(`${column} 1`)
    expect(command.output).toContain('Left under an old key: 0 values.')
    expect(command.output).toContain('1 unused recovery codes of an earlier version')
    expect(await findColumnsWith(pool, `v1\\.|v[12]\\.${oldEncryption.keyIds[0]}\\.`)).toEqual([])
    expect((await runReencryption(t.name, rotatingKeys)).output).toContain('Re-encrypted 0 values.')
    // the process that runs meanwhile reads the changed values
    await expectAllReadable(rotating, t, 'abcde-23456')
    cleanups.pop()
    await rotating.close()

    const mails = await startMailServer()
    cleanups.push(mails.close)
    await pool.query("update pgboss.job set start_after = now() where name = 'mail'")
    const rotated = await startOnDatabase(t.name, { SECRET_KEY: newKey, SMTP_URL: mails.url })
    cleanups.push(rotated.close)
    await expectAllReadable(rotated, t, String(t.codes[1]))
    expect((await mails.next('omar@school.test')).text).toContain('It is registered.')
  })

  it('deletes the values of a lost key only when the operator asks for it', async () => {
    const t = await startInstallation()
    const refused = await runReencryption(t.name, { SECRET_KEY: lostKey })
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining('Re-encrypted 0 values.\nLeft under an old key: 8 values'),
    })
    const deleted = await runReencryption(t.name, { SECRET_KEY: lostKey }, '--delete-unreadable')
    expect(deleted).toMatchObject({ code: 0, output: expect.stringContaining('Deleted 8 values') })
    const started = await startOnDatabase(t.name, { SECRET_KEY: lostKey })
    cleanups.push(started.close)
    const [student] = await t.db.select().from(users).where(eq(users.id, t.student.id))
    expect(student).toMatchObject({
      email: t.student.email,
      nationalId: null,
      nationalIdIndex: null,
      totpSecret: null,
    })
    expect(await t.db.select().from(teamDrafts)).toEqual([])
    expect(await t.db.select().from(pendingRegistrations)).toEqual([])
    const signIn = await started.app.inject({
      method: 'POST',
      url: '/api/adduser',
      payload: { national_id: t.student.email, password },
    })
    expect(signIn.statusCode).toBe(200)
  })
})

describe('the re-encryption', () => {
  const createDrafts = async (count: number) => {
    const fresh = await createTestDatabase()
    cleanups.push(fresh.drop)
    const { db, pool } = fresh.database
    const userId = randomUUIDv7()
    await db.insert(users).values({ id: userId, firstName: 'Mona', email: 'mona@botola.test' })
    const ids = Array.from({ length: count }, () => randomUUIDv7())
    await db
      .insert(teamDrafts)
      .values(
        ids.map((id) => ({ id, userId, data: oldEncryption.encrypt('before', 'team_drafts.data', id) })),
      )
    const readDrafts = async () => {
      const rows = await db.select().from(teamDrafts)
      return rows.map(({ id, data }) => newEncryption.decrypt(data, 'team_drafts.data', id))
    }
    return { db, pool, ids, readDrafts }
  }

  it('loses no value that is written at the same time', async () => {
    const { db, pool, ids, readDrafts } = await createDrafts(1500)
    const write = async (id: string) => {
      await db
        .update(teamDrafts)
        .set({ data: newEncryption.encrypt('after', 'team_drafts.data', id) })
        .where(eq(teamDrafts.id, id))
    }
    const writing = (async () => {
      for (const id of ids) await write(id)
    })()
    const passes = [
      reencryptAndRehashAllColumns(pool, rotatingEncryption),
      reencryptAndRehashAllColumns(pool, rotatingEncryption),
    ]
    await Promise.all([writing, ...passes])
    expect(new Set(await readDrafts())).toEqual(new Set(['after']))
    expect(await countOldCiphertextsByColumn(pool, rotatingEncryption)).toEqual([])
  })

  it('names a row whose national ID was stored under both keys, and a damaged value, and changes the others', async () => {
    const { db, pool } = await createDrafts(3)
    const addUser = async (encryption: typeof oldEncryption, text: string, nationalId?: string) => {
      const id = randomUUIDv7()
      await db.insert(users).values({
        ...{ id, firstName: 'Sara', email: `${id}@botola.test` },
        nationalId: nationalId ?? encryption.encrypt(text, 'users.national_id', id),
        nationalIdIndex: encryption.keyedHash(text),
      })
      return id
    }
    const repeated = await addUser(oldEncryption, '1000000008')
    await addUser(newEncryption, '1000000008')
    const other = await addUser(oldEncryption, '1000000016')
    const damaged = await addUser(
      oldEncryption,
      '1000000024',
      oldEncryption.encrypt('1000000024', 'users.national_id', other),
    )
    const result = { repeated: [`users.national_id ${repeated}`], damaged: [`users.national_id ${damaged}`] }
    expect(await reencryptHashedValuesOfOldKey(pool, rotatingEncryption)).toEqual({
      ...result,
      changed: [{ column: 'users.national_id', count: 1 }],
    })
    const [row] = await db.select().from(users).where(eq(users.id, other))
    expect(newEncryption.decrypt(String(row?.nationalId), 'users.national_id', other)).toBe('1000000016')
    expect(row?.nationalIdIndex).toBe(newEncryption.keyedHash('1000000016'))
    expect(await reencryptAndRehashAllColumns(pool, rotatingEncryption)).toEqual({
      ...result,
      changed: [{ column: 'team_drafts.data', count: 3 }],
    })
    expect(await countOldCiphertextsByColumn(pool, rotatingEncryption)).toEqual([
      { column: 'users.national_id', count: 2 },
    ])
  })

  it('binds values of an earlier version to their rows without a new key', async () => {
    const fresh = await createTestDatabase()
    cleanups.push(fresh.drop)
    const { db, pool } = fresh.database
    const id = randomUUIDv7()
    await db.insert(users).values({
      id,
      firstName: 'Sara',
      email: 's@botola.test',
      nationalId: encryptVersion1(newKey, '1000000008'),
    })
    expect((await reencryptAndRehashAllColumns(pool, newEncryption)).changed).toEqual([
      { column: 'users.national_id', count: 1 },
    ])
    const [row] = await db.select().from(users).where(eq(users.id, id))
    expect(newEncryption.decrypt(String(row?.nationalId), 'users.national_id', id)).toBe('1000000008')
    expect(() =>
      newEncryption.decrypt(String(row?.nationalId), 'users.national_id', randomUUIDv7()),
    ).toThrow()
  })
})

describe('a national ID that was copied to another row', () => {
  it('is not revealed, and the team can still be read', async () => {
    const t = await startInstallation()
    const [member, other] = t.people
    if (!member || !other) throw new Error('The team has two members.')
    await t.database.pool.query(
      'update team_people set national_id = (select national_id from team_people where id = $1) where id = $2',
      [member.id, other.id],
    )
    const url = `/api/admin/teams/${t.registered.id}/members/${other.id}/national-id`
    const revealed = await t.json('POST', url, t.adminToken, { reason: 'Compared with the passport' })
    expect(revealed.statusCode).toBe(500)
    expect(revealed.body).not.toContain(member.nationalId)
    const { team } = (await t.send('GET', `/api/teams/?id=${t.registered.id}`, t.token)).json()
    expect(team.members.map(({ nationalId }: { nationalId: string }) => nationalId)).toEqual([
      `•••••••${member.nationalId.slice(-3)}`,
      '•••',
    ])
  })
})
