import { localizedText } from './fields.schema.ts'
import { successResponse } from './response.schema.ts'
import { z } from './z.ts'

const event = z.object({ slug: z.string(), title: localizedText, startDate: z.string().nullable(), endDate: z.string().nullable() })
const certificateFields = {
  code: z.string(),
  name: z.string().describe('empty when the person was erased'),
  teamName: z.string(),
  rank: z.number().nullable().describe('null for a certificate of participation'),
  issuedAt: z.string(),
  event,
  issuer: localizedText,
}
export const certificate = z.object(certificateFields).meta({ id: 'Certificate' })
export const verifiedCertificate = z
  .object({
    ...certificateFields,
    name: z.string().describe('the first name and the initial of the last one; empty when the person was erased'),
    revokedAt: z.string().nullable(),
  })
  .meta({ id: 'VerifiedCertificate' })

export const certificateListResponse = successResponse({ certificates: z.array(certificate) })
export const verifyCertificateParams = z.object({ code: z.string().max(60) })
export const verifyCertificateResponse = successResponse({ certificate: verifiedCertificate })
