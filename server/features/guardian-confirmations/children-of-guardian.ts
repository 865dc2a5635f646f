import { findEmailInGuardianContact } from '#contract/rules/guardian-confirmation.ts'
import { normalizeEmail } from '#contract/rules/identity.ts'
import { normalizeSearchText } from '#contract/rules/search-form.ts'
import type { Db } from '#server/db/open.ts'
import type { PersonRow } from './queries.ts'
import { type GuardianChild, listCoachAddresses, listMinorsOfOwner } from './queries-children.ts'

/**
 * Returns what the children of one guardian have in common: the name and the email address of the guardian
 * in normal form; null without both.
 */
const getGuardianKey = (consent: PersonRow['consent']): string | null => {
  const email = findEmailInGuardianContact(consent?.contact)
  const name = normalizeSearchText(consent?.guardian ?? '').trim()
  return email === null || name === '' ? null : `${name}\n${normalizeEmail(email)}`
}

/**
 * Lists the other children whom the guardian of a member answers for: minors with a place in teams of the
 * same owner in the active season, with the same name and address of the guardian. There are none where the
 * address is a coach's, who may have entered it for children of different families.
 */
export const listOtherChildrenOfGuardian = async (
  db: Db,
  { person, team }: { person: Pick<PersonRow, 'id' | 'consent'>; team: { userId: string | null } },
  today: string,
): Promise<GuardianChild[]> => {
  const key = getGuardianKey(person.consent)
  if (key === null || team.userId === null) return []
  const minors = await listMinorsOfOwner(db, team.userId, today)
  const others = minors.filter(
    (child) => child.person.id !== person.id && getGuardianKey(child.person.consent) === key,
  )
  if (others.length === 0) return []
  const addresses = new Set((await listCoachAddresses(db, team.userId)).map(normalizeEmail))
  return addresses.has(normalizeEmail(person.consent?.contact ?? '')) ? [] : others
}

/** Groups members whose guardian gets one email for all of them. */
export const groupByGuardian = async <
  Row extends { person: Pick<PersonRow, 'id' | 'consent'>; team: { userId: string | null } },
>(
  db: Db,
  rows: readonly Row[],
  today: string,
): Promise<Row[][]> => {
  const grouped = new Set<string>()
  const groups: Row[][] = []
  for (const row of rows) {
    if (grouped.has(row.person.id)) continue
    const others = await listOtherChildrenOfGuardian(db, row, today)
    const ids = new Set([row.person.id, ...others.map(({ person }) => person.id)])
    const group = rows.filter(({ person }) => ids.has(person.id))
    for (const { person } of group) grouped.add(person.id)
    groups.push(group)
  }
  return groups
}
