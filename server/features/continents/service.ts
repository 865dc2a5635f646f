import type { ContinentFields, ContinentRecord } from '#contract/continent.ts'
import { continents } from '#server/db/schema/geography.ts'
import type { Core } from '#server/deps.ts'
import { toRecordMetadata } from '#server/features/crud/metadata.ts'
import { createCrudService } from '#server/features/crud/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { continentSearchText, getContinentSortColumns, hasOrganizers, matchesHasOrganizers, toContinent } from './queries.ts'

/** Creates the service of continents in the back office. The slug comes from the first English name and never changes; a continent with organizers cannot be deleted. */
export const createContinentService = (core: Pick<Core, 'database' | 'invalidator' | 'files'>) =>
  createCrudService<typeof continents, ContinentFields, ContinentRecord>(
    {
      table: continents,
      entity: 'continent',
      cacheTags: ['continents', 'organizers'],
      searchText: continentSearchText,
      getSortColumns: getContinentSortColumns,
      required: ['name.en', 'name.ar'],
      toRecord: (row) => ({ ...toContinent(row), ...toRecordMetadata(row) }),
      toColumns: ({ name }) => ({ nameEn: name?.en, nameAr: name?.ar }),
      slugFallback: 'continent',
      assertDeletable: async (tx, id) => {
        if (await hasOrganizers(tx, id)) throw new AppError('has-organizers')
      },
      keepDeleted: { condition: matchesHasOrganizers, code: 'has-organizers' },
    },
    core,
  )
