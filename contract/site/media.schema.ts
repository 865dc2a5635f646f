import { imageFormField } from '../platform/crud.schema.ts'
import { defineCalls } from '../platform/define-calls.ts'
import { idField, rawTextField, singleLineField } from '../platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
  messageOnlyResponse,
} from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { mediaLimits as limits, mediaItems, uploadTargets } from './media.ts'

const simulatorFile = z
  .object({
    id: z.string(),
    fileName: z.string().describe('the name under which a browser saves the file'),
    version: z.string(),
    size: z.number().describe('in bytes'),
    sha256: z.string().describe('in hexadecimal'),
    url: z.string().describe('a path on this site'),
    downloads: z.number().describe('downloads of this file'),
    allDownloads: z.number().describe('downloads of this file and of the files before it'),
    uploadedAt: z.string().describe('ISO 8601'),
  })
  .meta({ id: 'SimulatorFile' })

/** The uploaded file of the simulator for a system. */
export type SimulatorFile = z.infer<typeof simulatorFile>

const mediaState = z
  .object({
    story: z.object({ video: z.string().nullable(), poster: z.string().nullable() }),
    logo: z.string().nullable(),
    signature: z.string().nullable().describe('of certificates'),
    seal: z.string().nullable().describe('of certificates'),
    simulator: z.object({ win: simulatorFile.nullable(), mac: simulatorFile.nullable() }),
    maxBytes: z.record(z.enum(uploadTargets), z.number()).describe('the largest file of each kind in bytes'),
  })
  .meta({ id: 'MediaState' })

/** All media of the site, as the back office shows them. */
export type MediaState = z.infer<typeof mediaState>

const resumableUpload = z
  .object({
    id: z.string(),
    received: z.number().describe('bytes that the server has; the next part begins there'),
    partBytes: z.number().describe('the size of all parts but the last'),
  })
  .meta({ id: 'ResumableUpload' })

/**
 * An upload that is not complete. `received` is the number of bytes that the server has; the next part begins
 * there.
 */
export type ResumableUpload = z.infer<typeof resumableUpload>

const mediaResponse = createSuccessResponseSchema({ media: mediaState })
const savedMediaResponse = createMessageAndDataResponseSchema({ media: mediaState })
const uploadResponse = createSuccessResponseSchema({ upload: resumableUpload })

const removeMediaQuery = z.object({ item: z.enum(mediaItems) })
const uploadParams = z.object({ uploadId: idField })

/** `version` is required for files of the simulator and ignored for others. */
const startUploadRequest = z.object({
  target: z.enum(uploadTargets),
  fileName: rawTextField(limits.fileName).min(1),
  size: z.number().int().min(1),
  version: singleLineField(limits.version).default(''),
})
const uploadPartQuery = z.object({
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
})

const saveImageRequest = z.object({ image: imageFormField })

/** The calls about media. */
export const mediaCalls = defineCalls(
  { tag: 'media', audience: 'admin', permission: 'content' },
  {
    'GET /api/admin/media': { summary: 'The media of the site', response: mediaResponse },
    'DELETE /api/admin/media': {
      summary: 'Remove a media file',
      query: removeMediaQuery,
      response: savedMediaResponse,
    },
    'PUT /api/admin/media/poster': {
      summary: 'Replace the poster of the promo video',
      body: saveImageRequest,
      consumes: ['multipart/form-data'],
      response: savedMediaResponse,
    },
    'PUT /api/admin/media/logo': {
      summary: 'Replace the logo',
      body: saveImageRequest,
      consumes: ['multipart/form-data'],
      response: savedMediaResponse,
    },
    'PUT /api/admin/media/signature': {
      summary: 'Replace the signature of certificates',
      body: saveImageRequest,
      consumes: ['multipart/form-data'],
      response: savedMediaResponse,
    },
    'PUT /api/admin/media/seal': {
      summary: 'Replace the seal of certificates',
      body: saveImageRequest,
      consumes: ['multipart/form-data'],
      response: savedMediaResponse,
    },
    'POST /api/admin/media/uploads': {
      summary: 'Begin the upload of a file in parts',
      body: startUploadRequest,
      response: uploadResponse,
    },
    'GET /api/admin/media/uploads/:uploadId': {
      summary: 'How far an upload is',
      params: uploadParams,
      response: uploadResponse,
    },
    'POST /api/admin/media/uploads/:uploadId/complete': {
      summary: 'Check an uploaded file and show it to visitors',
      params: uploadParams,
      response: savedMediaResponse,
    },
    'DELETE /api/admin/media/uploads/:uploadId': {
      summary: 'Cancel an upload',
      params: uploadParams,
      response: messageOnlyResponse,
    },
    'PUT /api/admin/media/uploads/:uploadId': {
      summary: 'Send a part of a file (application/octet-stream)',
      params: uploadParams,
      query: uploadPartQuery,
      response: uploadResponse,
    },
  },
)
