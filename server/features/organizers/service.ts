import type { OrganizerFields, OrganizerRecord } from '#contract/organizer.ts'
import { organizers } from '#server/db/schema/geography.ts'
import type { Core } from '#server/deps.ts'
import { toRecordMetadata } from '#server/features/crud/metadata.ts'
import { createCrudService } from '#server/features/crud/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { getUploadUrlPath } from '#server/lib/files.ts'
import { getOrganizerSortColumns, toOrganizer, tryLockContinent } from './queries.ts'

const folder = getUploadUrlPath('organizers', '')

/** Creates the service of organizers in the back office. Each belongs to a continent. */
export const createOrganizerService = (core: Pick<Core, 'database' | 'invalidator' | 'files'>) =>
  createCrudService<typeof organizers, OrganizerFields, OrganizerRecord>(
    {
      table: organizers,
      entity: 'organizer',
      cacheTags: ['organizers'],
      searchText: organizers.search,
      getSortColumns: getOrganizerSortColumns,
      required: ['name.en', 'name.ar', 'continentId'],
      toRecord: (row) => ({ ...toOrganizer(row), ...toRecordMetadata(row) }),
      toColumns: ({ name, ...columns }) => ({ nameEn: name?.en, nameAr: name?.ar, ...columns }),
      check: async (tx, { continentId }) => {
        if (continentId !== undefined && !(await tryLockContinent(tx, continentId)))
          throw new AppError('bad-input', [{ field: 'continentId', code: 'not-found' }])
      },
      image: {
        column: 'flag',
        folder: 'organizers',
        kind: 'logo',
        required: false,
        toColumn: (fileName) => getUploadUrlPath('organizers', fileName),
        toFileName: (path) => (path.startsWith(folder) ? path.slice(folder.length) : null),
      },
    },
    core,
  )
