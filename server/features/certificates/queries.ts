import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Localized } from '#contract/localized.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema/events.ts'
import { certificates } from '#server/db/schema/results.ts'
import { scoreEntries } from '#server/db/schema/scores.ts'
import { teamPeople } from '#server/db/schema/teams.ts'

/** Revokes all valid certificates of an event. */
export const revokeCertificatesOfEvent = async (tx: Db, eventId: string): Promise<void> => {
  await tx
    .update(certificates)
    .set({ revokedAt: new Date() })
    .where(and(eq(certificates.eventId, eventId), isNull(certificates.revokedAt)))
}

/** A certificate with the names that its event, entry and member have today. */
export type CertificateRow = {
  code: string
  playerName: string
  memberName: string
  teamName: string
  isForMember: boolean
  rank: number
  issuedAt: Date
  revokedAt: Date | null
  slug: string
  title: Localized
  startDate: string | null
  endDate: string | null
}
const selectCertificates = async (db: Db, where: SQL | undefined): Promise<CertificateRow[]> => {
  const rows = await db
    .select({
      code: certificates.code,
      playerName: sql<string>`coalesce(${scoreEntries.playerName}, '')`,
      memberName: sql<string>`coalesce(${teamPeople.name}, '')`,
      teamName: sql<string>`coalesce(${scoreEntries.teamName}, '')`,
      isForMember: certificates.isForMember,
      rank: certificates.rank,
      issuedAt: certificates.issuedAt,
      revokedAt: certificates.revokedAt,
      slug: events.slug,
      title: { en: events.titleEn, ar: events.titleAr },
      startDate: events.startDate,
      endDate: events.endDate,
    })
    .from(certificates)
    .innerJoin(events, and(eq(events.id, certificates.eventId), isNull(events.deletedAt)))
    .leftJoin(scoreEntries, eq(scoreEntries.id, certificates.entryId))
    .leftJoin(teamPeople, and(eq(teamPeople.id, certificates.personId), isNull(teamPeople.deletedAt)))
    .where(where)
    .orderBy(asc(certificates.eventId), asc(certificates.rank), asc(certificates.entryId), asc(teamPeople.position), asc(certificates.code))
  return rows
}

/** Finds a certificate by its code, valid or revoked; undefined for a deleted event. */
export const findCertificate = async (db: Db, code: string): Promise<CertificateRow | undefined> =>
  (await selectCertificates(db, eq(certificates.code, code)))[0]

/** Lists the valid certificates of an event in the order of the ranking. */
export const listEventCertificates = (db: Db, eventId: string): Promise<CertificateRow[]> =>
  selectCertificates(db, and(eq(certificates.eventId, eventId), isNull(certificates.revokedAt)))

/** Lists the valid certificates of a user's own entries and of these teams, in published events. */
export const listAccountCertificates = (db: Db, userId: string, teamIds: readonly string[]): Promise<CertificateRow[]> =>
  selectCertificates(
    db,
    and(
      isNull(certificates.revokedAt),
      eq(events.active, true),
      or(eq(scoreEntries.userId, userId), teamIds.length > 0 ? inArray(scoreEntries.teamId, [...teamIds]) : undefined),
    ),
  )
