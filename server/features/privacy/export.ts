import { normalNationalId } from '#contract/rules/identity.ts'
import { ownPersonFields, pickFields } from '#contract/team.fields.ts'
import type { Db } from '#server/db/open.ts'
import { eachEntryOfUser } from '#server/features/audit/service.ts'
import { iterateScoresByOwner } from '#server/features/scores/service.ts'
import type { FieldEncryption } from '#server/lib/encryption.ts'
import { decryptAndMaskNationalId } from '#server/lib/masked-national-id.ts'
import type { PersonRow } from './queries.ts'
import { keptOf, sentFrom } from './queries-kept.ts'

/** The own national ID whole; one that was sealed under a key that is gone stays unreadable. */
const opened = (encryption: FieldEncryption, sealed: string | null): string | null => {
  try {
    return sealed === null ? null : normalNationalId(encryption.decrypt(sealed))
  } catch {
    return null
  }
}

const list = async function* <T>(key: string, items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<string> {
  yield `,\n  ${JSON.stringify(key)}: [`
  let first = true
  for await (const item of items) {
    yield `${first ? '' : ','}\n    ${JSON.stringify(item)}`
    first = false
  }
  yield first ? ']' : '\n  ]'
}

/**
 * Everything that is kept about somebody, as one JSON object, a part at a time: account and guardian, devices, teams with the people they registered (others'
 * national IDs masked), payments, scores with their attempts, messages and downloads from a proven address, and the audit log's lines about them (who of the organizers
 * did it is not theirs to know, it says `organizers`). No password, no secret, no other person's account.
 */
export const exportOf = async function* (db: Db, row: PersonRow, encryption: FieldEncryption, now: Date): AsyncGenerator<string> {
  const { id, role, firstName, lastName, email, phone, birthDate, gender, school, missionType, lang, guardian, avatar } = row
  const account = {
    ...{ id, role, firstName, lastName, email, phone, birthDate, gender, school, missionType, lang, avatar },
    nationalId: opened(encryption, row.nationalId),
    emailConfirmedAt: row.emailConfirmedAt,
    secondFactor: row.totpSecret !== null,
    createdAt: row.createdAt,
    lastSignInAt: row.lastSignInAt,
    erasureRequestedAt: row.erasureRequestedAt,
  }
  yield `{\n  "exportedAt": ${JSON.stringify(now)},\n  "account": ${JSON.stringify(account)},\n  "guardian": ${JSON.stringify(guardian)}`
  const kept = keptOf(db, id)
  yield* list('sessions', await kept.sessions())

  const teams = await kept.teams()
  const teamIds = teams.map((team) => team.id)
  const [people, results] = [await kept.people(teamIds), await kept.teamScores(teamIds)]
  yield* list(
    'teams',
    teams.map((team) => ({
      ...team,
      people: people
        .filter(({ teamId }) => teamId === team.id)
        .map((person) => ({
          ...pickFields(person, ['kind', ...ownPersonFields, 'picture', 'consent']),
          nationalId: decryptAndMaskNationalId(encryption, person.nationalId),
        })),
      results: results
        .filter(({ teamId }) => teamId === team.id)
        .map(({ key, score, timeMs, youtubeLink, github }) => ({ key, score, timeMs, youtubeLink, github })),
    })),
  )
  yield* list('teamDrafts', await kept.drafts())
  yield* list('payments', await kept.payments())
  const proven = row.emailConfirmedAt ? email : null
  yield* list('scores', iterateScoresByOwner(db, { userId: id, email: proven }))
  if (proven) {
    const sent = sentFrom(db, proven)
    yield* list('messages', await sent.messages())
    yield* list('downloads', await sent.downloads())
  }
  const lines = async function* () {
    for await (const part of eachEntryOfUser(db, id))
      for (const { at, actor, action, entity, entityId, before, after } of part)
        yield {
          ...{ at, action, entity, entityId },
          by: actor.id === id ? 'you' : actor.id === null ? 'system' : 'organizers',
          ...(entity === 'user' && entityId === id ? { before, after } : {}),
        }
  }
  yield* list('log', lines())
  yield '\n}\n'
}
