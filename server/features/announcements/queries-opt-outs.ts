import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { announcementRecipients, announcements, newsOptOuts } from '#server/db/schema/announcements.ts'
import { teamPeople } from '#server/db/schema/teams.ts'

export const hasOptOut = async (db: Db, email: string): Promise<boolean> => (await db.$count(newsOptOuts, eq(newsOptOuts.email, email))) > 0

export const insertOptOutIfNew = async (tx: Db, email: string): Promise<void> => {
  await tx.insert(newsOptOuts).values({ email }).onConflictDoNothing()
}

export const deleteOptOut = async (tx: Db, email: string): Promise<void> => {
  await tx.delete(newsOptOuts).where(eq(newsOptOuts.email, email))
}

/** Deletes the record of the announcements to a user or a confirmed address, and its preference. A mail that is not sent yet is not sent any more. */
export const deleteAnnouncementDataOfPerson = async (
  tx: Db,
  { userId, email }: { userId: string; email: string | null },
): Promise<void> => {
  const isRecipient = or(eq(announcementRecipients.userId, userId), email === null ? undefined : eq(announcementRecipients.email, email))
  await tx.delete(announcementRecipients).where(isRecipient)
  if (email !== null) await deleteOptOut(tx, email)
}

/** Deletes the record of the announcements to these addresses, except those that belong to an account or to a coach of a team. */
export const deleteRecipientsOfUnlinkedEmails = async (tx: Db, emails: readonly string[]): Promise<void> => {
  if (emails.length === 0) return
  const isCoach = sql`exists (select from ${teamPeople} where lower(${teamPeople.email}) = ${announcementRecipients.email})`
  await tx
    .delete(announcementRecipients)
    .where(and(inArray(announcementRecipients.email, [...emails]), isNull(announcementRecipients.userId), sql`not ${isCoach}`))
}

/** Lists the announcements that were sent to a user or a confirmed address, the oldest first. */
export const listAnnouncementsToPerson = (db: Db, { userId, email }: { userId: string; email: string | null }) =>
  db
    .select({
      subjectEn: announcements.subjectEn,
      subjectAr: announcements.subjectAr,
      email: announcementRecipients.email,
      name: announcementRecipients.name,
      state: announcementRecipients.state,
      at: announcementRecipients.updatedAt,
    })
    .from(announcementRecipients)
    .innerJoin(announcements, eq(announcements.id, announcementRecipients.announcementId))
    .where(or(eq(announcementRecipients.userId, userId), email === null ? undefined : eq(announcementRecipients.email, email)))
    .orderBy(announcementRecipients.createdAt, announcementRecipients.id)
