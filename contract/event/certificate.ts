import type { CertificateHolders } from './print.ts'

/** Ranks up to this one stand on a certificate; others are certificates of participation. */
export const lastRankOnCertificates = 10
/** Maximum characters of the reason for which a certificate is revoked. */
export const certificateLimits = { reason: 500 } as const
/**
 * Whom a certificate is for: an entry (its player, or a team without members), a member or coach of a team,
 * or a judge.
 */
export const certificateKinds = ['entry', 'member', 'coach', 'judge'] as const
export type CertificateKind = (typeof certificateKinds)[number]
/** The kinds of certificates that are chosen by each group of holders. */
export const certificateKindsOfHolders: Record<CertificateHolders, readonly CertificateKind[]> = {
  participants: ['entry', 'member'],
  coaches: ['coach'],
  judges: ['judge'],
}
