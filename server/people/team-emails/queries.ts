import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Lang, Localized } from '#contract/platform/localized.ts'
import { hasPaymentInDecision } from '#server/money/payments/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { auditLog } from '#server/platform/db/schema/audit-log.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { teamNotices } from '#server/platform/db/schema/notices.ts'
import { payers, paymentRefunds, paymentSteps, payments } from '#server/platform/db/schema/payments.ts'
import { advancements } from '#server/platform/db/schema/results.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'

type NoticeKind = (typeof teamNotices.$inferSelect)['kind']
type CompetitionRow = typeof competitions.$inferSelect
export type TeamEmail = {
  team: typeof teams.$inferSelect
  competition: CompetitionRow
  owner: { id: string; email: string; firstName: string; lang: Lang }
}

/**
 * Older registrations, payments and changes get no email: they are from before an update of the installation,
 * or its jobs did not run for days.
 */
const isRecent = (
  column:
    | SQL
    | typeof teams.createdAt
    | typeof payments.paidAt
    | typeof paymentRefunds.refundedAt
    | typeof auditLog.at,
) => sql`${column} > now() - interval '2 days'`

const hasNotice = (kind: NoticeKind, key: SQL | string) =>
  sql`exists (select from ${teamNotices} n where n.team_id = ${teams.id} and n.kind = ${kind} and n.key = ${key})`

/** Teams with an owner who is no administrator. The demo content gets no emails. */
const hasNonAdminOwner = and(
  eq(teams.demo, false),
  isNull(users.deletedAt),
  eq(users.active, true),
  ne(users.role, 'admin'),
)
/** Those of them that are not deleted. */
const hasOwner = and(isNull(teams.deletedAt), hasNonAdminOwner)
const columns = {
  team: teams,
  competition: competitions,
  owner: { id: users.id, email: users.email, firstName: users.firstName, lang: users.lang },
}
const selectTeams = (db: Db) =>
  db
    .select(columns)
    .from(teams)
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .innerJoin(users, eq(users.id, teams.userId))

/** Stores that an email is sent. Returns false when it was sent before. */
export const insertTeamNoticeIfNew = async (
  tx: Db,
  teamId: string,
  kind: NoticeKind,
  key: string,
): Promise<boolean> =>
  (
    await tx
      .insert(teamNotices)
      .values({ teamId, kind, key })
      .onConflictDoNothing()
      .returning({ key: teamNotices.key })
  ).length > 0

/** Counts the notices of a day about a team, with keys that begin with `keyStart`. */
export const countRecentNoticesOfTeamByKeyPrefix = (
  tx: Db,
  teamId: string,
  kind: NoticeKind,
  keyStart: string,
): Promise<number> =>
  tx.$count(
    teamNotices,
    and(
      eq(teamNotices.teamId, teamId),
      eq(teamNotices.kind, kind),
      sql`${teamNotices.key} ^@ ${keyStart}`,
      gt(teamNotices.createdAt, sql`now() - interval '1 day'`),
    ),
  )

/** Lists the teams that were registered and whose owner got no email about it. */
export const listRecentTeamsWithoutRegistrationEmail = (db: Db): Promise<TeamEmail[]> =>
  selectTeams(db)
    .where(and(hasOwner, isRecent(teams.createdAt), sql`not ${hasNotice('registered', '')}`))
    .orderBy(asc(teams.createdAt))

/** An administrator accepted the money, which may have arrived long before. */
const wasAcceptedRecently = sql`exists (select from ${paymentSteps} s where s.payment_id = ${payments.id} and s.kind = 'accepted' and ${isRecent(sql`s.at`)})`

/** Lists the payments of teams whose payer got no email about them. */
export const listRecentPaymentsWithoutEmail = (db: Db) =>
  db
    .select({
      ...columns,
      payment: {
        id: payments.id,
        method: payments.method,
        amount: payments.amount,
        currency: payments.currency,
      },
    })
    .from(payments)
    .innerJoin(teams, eq(teams.id, payments.teamId))
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .innerJoin(users, eq(users.id, teams.userId))
    .where(
      and(
        hasOwner,
        eq(payments.state, 'paid'),
        or(isRecent(payments.paidAt), wasAcceptedRecently),
        sql`not ${hasNotice('paid', sql`${payments.id}::text`)}`,
      ),
    )
    .orderBy(asc(payments.paidAt))

/** A refund of a payment, with the user or, when that is gone, the address of its payer. */
export type RefundEmail = Pick<TeamEmail, 'team' | 'competition'> & {
  owner: TeamEmail['owner'] | null
  payment: { id: string; amount: number; refundedAmount: number; currency: string }
  refund: { id: string; amount: number }
  payerName: string
  payerEmail: string
}

/**
 * Lists the refunds whose payer got no email about them: the user who paid, else the owner of the team,
 * else the address that the gateway got.
 */
export const listRecentRefundsWithoutEmail = async (db: Db): Promise<RefundEmail[]> => {
  const paymentUsers = alias(users, 'payment_users')
  const canBeEmailed = (table: typeof users | typeof paymentUsers) =>
    and(isNull(table.deletedAt), eq(table.active, true), ne(table.role, 'admin'))
  const rows = await db
    .select({
      team: teams,
      competition: competitions,
      payment: {
        id: payments.id,
        amount: payments.amount,
        refundedAmount: payments.refundedAmount,
        currency: payments.currency,
      },
      refund: { id: paymentRefunds.id, amount: paymentRefunds.amount },
      payingUser: {
        id: paymentUsers.id,
        email: paymentUsers.email,
        firstName: paymentUsers.firstName,
        lang: paymentUsers.lang,
      },
      owner: columns.owner,
      payerName: sql<string>`coalesce(${payers.name}, '')`,
      payerEmail: sql<string>`coalesce(${payers.email}, '')`,
    })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .innerJoin(teams, eq(teams.id, payments.teamId))
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .leftJoin(paymentUsers, and(eq(paymentUsers.id, payments.userId), canBeEmailed(paymentUsers)))
    .leftJoin(users, and(eq(users.id, teams.userId), canBeEmailed(users)))
    .leftJoin(payers, eq(payers.paymentId, payments.id))
    .where(
      and(
        eq(teams.demo, false),
        isRecent(paymentRefunds.refundedAt),
        sql`not ${hasNotice('refunded', sql`${paymentRefunds.id}::text`)}`,
      ),
    )
    .orderBy(asc(paymentRefunds.refundedAt))
  return rows.map(({ payingUser, owner, ...row }) => ({ ...row, owner: payingUser ?? owner }))
}

/**
 * A change that an organizer made to a team or to one of its people; `fields` are the names of the changed
 * fields.
 */
type TeamChange = {
  teamId: string
  at: string
  entity: 'team' | 'team-person'
  action: string
  kind: 'coach' | 'member' | null
  fields: string[]
}

/**
 * Lists the changes by users of the back office that were not emailed to the owners of the teams, in their
 * order. Changes of the last five minutes wait, so that one email covers several changes.
 */
export const listRecentOrganizerChangesWithoutEmail = async (db: Db): Promise<TeamChange[]> => {
  const { rows } = await db.execute<TeamChange>(sql`
    with changes as (
      select coalesce(p.team_id, t.id) as team_id, a.at, a.entity, a.action, p.kind, a.changed_fields || array(
        select key from jsonb_each(coalesce(a.after, '{}'::jsonb)) where coalesce(a.before, '{}'::jsonb) -> key is distinct from value
      ) as fields
      from ${auditLog} a join ${users} actor on actor.id = a.actor_id and actor.role = 'admin'
      left join ${teams} t on a.entity = 'team' and t.id::text = a.entity_id
      left join ${teamPeople} p on a.entity = 'team-person' and p.id::text = a.entity_id
      where a.at > now() - interval '2 days' and (
        (a.entity = 'team' and a.action = 'update') or (a.entity = 'team-person' and a.action in ('create', 'update', 'delete', 'restore')))
    ), untold as (
      select c.* from changes c where c.team_id is not null and c.at > coalesce(
        (select max(n.key)::timestamptz from ${teamNotices} n where n.team_id = c.team_id and n.kind = 'changed'), '-infinity')
    )
    select team_id as "teamId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, entity, action, kind, fields from untold u
    where not exists (select from untold n where n.team_id = u.team_id and n.at > now() - interval '5 minutes')
    order by at`)
  return rows
}

/**
 * What an organizer decided about a team: `delete` it, `approve` or `deny` its request to leave. `id` is the
 * entry of the audit log.
 */
type TeamDecision = TeamEmail & { decision: { id: string; action: 'delete' | 'approve' | 'deny' } }

/**
 * Lists the decisions by users of the back office that the owners of the teams got no email about, in their
 * order. A deletion waits for five minutes, because it can be undone. An approved request also deletes the
 * team in its transaction, which is one decision.
 */
export const listTeamRemovalDecisionsToEmail = async (db: Db): Promise<TeamDecision[]> => {
  const actor = alias(users, 'actor')
  const isApprovedDeletion = sql`exists (select from ${auditLog} n where n.entity = 'team' and n.action = 'approve' and n.entity_id = ${auditLog.entityId} and n.at = ${auditLog.at})`
  const rows = await db
    .select({ ...columns, decision: { id: auditLog.id, action: auditLog.action } })
    .from(auditLog)
    .innerJoin(actor, and(eq(actor.id, auditLog.actorId), eq(actor.role, 'admin')))
    .innerJoin(teams, sql`${teams.id}::text = ${auditLog.entityId}`)
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .innerJoin(users, eq(users.id, teams.userId))
    .where(
      and(
        hasNonAdminOwner,
        eq(auditLog.entity, 'team'),
        isRecent(auditLog.at),
        or(
          and(eq(auditLog.action, 'deny'), isNull(teams.deletedAt)),
          and(eq(auditLog.action, 'approve'), isNotNull(teams.deletedAt)),
          and(
            eq(auditLog.action, 'delete'),
            isNotNull(teams.deletedAt),
            sql`${auditLog.at} < now() - interval '5 minutes'`,
            sql`not ${isApprovedDeletion}`,
          ),
        ),
        sql`not ${hasNotice('decided', sql`${auditLog.id}::text`)}`,
      ),
    )
    .orderBy(asc(auditLog.at))
  return rows as TeamDecision[]
}

/** Finds the payment that paid a team, with what was refunded of it; undefined for a team that did not pay. */
export const findLatestPaidOrRefundedPayment = async (
  db: Db,
  teamId: string,
): Promise<{ amount: number; refundedAmount: number; currency: string } | undefined> => {
  const [payment] = await db
    .select({
      amount: payments.amount,
      refundedAmount: payments.refundedAmount,
      currency: payments.currency,
    })
    .from(payments)
    .where(and(eq(payments.teamId, teamId), inArray(payments.state, ['paid', 'refunded'])))
    .orderBy(desc(payments.paidAt), desc(payments.id))
    .limit(1)
  return payment
}

/** A team that advanced. `target` is the event that it takes part in next. */
type TeamAdvance = TeamEmail & {
  advance: { id: string; stage: string; rank: number; event: Localized; target: Localized | null }
}

/**
 * Lists the teams that advanced and whose owner got no email about it. An advancement waits for five minutes,
 * because it can be undone.
 */
export const listRecentTeamAdvancesWithoutEmail = async (db: Db): Promise<TeamAdvance[]> => {
  const target = alias(events, 'target')
  const rows = await db
    .select({
      ...columns,
      advance: {
        id: advancements.id,
        stage: advancements.stage,
        rank: sql<number>`(advanced.value ->> 'rank')::int`,
      },
      event: { en: events.titleEn, ar: events.titleAr },
      target: { en: target.titleEn, ar: target.titleAr },
    })
    .from(advancements)
    .innerJoin(sql`lateral jsonb_array_elements(${advancements.teams}) as advanced(value)`, sql`true`)
    .innerJoin(events, eq(events.id, advancements.eventId))
    .leftJoin(target, eq(target.id, advancements.targetEventId))
    .innerJoin(teams, sql`${teams.id}::text = advanced.value ->> 'id'`)
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .innerJoin(users, eq(users.id, teams.userId))
    .where(
      and(
        hasOwner,
        isNull(advancements.undoneAt),
        // a team that had this stage and event before got the email of an earlier advancement
        sql`(advanced.value ->> 'stageBefore' <> ${advancements.stage} or (advanced.value ->> 'isAdded')::boolean)`,
        sql`${advancements.createdAt} between now() - interval '2 days' and now() - interval '5 minutes'`,
        sql`not ${hasNotice('advanced', sql`${advancements.id}::text`)}`,
      ),
    )
    .orderBy(asc(advancements.createdAt), asc(teams.id))
  return rows.map(({ advance, event, target: next, ...row }) => ({
    ...row,
    advance: { ...advance, event, target: next },
  }))
}

/** A team whose advancement was undone. */
type UndoneTeamAdvance = TeamEmail & {
  advance: Pick<TeamAdvance['advance'], 'id' | 'stage' | 'event'>
  hasAdvancedAgain: boolean
}

/**
 * Lists the teams whose advancement was undone at least five minutes ago, whose owner got an email about the
 * advancement, and no email about its end. `hasAdvancedAgain` is true for a team that advanced from the same
 * event again.
 */
export const listRecentUndoneAdvancesWithoutEmail = async (db: Db): Promise<UndoneTeamAdvance[]> => {
  const id = sql`${advancements.id}::text`
  const hasAdvancedAgain = sql<boolean>`exists (select from ${advancements} again where again.event_id = ${advancements.eventId} and again.undone_at is null
    and again.teams @> jsonb_build_array(jsonb_build_object('id', ${teams.id})))`
  const rows = await db
    .select({
      ...columns,
      advance: { id: advancements.id, stage: advancements.stage },
      event: { en: events.titleEn, ar: events.titleAr },
      hasAdvancedAgain,
    })
    .from(advancements)
    .innerJoin(events, eq(events.id, advancements.eventId))
    .innerJoin(teams, sql`${hasNotice('advanced', id)}`)
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .innerJoin(users, eq(users.id, teams.userId))
    .where(
      and(
        hasOwner,
        sql`${advancements.undoneAt} between now() - interval '2 days' and now() - interval '5 minutes'`,
        sql`not ${hasNotice('advance-undone', id)}`,
      ),
    )
    .orderBy(asc(advancements.undoneAt), asc(teams.id))
  return rows.map(({ advance, event, ...row }) => ({ ...row, advance: { ...advance, event } }))
}

/** Finds a team with its competition and owner; undefined for one whose owner gets no emails. */
export const findTeamToEmail = async (db: Db, teamId: string): Promise<TeamEmail | undefined> => {
  const [row] = await selectTeams(db).where(and(hasOwner, eq(teams.id, teamId)))
  return row
}

/**
 * Lists the teams of the active season whose owners get a reminder:
 * - incomplete or unpaid teams whose registration closes within `days`
 * - unpaid teams with a limited place whose payment is due within `days` or overdue
 *
 * Teams that have lost their place are left out. A team whose money is in decision is not asked to pay.
 */
export const listTeamsWithNearDeadline = (db: Db, days: number): Promise<TeamEmail[]> => {
  const isUnpaid = and(eq(teams.paid, false), gt(competitions.fee, 0), sql`not ${hasPaymentInDecision}`)
  const soon = sql`now() + make_interval(days => ${days})`
  const isClosing = and(
    gt(competitions.closesAt, sql`now()`),
    sql`${competitions.closesAt} <= ${soon}`,
    or(eq(teams.complete, false), isUnpaid),
  )
  const isDue = and(
    isUnpaid,
    eq(teams.status, 'registered'),
    isNotNull(competitions.paymentDays),
    isNotNull(competitions.maxTeams),
    sql`${teams.statusAt} + make_interval(days => ${competitions.paymentDays}) <= ${soon}`,
  )
  return selectTeams(db)
    .where(
      and(
        hasOwner,
        ne(teams.status, 'lapsed'),
        eq(competitions.active, true),
        isNull(competitions.deletedAt),
        sql`${teams.seasonYearId} = active_season_year()`,
        or(isClosing, isDue),
      ),
    )
    .orderBy(asc(teams.id))
}
