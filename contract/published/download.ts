import type { DownloadRequest, UncheckedDownloadRequest } from '#contract/site/download-registrant.schema.ts'
import type { PublishedDownload } from './download.schema.ts'
import { createFieldNameTranslators } from './record.ts'

export const fromPublishedDownloadRequest = (json: PublishedDownload): UncheckedDownloadRequest => ({
  name: json.name,
  email: json.email,
  phone: json.phone_number,
  country: json.country,
  platform: json.download_type,
  userType: json.user_type,
})

/** Returns the download form; `website` is the honeypot field. */
export const toPublishedDownloadRequest = (request: DownloadRequest, website: string): PublishedDownload => ({
  name: request.name,
  email: request.email,
  phone_number: request.phone,
  country: request.country,
  download_type: request.platform,
  user_type: request.userType,
  website,
})

/** Converts the name of a field to the published name. */
export const [toPublishedDownloadFieldName] = createFieldNameTranslators({
  phone: 'phone_number',
  platform: 'download_type',
})
