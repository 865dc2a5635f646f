import { certificates } from './en/certificates.ts'

/** English of certificates and of the page that verifies them, loaded with their pages. */
export const enCertificates = { certificates } as const
