import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import {
  announcementRecipients,
  announcements,
  newsConsents,
} from '#server/platform/db/schema/announcements.ts'
import { judgePeople } from '#server/platform/db/schema/judge-people.ts'
import { teamPeople } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'

export const hasNewsConsent = async (db: Db, email: string): Promise<boolean> =>
  (await db.$count(newsConsents, eq(newsConsents.email, email))) > 0

export const insertNewsConsentIfNew = async (tx: Db, email: string): Promise<void> => {
  await tx.insert(newsConsents).values({ email }).onConflictDoNothing()
}

/**
 * Records that the new user asked for news. The same statement runs for an id that no user has, and
 * records nothing.
 */
export const insertNewsConsentOfUser = async (tx: Db, userId: string): Promise<void> => {
  await tx.execute(
    sql`insert into ${newsConsents} (email) select email from ${users} where id = ${userId} on conflict do nothing`,
  )
}

/** Moves the consent of a person whose address changes. */
export const transferNewsConsentToAddress = async (tx: Db, from: string, to: string): Promise<void> => {
  if (!(await hasNewsConsent(tx, from))) return
  await deleteNewsConsents(tx, [from])
  await insertNewsConsentIfNew(tx, to)
}

export const deleteNewsConsents = async (tx: Db, emails: readonly string[]): Promise<void> => {
  if (emails.length > 0) await tx.delete(newsConsents).where(inArray(newsConsents.email, [...emails]))
}

/**
 * Deletes the record of the announcements to a user or a confirmed address. An email that is not sent yet is
 * not sent any more.
 */
export const deleteAnnouncementRecipientsOfPerson = async (
  tx: Db,
  { userId, email }: { userId: string; email: string | null },
): Promise<void> => {
  const isRecipient = or(
    eq(announcementRecipients.userId, userId),
    email === null ? undefined : eq(announcementRecipients.email, email),
  )
  await tx.delete(announcementRecipients).where(isRecipient)
}

/** Returns those of these addresses that belong to no user, no person of a team and no judge. */
export const filterAddressesWithoutUserOrPerson = async (
  tx: Db,
  emails: readonly string[],
): Promise<string[]> => {
  if (emails.length === 0) return []
  const { rows } = await tx.execute<{ email: string }>(sql`
    select distinct email from unnest(${sql.param([...emails])}::text[]) as given(email)
    where not exists (select from ${users} where lower(${users.email}) = given.email)
      and not exists (select from ${teamPeople} where lower(${teamPeople.email}) = given.email)
      and not exists (select from ${judgePeople} where ${judgePeople.email} = given.email)`)
  return rows.map(({ email }) => email)
}

/**
 * Deletes the record of the announcements to these addresses, except those that belong to a user, a person of a team
 * or a judge. An email that is not sent yet is not sent any more.
 */
export const deleteUnownedRecipientsByEmail = async (tx: Db, emails: readonly string[]): Promise<void> => {
  if (emails.length === 0) return
  const isPerson = sql`(exists (select from ${teamPeople} where lower(${teamPeople.email}) = ${announcementRecipients.email})
    or exists (select from ${judgePeople} where ${judgePeople.email} = ${announcementRecipients.email}))`
  await tx
    .delete(announcementRecipients)
    .where(
      and(
        inArray(announcementRecipients.email, [...emails]),
        isNull(announcementRecipients.userId),
        sql`not ${isPerson}`,
      ),
    )
}

/** Lists the announcements that were sent to a user or a confirmed address, the oldest first. */
export const listAnnouncementsToPerson = (
  db: Db,
  { userId, email }: { userId: string; email: string | null },
) =>
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
    .where(
      or(
        eq(announcementRecipients.userId, userId),
        email === null ? undefined : eq(announcementRecipients.email, email),
      ),
    )
    .orderBy(announcementRecipients.createdAt, announcementRecipients.id)

/** Finds the address and the first name of a user. */
export const findUserEmailAndName = async (
  db: Db,
  userId: string,
): Promise<{ email: string; firstName: string } | undefined> => {
  const [row] = await db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  return row
}
