import pg from 'pg'
import { openEmbeddedServer } from '#server/platform/db/embedded/open-embedded.ts'
import { StartError } from '#server/platform/db/errors.ts'

// A process that uses the embedded database under DATA_DIR as the server does, without the rest of it: says
// `starting`, `open`, then each number once its row is committed (MODE=write), and leaves on SIGTERM.
const say = (text: string) => process.stdout.write(`${text}\n`)
const log = {
  info: () => {},
  warn: (text: object | string) => say(`warn ${text}`),
  error: (text: object | string) => say(`error ${text}`),
}

const run = async () => {
  say('starting')
  const embedded = await openEmbeddedServer(process.env.DATA_DIR ?? 'data', log, process.env.PG_BIN)
  const pool = new pg.Pool({ ...embedded.ownerConnection, max: 2 })
  pool.on('error', () => {})
  await pool.query('create table if not exists kept (n bigint primary key)').catch((error) => {
    // Two processes at once: PostgreSQL lets one of them fail.
    if (!['23505', '42P07'].includes(error.code)) throw error
  })
  let open = true
  process.once('SIGTERM', async () => {
    open = false
    await pool.end()
    await embedded.close()
    process.exit(0)
  })
  say('open')
  while (open && process.env.MODE === 'write') {
    const n = process.hrtime.bigint()
    try {
      await pool.query('insert into kept values ($1)', [n])
      say(String(n))
    } catch {
      // Not acknowledged: it may be there or not.
      await new Promise((again) => setTimeout(again, 20))
    }
  }
  if (open) setInterval(() => {}, 60_000)
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error).stack)}\n`)
  process.exit(1)
})
