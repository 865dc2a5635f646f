import { v7 as randomUUIDv7 } from 'uuid'
import { createUserErasureService } from '#server/accounts/privacy/service.ts'
import { silentLog } from '../services/cluster.ts'
import { type AccountsApp, startAccountsApp } from './person.ts'

/** Starts an app with functions that create the records of a person. */
export const startPrivacyApp = async (options: Parameters<typeof startAccountsApp>[0] = {}) => {
  const t = await startAccountsApp(options)
  const createPerson = async (more: Parameters<AccountsApp['person']>[0] = {}) => {
    const who = await t.person({ emailConfirmedAt: new Date(), birthDate: '2000-05-06', gender: 1, ...more })
    return { ...who, token: await t.enter(who.email) }
  }
  const runDailyErasure = () =>
    createUserErasureService({ ...t, checkPassword: async () => {} }).eraseDueUsers(silentLog)
  const readRow = async (query: string, values: unknown[] = []) => (await t.rows(query, values))[0]

  const createEvent = async (slug: string) =>
    String(
      (
        await readRow(
          `insert into events (id, slug, title_en, title_ar, description_en, description_ar) values (gen_random_uuid(), $1, 'Gates', 'بوابات', 'd', 'd') returning id`,
          [slug],
        )
      )?.id,
    )
  const createEntry = async (
    eventId: string,
    key: string,
    userId: string | null,
    score: number,
    email = '',
  ) => {
    const id = randomUUIDv7()
    await t.rows(
      `insert into score_entries (id, event_id, participant_key, user_id, player_name, player_email, school, total_score, attempt_count) values ($1, $2, $3, $4, 'Mona Saleh', $5, 'Green', $6, 1)`,
      [id, eventId, key, userId, email, score],
    )
    await t.rows(
      `insert into score_attempts (id, entry_id, score, time_ms) values (gen_random_uuid(), $1, $2, 1000)`,
      [id, score],
    )
    await t.rows('update events set entry_count = entry_count + 1 where id = $1', [eventId])
    return id
  }
  const findCompetition = async () =>
    String(
      (await readRow('select id from competitions order by slug limit 1'))?.id ?? (await createCompetition()),
    )
  const createCompetition = async () => {
    const row = await readRow(
      `insert into competitions (id, slug, name_en, name_ar) values (gen_random_uuid(), 'robo_mission', 'R', 'ر') returning id`,
    )
    return row?.id
  }
  let teamNo = 0
  const createTeam = async (userId: string, { paid = false } = {}) => {
    const [id, competitionId] = [randomUUIDv7(), await findCompetition()]
    await t.rows(
      `insert into teams (id, competition_id, team_no, name, school, paid, user_id, image) values ($1, $2, $3, 'Falcons', 'Green', $4, $5, 'falcons.webp')`,
      [...[id, competitionId, ++teamNo, paid, userId]],
    )
    const person = (name: string, email: string, nationalId: string) => {
      const personId = randomUUIDv7()
      return t.rows(
        `insert into team_people (id, team_id, competition_id, kind, name, email, national_id, national_id_index, picture) values ($1, $2, $3, 'member', $4, $5, $6, $7, $8)`,
        [
          ...[
            personId,
            id,
            competitionId,
            name,
            email,
            t.encryption.encrypt(nationalId, 'team_people.national_id', personId),
          ],
          ...[t.encryption.keyedHash(nationalId), `${name}.webp`],
        ],
      )
    }
    return { id, person }
  }
  const createPayment = async (teamId: string, userId: string, state: string, receipt: number | null) => {
    const id = randomUUIDv7()
    await t.rows(
      `insert into payments (id, team_id, user_id, method, state, cart_id, amount, currency, receipt_no, receipt_year)
       values ($1, $2, $3, 'telr', $4, $5, 15000, 'SAR', $6, case when $6::int is null then null else 2026 end)`,
      [id, teamId, userId, state, id, receipt],
    )
    const data = JSON.stringify({
      order: { ref: 'r1', amount: '150.00', customer: { email: 'mona@x.test', name: { forenames: 'Mona' } } },
    })
    await t.rows(
      `insert into payment_steps (id, payment_id, kind, data) values (gen_random_uuid(), $1, 'create', $2)`,
      [id, data],
    )
    return id
  }
  return { ...t, createPerson, runDailyErasure, readRow, createEvent, createEntry, createTeam, createPayment }
}
export type PrivacyApp = Awaited<ReturnType<typeof startPrivacyApp>>
