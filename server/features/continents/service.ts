import type { ContinentRecord } from '#contract/content.ts'
import { continents } from '#server/db/schema/places.ts'
import type { Core } from '#server/deps.ts'
import { recordMetadata } from '#server/features/crud/metadata.ts'
import { createCrudService } from '#server/features/crud/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { freeSlug, slugOf } from '#server/lib/slug.ts'
import { anyOrganizer, hasOrganizers, searchedContinents, slugsOfContinents, toContinent } from './queries.ts'

/** Continents in the back office. The slug comes from the first English name and stays; one that has organizers cannot be deleted. */
export const continentService = (core: Pick<Core, 'database' | 'changes' | 'files'>) =>
  createCrudService(
    {
      table: continents,
      entity: 'continent',
      tags: ['continents', 'organizers'],
      searched: searchedContinents,
      required: ['nameEn', 'nameAr'],
      toDomain: (row: typeof continents.$inferSelect): ContinentRecord => ({ ...toContinent(row), ...recordMetadata(row) }),
      complete: async (tx, values) => ({
        ...values,
        slug: freeSlug(slugOf(values.nameEn ?? '', 'continent'), await slugsOfContinents(tx)),
      }),
      mayRemove: async (tx, id) => {
        if (await hasOrganizers(tx, id)) throw new AppError('conflict')
      },
      needed: anyOrganizer,
    },
    core,
  )
