import { v7 as randomUUIDv7 } from 'uuid'
import { createPaymentAndRefundService } from '#server/money/payments/service.ts'
import { startGatewayStub } from '../services/start-telr-stub.ts'
import { startSessionsApp } from './session.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

/**
 * Starts the real app on a port, the stand-in gateway, a student with an unpaid team, and an administrator.
 * `env` overrides settings.
 */
export const startPaymentsApp = async (env: Record<string, string> = {}) => {
  const telr = await startGatewayStub()
  const t = await startSessionsApp({ ...telr.env, SITE_URL: 'http://127.0.0.1', ...env })
  // the gateway calls the app at the address of the site
  t.config.SITE_URL = await t.listen()
  const { pool } = t.database
  const query = async (text: string, values: unknown[] = []): Promise<Body[]> =>
    (await pool.query(text, values)).rows
  await query(`update competitions set fee = 15000, currency = 'SAR'`)
  const [competition] = await query(`select id from competitions where slug = 'robo_mission'`)

  const tokens = new Map<string, Promise<string>>()
  let entered = 0
  const enter = (email: string) => {
    // one test makes more calls to the gateway in a minute than a session may
    if (entered++ % 50 === 0) tokens.clear()
    const token = tokens.get(email) ?? t.signIn(email).then(({ headers }) => String(headers.authorization))
    tokens.set(email, token)
    return token
  }
  const owner = await t.person({ role: 'student', birthDate: '2012-05-05', phone: '+201001234567' })
  const authorization = await t.admin()
  let asks = 0
  const ask = async (
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
    token: string | null | undefined = undefined,
  ) => {
    const sent = token === undefined ? await enter(owner.email) : token
    const reply = await t.app.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: sent === null ? {} : { authorization: sent },
      // one test makes more calls in a second than a person makes in an hour
      remoteAddress: `10.1.${Math.floor(asks / 250) % 250}.${asks++ % 250}`,
    })
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: reply.body,
      json: (): Body => reply.json(),
    }
  }
  return {
    ...t,
    telr,
    query,
    owner,
    authorization,
    enter,
    /** Calls the API as the owner of the teams, with another `token`, or as a visitor (null). */
    ask,
    asAdmin: (method: 'GET' | 'POST', url: string, payload?: object) =>
      ask(method, url, payload, authorization),
    /** The payment service, as the recurring jobs use it. */
    service: createPaymentAndRefundService(t),
    team: async (more: { userId?: string; coach?: boolean } = {}): Promise<string> => {
      const id = randomUUIDv7()
      const [{ made }] = await query(
        'update competitions set last_team_no = last_team_no + 1 where id = $1 returning last_team_no as made',
        [competition.id],
      )
      await query(
        `insert into teams (id, competition_id, team_no, name, school, user_id, region_id) values ($1, $2, $3, $4, 'School', $5, (select id from regions where slug = 'riyadh'))`,
        [id, competition.id, made, `Team ${made}`, more.userId ?? owner.id],
      )
      const person = (kind: string, name: string, email: string) =>
        query(
          `insert into team_people (id, team_id, competition_id, kind, name, email, phone, birth_date) values ($1, $2, $3, $4, $5, $6, '+201000000000', '2012-01-01')`,
          [randomUUIDv7(), id, competition.id, kind, name, email],
        )
      if (more.coach !== false) await person('coach', 'Omar Adel Hassan', 'coach@school.test')
      await person('member', 'Child Name', 'child@school.test')
      return id
    },
    /** Moves a team to a new season, in which it has not paid. */
    moveToNewSeason: (team: string) =>
      query(
        `with season as (
           insert into season_years (id, year, name_en, name_ar)
           select gen_random_uuid(), max(year) + 1, 'Next', 'القادم' from season_years returning id)
         update teams set season_year_id = season.id, paid = false, version = version + 1 from season where teams.id = $1`,
        [team],
      ),
    /** Starts a payment. Returns its id and the reference of its order. */
    begin: async (team: string): Promise<{ id: string; ref: string }> => {
      const reply = await ask('POST', '/api/payments/', { teamId: team })
      if (reply.status !== 200) throw new Error(reply.body)
      const { payment, url } = reply.json()
      return { id: payment.id, ref: new URL(url).searchParams.get('o') ?? '' }
    },
    /** Checks a payment as the page does to which the gateway returns the browser. */
    comeBack: (id: string) => ask('POST', `/api/payments/${id}/check`),
    state: async (id: string): Promise<string> =>
      (await query('select state from payments where id = $1', [id]))[0].state,
    isPaid: async (team: string): Promise<boolean> =>
      (await query('select paid from teams where id = $1', [team]))[0].paid,
    receipts: async (): Promise<number[]> =>
      (await query('select receipt_no from payments where receipt_no is not null order by 1')).map(
        ({ receipt_no }) => receipt_no,
      ),
    /** Reads everything that payments have written. */
    written: async () =>
      JSON.stringify([
        await query('select * from payments order by id'),
        await query('select * from payment_steps order by id'),
        await query('select id, paid, version from teams order by id'),
        await query('select * from receipt_numbers'),
      ]),
    close: async () => {
      await t.close()
      await telr.stop()
    },
  }
}
export type PaymentsApp = Awaited<ReturnType<typeof startPaymentsApp>>
