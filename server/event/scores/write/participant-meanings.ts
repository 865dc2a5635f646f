import { normalizeEmail } from '#contract/accounts/identity.ts'
import {
  createNamedTeamOrProblemFinder,
  normalizeNameForComparison,
} from '#contract/event/scores/participants.ts'
import type { Participant } from '#contract/event/scores/score.schema.ts'
import type { AttemptSource } from '#contract/event/scores/score.ts'
import { normalizeAndClassifyTeamNumber } from '#contract/people/teams/team-number.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { FieldProblem } from '#server/platform/lib/app-error.ts'
import type { GuestRules } from '../scoring/queries-event-context.ts'
import {
  listTeamsOfEventOrDrawOrResults,
  mapEmailsOfPeopleAndOwnersByTeam,
  type ParticipatingTeam,
  readGuestRulesOfEvent,
} from './queries-participants.ts'

/** What a participant that names nobody by id means, before guests are looked for. */
export type Meaning =
  | { of: 'team'; team: ParticipatingTeam; hasOtherName: boolean }
  /** A player or guest; `team` is shown, `refusal` is the problem of a new one. */
  | { of: 'guest'; team?: ParticipatingTeam; refusal?: FieldProblem }
  | { of: 'problem'; problem: FieldProblem }

/** Tells whether a text is the name of a team. */
export const isNameOfTeam = (text: string, team: { name: string }): boolean =>
  normalizeNameForComparison(text) === normalizeNameForComparison(team.name)

const describeTeam = ({ teamNo, name }: ParticipatingTeam) => `${teamNo} ${name}`

/**
 * Finds what participants that name nobody by id mean. In the order of the rules: the email of a player, which
 * in a file or form of an event with teams must belong to a person of the named team; the number of a team;
 * its name. The name of a player names no team: that of another team contradicts the line.
 */
export const loadTeamOrGuestFinder = async (
  db: Db,
  { id: eventId, guestRules }: { id: string; guestRules?: GuestRules },
  unnamed: readonly Participant[],
  source: AttemptSource,
) => {
  const { hasTeams, acceptsGuests } =
    unnamed.length > 0
      ? (guestRules ?? (await readGuestRulesOfEvent(db, eventId)))
      : { hasTeams: false, acceptsGuests: true }
  const isIdentifiedByTeam = ({ playerEmail }: Participant) =>
    !playerEmail || (hasTeams && source !== 'simulator')
  /** Lists the names of a participant that may be those of teams. */
  const listTeamNames = (participant: Participant): string[] => {
    const { playerName, teamNo, teamName } = participant
    const isChecked = isIdentifiedByTeam(participant) && (hasTeams || teamNo || teamName)
    return [teamName, isChecked ? playerName : ''].flatMap((name) => (name ? [name] : []))
  }
  const named = {
    numbers: [
      ...new Set(unnamed.flatMap(({ teamNo = '' }) => normalizeAndClassifyTeamNumber(teamNo)?.value ?? [])),
    ],
    names: [...new Set(unnamed.flatMap(listTeamNames))],
  }
  const teams =
    named.numbers.length > 0 || named.names.length > 0
      ? await listTeamsOfEventOrDrawOrResults(db, eventId, named)
      : []
  const findTeamOrProblem = createNamedTeamOrProblemFinder(teams)
  const teamByName = new Map(teams.map((team) => [normalizeNameForComparison(team.name), team]))
  const findings = new Map(unnamed.map((participant) => [participant, findTeamOrProblem(participant)]))
  const withEmail = unnamed.flatMap((participant) => {
    const finding = findings.get(participant)
    return participant.playerEmail && isIdentifiedByTeam(participant) && finding?.kind === 'team'
      ? [finding.team.id]
      : []
  })
  const emails = await mapEmailsOfPeopleAndOwnersByTeam(db, [...new Set(withEmail)])

  const refuseNew = (problem: FieldProblem): Meaning =>
    hasTeams && !acceptsGuests ? { of: 'guest', refusal: problem } : { of: 'guest' }
  const findTeamWithPlayerName = (participant: Participant): ParticipatingTeam | undefined =>
    participant.playerName && isIdentifiedByTeam(participant)
      ? teamByName.get(normalizeNameForComparison(participant.playerName))
      : undefined
  const toNameProblem = (team: ParticipatingTeam): FieldProblem => ({
    field: 'playerName',
    code: 'name-of-team',
    values: { team: describeTeam(team) },
  })
  return {
    hasTeams,
    /** Returns the team with the number, name and competition of a participant, or `several`. */
    findTeam: (participant: Participant): ParticipatingTeam | 'several' | undefined => {
      const finding = findings.get(participant)
      if (finding?.kind === 'team') return finding.team
      return finding?.kind === 'problem' && finding.problem.code === 'several-teams' ? 'several' : undefined
    },
    findMeaning: (participant: Participant): Meaning => {
      const { playerName = '', playerEmail = '' } = participant
      const finding = findings.get(participant) ?? { kind: 'unnamed' as const }
      const teamOfPlayerName = findTeamWithPlayerName(participant)
      if (finding.kind === 'problem') {
        const { problem } = finding
        const fitsNoTeam = problem.code === 'no-such-team' || (problem.code === 'other-number' && !hasTeams)
        if (!fitsNoTeam) return { of: 'problem', problem }
        // a guest that has results keeps its name
        return hasTeams && teamOfPlayerName
          ? { of: 'guest', refusal: acceptsGuests ? toNameProblem(teamOfPlayerName) : problem }
          : refuseNew(problem)
      }
      if (finding.kind === 'team') {
        const { team, hasOtherName } = finding
        if (!isIdentifiedByTeam(participant)) return { of: 'guest', ...(hasTeams ? { team } : {}) }
        if (teamOfPlayerName && !isNameOfTeam(playerName, team))
          return { of: 'problem', problem: toNameProblem(teamOfPlayerName) }
        if (playerEmail && !emails.get(team.id)?.has(normalizeEmail(playerEmail)))
          return {
            of: 'problem',
            problem: { field: 'playerEmail', code: 'not-of-team', values: { team: describeTeam(team) } },
          }
        return { of: 'team', team, hasOtherName }
      }
      if (playerEmail) return refuseNew({ field: 'playerEmail', code: 'guests-closed' })
      return hasTeams && teamOfPlayerName
        ? { of: 'problem', problem: toNameProblem(teamOfPlayerName) }
        : refuseNew({ field: 'playerName', code: 'guests-closed' })
    },
  }
}
