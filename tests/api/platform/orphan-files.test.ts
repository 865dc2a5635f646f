import { readdirSync, utimesSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRecurringJobs } from '#server/jobs.ts'
import type { UploadFolder } from '#server/platform/lib/files.ts'
import { removeDayOldOrphanFiles } from '#server/platform/uploads/orphan-files.ts'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'
import { silentLog } from '../../support/services/cluster.ts'

let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp()
})
beforeEach(() => t.database.pool.query(`update settings set created_at = now() - interval '1 year'`))
afterAll(() => t.close())

const store = async (folder: UploadFolder, name: string, age = 2) => {
  await t.files.put(folder, name, Buffer.from('picture'), 'image/webp')
  const modified = Date.now() / 1000 - age * 86_400
  utimesSync(`${t.folder}/files/${folder}/${name}`, modified, modified)
}
const namesIn = (folder: UploadFolder) => readdirSync(`${t.folder}/files/${folder}`).sort()

test('images of people that no row refers to are removed after a day, and the others are kept', async () => {
  const { team } = (await t.send('POST', '/api/teams/', t.token, t.team())).json()
  const { team: deletedTeam } = (await t.send('POST', '/api/teams/', t.token, t.team())).json()
  for (const folder of ['private', 'teams', 'users'] as const)
    for (const name of ['named.webp', 'deleted.webp', 'orphan.webp']) await store(folder, name)
  await store('private', 'in-flight.webp', 0.9)
  // a file of an older installation, whose database is not imported yet
  await store('private', 'older.webp', 800)
  await store('events', 'story.webp')
  const { pool } = t.database
  await pool.query(`update team_people set picture = 'named.webp' where team_id = $1 and kind = 'coach'`, [
    team.id,
  ])
  await pool.query(`update teams set image = 'named.webp' where id = $1`, [team.id])
  await pool.query(`update users set avatar = 'named.webp' where id = $1`, [t.account.id])
  // deleted records can be restored with their pictures
  await pool.query(`update team_people set picture = 'deleted.webp' where team_id = $1`, [deletedTeam.id])
  await pool.query(`update teams set image = 'deleted.webp' where id = $1`, [deletedTeam.id])
  expect((await t.send('DELETE', `/api/teams/?id=${deletedTeam.id}`, t.token)).statusCode).toBe(200)
  await t.person({ avatar: 'deleted.webp', deletedAt: new Date() })

  expect(await removeDayOldOrphanFiles(t)).toBe(3)
  expect(namesIn('private')).toEqual(['deleted.webp', 'in-flight.webp', 'named.webp', 'older.webp'])
  expect(namesIn('teams')).toEqual(['deleted.webp', 'named.webp'])
  expect(namesIn('users')).toEqual(['deleted.webp', 'named.webp'])
  expect(namesIn('events')).toEqual(['story.webp'])
})

test('the other files are removed when one file cannot be removed', async () => {
  for (const name of ['a.webp', 'b.webp', 'c.webp']) await store('private', name)
  const remove = (folder: UploadFolder, name: string) =>
    name === 'b.webp' ? Promise.reject(new Error('the disk is read-only')) : t.files.remove(folder, name)
  await expect(removeDayOldOrphanFiles({ ...t, files: { ...t.files, remove } })).rejects.toThrow(
    '1 orphan files',
  )
  expect(namesIn('private')).not.toContain('c.webp')
  expect(namesIn('private')).toContain('b.webp')
  expect(await removeDayOldOrphanFiles(t)).toBe(1)
})

test('a daily job removes orphan files', async () => {
  await store('private', 'orphan.webp')
  const job = createRecurringJobs(t, silentLog).find(({ name }) => name === 'purge-orphan-files')
  expect(await job?.run()).toBe(1)
  expect(namesIn('private')).not.toContain('orphan.webp')
})
