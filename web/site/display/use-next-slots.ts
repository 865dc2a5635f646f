import { useEffect, useState } from 'react'
import { paths } from '#contract/paths.ts'
import type { NextSlot } from '#contract/schedule.ts'
import { createApiCall } from '#web/shared/api/call.ts'

const reloadMs = 30_000
const call = createApiCall((path, init) => window.fetch(path, init))

/** Returns the next teams of the schedule, read every half minute in the browser. It is empty without a schedule. */
export const useNextSlots = (eventId: string): readonly NextSlot[] => {
  const [slots, setSlots] = useState<readonly NextSlot[]>([])
  useEffect(() => {
    const read = () =>
      call<{ slots: NextSlot[] }>(paths.eventSchedule(eventId)).then(
        (reply) => setSlots(reply.slots),
        () => {},
      )
    void read()
    const timer = window.setInterval(() => void read(), reloadMs)
    return () => window.clearInterval(timer)
  }, [eventId])
  return slots
}
