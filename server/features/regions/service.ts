import type { RegionRecord } from '#contract/content.ts'
import { regions } from '#server/db/schema/places.ts'
import type { Core } from '#server/deps.ts'
import { recordMetadata } from '#server/features/crud/metadata.ts'
import { createCrudService } from '#server/features/crud/service.ts'
import { freeSlug, slugOf } from '#server/lib/slug.ts'
import { presentRegions, regionIsThere, searchedRegions, slugsOfRegions, toRegion } from './queries.ts'

/** Whether a region is there, shown or not. */
export const regionThere = regionIsThere
/** All regions that are there, shown or not. */
export const allRegions = presentRegions

/** Regions in the back office. The slug comes from the first English name and stays: events and addresses name a region by it. */
export const regionService = (core: Pick<Core, 'database' | 'changes' | 'files'>) =>
  createCrudService(
    {
      table: regions,
      entity: 'region',
      tags: ['regions', 'events'],
      searched: searchedRegions,
      required: ['nameEn', 'nameAr', 'country'],
      toDomain: (row: typeof regions.$inferSelect): RegionRecord => ({ ...toRegion(row), active: row.active, ...recordMetadata(row) }),
      complete: async (tx, values) => ({ ...values, slug: freeSlug(slugOf(values.nameEn ?? '', 'region'), await slugsOfRegions(tx)) }),
    },
    core,
  )
