import type { ContactNote, DownloadRequest, IssueReport } from '#contract/message.ts'
import type { z } from '#contract/z.ts'
import type { contactBody, supportBody, WireContact, WireDownload, WireSupport } from './message.schema.ts'

/** The published name of a refused field. */
export const downloadFieldToWire = (field: string): string => (field === 'phone' ? 'phone_number' : field)

export const downloadFromWire = (wire: WireDownload): DownloadRequest => ({
  name: wire.name,
  email: wire.email,
  phone: wire.phone_number,
  country: wire.country,
  platform: wire.download_type,
  userType: wire.user_type,
})
export const downloadToForm = (request: DownloadRequest & { trap?: string }): URLSearchParams =>
  new URLSearchParams({
    name: request.name,
    email: request.email,
    phone_number: request.phone,
    country: request.country,
    download_type: request.platform,
    user_type: request.userType,
    website: request.trap ?? '',
  })

export const issueToWire = (report: IssueReport & { trap?: string }): WireSupport => ({
  first_name: report.firstName,
  last_name: report.lastName,
  email: report.email,
  message: report.message,
  website: report.trap ?? '',
  ...(report.regionId === null ? {} : { region: report.regionId }),
})

export const issueFromWire = (wire: z.output<typeof supportBody>): IssueReport => ({
  firstName: wire.first_name,
  lastName: wire.last_name,
  email: wire.email,
  message: wire.message,
  regionId: wire.region ?? null,
})

export const contactToWire = (note: ContactNote & { trap?: string }): WireContact => ({
  name: note.name,
  email: note.email,
  phone_number: note.phone,
  message: note.message,
  website: note.trap ?? '',
})

export const contactFromWire = (wire: z.output<typeof contactBody>): ContactNote => ({
  name: wire.name,
  email: wire.email,
  phone: wire.phone_number,
  message: wire.message,
})
