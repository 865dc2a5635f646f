import { eq } from 'drizzle-orm'
import type { Db } from './open.ts'
import { events } from './schema/events.ts'

/** Returns whether the site has demo content, which `npm run demo:remove` removes. */
export const hasDemoContent = async (db: Db): Promise<boolean> =>
  (await db.select({ id: events.id }).from(events).where(eq(events.demo, true)).limit(1)).length > 0
