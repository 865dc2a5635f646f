import { maskEmail } from '#contract/accounts/identity.ts'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { AssignedGuests, AssignGuestsRequest, Guests } from '#contract/event/guest.schema.ts'
import {
  createNamedTeamOrProblemFinder,
  normalizeNameForComparison,
} from '#contract/event/scores/participants.ts'
import { findKnockOutAndRankChanges } from '#contract/event/scoring/match-problems.ts'
import { normalizeAndClassifyTeamNumber } from '#contract/people/teams/team-number.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { moveEntryProtestsAndListKept } from '../protests/admin-protest-service.ts'
import { listTeamsEligibleForEvent } from '../schedule/service.ts'
import {
  computeEventTournament,
  extractNormalGuestIdentity,
  getRankingEvent,
  isNameOfTeam,
  listEntriesWithRanks,
  listTeamsOfEventOrDrawOrResults,
  readGuestRulesOfEvent,
} from '../scores/service.ts'
import { runScoreTransactionWithFreeze, writeScores } from '../scores/write/score-writer.ts'
import {
  countAwardsAndAdvancementsOfEvent,
  type GuestRow,
  listGuestsOfEvent,
  updateAcceptsGuestsIfChanged,
  updateEntryIdsAndCountCertificates,
} from './queries.ts'

type SuggestedTeam = NonNullable<Guests['guests'][number]['team']>

/** Ends the transaction of a preview with what it would have changed. */
class PreviewedAssignment extends Error {
  readonly result: Omit<AssignedGuests, 'msg'>
  constructor(result: Omit<AssignedGuests, 'msg'>) {
    super()
    this.result = result
  }
}

/**
 * Creates the function that finds the registered team that a guest is. In an event with teams it is the one of
 * them with the number or name, which do not contradict each other; in any other event a team of the season with
 * both. A guest who is known by an email is a player, whose team only a person can tell.
 */
const createTeamSuggester = async (
  db: Db,
  eventId: string,
  guests: readonly GuestRow[],
  hasTeams: boolean,
  regionLimit: RegionLimit,
): Promise<(guest: GuestRow) => SuggestedTeam | null> => {
  const toNumber = (guest: GuestRow) => {
    const number = normalizeAndClassifyTeamNumber(guest.teamNo)
    // larger numbers fit no column of the database
    return number?.kind === 'number' && number.value.length < 10 ? [Number(number.value)] : []
  }
  const candidates = await listTeamsOfEventOrDrawOrResults(db, eventId)
  const ofSeason = hasTeams
    ? []
    : await listTeamsEligibleForEvent(db, eventId, {
        teamNos: [...new Set(guests.flatMap(toNumber))],
        regionLimit,
      })
  const findCandidate = createNamedTeamOrProblemFinder(candidates)
  const candidateNames = new Set(candidates.map(({ name }) => normalizeNameForComparison(name)))
  const isNameOfOtherTeam = (text: string, team: { name: string }) =>
    text !== '' && !isNameOfTeam(text, team) && candidateNames.has(normalizeNameForComparison(text))
  const findOfSeason = createNamedTeamOrProblemFinder(ofSeason)
  return ({ playerEmail, playerName, teamNo, teamName }) => {
    if (playerEmail !== '') return null
    const names = { teamNo, teamName: teamName || (teamNo === '' ? playerName : '') }
    const found = findCandidate(names)
    if (found.kind === 'team')
      return found.hasOtherName || isNameOfOtherTeam(playerName, found.team) ? null : found.team
    const other = hasTeams ? undefined : findOfSeason(names)
    const isSure = other?.kind === 'team' && teamNo !== '' && isNameOfTeam(teamName, other.team)
    return isSure ? other.team : null
  }
}

/**
 * Creates the service for the guests of an event: participants that are neither registered teams nor accounts.
 */
export const createGuestAssignmentService = ({ database, invalidator }: Core) => {
  const { db } = database

  const list = async (eventId: string, limit: number, regionLimit: RegionLimit): Promise<Guests> => {
    await getRankingEvent(db, eventId)
    const { hasTeams, acceptsGuests } = await readGuestRulesOfEvent(db, eventId)
    const rows = await listGuestsOfEvent(db, eventId)
    const suggest = await createTeamSuggester(db, eventId, rows, hasTeams, regionLimit)
    const forms = rows.map(({ participantKey }) => extractNormalGuestIdentity(participantKey))
    const counts = new Map<string, number>()
    for (const form of forms) counts.set(form, (counts.get(form) ?? 0) + 1)
    const guests = rows.map((row, index) => {
      const { participantKey: _, playerEmail, ...guest } = row
      const team = suggest(row)
      return {
        ...guest,
        playerEmail: maskEmail(playerEmail),
        isRepeated: (counts.get(forms[index] as string) ?? 0) > 1,
        team: team && {
          id: team.id,
          teamNo: team.teamNo,
          name: team.name,
          competition: { en: team.competition.en, ar: team.competition.ar },
        },
      }
    })
    const found = [
      ...guests.filter(({ team }) => team !== null),
      ...guests.filter(({ team, isRepeated }) => team === null && isRepeated),
    ]
    const listed = hasTeams
      ? [...found, ...guests.filter(({ team, isRepeated }) => team === null && !isRepeated)]
      : found
    return {
      hasTeams,
      acceptsGuests,
      guests: listed.slice(0, limit),
      totalItems: listed.length,
      foundCount: found.length,
    }
  }

  return {
    /** Lists the first guests of an event with the registered teams that they may be. Throws `not-found`. */
    list,

    /** Sets whether an event with teams accepts new guests. Throws `not-found`. */
    setAcceptsGuests: async (eventId: string, acceptsGuests: boolean, actor: Actor): Promise<void> =>
      inTransaction(db, async (tx) => {
        await getRankingEvent(tx, eventId)
        if (!(await updateAcceptsGuestsIfChanged(tx, eventId, acceptsGuests))) return
        const action = acceptsGuests ? ('accept-guests' as const) : ('refuse-guests' as const)
        await writeAudit(tx, { actor, action, entity: 'event', entityId: eventId, after: { acceptsGuests } })
      }),

    /**
     * Gives the results of guests to the teams that they are, all or none; with `preview` it changes nothing.
     * Protests and certificates of the guests follow. Throws `not-found`, `results-final`, `reveal-running`, and
     * `bad-input` with the fields of `assignGuestsToTeamsWithAudit` and without a reason.
     */
    assign: async (
      eventId: string,
      { assignments, reason, preview }: AssignGuestsRequest,
      actor: Actor,
    ): Promise<Omit<AssignedGuests, 'msg'>> => {
      if (!preview && reason === '') throw new AppError('bad-input', [{ field: 'reason', code: 'required' }])
      const run = runScoreTransactionWithFreeze(
        { database, invalidator },
        eventId,
        async (tx, event) => {
          const ruledEvent = { id: eventId, ruleSet: event.rules.ruleSet }
          const before = await computeEventTournament(tx, ruledEvent, 'current')
          const written = await writeScores(
            tx,
            event,
            { kind: 'assign', assignments, reason },
            { source: 'admin', actor },
          )
          const assigned = written.assignments ?? []
          const after = before && (await computeEventTournament(tx, ruledEvent, 'current'))
          const changedSides = after ? findKnockOutAndRankChanges(before.state, after.state).matches : []
          const changedMatches = new Set([
            ...assigned.flatMap(({ sharedMatches }) => sharedMatches),
            ...changedSides.map(({ match }) => match),
          ])
          const { movedCount, kept } = await moveEntryProtestsAndListKept(tx, assigned)
          const moved = assigned.filter(({ from, to }) => from !== to)
          const entries = await listEntriesWithRanks(
            tx,
            [...new Set(assigned.map(({ to }) => to))],
            'current',
          )
          const entryById = new Map(entries.map((entry) => [entry.id, entry]))
          const result = {
            preview,
            assignments: assigned.map(({ from, to, sharedMatches: _, name: __, ...counts }) => {
              const { totalScore = 0, totalTimeMs = 0, rank = 0 } = entryById.get(to) ?? {}
              return { ...counts, entryId: from, teamEntryId: to, totalScore, totalTimeMs, rank }
            }),
            changedMatches: [...changedMatches].sort((a, b) => a - b),
            protestCount: movedCount,
            keptProtests: kept,
            certificateCount: moved.length > 0 ? await updateEntryIdsAndCountCertificates(tx, moved) : 0,
            ...(await countAwardsAndAdvancementsOfEvent(tx, eventId)),
            isFrozen: written.isFrozen,
          }
          if (preview) throw new PreviewedAssignment(result)
          return result
        },
        { isAlone: true },
      )
      return run.catch((error: unknown) => {
        if (error instanceof PreviewedAssignment) return error.result
        throw error
      })
    },
  }
}
