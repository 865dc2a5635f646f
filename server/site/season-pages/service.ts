import type { RankingRules } from '#contract/event/scoring/rank-explanation.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import type { ExplanationTexts } from '#contract/event/scoring/rule-set-explanation.ts'
import type { CompetitionPage, TeamPage } from '#contract/site/season-page.schema.ts'
import type { Core } from '#server/deps.ts'
import { listActiveCompetitionsWithAvailability } from '#server/event/competitions/service.ts'
import { listPublicTeamMembers } from '#server/event/results/service.ts'
import {
  listPublicEventsWithDrawnTeam,
  listPublishedSchedulesOfTeam,
} from '#server/event/schedule/service.ts'
import { listVisibleRanksOfTeams } from '#server/event/scores/service.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getPageSettings, getSiteDate } from '#server/platform/settings/service.ts'
import {
  findTeamWithPage,
  listEarlierSeasonsOfTeam,
  listPublicAwardsOfTeam,
  listPublicEventsOfCompetition,
  listTeamsOfCompetitionIfPublished,
  mapEventDatesById,
} from './queries.ts'

export { listTeamPageAddresses } from './queries.ts'

/**
 * The tags of the data that these pages are rendered from, besides the scores and schedules of their events.
 */
export const seasonPageCacheTags = ['competitions', 'teams', 'events', 'seasons', 'settings'] as const

/**
 * Returns true when the rules of an event are those of a competition. An event of several competitions has
 * the rules of the one whose template they were made from, or else of the one with more than half of the
 * teams.
 */
const hasRulesOfCompetition = (
  slug: string,
  template: string | null,
  teamCounts: ReadonlyMap<string, number>,
): boolean => {
  if (template !== null && teamCounts.has(template)) return template === slug
  const allTeams = [...teamCounts.values()].reduce((sum, count) => sum + count, 0)
  return (teamCounts.get(slug) ?? 0) * 2 > allTeams
}

/** Creates the service of the public pages of competitions and teams. Its functions throw `not-found`. */
export const createCompetitionAndTeamPageService = (
  { config, database }: Core,
  texts: ExplanationTexts & { describeRules: (ruleSet: RuleSet) => RankingRules },
) => {
  const db = database.readDb
  return {
    /**
     * Reads the page of a competition that visitors see, and the ids of its events. `teamPage` limits its teams
     * to one page, counted from 1; a page behind the last one is `not-found`.
     */
    readCompetitionPage: async (
      slug: string,
      teamPage?: number,
    ): Promise<{ page: CompetitionPage; eventIds: string[] }> => {
      const { isRegistrationEnabled } = await getPageSettings({ config, database })
      const options = { now: new Date().toISOString(), isRegistrationEnabled }
      const competition = (await listActiveCompetitionsWithAvailability(db, options)).find(
        (each) => each.slug === slug,
      )
      if (!competition) throw new AppError('not-found')
      const [events, teams] = await Promise.all([
        listPublicEventsOfCompetition(db, competition.id),
        listTeamsOfCompetitionIfPublished(db, competition.id, teamPage),
      ])
      if (teamPage !== undefined && teamPage > 1 && !teams?.rows.length) throw new AppError('not-found')
      return {
        eventIds: events.map(({ id }) => id),
        page: {
          competition,
          events: events.map(({ id: _, ruleSet, teamCounts, ...event }) => ({
            ...event,
            rules:
              ruleSet && hasRulesOfCompetition(slug, ruleSet.template, teamCounts)
                ? texts.describeRules(ruleSet)
                : null,
          })),
          teams: teams?.rows ?? null,
          ...(teamPage === undefined || !teams ? {} : { teamCount: teams.total }),
        },
      }
    },

    /**
     * Reads the page of a team, with its results as visitors see the rankings, and the ids of their events.
     * The names of its members stand beside its results only, because the consent of guardians is for
     * rankings.
     */
    readTeamPage: async (slug: string, teamNo: number): Promise<{ page: TeamPage; eventIds: string[] }> => {
      const found = await findTeamWithPage(db, slug, teamNo)
      if (!found) throw new AppError('not-found')
      const { id, team, season } = found
      const today = await getSiteDate({ config, database })
      const ranks = await listVisibleRanksOfTeams(db, [id], { texts, today })
      const eventIds = ranks.map(({ event }) => event.id)
      const [dates, awards, schedules, matchEvents, earlierSeasons, members] = await Promise.all([
        mapEventDatesById(db, eventIds),
        listPublicAwardsOfTeam(db, id),
        listPublishedSchedulesOfTeam(db, id),
        listPublicEventsWithDrawnTeam(db, id),
        listEarlierSeasonsOfTeam(db, id),
        ranks.length === 0 ? [] : listPublicTeamMembers(db, { teamId: id }, today),
      ])
      const noDates = { startDate: null, endDate: null }
      return {
        eventIds,
        page: {
          team,
          season,
          members: members.map(({ name }) => name),
          results: ranks.map(({ event, rank, totalScores, totalScore, totalTimeMs, isProvisional }) => ({
            event: { slug: event.slug, title: event.title, ...(dates.get(event.id) ?? noDates) },
            rank,
            entryCount: totalScores,
            totalScore,
            totalTimeMs,
            ...(isProvisional ? { isProvisional } : {}),
          })),
          awards,
          schedules,
          matchEvents,
          earlierSeasons,
        },
      }
    },
  }
}
