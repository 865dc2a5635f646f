import { defineCalls } from '../platform/define-calls.ts'
import { codeField, localizedText, multilineTextField } from '../platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
} from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { certificateKinds, certificateLimits } from './certificate.ts'
import { maxTypedCodeLength } from './judging/judge-code.ts'
import { certificateSelection, printOptions, printPageCount, printPartField } from './print.schema.ts'
import { certificateHolders } from './print.ts'
import { adminScoresParams } from './scores/score.schema.ts'

const event = z.object({
  slug: z.string(),
  title: localizedText,
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
})
const certificateFields = {
  code: z.string(),
  kind: z.enum(certificateKinds),
  name: z.string().describe('empty when the person was erased'),
  teamName: z.string(),
  rank: z.number().nullable().describe('null for a certificate of participation or of a judge'),
  awards: z.array(localizedText).describe('the awards of the team besides its rank'),
  issuedAt: z.string(),
  event,
  issuer: localizedText,
}
const certificate = z.object(certificateFields).meta({ id: 'Certificate' })

/** A printed certificate. `name` is empty when the person was erased. */
export type Certificate = z.infer<typeof certificate>

const verifiedCertificate = z
  .object({
    ...certificateFields,
    name: z
      .string()
      .describe('the first name and the initial of the last one; empty when the person was erased'),
    revokedAt: z.string().nullable(),
  })
  .meta({ id: 'VerifiedCertificate' })

/** What the public page says about a certificate. */
export type VerifiedCertificate = z.infer<typeof verifiedCertificate>

const revokedCertificate = z
  .object({ ...certificateFields, revokedAt: z.string() })
  .meta({ id: 'RevokedCertificate' })

/** A certificate that an organizer revoked. */
export type RevokedCertificate = z.infer<typeof revokedCertificate>

/** The person who signs the certificates of the site. The images are paths on this site, null for none. */
export const certificateSigner = z.object({
  name: localizedText,
  title: localizedText,
  signature: z.string().nullable(),
  seal: z.string().nullable(),
})
export type CertificateSigner = z.infer<typeof certificateSigner>

const eventCertificatesResponse = createSuccessResponseSchema({
  event: z.object({ id: z.string(), slug: z.string(), title: localizedText }),
  signer: certificateSigner,
  certificates: z.array(certificate).describe('each takes a page, in the order of the ranking'),
  pageCount: printPageCount,
  options: printOptions.extend({ holders: z.array(z.enum(certificateHolders)) }),
  revoked: z
    .array(revokedCertificate)
    .describe('those of the published results that an organizer revoked and nobody issued again'),
})

/** A part of the certificates of an event as organizers see them. */
export type EventCertificates = Omit<z.infer<typeof eventCertificatesResponse>, 'success'>

const adminCertificateParams = z.object({ eventId: z.uuid(), code: codeField(maxTypedCodeLength) })
const revokeCertificateRequest = z.object({
  reason: multilineTextField(certificateLimits.reason).min(1),
})
const changedCertificateResponse = createMessageAndDataResponseSchema({})
const certificateListResponse = createSuccessResponseSchema({
  certificates: z.array(certificate),
  signer: certificateSigner,
})
const verifyCertificateParams = z.object({ code: codeField(maxTypedCodeLength) })
const verifyCertificateResponse = createSuccessResponseSchema({ certificate: verifiedCertificate })

/** The calls about certificate. */
export const certificateCalls = {
  ...defineCalls(
    { tag: 'certificates', audience: 'visitor' },
    {
      'GET /api/v1/certificates/:code': {
        summary: 'What a certificate says, and whether it was revoked',
        errorLimit: { max: 30, timeWindow: '1 minute' },
        params: verifyCertificateParams,
        response: verifyCertificateResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'certificates', audience: 'admin', permission: 'results' },
    {
      'GET /api/admin/events/:eventId/certificates': {
        summary: 'Certificates of an event to print, by page, and those that were revoked',
        regions: 'event',
        params: adminScoresParams,
        query: certificateSelection.omit({ document: true }).extend({ part: printPartField }),
        response: eventCertificatesResponse,
      },
      'POST /api/admin/events/:eventId/certificates/:code/revoke': {
        summary: 'Revoke one certificate',
        regions: 'event',
        params: adminCertificateParams,
        body: revokeCertificateRequest,
        response: changedCertificateResponse,
      },
      'POST /api/admin/events/:eventId/certificates/:code/reissue': {
        summary: 'Issue a revoked certificate again, with a new code',
        regions: 'event',
        params: adminCertificateParams,
        response: changedCertificateResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'certificates', audience: 'user' },
    {
      'GET /api/account/certificates': {
        summary: 'The own certificates and those of the own teams',
        response: certificateListResponse,
      },
    },
  ),
}
