import { useCallback, useState } from 'react'
import type { Schedule } from '#contract/schedule.schema.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

/** Holds the schedule of an event; `reload` reads it again, and shows a toast when that fails. */
export const useSchedule = (initial: Schedule): { schedule: Schedule; reload: () => Promise<void> } => {
  const { t } = useTranslation()
  const [schedule, setSchedule] = useState(initial)
  const eventId = initial.event.id
  const reload = useCallback(async () => {
    try {
      setSchedule(await adminApi.schedule.get(eventId))
    } catch {
      toast.error(t('messages.loadFailed'))
    }
  }, [eventId, t])
  return { schedule, reload }
}
