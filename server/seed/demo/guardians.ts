// Answers and links are inserted directly, because they are in the past and no email is sent.
import { randomUUIDv7 } from 'node:crypto'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { currentConsentVersion } from '#contract/rules/guardian-consent.ts'
import { msPerDay } from '#contract/rules/time.ts'
import type { Db } from '#server/db/open.ts'
import { guardianConfirmations, guardianLinks } from '#server/db/schema/guardians.ts'
import { users } from '#server/db/schema/users.ts'

type DemoAnswer = 'mailed-link' | 'copied-link' | 'paper' | 'refused' | 'mail-sent' | 'missing'
/** The answers of the guardians of ten members in a row. */
const answers: DemoAnswer[] = [
  'mailed-link',
  'mailed-link',
  'mail-sent',
  'copied-link',
  'mailed-link',
  'paper',
  'mailed-link',
  'refused',
  'copied-link',
  'missing',
]

/** Returns how the guardian of the demo member with this number answered, and the guardian's contact. */
export const getDemoGuardian = (number: number) => {
  const answer = answers[number % answers.length] ?? 'missing'
  const hasEmail = answer === 'mailed-link' || answer === 'mail-sent' || answer === 'refused'
  return {
    answer,
    contact: hasEmail ? `guardian${number}@families.example` : `+96655000${String(1000 + number)}`,
    publish: answer === 'paper' || (answer === 'mailed-link' && number % 2 === 0),
  }
}

/** Inserts the answers of the guardians of demo members. The links of the demo cannot be opened. */
export async function insertDemoGuardianAnswers(tx: Db, members: readonly { id: string; number: number }[], now: Date): Promise<void> {
  const [organizer] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.deletedAt)))
    .orderBy(asc(users.createdAt))
    .limit(1)
  const getTime = (number: number) => new Date(now.getTime() - (1 + (number % 6)) * msPerDay)
  const confirmations = members.flatMap(({ id, number }) => {
    const { answer } = getDemoGuardian(number)
    if (answer === 'missing' || answer === 'mail-sent') return []
    return {
      personId: id,
      state: answer === 'refused' ? ('refused' as const) : ('confirmed' as const),
      method: answer === 'refused' ? ('mailed-link' as const) : answer,
      textVersion: currentConsentVersion,
      decidedAt: getTime(number),
      recordedBy: answer === 'paper' ? (organizer?.id ?? null) : null,
    }
  })
  if (confirmations.length > 0) await tx.insert(guardianConfirmations).values(confirmations)
  const links = members
    .filter(({ number }) => getDemoGuardian(number).answer === 'mail-sent')
    .map(({ id, number }) => ({
      tokenHash: `demo ${randomUUIDv7()}`,
      personId: id,
      method: 'mailed-link' as const,
      createdAt: getTime(number),
      expiresAt: new Date(now.getTime() + 20 * msPerDay),
    }))
  if (links.length > 0) await tx.insert(guardianLinks).values(links)
}
