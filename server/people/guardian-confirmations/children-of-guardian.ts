import { normalizeEmail } from '#contract/accounts/identity.ts'
import { getGuardianContactIfEmail } from '#contract/people/guardians/guardian-confirmation.ts'
import { normalizeSearchText } from '#contract/platform/search-form.ts'
import type { Db } from '#server/platform/db/open.ts'
import { lockMemberAfterTeam, type PersonRow } from './queries.ts'
import { type GuardianEmailRow, listUnansweredMembersByIds } from './queries-emails.ts'

type Consent = PersonRow['consent']
const getGuardianName = (consent: Consent): string => normalizeSearchText(consent?.guardian ?? '').trim()

/** Returns the email address of a guardian in the form that is compared; empty without one. */
export const getNormalizedGuardianEmail = (consent: Consent): string =>
  normalizeEmail(getGuardianContactIfEmail(consent?.contact) ?? '')

/** Tells whether two children have the same guardian: by the name and the email address. */
export const hasSameGuardian = (one: Consent, other: Consent): boolean =>
  getGuardianName(one) === getGuardianName(other) &&
  getNormalizedGuardianEmail(one) === getNormalizedGuardianEmail(other)

type Child = { person: Pick<PersonRow, 'id' | 'consent'>; scopeId: string }

/**
 * Groups members whose guardian gets one email for all of them: children of one coach's teams with the same
 * name and address of the guardian. A child whose guardian has the address of a coach stays alone, because a
 * coach may enter the own address for children of different families.
 */
export const groupChildrenForGuardianEmails = <Row extends Child>(
  rows: readonly Row[],
  coachAddresses: ReadonlyMap<string, ReadonlySet<string>>,
): Row[][] => [
  ...Map.groupBy(rows, ({ person, scopeId }) => {
    const [name, address] = [getGuardianName(person.consent), getNormalizedGuardianEmail(person.consent)]
    const isAlone = name === '' || address === '' || coachAddresses.get(scopeId)?.has(address)
    return isAlone ? person.id : `${scopeId} ${address} ${name}`
  }).values(),
]

/** Locks members of several teams in the order of other writers. Returns those who are still in their team. */
export const lockTeamsAndFilterMembers = async <Row extends GuardianEmailRow>(
  tx: Db,
  rows: readonly Row[],
): Promise<Row[]> => {
  const locked: Row[] = []
  // all writers lock several teams in the order of their ids
  for (const row of rows.toSorted((one, other) => one.team.id.localeCompare(other.team.id))) {
    const person = await lockMemberAfterTeam(tx, row.team.id, row.person.id)
    if (person) locked.push({ ...row, person })
  }
  return locked
}

/**
 * Locks children of one guardian. Returns those who still have this guardian and no answer, and the child
 * `requestedId` with any answer; `hasEmailedLink` tells who got a link.
 */
export const lockAndFilterUnansweredChildren = async <Row extends GuardianEmailRow>(
  tx: Db,
  rows: readonly Row[],
  requestedId?: string,
): Promise<(Row & { hasEmailedLink: boolean })[]> => {
  const guardian = rows[0]?.person.consent ?? null
  const locked = (await lockTeamsAndFilterMembers(tx, rows)).filter(({ person }) =>
    hasSameGuardian(person.consent, guardian),
  )
  const ids = locked.map(({ person }) => person.id)
  const unanswered = new Map((await listUnansweredMembersByIds(tx, ids)).map((each) => [each.id, each]))
  return locked.flatMap((row) => {
    const found = unanswered.get(row.person.id)
    if (!found && row.person.id !== requestedId) return []
    return [{ ...row, hasEmailedLink: found?.hasEmailedLink ?? true }]
  })
}
