import type { Certificate, VerifiedCertificate } from '#contract/certificate.ts'
import { paths } from '#contract/paths.ts'
import type { ApiCall } from './call.ts'

/** Creates the call with which visitors check a certificate. Throws `not-found`. */
export const createCertificateApi = (call: ApiCall) => ({
  verify: async (code: string): Promise<VerifiedCertificate> =>
    (await call<{ certificate: VerifiedCertificate }>(paths.certificate(code))).certificate,
})

/** Creates the call that lists the certificates of an account. */
export const createAccountCertificateApi = (call: ApiCall) => ({
  listOfAccount: async (): Promise<Certificate[]> => (await call<{ certificates: Certificate[] }>(paths.accountCertificates)).certificates,
})
