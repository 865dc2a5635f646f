import { normalizeEmail } from '#contract/rules/identity.ts'
import { createTeamFinder, normalizeParticipantName } from '#contract/rules/participants.ts'
import { normalizeTeamNumber } from '#contract/rules/team-number.ts'
import type { Participant } from '#contract/score.schema.ts'
import type { AttemptSource } from '#contract/score.ts'
import type { Db } from '#server/db/open.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import {
  listCandidateTeamsOfEvent,
  listEmailsOfTeamPeople,
  type ParticipatingTeam,
  readGuestRules,
} from './queries-participants.ts'

/**
 * Reads the teams that the unnamed participants of an event can mean. Of a large event those with other numbers
 * are left out when the participants name none of them.
 */
const findCandidateTeams = async (
  db: Db,
  eventId: string,
  unnamed: readonly Participant[],
  hasTeams: boolean,
): Promise<ParticipatingTeam[]> => {
  const namesTeam = ({ teamNo, teamName }: Participant) => Boolean(teamNo || teamName)
  if (!hasTeams) return unnamed.some(namesTeam) ? listCandidateTeamsOfEvent(db, eventId) : []
  const numbers = unnamed.map(({ teamNo = '' }) => normalizeTeamNumber(teamNo))
  const isByNumber = unnamed.every(
    ({ playerEmail }, at) => numbers[at]?.kind === 'number' || (numbers[at] === undefined && playerEmail),
  )
  if (isByNumber) {
    const wanted = [...new Set(numbers.flatMap((number) => (number ? [number.value] : [])))]
    const teams = await listCandidateTeamsOfEvent(db, eventId, wanted)
    const names = new Set(teams.map(({ name }) => normalizeParticipantName(name)))
    // another name may be that of another team
    if (unnamed.every(({ teamName }) => !teamName || names.has(normalizeParticipantName(teamName))))
      return teams
  }
  return listCandidateTeamsOfEvent(db, eventId)
}

/** What a participant that names nobody by id means, before guests are looked for. */
export type Meaning =
  | { of: 'team'; team: ParticipatingTeam; hasOtherName: boolean }
  /** A player or guest; `team` is shown, `refusal` is the problem of a new one. */
  | { of: 'guest'; team?: ParticipatingTeam; refusal?: FieldProblem }
  | { of: 'problem'; problem: FieldProblem }

/**
 * Finds what participants that name nobody by id mean. In the order of the rules: the email of a player, which
 * in a file or form of an event with teams must belong to a person of the named team; the number of a team;
 * its name.
 */
export const createMeaningFinder = async (
  db: Db,
  eventId: string,
  unnamed: readonly Participant[],
  source: AttemptSource,
) => {
  const { hasTeams, acceptsGuests } =
    unnamed.length > 0 ? await readGuestRules(db, eventId) : { hasTeams: false, acceptsGuests: true }
  const teams = await findCandidateTeams(db, eventId, unnamed, hasTeams)
  const findTeam = createTeamFinder(teams)
  const teamNames = new Map(teams.map((team) => [normalizeParticipantName(team.name), team]))
  const isIdentifiedByTeam = ({ playerEmail }: Participant) =>
    !playerEmail || (hasTeams && source !== 'simulator')
  const findings = new Map(unnamed.map((participant) => [participant, findTeam(participant)]))
  const withEmail = unnamed.flatMap((participant) => {
    const finding = findings.get(participant)
    return participant.playerEmail && isIdentifiedByTeam(participant) && finding?.kind === 'team'
      ? [finding.team.id]
      : []
  })
  const emails = await listEmailsOfTeamPeople(db, [...new Set(withEmail)])

  const refuseNew = (problem: FieldProblem): Meaning =>
    hasTeams && !acceptsGuests ? { of: 'guest', refusal: problem } : { of: 'guest' }
  return {
    hasTeams,
    findMeaning: (participant: Participant): Meaning => {
      const { playerName = '', playerEmail = '' } = participant
      const finding = findings.get(participant) ?? { kind: 'unnamed' as const }
      if (finding.kind === 'problem') {
        const { problem } = finding
        const fitsNoTeam = problem.code === 'no-such-team' || (problem.code === 'other-number' && !hasTeams)
        return fitsNoTeam ? refuseNew(problem) : { of: 'problem', problem }
      }
      if (finding.kind === 'team') {
        const { team, hasOtherName } = finding
        if (!isIdentifiedByTeam(participant)) return { of: 'guest', ...(hasTeams ? { team } : {}) }
        if (playerEmail && !emails.get(team.id)?.has(normalizeEmail(playerEmail)))
          return {
            of: 'problem',
            problem: {
              field: 'playerEmail',
              code: 'not-of-team',
              values: { team: `\u2068${team.teamNo} ${team.name}\u2069` },
            },
          }
        return { of: 'team', team, hasOtherName }
      }
      if (playerEmail) return refuseNew({ field: 'playerEmail', code: 'guests-closed' })
      const sameName = hasTeams ? teamNames.get(normalizeParticipantName(playerName)) : undefined
      return sameName
        ? {
            of: 'problem',
            problem: {
              field: 'playerName',
              code: 'name-of-team',
              values: { team: `\u2068${sameName.teamNo} ${sameName.name}\u2069` },
            },
          }
        : refuseNew({ field: 'playerName', code: 'guests-closed' })
    },
  }
}
