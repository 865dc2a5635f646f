import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { normalizeEmail } from '#contract/accounts/identity.ts'
import { pickFields, teamValueFields } from '#contract/people/teams/team.fields.ts'
import type { Db } from '#server/platform/db/open.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { guardianConfirmations } from '#server/platform/db/schema/guardians.ts'
import { downloads } from '#server/platform/db/schema/media.ts'
import { messageReplies, messages } from '#server/platform/db/schema/messages.ts'
import { passkeys } from '#server/platform/db/schema/passkeys.ts'
import { payers, payments } from '#server/platform/db/schema/payments.ts'
import { protests } from '#server/platform/db/schema/results.ts'
import { providerLinks } from '#server/platform/db/schema/sign-in-providers.ts'
import { teamDrafts, teamPeople, teamScores, teams } from '#server/platform/db/schema/teams.ts'
import { sessions } from '#server/platform/db/schema/users.ts'

export type PersonRow = typeof teamPeople.$inferSelect

/**
 * Creates the queries for a user's copy of the personal data, without the user's own row. The lists are short
 * and are not paged.
 */
export const createUserDataQueries = (db: Db, userId: string) => ({
  sessions: () =>
    db
      .select({
        device: sessions.userAgent,
        address: sessions.address,
        startedAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(sessions.lastSeenAt)),
  passkeys: () =>
    db
      .select({ name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(asc(passkeys.createdAt)),
  providerLinks: () =>
    db
      .select({
        issuer: providerLinks.issuer,
        subject: providerLinks.subject,
        createdAt: providerLinks.createdAt,
        lastUsedAt: providerLinks.lastUsedAt,
      })
      .from(providerLinks)
      .where(eq(providerLinks.userId, userId))
      .orderBy(asc(providerLinks.createdAt)),
  teams: () =>
    db
      .select({
        id: teams.id,
        competition: competitions.slug,
        teamNo: teams.teamNo,
        ...pickFields(teams, teamValueFields),
        image: teams.image,
        paid: teams.paid,
        createdAt: teams.createdAt,
        deletedAt: teams.deletedAt,
      })
      .from(teams)
      .innerJoin(competitions, eq(competitions.id, teams.competitionId))
      .where(eq(teams.userId, userId))
      .orderBy(asc(teams.id)),
  people: (teamIds: string[]) =>
    teamIds.length === 0
      ? Promise.resolve([])
      : db
          .select()
          .from(teamPeople)
          .where(inArray(teamPeople.teamId, teamIds))
          .orderBy(asc(teamPeople.kind), asc(teamPeople.position)),
  guardianConfirmations: (teamIds: string[]) =>
    teamIds.length === 0
      ? Promise.resolve([])
      : db
          .select({
            personId: guardianConfirmations.personId,
            state: guardianConfirmations.state,
            method: guardianConfirmations.method,
            textVersion: guardianConfirmations.textVersion,
            decidedAt: guardianConfirmations.decidedAt,
          })
          .from(guardianConfirmations)
          .innerJoin(teamPeople, eq(teamPeople.id, guardianConfirmations.personId))
          .where(inArray(teamPeople.teamId, teamIds)),
  teamScores: (teamIds: string[]) =>
    teamIds.length === 0
      ? Promise.resolve([])
      : db.select().from(teamScores).where(inArray(teamScores.teamId, teamIds)),
  drafts: () =>
    db
      .select({ createdAt: teamDrafts.createdAt, updatedAt: teamDrafts.updatedAt })
      .from(teamDrafts)
      .where(eq(teamDrafts.userId, userId)),
  protests: () =>
    db
      .select({
        eventId: protests.eventId,
        teamId: protests.teamId,
        state: protests.state,
        reason: protests.reason,
        answer: protests.answer,
        createdAt: protests.createdAt,
        closedAt: protests.closedAt,
      })
      .from(protests)
      .where(eq(protests.createdBy, userId))
      .orderBy(asc(protests.createdAt)),
  payments: () =>
    db
      .select({
        teamId: payments.teamId,
        method: payments.method,
        state: payments.state,
        amount: payments.amount,
        currency: payments.currency,
        receiptNo: payments.receiptNo,
        paidAt: payments.paidAt,
        createdAt: payments.createdAt,
        payer: {
          name: payers.name,
          email: payers.email,
          phone: payers.phone,
          city: payers.city,
          country: payers.country,
        },
      })
      .from(payments)
      .leftJoin(payers, eq(payers.paymentId, payments.id))
      .where(eq(payments.userId, userId))
      .orderBy(asc(payments.createdAt)),
})

/**
 * Creates the queries for what belongs to an email address, which must be confirmed: teams that name it as a
 * coach's, messages and downloads.
 */
export const createEmailDataQueries = (db: Db, email: string) => ({
  /** Lists the entries of the coach in teams, without the other people of the teams. */
  coachedTeams: () =>
    db
      .select({
        teamId: teams.id,
        competition: competitions.slug,
        teamNo: teams.teamNo,
        teamName: teams.name,
        schoolName: teams.schoolName,
        person: teamPeople,
      })
      .from(teamPeople)
      .innerJoin(teams, eq(teams.id, teamPeople.teamId))
      .innerJoin(competitions, eq(competitions.id, teams.competitionId))
      .where(and(eq(teamPeople.kind, 'coach'), sql`lower(${teamPeople.email}) = ${normalizeEmail(email)}`))
      .orderBy(asc(teams.id)),
  messages: () =>
    db
      .select({
        kind: messages.kind,
        firstName: messages.firstName,
        lastName: messages.lastName,
        phone: messages.phone,
        text: messages.body,
        state: messages.state,
        createdAt: messages.createdAt,
        replies: sql<
          { text: string; at: string }[]
        >`coalesce((select json_agg(json_build_object('text', r.body, 'at', r.created_at) order by r.created_at)
          from ${messageReplies} r where r.message_id = messages.id), '[]')`,
      })
      .from(messages)
      .where(eq(messages.email, email))
      .orderBy(asc(messages.createdAt)),
  downloads: () =>
    db
      .select({
        name: downloads.name,
        phone: downloads.phone,
        country: downloads.country,
        platform: downloads.platform,
        userType: downloads.userType,
        createdAt: downloads.createdAt,
      })
      .from(downloads)
      .where(eq(downloads.email, email))
      .orderBy(asc(downloads.createdAt)),
})
