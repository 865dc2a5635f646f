import type { EventOverview } from '#contract/event/event-overview.schema.ts'
import { computeScheduleDelayMinutes, type PlannedRun } from '#contract/event/schedule/slot-times.ts'
import { findRoundLabel } from '#contract/event/scoring/rule-set-sheet.ts'
import type { Core } from '#server/deps.ts'
import {
  countPlannedAndMissingPanelSheets,
  countUnreviewedSheetsByReason,
  readJudgeTabletProblems,
} from '../judges/service.ts'
import { countOpenProtestsOfEvent } from '../protests/admin-protest-service.ts'
import {
  getRunKey,
  isJudgingClosed,
  listEventTeamsIncludingWithdrawn,
  mapPlayedRuns,
} from '../schedule/service.ts'
import { findPublishedResultsOfEvent, getRankingEvent, readEventRules } from '../scores/service.ts'
import { listScheduledRunsOfEvent } from './queries.ts'

/** A run of the schedule. `playedAt` is also set while its sheet waits. */
type OverviewRun = PlannedRun & { round: number; table: string; isRecorded: boolean }

const countRuns = (runs: readonly OverviewRun[]) => ({
  planned: runs.length,
  recorded: runs.filter(({ isRecorded }) => isRecorded).length,
  waiting: runs.filter(({ isRecorded, playedAt }) => !isRecorded && playedAt !== null).length,
})

/** Creates the service that reads what the person in charge of an event sees of it on the day. */
export const createEventOverviewService = (core: Core) => {
  const { encryption } = core
  const { db } = core.database
  const getStreamText = (eventId: string) => `event overview:${eventId}`
  const getStreamKey = (eventId: string): string => encryption.keyedHash(getStreamText(eventId))

  return {
    /** Returns the key that opens the event stream of an event's overview. */
    getStreamKey,

    /** Throws `not-found`. */
    get: async (eventId: string): Promise<EventOverview> => {
      const rankingEvent = await getRankingEvent(db, eventId)
      const { id, slug, title, freeze } = rankingEvent
      const { ruleSet } = await readEventRules(db, rankingEvent)
      const played = await mapPlayedRuns(db, { eventId })
      const runs = (await listScheduledRunsOfEvent(db, eventId)).map((run) => {
        const found = played.get(getRunKey({ ...run, eventId }))
        return { ...run, playedAt: found?.at ?? null, isRecorded: found?.isRecorded ?? false }
      })
      const teams = (await listEventTeamsIncludingWithdrawn(db, eventId)).filter(
        ({ withdrawal }) => !withdrawal,
      )
      const present = new Set([...played.keys()].map((key) => key.split(' ')[1]))
      const now = new Date()
      return {
        event: { id, slug, title },
        serverTime: now.toISOString(),
        streamKey: getStreamKey(eventId),
        runs: {
          ...countRuns(runs),
          rounds: [...Map.groupBy(runs, ({ round }) => round)].map(([round, ofRound]) => ({
            round,
            label: findRoundLabel(ruleSet, round) ?? null,
            tables: [...Map.groupBy(ofRound, ({ table }) => table)].map(([table, ofTable]) => ({
              table,
              ...countRuns(ofTable),
            })),
          })),
        },
        panelSheets: await countPlannedAndMissingPanelSheets(db, eventId, ruleSet),
        delayMinutes: computeScheduleDelayMinutes(runs, now),
        teamCount: teams.length,
        missingTeams: teams
          .filter(({ id: teamId, checkedInAt }) => checkedInAt === null && !present.has(teamId))
          .map(({ id: teamId, teamNo, name }) => ({ id: teamId, teamNo, name })),
        tablets: await readJudgeTabletProblems(core, eventId),
        waitingSheets: await countUnreviewedSheetsByReason(db, eventId),
        openProtests: await countOpenProtestsOfEvent(db, eventId),
        isJudgingClosed: await isJudgingClosed(db, eventId),
        freeze,
        results: (await findPublishedResultsOfEvent(db, eventId)) ?? null,
      }
    },

    /** Tells whether a key opens the event stream of an event's overview. */
    isStreamKey: (eventId: string, key: string): boolean =>
      encryption.listKeyedHashes(getStreamText(eventId)).includes(key),
  }
}
