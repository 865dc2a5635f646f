import { eq } from 'drizzle-orm'
import { firstStartSteps } from '#server/db/schema/first-start.ts'
import type { Core } from '#server/deps.ts'
import { createFieldEncryption } from '#server/lib/encryption.ts'
import { seedBaseData } from './base.ts'
import { seedDemo } from './demo/seed.ts'

/** Told by the first start; `password` is there when it was made here and has to be shown. `shown` is called once it was. */
export type InitialAdmin = { email: string; password?: string; shown: () => Promise<void> }

/**
 * Fills a new database: the base, then the demo content when it is wanted (`DEMO`; without it on the embedded database only). What an earlier process did
 * not get to do, because it was killed, is done now: the demo is filled in, the made password is told until it was shown once.
 */
export const runFirstStart = async (
  { config, database, files }: Pick<Core, 'config' | 'database' | 'files'>,
  { log, root }: { log: { info: (text: string) => void }; root: string },
): Promise<InitialAdmin | null> => {
  const { db } = database
  const made = await seedBaseData({ config, database })
  const steps = new Map((await db.select().from(firstStartSteps)).map(({ step, value }) => [step, value]))
  if (steps.has('demo')) {
    if (config.DEMO ?? database.embedded) await seedDemo({ db, files, log, root })
    await db.delete(firstStartSteps).where(eq(firstStartSteps.step, 'demo'))
  }
  const shown = async () => {
    await db.delete(firstStartSteps).where(eq(firstStartSteps.step, 'show-password'))
  }
  const sealed = steps.get('show-password')
  if (sealed)
    return { ...(JSON.parse(createFieldEncryption(config.SECRET_KEY ?? '').decrypt(sealed)) as { email: string; password: string }), shown }
  return made ? { email: made.email, shown } : null
}
