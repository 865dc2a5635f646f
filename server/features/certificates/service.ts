import { type Certificate, lastRankOnCertificates, type VerifiedCertificate } from '#contract/certificate.ts'
import type { Localized } from '#contract/localized.ts'
import { shortenName, toCertificateName } from '#contract/rules/certificate-name.ts'
import { normalizeJudgeCode } from '#contract/rules/judge-code.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { getRankingEvent } from '#server/features/scores/service.ts'
import { getSiteSettings } from '#server/features/settings/service.ts'
import { listAccountTeamIds } from '#server/features/teams/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import {
  type CertificateRow,
  findCertificate,
  listAccountCertificates,
  listEventCertificates,
  revokeCertificatesOfEvent,
} from './queries.ts'

export { issueCertificates } from '#server/db/issue-certificates.ts'

/** Revokes the certificates of an event, in the transaction that takes its results back. */
export const revokeCertificates = (tx: Db, eventId: string): Promise<void> => revokeCertificatesOfEvent(tx, eventId)

const toIsoDate = (date: string | null) => (date === null ? null : `${date}T00:00:00.000Z`)
const toCertificate = (row: CertificateRow, issuer: Localized): Certificate => {
  const name = row.isForMember ? row.memberName : row.playerName
  return {
    code: row.code,
    name: toCertificateName(name),
    teamName: toCertificateName(row.teamName),
    rank: row.rank <= lastRankOnCertificates ? row.rank : null,
    issuedAt: row.issuedAt.toISOString(),
    event: { slug: row.slug, title: row.title, startDate: toIsoDate(row.startDate), endDate: toIsoDate(row.endDate) },
    issuer,
  }
}

/** Creates the service that reads certificates. */
export const createCertificateService = ({ config, database }: Pick<Core, 'config' | 'database'>) => {
  const { db } = database
  /** Returns who issues certificates: the legal name of the settings, or the name of the site. */
  const getIssuer = async (): Promise<Localized> => {
    const { brand, receiptIssuer } = await getSiteSettings(db, config.SITE_NAME)
    return { en: receiptIssuer.name.en || brand.name.en, ar: receiptIssuer.name.ar || brand.name.ar }
  }
  const toCertificates = async (rows: readonly CertificateRow[]): Promise<Certificate[]> => {
    const issuer = await getIssuer()
    return rows.map((row) => toCertificate(row, issuer))
  }
  return {
    /** Lists the valid certificates of an event. Throws `not-found`. */
    listOfEvent: async (eventId: string): Promise<Certificate[]> => {
      await getRankingEvent(db, eventId)
      return toCertificates(await listEventCertificates(db, eventId))
    },
    /** Lists the valid certificates of a user and of the teams that the user registered or coaches. */
    listOfAccount: async (userId: string): Promise<Certificate[]> =>
      toCertificates(await listAccountCertificates(db, userId, await listAccountTeamIds(db, userId))),
    /** Returns what the public page says about a certificate. Throws `not-found`. */
    verify: async (typed: string): Promise<VerifiedCertificate> => {
      const row = await findCertificate(db, normalizeJudgeCode(typed))
      if (!row) throw new AppError('not-found')
      const certificate = toCertificate(row, await getIssuer())
      return { ...certificate, name: shortenName(certificate.name), revokedAt: row.revokedAt?.toISOString() ?? null }
    },
  }
}
