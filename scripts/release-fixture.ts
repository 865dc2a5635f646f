import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { commandLog, openDatabaseForCommand, print, printErrorAndSetExitCode } from '#server/command-line.ts'
import { StartError } from '#server/platform/db/errors.ts'
import { createDatabasePools } from '#server/platform/db/open.ts'
import packageJson from '../package.json' with { type: 'json' }
import { startScript } from '../tests/faults/processes.ts'
import { createForm } from '../tests/support/api/teams.ts'
import {
  fixtureAdmin,
  fixtureCoach,
  fixtureSecretKey,
  fixtureTeam,
  releaseFixtureFolder,
} from '../tests/support/data/release-fixtures.ts'
import { createDataFolder } from '../tests/support/services/data-folder.ts'

// Writes a small backup of a new installation of this version, with demo content, an account and a team, into
// the fixtures of the upgrade test.

/** Demo events with many attempts, which would make the file large. */
const omittedEvents = ['oasis-rescue', 'red-sea-clean-up', 'lunar-base']

/** Registers the account and the team of the fixture at a running server. */
const addAccountAndTeam = async (address: string) => {
  const send = async (method: 'GET' | 'POST', path: string, token?: string | null, body?: object) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(token ? { authorization: token } : {}),
        ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
    })
    if (!response.ok)
      throw new StartError(`${method} ${path} replied ${response.status}: ${await response.text()}`)
    return response
  }
  const { email, password, nationalId } = fixtureCoach
  const person = {
    firstName: 'Mona',
    lastName: 'Saleh',
    phone: '0501210001',
    birthDate: '1990-05-06',
    gender: 1,
    school: fixtureTeam.school,
  }
  await send('POST', '/api/register', null, { role: 'coach', email, password, nationalId, ...person })
  const token = (await send('POST', '/api/adduser', null, { national_id: email, password })).headers.get(
    'authorization',
  )
  const { competitions } = (await (await send('GET', '/api/competitions')).json()) as {
    competitions: { id: string; slug: string }[]
  }
  const year = new Date().getUTCFullYear()
  const consent = { guardian: 'Huda Saleh', contact: '+966501234567', agreed: true, publish: false }
  const members = Object.entries(fixtureTeam.members).map(([name, id]) => ({
    name,
    nationalId: id,
    birthDate: `${year - 13}-03-04`,
    gender: 1,
    consent,
  }))
  const coaches = [{ name: 'Mona Saleh', email, phone: '+966501210001' }]
  const team = {
    name: fixtureTeam.name,
    schoolName: fixtureTeam.school,
    ageLevel: 'junior',
    coaches,
    members,
  }
  await send(
    'POST',
    '/api/teams',
    token,
    createForm({
      competitionId: competitions.find(({ slug }) => slug === 'virtual_robot_challenges')?.id,
      ...team,
    }),
  )
}

/** Removes what makes a backup large: events with many attempts, and the contents of files. */
const reduceContent = async (DATA_DIR: string) => {
  const database = await openDatabaseForCommand({ DATA_DIR })
  const owner = createDatabasePools(database.ownerConnection, { log: commandLog, max: 1 })
  try {
    const omitted = 'select id from events where slug = any($1)'
    for (const table of ['score_log', 'published_score_log_heads'])
      await owner.pool.query(`alter table ${table} disable trigger user`)
    for (const table of ['score_log', 'score_log_heads', 'published_score_log_heads'])
      await owner.pool.query(`delete from ${table} where event_id in (${omitted})`, [omittedEvents])
    await owner.pool.query('delete from events where slug = any($1)', [omittedEvents])
    for (const table of ['score_log', 'published_score_log_heads'])
      await owner.pool.query(`alter table ${table} enable trigger user`)
  } finally {
    await owner.close()
    await database.close()
  }
  const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer()
  for (const entry of readdirSync(join(DATA_DIR, 'files'), { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      writeFileSync(join(entry.parentPath, entry.name), entry.name.endsWith('.webp') ? pixel : '')
}

const run = async () => {
  const folder = createDataFolder()
  const thisUser = { name: 'this user', ids: undefined }
  const settings = {
    ...{
      BOTOLA_ROOT: resolve('.'),
      NODE_ENV: 'production',
      DATA_DIR: folder.path,
      PORT: '0',
      DEMO: 'on',
      LOG_LEVEL: 'error',
    },
    ...{
      SECRET_KEY: fixtureSecretKey,
      ADMIN_EMAIL: fixtureAdmin.email,
      ADMIN_PASSWORD: fixtureAdmin.password,
    },
  }
  const server = startScript('build/program/main.js', settings, thisUser)
  try {
    await addAccountAndTeam((await server.line('Botola is at')).replace('Botola is at ', ''))
    await server.stop()
    await reduceContent(folder.path)
    const file = join(releaseFixtureFolder, `${packageJson.version}.backup`)
    mkdirSync(releaseFixtureFolder, { recursive: true })
    const { code, errors } = await startScript('build/program/db.js', settings, thisUser, [
      'backup',
      resolve(file),
    ]).ended
    if (code !== 0) throw new StartError(errors.trim())
    print(`Wrote ${file}: ${statSync(file).size} bytes.`)
  } finally {
    await server.stop()
    folder.remove()
  }
}
run().catch(printErrorAndSetExitCode)
