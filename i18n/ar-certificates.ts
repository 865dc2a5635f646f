import { certificates } from './ar/certificates.ts'

/** Arabic of certificates and of the page that verifies them, loaded with their pages. */
export const arCertificates = { certificates } as const
