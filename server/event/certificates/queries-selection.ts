import { and, asc, count, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm'
import { certificateKindsOfHolders } from '#contract/event/certificate.ts'
import type { CertificateSelection, FoundPrintTeam } from '#contract/event/print.schema.ts'
import type { GetPageRange } from '#contract/event/print.ts'
import type { Db } from '#server/platform/db/open.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { regions } from '#server/platform/db/schema/content.ts'
import { certificates } from '#server/platform/db/schema/results.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { areResultsFinal, type CertificateRow, listCertificateRows } from './queries.ts'

/** The team of a certificate: of its entry, or with an award and no result. */
const certificateTeamId = sql`coalesce(${certificates.teamId}, ${scoreEntries.teamId})`

/**
 * Builds the condition of the valid certificates of an event that a selection picks. `codes` are all codes that its
 * typed one can be.
 */
const buildSelectionCondition = (
  eventId: string,
  {
    teamId,
    competitionId,
    regionId,
    holders,
    rankFrom,
    rankTo,
  }: Omit<CertificateSelection, 'document' | 'code'>,
  codes: readonly string[] | undefined,
) =>
  and(
    eq(certificates.eventId, eventId),
    isNull(certificates.revokedAt),
    teamId ? eq(certificateTeamId, teamId) : undefined,
    competitionId
      ? sql`${certificateTeamId} in (select t.id from ${teams} t where t.competition_id = ${competitionId})`
      : undefined,
    regionId
      ? sql`${certificateTeamId} in (select t.id from ${teams} t where t.region_id = ${regionId})`
      : undefined,
    holders ? inArray(certificates.kind, [...certificateKindsOfHolders[holders]]) : undefined,
    rankFrom ? gte(certificates.rank, rankFrom) : undefined,
    rankTo ? lte(certificates.rank, rankTo) : undefined,
    codes ? inArray(certificates.code, [...codes]) : undefined,
  )

/**
 * Lists the valid certificates of an event that a selection picks in the order of the ranking, for organizers: those
 * in the range of `getRange`, and how many there are.
 */
export const listAndCountValidCertificates = async (
  db: Db,
  eventId: string,
  selection: Omit<CertificateSelection, 'document' | 'code'>,
  codes: readonly string[] | undefined,
  getRange: GetPageRange,
): Promise<{ rows: CertificateRow[]; count: number }> => {
  const where = buildSelectionCondition(eventId, selection, codes)
  const [total] = await db
    .select({ count: count() })
    .from(certificates)
    .leftJoin(scoreEntries, eq(scoreEntries.id, certificates.entryId))
    .where(where)
  const rows = await listCertificateRows(db, where, {
    areAwardsShown: areResultsFinal,
    range: getRange(total?.count ?? 0),
  })
  return { rows, count: total?.count ?? 0 }
}

/** Finds a team that has a valid certificate of an event. */
export const findTeamWithCertificate = async (
  db: Db,
  eventId: string,
  teamId: string,
): Promise<FoundPrintTeam | undefined> => {
  const [team] = await db
    .selectDistinct({ id: teams.id, teamNo: teams.teamNo, name: teams.name })
    .from(certificates)
    .leftJoin(scoreEntries, eq(scoreEntries.id, certificates.entryId))
    .innerJoin(teams, eq(teams.id, certificateTeamId))
    .where(and(eq(certificates.eventId, eventId), isNull(certificates.revokedAt), eq(teams.id, teamId)))
  return team
}

/** Lists the kinds of the valid certificates of an event, with the competition and region of their teams. */
export const listFilterValuesOfValidCertificates = (db: Db, eventId: string) =>
  db
    .selectDistinct({
      kind: certificates.kind,
      competitionPosition: competitions.position,
      competitionId: competitions.id,
      competition: { en: competitions.nameEn, ar: competitions.nameAr },
      regionPosition: regions.position,
      regionId: regions.id,
      region: { en: regions.nameEn, ar: regions.nameAr },
    })
    .from(certificates)
    .leftJoin(scoreEntries, eq(scoreEntries.id, certificates.entryId))
    .leftJoin(teams, eq(teams.id, certificateTeamId))
    .leftJoin(competitions, eq(competitions.id, teams.competitionId))
    .leftJoin(regions, eq(regions.id, teams.regionId))
    .where(and(eq(certificates.eventId, eventId), isNull(certificates.revokedAt)))
    .orderBy(asc(competitions.position), asc(competitions.id), asc(regions.position), asc(regions.id))
