import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { CertificateKind } from '#contract/event/certificate.ts'
import { certificateCodeLength } from '#contract/event/judging/judge-code.ts'
import type { Localized } from '#contract/platform/localized.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { judges } from '#server/platform/db/schema/judging.ts'
import { awards, certificates, publishedResults } from '#server/platform/db/schema/results.ts'
import { entryRankSql, scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { generateRandomCode } from '#server/platform/lib/judge-codes.ts'
import { buildPublicAwardsCondition } from '../scores/service.ts'

/**
 * The recipient of a certificate. `entryId` or `teamId` names the entry, or the team with an award and no
 * result; `personId` a member or coach of that team, and `judgeId` a judge.
 */
type CertificateHolder = {
  kind: CertificateKind
  entryId: string | null
  teamId: string | null
  personId: string | null
  judgeId: string | null
  rank: number | null
}

/**
 * Lists who gets a certificate: the player of an entry, or each member of its team; a team without members
 * gets one itself. Each coach of a team gets one with the best rank of its entries. A team with an award and
 * no result gets certificates without a rank. A judge whose code was revoked before it was used did not
 * judge.
 */
const listCertificateHolders = async (tx: Db, eventId: string): Promise<CertificateHolder[]> => {
  const { rows } = await tx.execute<CertificateHolder>(sql`
    with ranking as (
      select id as entry_id, team_id, player_name, ${entryRankSql} as rank from score_entries where event_id = ${eventId}
      union all
      select null, t.id, '', null from teams t where t.deleted_at is null
        and exists (select from awards a where a.event_id = ${eventId} and a.team_id = t.id)
        and not exists (select from score_entries e where e.event_id = ${eventId} and e.team_id = t.id)
    ), holders as (
      select coalesce(p.kind, 'entry') as kind, r.entry_id, r.team_id, p.id as person_id, null::uuid as judge_id, r.rank, p.position from ranking r
      left join team_people p on r.player_name = '' and p.team_id = r.team_id and p.kind = 'member' and p.deleted_at is null
      union all
      select kind, entry_id, team_id, person_id, null, rank, position from (
        select distinct on (p.id) p.kind, r.entry_id, r.team_id, p.id as person_id, r.rank, p.position from ranking r
        join team_people p on p.team_id = r.team_id and p.kind = 'coach' and p.deleted_at is null order by p.id, r.rank, r.entry_id
      ) coaches
      union all
      select 'judge', null, null, null, j.id, null, null from judges j
      where j.event_id = ${eventId} and j.name <> '' and (j.revoked_at is null or j.last_used_at is not null)
    )
    select kind, entry_id as "entryId", case when entry_id is null then team_id end as "teamId", person_id as "personId", judge_id as "judgeId", rank
    from holders order by rank nulls last, entry_id, team_id, kind desc, position, person_id, judge_id`)
  return rows
}

const insertCertificates = async (tx: Db, rows: (typeof certificates.$inferInsert)[]): Promise<void> => {
  for (let start = 0; start < rows.length; start += 1000)
    await tx.insert(certificates).values(rows.slice(start, start + 1000))
}

/** Issues one certificate with a new code. */
export const insertCertificateWithNewCode = (
  tx: Db,
  certificate: Omit<typeof certificates.$inferInsert, 'code'>,
): Promise<void> =>
  insertCertificates(tx, [{ ...certificate, code: generateRandomCode(certificateCodeLength) }])

/**
 * Issues the certificates of an event with new codes, in the transaction that publishes its final results.
 */
export const issueCertificatesToAllHoldersOfEvent = async (
  tx: Db,
  eventId: string,
  issuedAt: Date,
): Promise<void> => {
  const holders = await listCertificateHolders(tx, eventId)
  await insertCertificates(
    tx,
    holders.map((holder) => ({
      ...holder,
      code: generateRandomCode(certificateCodeLength),
      eventId,
      issuedAt,
    })),
  )
}

/**
 * Issues the certificates of a team whose award was given after the final results; not for a team with a
 * result, or with valid certificates of these results.
 */
export const issueMissingAwardCertificates = async (
  tx: Db,
  eventId: string,
  teamId: string,
): Promise<void> => {
  const [results] = await tx.select().from(publishedResults).where(eq(publishedResults.eventId, eventId))
  if (results?.status !== 'final') return
  const ofTeam = and(
    eq(certificates.eventId, eventId),
    eq(certificates.teamId, teamId),
    gte(certificates.issuedAt, results.publishedAt),
    isNull(certificates.revokedAt),
  )
  if ((await tx.$count(certificates, ofTeam)) > 0) return
  const holders = (await listCertificateHolders(tx, eventId)).filter((holder) => holder.teamId === teamId)
  await insertCertificates(
    tx,
    holders.map((holder) => ({
      ...holder,
      code: generateRandomCode(certificateCodeLength),
      eventId,
      issuedAt: new Date(),
    })),
  )
}

/** Revokes the certificates of a team that has neither a result nor an award any more. Returns how many. */
export const revokeCertificatesOfUnawardedTeam = async (
  tx: Db,
  eventId: string,
  teamId: string,
): Promise<number> => {
  const hasAward = and(eq(awards.eventId, eventId), eq(awards.teamId, teamId))
  if ((await tx.$count(awards, hasAward)) > 0) return 0
  const { rowCount } = await tx
    .update(certificates)
    .set({ revokedAt: new Date() })
    .where(
      and(eq(certificates.eventId, eventId), eq(certificates.teamId, teamId), isNull(certificates.revokedAt)),
    )
  return rowCount ?? 0
}

/** Revokes all valid certificates of an event. */
export const revokeCertificatesOfEvent = async (tx: Db, eventId: string): Promise<void> => {
  await tx
    .update(certificates)
    .set({ revokedAt: new Date() })
    .where(and(eq(certificates.eventId, eventId), isNull(certificates.revokedAt)))
}

export type StoredCertificate = typeof certificates.$inferSelect

/** Finds a certificate of an event and locks it against other changes. */
export const lockCertificateOfEvent = async (
  tx: Db,
  eventId: string,
  code: string,
): Promise<StoredCertificate | undefined> => {
  const [row] = await tx
    .select()
    .from(certificates)
    .where(and(eq(certificates.eventId, eventId), eq(certificates.code, code)))
    .for('update')
  return row
}

/** Revokes one certificate. */
export const revokeCertificateByCode = async (tx: Db, code: string): Promise<void> => {
  await tx.update(certificates).set({ revokedAt: new Date() }).where(eq(certificates.code, code))
}

/**
 * The certificate was issued with the results that are final now, was revoked, and is the newest one of its
 * holder. A member or coach whose row is deleted has no name that a certificate could show; neither has a
 * deleted team without a result.
 */
const canBeReissued = and(
  isNotNull(certificates.revokedAt),
  sql`exists (select 1 from ${publishedResults} p where p.event_id = ${certificates.eventId} and p.status = 'final' and p.published_at <= ${certificates.issuedAt})`,
  sql`not exists (select 1 from ${certificates} newer where newer.event_id = ${certificates.eventId}
    and newer.entry_id is not distinct from ${certificates.entryId} and newer.team_id is not distinct from ${certificates.teamId} and newer.person_id is not distinct from ${certificates.personId}
    and newer.judge_id is not distinct from ${certificates.judgeId} and newer.issued_at > ${certificates.issuedAt})`,
  or(
    eq(certificates.kind, 'judge'),
    isNotNull(certificates.personId),
    and(eq(certificates.kind, 'entry'), or(isNotNull(certificates.entryId), isNotNull(certificates.teamId))),
  ),
)

/** Tells whether a revoked certificate can be issued again. */
export const isCertificateReissuable = async (tx: Db, code: string): Promise<boolean> =>
  (
    await tx
      .select({ code: certificates.code })
      .from(certificates)
      .where(and(eq(certificates.code, code), canBeReissued))
  ).length > 0

const areAwardsPublic = buildPublicAwardsCondition(sql`${certificates.eventId}`)
/** SQL that tells whether the results of the event of a certificate are final. */
export const areResultsFinal = sql`exists (select from published_results p where p.event_id = ${certificates.eventId} and p.status = 'final')`

/**
 * SQL for the names of the awards of the team of a certificate; none while the results are not final, so that
 * a revoked certificate tells nothing of a later award, and for visitors none during a freeze.
 */
const buildAwardNames = (areAwardsShown: SQL) => sql<Localized[]>`coalesce((
  select json_agg(json_build_object('en', a.name_en, 'ar', a.name_ar) order by a.position, a.id) from awards a
  where a.event_id = ${certificates.eventId} and a.team_id = coalesce(${certificates.teamId}, ${scoreEntries.teamId})
    and ${areAwardsShown}), '[]')`

/** A certificate with the names that its event, entry, team, person and judge have today. */
export type CertificateRow = {
  code: string
  kind: CertificateKind
  playerName: string
  personName: string
  judgeName: string
  teamName: string
  rank: number | null
  awards: Localized[]
  issuedAt: Date
  revokedAt: Date | null
  slug: string
  title: Localized
  startDate: string | null
  endDate: string | null
}
type SelectOptions = { areAwardsShown?: SQL; range?: { from: number; count: number } }
/**
 * Lists certificates in the order of the ranking, with `range` some of them. `areAwardsShown` tells whether they
 * name awards, without it as visitors may know them.
 */
export const listCertificateRows = async (
  db: Db,
  where: SQL | undefined,
  { areAwardsShown = areAwardsPublic, range }: SelectOptions = {},
): Promise<CertificateRow[]> => {
  const query = db
    .select({
      code: certificates.code,
      kind: certificates.kind,
      playerName: sql<string>`coalesce(${scoreEntries.playerName}, '')`,
      personName: sql<string>`coalesce(${teamPeople.name}, '')`,
      judgeName: sql<string>`coalesce(${judges.name}, '')`,
      teamName: sql<string>`coalesce(${scoreEntries.teamName}, ${teams.name}, '')`,
      rank: certificates.rank,
      awards: buildAwardNames(areAwardsShown),
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
    .leftJoin(teams, and(eq(teams.id, certificates.teamId), isNull(teams.deletedAt)))
    .leftJoin(teamPeople, and(eq(teamPeople.id, certificates.personId), isNull(teamPeople.deletedAt)))
    .leftJoin(judges, eq(judges.id, certificates.judgeId))
    .where(where)
    .orderBy(
      asc(certificates.eventId),
      // those without a rank come last, of these those of judges, and those of coaches after the members
      asc(certificates.rank),
      asc(certificates.entryId),
      asc(certificates.teamId),
      desc(certificates.kind),
      asc(teamPeople.position),
      asc(judges.name),
      asc(certificates.code),
    )
    .$dynamic()
  return range ? query.limit(range.count).offset(range.from) : query
}

/**
 * Finds a certificate, valid or revoked, by its code; undefined for a deleted event. `codes` are all codes that
 * a typed text can be; none is found where two certificates have one of them.
 */
export const findCertificateIncludingRevoked = async (
  db: Db,
  codes: string[],
): Promise<CertificateRow | undefined> => {
  const [row, other] = await listCertificateRows(db, inArray(certificates.code, codes))
  return other ? undefined : row
}

/** Lists the revoked certificates of an event that can be issued again. */
export const listRevokedReissuableCertificates = (db: Db, eventId: string): Promise<CertificateRow[]> =>
  listCertificateRows(db, and(eq(certificates.eventId, eventId), canBeReissued), {
    areAwardsShown: areResultsFinal,
  })

/**
 * Lists the valid certificates of a user's own entries and of these teams, in published events. A team without
 * a result has one because of an award, which a freeze hides.
 */
export const listVisibleCertificatesOfUserAndTeams = (
  db: Db,
  userId: string,
  teamIds: readonly string[],
): Promise<CertificateRow[]> =>
  listCertificateRows(
    db,
    and(
      isNull(certificates.revokedAt),
      eq(events.active, true),
      or(isNull(certificates.teamId), areAwardsPublic),
      or(
        eq(scoreEntries.userId, userId),
        inArray(sql`coalesce(${certificates.teamId}, ${scoreEntries.teamId})`, [...teamIds]),
      ),
    ),
  )
