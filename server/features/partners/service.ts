import type { PartnerRecord } from '#contract/content.ts'
import { partners } from '#server/db/schema/content.ts'
import type { Core } from '#server/deps.ts'
import { recordMetadata } from '#server/features/crud/metadata.ts'
import { createCrudService } from '#server/features/crud/service.ts'
import { partnerImage } from './queries.ts'

const toRecord = (row: typeof partners.$inferSelect): PartnerRecord => ({
  id: row.id,
  name: row.name,
  image: partnerImage(row.image),
  link: row.link,
  active: row.active,
  ...recordMetadata(row),
})

/** Partners in the back office; each has a picture. */
export const partnerService = (core: Pick<Core, 'database' | 'changes' | 'files'>) =>
  createCrudService(
    {
      table: partners,
      entity: 'partner',
      tags: ['partners'],
      searched: partners.search,
      required: ['image'],
      toDomain: toRecord,
      picture: { column: 'image', folder: 'partners', size: 'logo', field: 'file' },
    },
    core,
  )
