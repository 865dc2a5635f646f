import type {
  certificate,
  certificateSigner,
  eventCertificatesResponse,
  revokedCertificate,
  verifiedCertificate,
} from './certificate.schema.ts'
import type { z } from './z.ts'

/** Ranks up to this one stand on a certificate; others are certificates of participation. */
export const lastRankOnCertificates = 10
/** Maximum characters of the reason for which a certificate is revoked. */
export const certificateLimits = { reason: 500 } as const
/** Whom a certificate is for: an entry (its player, or a team without members), a member or coach of a team, or a judge. */
export const certificateKinds = ['entry', 'member', 'coach', 'judge'] as const
export type CertificateKind = (typeof certificateKinds)[number]
/** A printed certificate. `name` is empty when the person was erased. */
export type Certificate = z.infer<typeof certificate>
/** A certificate that an organizer revoked. */
export type RevokedCertificate = z.infer<typeof revokedCertificate>
/** The certificates of an event as organizers see them. */
export type EventCertificates = Omit<z.infer<typeof eventCertificatesResponse>, 'success'>
/** What the public page says about a certificate. */
export type VerifiedCertificate = z.infer<typeof verifiedCertificate>
/** The person who signs the certificates of the site. */
export type CertificateSigner = z.infer<typeof certificateSigner>
