import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema/events.ts'

/** A sitemap has at most 50,000 URLs; every event has one in each language. */
const maxEvents = 24_000

/** Lists the slugs of the active events, the newest first. */
export const listActiveEventSlugs = (db: Db): Promise<{ slug: string; updatedAt: Date }[]> =>
  db
    .select({ slug: events.slug, updatedAt: events.updatedAt })
    .from(events)
    .where(and(isNull(events.deletedAt), eq(events.active, true)))
    .orderBy(desc(events.id))
    .limit(maxEvents)
