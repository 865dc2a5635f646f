import type { PartnerFields, PartnerRecord } from '#contract/partner.ts'
import { partners } from '#server/db/schema/content.ts'
import type { Core } from '#server/deps.ts'
import { toRecordMetadata } from '#server/features/crud/metadata.ts'
import { createCrudService } from '#server/features/crud/service.ts'
import { getPartnerSortColumns, toPartner } from './queries.ts'

/** Creates the service of partners in the back office. Each has an image. */
export const createPartnerService = (core: Pick<Core, 'database' | 'invalidator' | 'files'>) =>
  createCrudService<typeof partners, PartnerFields, PartnerRecord>(
    {
      table: partners,
      entity: 'partner',
      cacheTags: ['partners'],
      searchText: partners.search,
      getSortColumns: getPartnerSortColumns,
      recordName: { en: partners.name, ar: partners.name },
      required: [],
      toRecord: (row) => ({ ...toPartner(row), active: row.active, ...toRecordMetadata(row) }),
      toColumns: (columns) => columns,
      image: { column: 'image', folder: 'partners', kind: 'logo', required: true },
    },
    core,
  )
