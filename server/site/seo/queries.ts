import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { rankingFreezes } from '#server/platform/db/schema/frozen-rankings.ts'
import { matchDraws } from '#server/platform/db/schema/rule-sets.ts'

/** A sitemap has at most 50,000 URLs; every page has one in each language. */
export const maxSitemapPaths = 25_000
/** An event has up to two pages. */
const maxEvents = 12_000

/**
 * Lists the slugs of the active events, the newest first, and whether their matches are drawn. An event with
 * a frozen ranking has the time of its last change before the freeze.
 */
export const listActiveEventsForSitemap = (
  db: Db,
): Promise<{ slug: string; updatedAt: Date; isDrawn: boolean }[]> =>
  db
    .select({
      slug: events.slug,
      isDrawn: sql<boolean>`exists (select from ${matchDraws} where ${matchDraws.eventId} = ${events.id})`,
      updatedAt: sql`coalesce(${rankingFreezes.eventUpdatedAt}, ${events.updatedAt})`.mapWith(
        events.updatedAt,
      ),
    })
    .from(events)
    .leftJoin(rankingFreezes, eq(rankingFreezes.eventId, events.id))
    .where(and(isNull(events.deletedAt), eq(events.active, true)))
    .orderBy(desc(events.id))
    .limit(maxEvents)
