import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PaymentDecision, PaymentDifference } from '#contract/payment.schema.ts'
import { findOrderDifferences } from '#contract/rules/payment.ts'
import type { Db } from '#server/db/open.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { payments } from '#server/db/schema/payments.ts'
import { teams } from '#server/db/schema/teams.ts'
import { teamWithFeeColumns } from './queries-teams-with-fee.ts'

/**
 * A condition on `teams`: the bank or an administrator decides about money for the team, so nobody asks for
 * another payment and the team keeps its place.
 */
export const hasMoneyInDecision = sql`exists (select from ${payments} where ${payments.teamId} = ${teams.id} and ${payments.state} in ('held', 'mismatch', 'undecided'))`

/** Lists those of these teams for whose money `hasMoneyInDecision` holds. */
export const listTeamIdsWithMoneyInDecision = async (
  db: Db,
  teamIds: readonly string[],
): Promise<Set<string>> => {
  const rows = await db
    .select({ id: teams.id })
    .from(teams)
    .where(and(inArray(teams.id, [...teamIds]), hasMoneyInDecision))
  return new Set(rows.map(({ id }) => id))
}

/** Lists the payments that an administrator decides about, with what differs from the team now. */
export const listUndecidedDifferences = async (db: Db): Promise<PaymentDifference[]> => {
  const rows = await db
    .select({ payment: payments, team: teamWithFeeColumns })
    .from(payments)
    .innerJoin(teams, eq(teams.id, payments.teamId))
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .where(eq(payments.state, 'undecided'))
    .orderBy(payments.createdAt)
  return rows.map(({ payment, team }) => ({
    kind: 'undecided',
    team: { id: team.id, name: team.name, teamNo: team.teamNo },
    paymentId: payment.id,
    fields: findOrderDifferences(payment, team),
    message: '',
  }))
}

/** Finds what an administrator decides about; undefined for a payment that needs no decision. */
export const findPaymentDecision = async (db: Db, id: string): Promise<PaymentDecision | undefined> => {
  const ordered = alias(competitions, 'ordered')
  const [row] = await db
    .select({
      payment: payments,
      team: teamWithFeeColumns,
      ordered: { id: ordered.id, en: ordered.nameEn, ar: ordered.nameAr },
    })
    .from(payments)
    .innerJoin(teams, eq(teams.id, payments.teamId))
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .leftJoin(ordered, eq(ordered.id, payments.competitionId))
    .where(and(eq(payments.id, id), eq(payments.state, 'undecided')))
  if (!row) return undefined
  const { payment, team } = row
  return {
    fields: findOrderDifferences(payment, team),
    orderedCompetition: row.ordered && { en: row.ordered.en, ar: row.ordered.ar },
    fee: { amount: team.fee, currency: team.currency },
  }
}
