import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PaymentDecision, PaymentDifference } from '#contract/money/payment.schema.ts'
import { listOrderDifferencesIfTeamMoved } from '#contract/money/payment-rules.ts'
import type { Db } from '#server/platform/db/open.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { payments } from '#server/platform/db/schema/payments.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { teamWithFeeColumns } from './queries-teams-with-fee.ts'

/** Lists the payments that an administrator decides about, with what differs from the team now. */
export const listUndecidedPaymentsWithDifferences = async (db: Db): Promise<PaymentDifference[]> => {
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
    fields: listOrderDifferencesIfTeamMoved(payment, team),
    message: '',
  }))
}

/** Finds what an administrator decides about; undefined for a payment that needs no decision. */
export const findUndecidedPaymentDetails = async (
  db: Db,
  id: string,
): Promise<PaymentDecision | undefined> => {
  const ordered = alias(competitions, 'ordered')
  const orderedSeason = alias(seasonYears, 'ordered_season')
  const [row] = await db
    .select({
      payment: payments,
      team: teamWithFeeColumns,
      ordered: { id: ordered.id, en: ordered.nameEn, ar: ordered.nameAr },
      orderedSeason: orderedSeason.year,
      season: seasonYears.year,
    })
    .from(payments)
    .innerJoin(teams, eq(teams.id, payments.teamId))
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .innerJoin(seasonYears, eq(seasonYears.id, teams.seasonYearId))
    .innerJoin(orderedSeason, eq(orderedSeason.id, payments.seasonYearId))
    .leftJoin(ordered, eq(ordered.id, payments.competitionId))
    .where(and(eq(payments.id, id), eq(payments.state, 'undecided')))
  if (!row) return undefined
  const { payment, team, orderedSeason: orderedYear, season } = row
  return {
    fields: listOrderDifferencesIfTeamMoved(payment, team),
    orderedCompetition: row.ordered && { en: row.ordered.en, ar: row.ordered.ar },
    orderedSeason: orderedYear,
    fee: { amount: team.fee, currency: team.currency },
    season,
    isTeamDeleted: team.deletedAt !== null,
  }
}
