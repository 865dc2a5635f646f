import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { advisoryLockIds } from '#server/platform/db/advisory-lock-ids.ts'
import { verifyPassword } from '#server/platform/lib/password.ts'
import { seedAdminAndBaseDataIfNew } from '#server/seed/base.ts'
import { createTestDatabase } from '../../support/services/database.ts'

const secretKey = 'a secret key of at least 32 characters'

describe('a new database', () => {
  it('is filled while another process writes a backup', async () => {
    const { database, drop } = await createTestDatabase()
    const backup = await database.pool.connect()
    try {
      await backup.query('begin')
      await backup.query('select pg_advisory_xact_lock($1)', [advisoryLockIds.backup])
      const config = readConfig({ SECRET_KEY: secretKey })
      expect(await seedAdminAndBaseDataIfNew({ config, database })).not.toBeNull()
    } finally {
      await backup.query('rollback')
      backup.release()
      await drop()
    }
  })

  it('is filled once, even when several processes start', async () => {
    const { database, drop } = await createTestDatabase()
    try {
      const core = {
        config: readConfig({ ADMIN_EMAIL: 'Boss@Botola.test', SECRET_KEY: secretKey }),
        database,
      }
      const given = await Promise.all(Array.from({ length: 5 }, () => seedAdminAndBaseDataIfNew(core)))
      const admins = given.filter((admin) => admin !== null)
      expect(admins).toHaveLength(1)
      const [admin] = admins
      expect(admin?.email).toBe('boss@botola.test')
      expect(admin?.password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
      const { rows } = await database.pool.query('select role, email, password_hash from users')
      expect(rows).toMatchObject([{ role: 'admin', email: 'boss@botola.test' }])
      expect(await verifyPassword(admin?.password ?? '', rows[0].password_hash)).toBe(true)
      const count = async (table: string) =>
        Number((await database.pool.query(`select count(*) from ${table}`)).rows[0].count)
      expect([await count('competitions'), await count('continents'), await count('settings')]).toEqual([
        5, 6, 1,
      ])
      const slugs = (await database.pool.query('select slug from regions order by position')).rows.map(
        ({ slug }) => slug,
      )
      expect(slugs.slice(0, 2)).toEqual(['riyadh', 'makkah'])

      expect(await seedAdminAndBaseDataIfNew(core)).toBeNull()
      expect(
        await seedAdminAndBaseDataIfNew({
          ...core,
          config: readConfig({ SITE_NAME: 'second', SECRET_KEY: secretKey }),
        }),
      ).toBeNull()
      expect([await count('users'), await count('settings')]).toEqual([1, 2])
      // nobody registers before an organizer has set dates and fees
      expect((await database.pool.query('select from competitions where active')).rows).toEqual([])
      const { value } = (await database.pool.query("select value from settings where site_name = 'botola'"))
        .rows[0]
      expect(value.counters).toEqual({
        players: '20906',
        sessions: '500K+',
        countries: '10+',
        downloads: '30K+',
      })
    } finally {
      await drop()
    }
  })
})
