import { useEffect, useState } from 'react'
import type { NextSlot } from '#contract/event/schedule/schedule.schema.ts'
import { callWithoutTokenBypassingCache } from '#web/shared/api/browser-calls.ts'
import { formatSlotTime } from '#web/shared/format.ts'
import { useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import styles from './display.module.css'

const shownSlots = 5

const reloadMs = 30_000

/**
 * Returns the next teams of the schedule, read every half minute in the browser. It is empty without a
 * schedule.
 */
const useNextSlots = (eventId: string): { slots: readonly NextSlot[]; hasSeveralDays?: boolean } => {
  const [next, setNext] = useState<{ slots: readonly NextSlot[]; hasSeveralDays?: boolean }>({ slots: [] })
  useEffect(() => {
    const read = () =>
      callWithoutTokenBypassingCache('GET /api/v1/events/:idOrSlug/schedule', {
        params: { idOrSlug: eventId },
      }).then(setNext, () => {})
    void read()
    const timer = window.setInterval(() => void read(), reloadMs)
    return () => window.clearInterval(timer)
  }, [eventId])
  return next
}

/**
 * Shows the next teams of the schedule with their time, table and round. Renders nothing without a schedule.
 */
export function PolledNextTeamsList({ eventId }: { eventId: string }) {
  const { slots, hasSeveralDays = false } = useNextSlots(eventId)
  const { t, i18n } = useTranslation()
  const { timeZone } = useRootData()
  if (slots.length === 0) return null
  return (
    <aside className={styles.next} aria-label={t('display.nextTeams')}>
      <h2>{t('display.nextTeams')}</h2>
      <ol>
        {slots.slice(0, shownSlots).map(({ id, startsAt, teamName, teamNo, table, round, isMatch }) => (
          <li key={id}>
            <time dateTime={startsAt}>
              <bdi>{formatSlotTime(startsAt, i18n.language, timeZone, hasSeveralDays)}</bdi>
            </time>
            <span>
              <Bdi>{teamName || `#${teamNo}`}</Bdi>
              <small>{t(isMatch ? 'display.match' : 'display.slot', { table, round })}</small>
            </span>
          </li>
        ))}
      </ol>
    </aside>
  )
}
