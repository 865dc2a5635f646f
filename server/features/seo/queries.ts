import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema/events.ts'
import { rankingFreezes } from '#server/db/schema/scores.ts'

/** A sitemap has at most 50,000 URLs; every page has one in each language. */
export const maxSitemapPaths = 25_000
const maxEvents = 20_000

/** Lists the slugs of the active events, the newest first. An event with a frozen ranking has the time of its last change before the freeze. */
export const listActiveEventSlugs = (db: Db): Promise<{ slug: string; updatedAt: Date }[]> =>
  db
    .select({
      slug: events.slug,
      updatedAt: sql`coalesce(${rankingFreezes.eventUpdatedAt}, ${events.updatedAt})`.mapWith(events.updatedAt),
    })
    .from(events)
    .leftJoin(rankingFreezes, eq(rankingFreezes.eventId, events.id))
    .where(and(isNull(events.deletedAt), eq(events.active, true)))
    .orderBy(desc(events.id))
    .limit(maxEvents)
