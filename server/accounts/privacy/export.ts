import { normalizeNationalId } from '#contract/accounts/identity.ts'
import { userFieldNames } from '#contract/accounts/user.ts'
import { personFieldsWithoutConsent, pickFields } from '#contract/people/teams/team.fields.ts'
import { listReleasedFeedbackOfTeam } from '#server/event/judges/service.ts'
import { iterateEntriesWithAttemptsByOwner } from '#server/event/scores/service.ts'
import { iterateAuditEntryBatchesInvolvingUser } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { FieldEncryption } from '#server/platform/lib/encryption.ts'
import { decryptAndMaskNationalId, getEmailIfConfirmed } from '#server/platform/lib/identity.ts'
import { isSubscribedToNews, listAnnouncementsToPerson } from '#server/site/announcements/service.ts'
import type { UserRow } from './queries.ts'
import { createEmailDataQueries, createUserDataQueries, type PersonRow } from './queries-export.ts'

/** Decrypts the user's own national ID; null when the encryption key is lost. */
const decryptNationalId = (encryption: FieldEncryption, { id, nationalId }: UserRow): string | null => {
  try {
    return nationalId === null
      ? null
      : normalizeNationalId(encryption.decrypt(nationalId, 'users.national_id', id))
  } catch {
    return null
  }
}

/** Serializes a property whose value is an array, one item at a time. */
const serializeList = async function* <T>(
  key: string,
  items: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<string> {
  yield `,\n  ${JSON.stringify(key)}: [`
  let first = true
  for await (const item of items) {
    yield `${first ? '' : ','}\n    ${JSON.stringify(item)}`
    first = false
  }
  yield first ? ']' : '\n  ]'
}

/**
 * Serializes everything that is stored about a user as one JSON object, in parts: account and guardian,
 * sessions, passkeys, linked accounts at the sign-in provider, teams with their people (with masked national IDs) and the released feedback of judges, payments,
 * protests, announcements, scores with their attempts, the teams that name a confirmed address as a coach's,
 * messages and downloads from it, and the audit log's entries about the user (which name `organizers`, not
 * the administrator). Passwords, secrets and other users are left out.
 */
export const streamPersonalDataJson = async function* (
  db: Db,
  row: UserRow,
  encryption: FieldEncryption,
  now: Date,
): AsyncGenerator<string> {
  const { id, guardian } = row
  const toPersonCopy = (person: PersonRow) => ({
    ...pickFields(person, ['kind', ...personFieldsWithoutConsent, 'picture', 'consent']),
    nationalId: decryptAndMaskNationalId(encryption, person.nationalId, 'team_people.national_id', person.id),
  })
  const account = {
    ...pickFields(row, ['id', ...userFieldNames, 'avatar']),
    nationalId: decryptNationalId(encryption, row),
    emailConfirmedAt: row.emailConfirmedAt,
    receivesNews: await isSubscribedToNews(db, row.email),
    secondFactor: row.totpSecret !== null,
    createdAt: row.createdAt,
    lastSignInAt: row.lastSignInAt,
    erasureRequestedAt: row.erasureRequestedAt,
  }
  yield `{\n  "exportedAt": ${JSON.stringify(now)},\n  "account": ${JSON.stringify(account)},\n  "guardian": ${JSON.stringify(guardian)}`
  const queries = createUserDataQueries(db, id)
  yield* serializeList('sessions', await queries.sessions())
  yield* serializeList('passkeys', await queries.passkeys())
  yield* serializeList('providerLinks', await queries.providerLinks())

  const teams = await queries.teams()
  const teamIds = teams.map((team) => team.id)
  const [people, results] = [await queries.people(teamIds), await queries.teamScores(teamIds)]
  const confirmations = new Map(
    (await queries.guardianConfirmations(teamIds)).map(({ personId, ...answer }) => [personId, answer]),
  )
  const teamCopies = async function* () {
    for (const team of teams)
      yield {
        ...team,
        people: people
          .filter(({ teamId }) => teamId === team.id)
          .map((person) => ({
            ...toPersonCopy(person),
            guardianConfirmation: confirmations.get(person.id) ?? null,
          })),
        results: results
          .filter(({ teamId }) => teamId === team.id)
          .map(({ key, score, timeMs, youtubeLink, github }) => ({
            key,
            score,
            timeMs,
            youtubeLink,
            github,
          })),
        feedback: await listReleasedFeedbackOfTeam(db, team.id),
      }
  }
  yield* serializeList('teams', teamCopies())
  yield* serializeList('teamDrafts', await queries.drafts())
  yield* serializeList('payments', await queries.payments())
  yield* serializeList('protests', await queries.protests())
  const confirmedEmail = getEmailIfConfirmed(row)
  yield* serializeList(
    'announcements',
    await listAnnouncementsToPerson(db, { userId: id, email: confirmedEmail }),
  )
  yield* serializeList('scores', iterateEntriesWithAttemptsByOwner(db, { userId: id, email: confirmedEmail }))
  if (confirmedEmail) {
    const sent = createEmailDataQueries(db, confirmedEmail)
    yield* serializeList(
      'coachedTeams',
      (await sent.coachedTeams()).map(({ person, ...team }) => ({ ...team, person: toPersonCopy(person) })),
    )
    yield* serializeList('messages', await sent.messages())
    yield* serializeList('downloads', await sent.downloads())
  }
  const logEntries = async function* () {
    for await (const part of iterateAuditEntryBatchesInvolvingUser(db, id))
      for (const { at, actor, action, entity, entityId, before, after } of part)
        yield {
          at,
          action,
          entity,
          entityId,
          by: actor.id === id ? 'you' : actor.id === null ? 'system' : 'organizers',
          ...(entity === 'user' && entityId === id ? { before, after } : {}),
        }
  }
  yield* serializeList('log', logEntries())
  yield '\n}\n'
}
