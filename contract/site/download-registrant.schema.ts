import { defineDeletedListAndPurgeCalls, idQuery } from '../platform/crud.schema.ts'
import { defineCalls } from '../platform/define-calls.ts'
import { fieldLabels } from '../platform/field-labels.ts'
import { codeField, createPageAndSearchFields, sortField } from '../platform/fields.schema.ts'
import { pageSizes } from '../platform/page-sizes.ts'
import {
  createListResponseSchema,
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
  messageOnlyResponse,
} from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { downloadPlatforms, downloadUserTypes, registrantLimits as limits } from './download-registrant.ts'

/** A visitor who downloaded the simulator. */
const registrant = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string().describe('E.164'),
    country: z.string().describe('a slug: `egypt`, `saudi-arabia`'),
    platform: z.enum(downloadPlatforms),
    userType: z.enum(downloadUserTypes),
    createdAt: z.string().describe('ISO 8601'),
  })
  .meta({ id: 'Registrant' })
export type Registrant = z.infer<typeof registrant>

/** The form that a visitor sends before the download; `phone` is not normalized. */
export type DownloadRequest = Omit<Registrant, 'id' | 'createdAt'>

export type RegistrantFilter = { search?: string | undefined } & {
  [F in 'country' | 'platform' | 'userType']?: Registrant[F] | undefined
}

/** The form as it arrives: a system may be missing. */
export type UncheckedDownloadRequest = Omit<DownloadRequest, 'platform'> & {
  platform: DownloadRequest['platform'] | undefined
}

const simulatorDownload = z
  .object({
    version: z.string().nullable(),
    size: z.number().nullable().describe('in bytes'),
    sha256: z.string().nullable().describe('in hexadecimal'),
  })
  .describe('version, size and checksum of the file; null for a link to another site')
  .meta({ id: 'SimulatorDownload' })

/**
 * The simulator for a system, as visitors see it. Version, size in bytes and SHA-256 checksum are known of
 * uploaded files only.
 */
export type SimulatorDownload = z.infer<typeof simulatorDownload>

/** The simulator for each system; null while there is none. */
export type SimulatorDownloads = Record<(typeof downloadPlatforms)[number], SimulatorDownload | null>

const simulatorResponse = createSuccessResponseSchema({
  simulator: z.object({ win: simulatorDownload.nullable(), mac: simulatorDownload.nullable() }),
})

const filters = {
  country: codeField(limits.country).optional(),
  platform: z.enum(downloadPlatforms).optional(),
  userType: z.enum(downloadUserTypes).optional(),
}
const { s, ...paging } = createPageAndSearchFields(pageSizes.long)
const registrantListQuery = z.object({ ...paging, s, ...filters, sort: sortField('registrants') })
registrantListQuery.register(fieldLabels, { catalogue: 'contents' })
const registrantListResponse = createListResponseSchema('registrants', registrant)
const registrantExportQuery = z.object({ s, ...filters })
registrantExportQuery.register(fieldLabels, { catalogue: 'contents' })
const restoredRegistrantResponse = createMessageAndDataResponseSchema({ registrant })

/** The calls about download registrant. */
export const downloadRegistrantCalls = {
  ...defineDeletedListAndPurgeCalls('/api/admin/downloads', {
    tag: 'downloads',
    sizes: pageSizes.long,
    permission: 'registration',
    purgePermission: 'privacy',
  }),
  ...defineCalls(
    { tag: 'downloads', audience: 'visitor' },
    {
      'GET /api/simulator': {
        summary: 'The simulator for each system: version, size and checksum; null while there is none',
        response: simulatorResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'downloads', audience: 'admin', permission: 'privacy' },
    {
      'GET /api/admin/downloads': {
        summary: 'List of registrants',
        permission: 'registration',
        query: registrantListQuery,
        response: registrantListResponse,
      },
      'GET /api/admin/downloads/export': {
        summary: 'The registrants as a CSV file',
        query: registrantExportQuery,
      },
      'DELETE /api/admin/downloads': {
        summary: 'Delete a registrant; can be restored for 30 days',
        query: idQuery,
        response: messageOnlyResponse,
      },
      'POST /api/admin/downloads/restore': {
        summary: 'Restore a deleted registrant',
        body: idQuery,
        response: restoredRegistrantResponse,
      },
    },
  ),
}
