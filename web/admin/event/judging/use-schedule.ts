import { useCallback, useState } from 'react'
import type { AdminScheduleSlot, Schedule } from '#contract/event/schedule/schedule.schema.ts'
import { createTeamAndMatchNamers, type NamedSchedule } from '#i18n/formats/schedule-names.ts'
import { isolateText } from '#i18n/text-direction.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

/** Holds the schedule of an event; `reload` reads it again, and shows a toast when that fails. */
export const useScheduleStateWithReload = (
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
export const useScheduleNameFormatters = (schedule: NamedSchedule) => {
  const { t, i18n } = useTranslation()
  const { pairings, teams } = schedule
  return {
    ...createTeamAndMatchNamers(i18n, schedule),
    /** Tells whether the match of a slot is not played: a side has withdrawn, or its pairing is decided. */
    isUnplayed: ({ teamId, round }: AdminScheduleSlot): boolean =>
      teamId === null && (pairings?.some(({ unplayed }) => unplayed?.includes(round)) ?? false),
    /** Names a slot by its team, or by the number of its match. */
    nameSlot: ({ teamId, round }: AdminScheduleSlot): string =>
      teamId === null
        ? t('adminJudging.schedule.match', { number: round })
        : isolateText(teams.find(({ id }) => id === teamId)?.name ?? '', i18n.language),
  }
}
