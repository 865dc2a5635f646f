import type { RegionFields, RegionRecord } from '#contract/region.ts'
import { findCountryCode } from '#contract/rules/countries.ts'
import { regions } from '#server/db/schema/geography.ts'
import type { Core } from '#server/deps.ts'
import { toRecordMetadata } from '#server/features/crud/metadata.ts'
import { createCrudService } from '#server/features/crud/service.ts'
import { toInternationalPhone } from '#server/lib/phone.ts'
import { findRegionId, getRegionSortColumns, hasRegion, hasRegionSlug, listAllRegions, regionSearchText, toRegion } from './queries.ts'

export { findRegionId, hasRegion, hasRegionSlug, listAllRegions }

/** Creates the service of regions in the back office. The slug comes from the first English name and never changes, because events and URLs refer to it. */
export const createRegionService = (core: Pick<Core, 'database' | 'invalidator' | 'files'>) =>
  createCrudService<typeof regions, RegionFields, RegionRecord>(
    {
      table: regions,
      entity: 'region',
      cacheTags: ['regions', 'events'],
      searchText: regionSearchText,
      getSortColumns: getRegionSortColumns,
      required: ['name.en', 'name.ar', 'country'],
      toRecord: (row) => ({ ...toRegion(row), active: row.active, ...toRecordMetadata(row) }),
      toColumns: ({ name, phone, ...columns }) => ({
        nameEn: name?.en,
        nameAr: name?.ar,
        // the country of a region has its own numbers
        phone: phone && toInternationalPhone(phone, [findCountryCode(columns.country ?? '') ?? 'SA']),
        ...columns,
      }),
      slugFallback: 'region',
    },
    core,
  )
