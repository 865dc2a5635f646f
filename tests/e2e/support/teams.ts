import pg from 'pg'
import { v7 as randomUUIDv7 } from 'uuid'
import { getConnectionOptions } from '#server/platform/db/embedded/acquire-server.ts'
import { createServerFolders } from '#server/platform/db/embedded/folders.ts'
import { hashPassword } from '#server/platform/lib/password.ts'
import { hashToken } from '#server/platform/lib/tokens.ts'

export const password = 'a long password for journeys'

/** Lets the confirmation of a session expire in the database of the server under test. */
export const expireConfirmation = async (token: string) => {
  const client = new pg.Client(getConnectionOptions(createServerFolders(process.env.BOTOLA_E2E_DATA ?? '')))
  await client.connect()
  try {
    await client.query(
      `update sessions set confirmed_at = now() - interval '11 minutes' where token_hash = $1`,
      [hashToken(token)],
    )
  } finally {
    await client.end()
  }
}

/** Inserts a student with a team whose fee is 150.00 SAR into the database of the server under test. */
export const createUnpaidTeam = async (): Promise<{ id: string; name: string; email: string }> => {
  const client = new pg.Client(getConnectionOptions(createServerFolders(process.env.BOTOLA_E2E_DATA ?? '')))
  await client.connect()
  try {
    const [user, id] = [randomUUIDv7(), randomUUIDv7()]
    const [name, email] = [`Team ${id.slice(-6)}`, `${user.slice(-8)}@school.test`]
    await client.query(
      `insert into users (id, role, first_name, last_name, email, email_confirmed_at, password_hash, birth_date) values ($1, 'student', 'Mona', 'Saleh', $2, now(), $3, '2012-05-05')`,
      [user, email, await hashPassword(password)],
    )
    await client.query(
      `with paid as (update competitions set fee = 15000, currency = 'SAR', last_team_no = last_team_no + 1 where slug = 'robosports' returning id, last_team_no)
       insert into teams (id, competition_id, team_no, name, school, user_id) select $1, id, last_team_no, $2, 'School', $3 from paid`,
      [id, name, user],
    )
    return { id, name, email }
  } finally {
    await client.end()
  }
}
