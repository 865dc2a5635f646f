import type { Certificate, VerifiedCertificate } from '#contract/certificate.ts'
import { paths } from '#contract/paths.ts'
import type { ApiCall } from './call.ts'

/** The call with which visitors check a certificate. Throws `not-found`. */
export const createCertificateApi = (call: ApiCall) => ({
  verify: async (code: string): Promise<VerifiedCertificate> =>
    (await call<{ certificate: VerifiedCertificate }>(paths.certificate(code))).certificate,
})

/** The calls that list certificates: those of an account, and those of an event for the back office. */
export const createCertificateListApi = (call: ApiCall) => ({
  listOfAccount: async (): Promise<Certificate[]> => (await call<{ certificates: Certificate[] }>(paths.accountCertificates)).certificates,
  listOfEvent: async (eventId: string): Promise<Certificate[]> =>
    (await call<{ certificates: Certificate[] }>(paths.adminCertificates(eventId))).certificates,
})
