import type { OrganizerRecord } from '#contract/content.ts'
import { organizers } from '#server/db/schema/places.ts'
import type { Core } from '#server/deps.ts'
import { recordMetadata } from '#server/features/crud/metadata.ts'
import { createCrudService } from '#server/features/crud/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { publicPath } from '#server/lib/files.ts'
import { holdContinent, toOrganizer } from './queries.ts'

const folder = publicPath('organizers', '')
const toRecord = (row: typeof organizers.$inferSelect): OrganizerRecord => ({ ...toOrganizer(row), ...recordMetadata(row) })

/** Organizers in the back office; each belongs to a continent. */
export const organizerService = (core: Pick<Core, 'database' | 'changes' | 'files'>) =>
  createCrudService(
    {
      table: organizers,
      entity: 'organizer',
      tags: ['organizers'],
      searched: organizers.search,
      required: ['nameEn', 'nameAr', 'continentId'],
      toDomain: toRecord,
      check: async (tx, { continentId }) => {
        if (continentId !== undefined && !(await holdContinent(tx, continentId)))
          throw new AppError('bad-input', [{ field: 'continentId', code: 'not-found' }])
      },
      picture: {
        column: 'flag',
        folder: 'organizers',
        size: 'logo',
        field: 'flag',
        stored: (name) => publicPath('organizers', name),
        nameIn: (path) => (path.startsWith(folder) ? path.slice(folder.length) : null),
      },
    },
    core,
  )
