import { imageFormField } from './crud.schema.ts'
import { idField, rawTextField, singleLineField } from './fields.schema.ts'
import { mediaLimits as limits, mediaItems, uploadTargets } from './media.ts'
import { createMessageResponseSchema, createSuccessResponseSchema } from './response.schema.ts'
import { z } from './z.ts'

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

export const mediaResponse = createSuccessResponseSchema({ media: mediaState })
export const savedMediaResponse = createMessageResponseSchema({ media: mediaState })
export const uploadResponse = createSuccessResponseSchema({ upload: resumableUpload })

export const removeMediaQuery = z.object({ item: z.enum(mediaItems) })
export const uploadParams = z.object({ uploadId: idField })

/** `version` is required for files of the simulator and ignored for others. */
export const startUploadRequest = z.object({
  target: z.enum(uploadTargets),
  fileName: rawTextField(limits.fileName).min(1),
  size: z.number().int().min(1),
  version: singleLineField(limits.version).default(''),
})
export const uploadPartQuery = z.object({
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
})

export const saveImageRequest = z.object({ image: imageFormField })
