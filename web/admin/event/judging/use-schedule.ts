import { useCallback, useState } from 'react'
import type {
  AdminScheduleSlot,
  EventTeam,
  Schedule,
  ScheduledPairing,
} from '#contract/event/schedule/schedule.schema.ts'
import { isolateText, joinTexts } from '#i18n/text-direction.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { createSideNamer } from '#web/shared/event/matches/tournament-model.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

/** Holds the schedule of an event; `reload` reads it again, and shows a toast when that fails. */
export const useReloadableScheduleWithErrorToast = (
  initial: Schedule,
): { schedule: Schedule; reload: () => Promise<void> } => {
  const { t } = useTranslation()
  const [schedule, setSchedule] = useState(initial)
  const eventId = initial.event.id
  const reload = useCallback(async () => {
    try {
      setSchedule(await callApi('GET /api/admin/events/:eventId/schedule', { params: { eventId } }))
    } catch {
      toast.error(t('messages.loadFailed'))
    }
  }, [eventId, t])
  return { schedule, reload }
}

/**
 * Returns functions that name slots, teams and matches of a schedule, and the context of texts that are
 * different for matches.
 */
export const useScheduleNameFormatters = ({
  pairings,
  groupCount,
  teams,
}: Pick<Schedule, 'pairings' | 'groupCount'> & {
  teams: readonly Pick<EventTeam, 'id' | 'teamNo' | 'name'>[]
}) => {
  const { t, i18n } = useTranslation()
  const teamById = new Map(teams.map((team) => [team.id, team]))
  const nameTeam = (id: string): string => {
    const team = teamById.get(id)
    return team ? joinTexts([team.teamNo, team.name], i18n.language) : ''
  }
  const nameSide = createSideNamer(
    i18n,
    { groupCount, pairings: pairings ?? [] },
    ({ source, teamIds }: ScheduledPairing['sides'][number]) => {
      if (teamIds.length > 0) return teamIds.map(nameTeam).join(' + ')
      // a drawn side without teams was deleted
      return source.of === 'draw' ? '–' : undefined
    },
  )
  const nameSides = (match: number): string =>
    pairings
      ?.find(({ numbers }) => numbers.includes(match))
      ?.sides.map(nameSide)
      .join(' – ') ?? ''
  return {
    /** Of an event that is played in matches. */
    context: pairings ? { context: 'match' } : {},
    nameTeam,
    nameSides,
    /** Names both sides of a match, or the team of a slot. */
    nameTeams: ({ teamId, round }: Pick<AdminScheduleSlot, 'teamId' | 'round'>): string =>
      teamId === null ? nameSides(round) : nameTeam(teamId),
    /** Tells whether the match of a slot is not played: a side has withdrawn, or its pairing is decided. */
    isUnplayed: ({ teamId, round }: AdminScheduleSlot): boolean =>
      teamId === null && (pairings?.some(({ unplayed }) => unplayed?.includes(round)) ?? false),
    /** Names a slot by its team, or by the number of its match. */
    nameSlot: ({ teamId, round }: AdminScheduleSlot): string =>
      teamId === null
        ? t('adminJudging.schedule.match', { number: round })
        : isolateText(teamById.get(teamId)?.name ?? '', i18n.language),
  }
}
