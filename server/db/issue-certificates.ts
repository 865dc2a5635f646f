import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { certificates } from '#server/db/schema/results.ts'
import { generateCode } from '#server/lib/judge-codes.ts'

/** Whom a certificate is for: an entry, and for a team one of its members. */
type CertificateHolder = { entryId: string; personId: string | null; rank: number }

/** Lists who gets a certificate: the player of an entry, or each member of its team; a team without members gets one itself. */
const listCertificateHolders = async (tx: Db, eventId: string): Promise<CertificateHolder[]> => {
  const { rows } = await tx.execute<CertificateHolder>(sql`
    with ranking as (
      select id, team_id, player_name, (rank() over (order by ranking_key))::int as rank from score_entries where event_id = ${eventId}
    )
    select r.id as "entryId", p.id as "personId", r.rank from ranking r
    left join team_people p on r.player_name = '' and p.team_id = r.team_id and p.kind = 'member' and p.deleted_at is null
    order by r.rank, r.id, p.position, p.id`)
  return rows
}

const insertCertificates = async (tx: Db, rows: (typeof certificates.$inferInsert)[]): Promise<void> => {
  for (let start = 0; start < rows.length; start += 1000) await tx.insert(certificates).values(rows.slice(start, start + 1000))
}

/** A code has 12 characters of 5 bits each: 60 random bits. */
const codeLength = 12

/** Issues one certificate with a new code. */
export const issueCertificate = (tx: Db, certificate: Omit<typeof certificates.$inferInsert, 'code'>): Promise<void> =>
  insertCertificates(tx, [{ ...certificate, code: generateCode(codeLength) }])

/** Issues the certificates of an event with new codes, in the transaction that publishes its final results. */
export const issueCertificates = async (tx: Db, eventId: string, issuedAt: Date): Promise<void> => {
  const holders = await listCertificateHolders(tx, eventId)
  await insertCertificates(
    tx,
    holders.map((holder) => ({ ...holder, code: generateCode(codeLength), eventId, isForMember: holder.personId !== null, issuedAt })),
  )
}
