import { hasEmailMaskDots, maskEmail, normalizeEmail } from '#contract/accounts/identity.ts'
import type { Participant } from '#contract/event/scores/score.schema.ts'
import { normalizeAndClassifyTeamNumber } from '#contract/people/teams/team-number.ts'
import { cleanText } from '#contract/platform/text.ts'
import type { Db } from '#server/platform/db/open.ts'
import { isGuestKey, isTeamKey } from './guest-keys.ts'
import { listIdentifiedEntriesMatchingNames, type StoredEntry } from './queries-entries.ts'

/** Tells whether a participant names nobody by id. */
export const isParticipantWithoutId = ({ entryId, userId, teamId }: Participant) =>
  !entryId && !userId && !teamId

/** Returns the names of a participant or an entry as they are compared: older versions did not clean texts. */
const buildNameKey = ({
  playerName = '',
  teamName = '',
  teamNo = '',
}: Pick<Participant, 'playerName' | 'teamName' | 'teamNo'>): string =>
  JSON.stringify([
    cleanText(playerName, 'name'),
    cleanText(teamName, 'name'),
    normalizeAndClassifyTeamNumber(teamNo)?.value ?? '',
  ])

/** Tells whether a line has the email of an entry, or its masked form. */
const hasEmailOfEntry = (playerEmail: string, entry: StoredEntry): boolean =>
  hasEmailMaskDots(playerEmail)
    ? maskEmail(entry.playerEmail) === playerEmail
    : normalizeEmail(entry.playerEmail) === normalizeEmail(playerEmail)

/**
 * Finds the entry of each participant of a file that names nobody by id and has the player name, team name, team
 * number and, where given, email of exactly one entry of a user, a team, or a player with an email. So a file
 * that the export wrote adds to the entries that it came from. Several such players are a problem. A line that
 * names the competition means the team that `findTeam` finds, and teams with the same number and name are not
 * told apart by which of them has an entry.
 */
export const matchParticipantsToEntriesByNames = async (
  db: Db,
  eventId: string,
  participants: readonly Participant[],
  findTeam: (index: number) => { id: string } | 'several' | undefined,
): Promise<(StoredEntry | 'several' | undefined)[]> => {
  const unnamed = participants.filter(isParticipantWithoutId)
  if (unnamed.length === 0) return []
  const listNames = (field: 'playerName' | 'teamName') => [
    ...new Set(unnamed.map((participant) => cleanText(participant[field] ?? '', 'name'))),
  ]
  const found = await listIdentifiedEntriesMatchingNames(db, eventId, {
    playerNames: listNames('playerName'),
    teamNames: listNames('teamName'),
  })
  const entriesByName = Map.groupBy(found, buildNameKey)
  return participants.map((participant, index) => {
    if (!isParticipantWithoutId(participant)) return undefined
    const { playerEmail, competition } = participant
    const team = findTeam(index)
    const isOfTeam = ({ teamId }: StoredEntry) =>
      !competition || teamId === null || (typeof team === 'object' && team.id === teamId)
    const fitting = (entriesByName.get(buildNameKey(participant)) ?? []).filter(
      (entry) =>
        (playerEmail ? hasEmailOfEntry(playerEmail, entry) : !isGuestKey(entry.participantKey)) &&
        isOfTeam(entry),
    )
    const players = fitting.filter(({ participantKey }) => !isTeamKey(participantKey))
    if (players.length > 1) return 'several'
    const [entry, ...others] = players.length > 0 ? players : fitting
    const isUnsure = others.length > 0 || (players.length === 0 && team === 'several')
    return isUnsure ? undefined : entry
  })
}
