import type {
  Certificate,
  CertificateSigner,
  EventCertificates,
  VerifiedCertificate,
} from '#contract/event/certificate.schema.ts'
import { certificateKindsOfHolders, lastRankOnCertificates } from '#contract/event/certificate.ts'
import { certificateCodeLength, listPossibleCodesOfTypedText } from '#contract/event/judging/judge-code.ts'
import type { CertificateSelection } from '#contract/event/print.schema.ts'
import { certificateHolders, type GetPageRange } from '#contract/event/print.ts'
import { listCompetitionAndRegionOptions } from '#contract/event/printed-pages.ts'
import { getNameUnlessErased, toFirstNameAndInitial } from '#contract/people/teams/person-name.ts'
import type { Localized } from '#contract/platform/localized.ts'
import type { Core } from '#server/deps.ts'
import { listOwnedOrCoachedTeamIds } from '#server/people/teams/service.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getAllSettingsOrThrow } from '#server/platform/settings/service.ts'
import {
  lockAndDeleteCertificatePrintFileRowsOfEvent,
  removeFilesOfDeletedPrints,
} from '../print-files/service.ts'
import { getRankingEvent, runPublicationOrThrowIfFrozen } from '../scores/service.ts'
import {
  type CertificateRow,
  findCertificateIncludingRevoked,
  insertCertificateWithNewCode,
  isCertificateReissuable,
  listRevokedReissuableCertificates,
  listVisibleCertificatesOfUserAndTeams,
  lockCertificateOfEvent,
  revokeCertificateByCode,
  revokeCertificatesOfEvent,
  revokeCertificatesOfUnawardedTeam,
  type StoredCertificate,
} from './queries.ts'
import {
  findTeamWithCertificate,
  listAndCountValidCertificates,
  listFilterValuesOfValidCertificates,
} from './queries-selection.ts'

export { issueCertificatesToAllHoldersOfEvent, issueMissingAwardCertificates } from './queries.ts'

/**
 * Revokes the certificates of an event, in the transaction that takes its results back, and deletes the print files
 * with certificates. The caller removes the stored files (`removeFilesOfDeletedPrints`).
 */
export const revokeCertificatesAndDeletePrints = async (tx: Db, eventId: string): Promise<void> => {
  await revokeCertificatesOfEvent(tx, eventId)
  await lockAndDeleteCertificatePrintFileRowsOfEvent(tx, eventId)
}

/**
 * Revokes the certificates of a team that has neither a result nor an award any more, and deletes the rows of the
 * print files with certificates of the event. The caller removes the stored files.
 */
export const revokeAndDeletePrintsIfUnawarded = async (
  tx: Db,
  eventId: string,
  teamId: string,
): Promise<void> => {
  if (await revokeCertificatesOfUnawardedTeam(tx, eventId, teamId))
    await lockAndDeleteCertificatePrintFileRowsOfEvent(tx, eventId)
}

const toIsoDate = (date: string | null) => (date === null ? null : `${date}T00:00:00.000Z`)
const toCertificate = (row: CertificateRow, issuer: Localized): Certificate => {
  const { kind } = row
  const name = { entry: row.playerName, member: row.personName, coach: row.personName, judge: row.judgeName }[
    kind
  ]
  return {
    code: row.code,
    kind,
    name: getNameUnlessErased(name),
    teamName: getNameUnlessErased(row.teamName),
    rank: row.rank !== null && row.rank <= lastRankOnCertificates ? row.rank : null,
    awards: row.awards,
    issuedAt: row.issuedAt.toISOString(),
    event: {
      slug: row.slug,
      title: row.title,
      startDate: toIsoDate(row.startDate),
      endDate: toIsoDate(row.endDate),
    },
    issuer,
  }
}

/**
 * Returns the audit log's record of a change of a certificate: the person, the score, the team or the judge,
 * so that an erasure of the person removes the reason, too.
 */
const toAuditRecord = (
  { kind, entryId, teamId, personId, judgeId, eventId }: StoredCertificate,
  reason?: string,
) => ({
  ...(personId !== null
    ? { entity: 'team-person' as const, entityId: personId }
    : kind === 'judge'
      ? { entity: 'judge' as const, entityId: judgeId ?? '' }
      : entryId !== null
        ? { entity: 'score' as const, entityId: entryId }
        : { entity: 'team' as const, entityId: teamId ?? '' }),
  after: { event: eventId, ...(reason === undefined ? {} : { reason }) },
})

/** Creates the service that reads certificates, revokes single ones and issues them again. */
export const createCertificateService = (core: Core) => {
  const { config, database } = core
  const { db } = database
  const lockOrThrow = async (tx: Db, eventId: string, typed: string) => {
    const [code = ''] = listPossibleCodesOfTypedText(typed, certificateCodeLength)
    const certificate = await lockCertificateOfEvent(tx, eventId, code)
    if (!certificate) throw new AppError('not-found')
    return certificate
  }
  /**
   * Returns who issues certificates, the legal name of the settings or the name of the site, and who signs
   * them.
   */
  const getIssuerAndSigner = async (): Promise<{ issuer: Localized; signer: CertificateSigner }> => {
    const { brand, receiptIssuer, certificateSigner } = await getAllSettingsOrThrow(db, config.SITE_NAME)
    return {
      issuer: { en: receiptIssuer.name.en || brand.name.en, ar: receiptIssuer.name.ar || brand.name.ar },
      signer: certificateSigner,
    }
  }
  return {
    /**
     * Lists the valid certificates of an event that a selection picks, those of the pages that `getRange` chooses,
     * and the revoked ones that can be issued again. Throws `not-found`.
     */
    listOfEvent: async (
      eventId: string,
      { code, ...selection }: Omit<CertificateSelection, 'document'>,
      getRange: GetPageRange,
    ): Promise<EventCertificates> => {
      const { id, slug, title } = await getRankingEvent(db, eventId)
      const { issuer, signer } = await getIssuerAndSigner()
      const codes = code ? listPossibleCodesOfTypedText(code, certificateCodeLength) : undefined
      const [valid, revoked, kinds, team] = await Promise.all([
        listAndCountValidCertificates(db, eventId, selection, codes, getRange),
        listRevokedReissuableCertificates(db, eventId),
        listFilterValuesOfValidCertificates(db, eventId),
        selection.teamId ? findTeamWithCertificate(db, eventId, selection.teamId) : undefined,
      ])
      return {
        event: { id, slug, title },
        signer,
        certificates: valid.rows.map((row) => toCertificate(row, issuer)),
        pageCount: valid.count,
        options: {
          hasTeams: kinds.some(({ competitionId }) => competitionId !== null),
          team: team ?? null,
          ...listCompetitionAndRegionOptions(kinds),
          holders: certificateHolders.filter((holders) =>
            kinds.some(({ kind }) => certificateKindsOfHolders[holders].includes(kind)),
          ),
        },
        revoked: revoked.map((row) => ({
          ...toCertificate(row, issuer),
          revokedAt: row.revokedAt?.toISOString() ?? '',
        })),
      }
    },
    /** Revokes one certificate, and deletes the print files with certificates of its event. Throws `not-found`, and `conflict` when it is revoked already. */
    revoke: async (eventId: string, code: string, reason: string, actor: Actor): Promise<void> => {
      await inTransaction(db, async (tx) => {
        const certificate = await lockOrThrow(tx, eventId, code)
        if (certificate.revokedAt) throw new AppError('conflict')
        await revokeCertificateByCode(tx, certificate.code)
        await lockAndDeleteCertificatePrintFileRowsOfEvent(tx, eventId)
        await writeAudit(tx, { actor, action: 'revoke-certificate', ...toAuditRecord(certificate, reason) })
      })
      await removeFilesOfDeletedPrints(core)
    },
    /**
     * Issues a revoked certificate again, with the same rank and a new code. Throws `not-found`,
     * `results-frozen`, and `conflict` when it is valid, was issued again already, or belongs to results that
     * were taken back.
     */
    reissue: (eventId: string, code: string, actor: Actor): Promise<void> =>
      runPublicationOrThrowIfFrozen(core, eventId, async (tx) => {
        const certificate = await lockOrThrow(tx, eventId, code)
        if (!(await isCertificateReissuable(tx, certificate.code))) throw new AppError('conflict')
        const { kind, entryId, teamId, personId, judgeId, rank } = certificate
        await insertCertificateWithNewCode(tx, {
          eventId,
          kind,
          entryId,
          teamId,
          personId,
          judgeId,
          rank,
          issuedAt: new Date(),
        })
        await writeAudit(tx, { actor, action: 'reissue-certificate', ...toAuditRecord(certificate) })
      }),
    /** Lists the valid certificates of a user and of the teams that the user registered or coaches. */
    listOfAccount: async (
      userId: string,
    ): Promise<{ certificates: Certificate[]; signer: CertificateSigner }> => {
      const rows = await listVisibleCertificatesOfUserAndTeams(
        db,
        userId,
        await listOwnedOrCoachedTeamIds(db, userId),
      )
      const { issuer, signer } = await getIssuerAndSigner()
      return { certificates: rows.map((row) => toCertificate(row, issuer)), signer }
    },
    /** Returns what the public page says about a certificate. Throws `not-found`. */
    verify: async (typed: string): Promise<VerifiedCertificate> => {
      const row = await findCertificateIncludingRevoked(
        db,
        listPossibleCodesOfTypedText(typed, certificateCodeLength),
      )
      if (!row) throw new AppError('not-found')
      const certificate = toCertificate(row, (await getIssuerAndSigner()).issuer)
      return {
        ...certificate,
        name: toFirstNameAndInitial(certificate.name),
        revokedAt: row.revokedAt?.toISOString() ?? null,
      }
    },
  }
}
