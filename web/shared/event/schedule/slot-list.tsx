import { Fragment, type ReactNode, useEffect, useState } from 'react'
import type { TeamSchedule } from '#contract/event/schedule/schedule.schema.ts'
import {
  listUnplayedExpectedSlotsOfTeam,
  type PlayableSlot,
  toSlotRange,
} from '#contract/event/schedule/slot-times.ts'
import { toDateTimeInTimeZone } from '#contract/platform/time-zone.ts'
import { formatDate } from '#web/shared/format.ts'
import { useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './slot-list.module.css'

/** A slot in a list: what stands beside its time is the team, or nothing in the list of one team. */
export type ListedSlot = PlayableSlot & {
  id: string
  round: number
  isMatch?: boolean
  team?: ReactNode
}

/** Joins the slots of the teams of a match to one. */
export const joinSlotsOfMatches = (slots: readonly ListedSlot[]): ListedSlot[] =>
  [...Map.groupBy(slots, ({ id, round, isMatch }) => (isMatch ? round : id)).values()].flatMap(
    ([first, ...others]) => {
      if (!first) return []
      const further = others.map(({ id, team }) => <Fragment key={id}> – {team}</Fragment>)
      return further.length === 0
        ? first
        : { ...first, team: [<Fragment key={first.id}>{first.team}</Fragment>, ...further] }
    },
  )

const tickMs = 5000

/** Returns the time in the browser, in milliseconds since 1970; undefined while the server renders. */
export const useCurrentTimeMs = (): number | undefined => {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    const update = () => setNow(Date.now())
    update()
    const timer = window.setInterval(update, tickMs)
    return () => window.clearInterval(timer)
  }, [])
  return now
}

type SlotListProps = {
  slots: readonly ListedSlot[]
  now: number | undefined
  /** The ids of the slots that are next, in the order of the schedule. */
  nextIds: ReadonlySet<string>
}

/**
 * Lists slots by day, with their times in the time zone of the site, and marks those that are on, and in the
 * list of one team the next one.
 */
export function SlotList({ slots, now, nextIds }: SlotListProps) {
  const { t, i18n } = useTranslation()
  const next = now === undefined ? [] : slots.filter(({ id }) => nextIds.has(id))
  const hasBegun = ({ startsAt }: ListedSlot) => Date.parse(startsAt) <= (now ?? 0)
  const currentIds = new Set(next.filter(hasBegun).map(({ id }) => id))
  const nextId = next.find((slot) => !hasBegun(slot) && slot.team === undefined)?.id
  const { timeZone } = useRootData()
  const formatTime = (time: number) => toDateTimeInTimeZone(new Date(time), timeZone).slice(11, 16)
  const days = Map.groupBy(slots, ({ startsAt }) =>
    toDateTimeInTimeZone(new Date(startsAt), timeZone).slice(0, 10),
  )
  return [...days].map(([day, slotsOfDay]) => (
    <div key={day}>
      <h3 className={styles.day}>{formatDate(slotsOfDay[0]?.startsAt ?? null, i18n.language, timeZone)}</h3>
      <ol className={styles.slots}>
        {slotsOfDay.map(({ id, startsAt, durationMinutes, team, table, round, isMatch }) => {
          const { from, to } = toSlotRange({ startsAt, durationMinutes })
          const isNow = currentIds.has(id)
          const mark = isNow ? 'schedule.now' : id === nextId ? 'schedule.next' : undefined
          return (
            <li key={id} aria-current={isNow ? 'time' : undefined}>
              <time dateTime={startsAt} dir="ltr">{`${formatTime(from)}–${formatTime(to)}`}</time>
              <span className={styles.run}>
                {team ? <strong>{team}</strong> : null}
                <span>{t(isMatch ? 'schedule.match' : 'schedule.run', { table, round })}</span>
              </span>
              {mark ? <span className={styles.now}>{t(mark)}</span> : null}
            </li>
          )
        })}
      </ol>
    </div>
  ))
}

/** Lists the slots of one team in an event, and marks what is on and next. */
export function TeamSlotList({
  schedule: { event, slots },
  now,
}: {
  schedule: TeamSchedule
  now: number | undefined
}) {
  const options = { now: now ?? 0, areResultsFinal: event.areResultsFinal ?? false }
  const nextIds = new Set(listUnplayedExpectedSlotsOfTeam(slots, options).map(({ id }) => id))
  return <SlotList slots={slots} now={now} nextIds={nextIds} />
}
