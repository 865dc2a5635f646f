import { type CSSProperties, Fragment, useEffect, useState } from 'react'
import type { TableSchedule } from '#contract/event/display.schema.ts'
import { toSlotRange } from '#contract/event/schedule/slot-times.ts'
import { displayScenes as ar } from '#i18n/ar/display-scenes.ts'
import { displayScenes as en } from '#i18n/en/display-scenes.ts'
import { isolateText } from '#i18n/text-direction.ts'
import { callWithoutTokenBypassingCache } from '#web/shared/api/browser-calls.ts'
import { formatSlotTime } from '#web/shared/format.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import table from './projected-table.module.css'
import styles from './scene.module.css'

type TableSlot = TableSchedule['slots'][number]
type TableSchedules = { isPublished: boolean; hasSeveralDays?: boolean; tables: TableSchedule[] }

const reloadMs = 15_000
const tickMs = 1000

/**
 * Returns what is on and next at each table, read again every 15 seconds, and the time by the clock of the
 * server. Keeps the last reply without a connection.
 */
const useTables = (eventId: string, clockOffset: number) => {
  const [schedule, setSchedule] = useState<TableSchedules>()
  const [now, setNow] = useState(() => Date.now() + clockOffset)
  useEffect(() => {
    const read = () =>
      callWithoutTokenBypassingCache('GET /api/v1/events/:idOrSlug/schedule/tables', {
        params: { idOrSlug: eventId },
      }).then(setSchedule, () => {})
    void read()
    const timer = window.setInterval(() => void read(), reloadMs)
    return () => window.clearInterval(timer)
  }, [eventId])
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now() + clockOffset), tickMs)
    return () => window.clearInterval(timer)
  }, [clockOffset])
  return { schedule, now }
}

/** Shows the team of a run with its number and school, or the teams and the number of a match, and a time. */
function TeamCell({
  slots: [slot, ...others],
  time,
  matchText,
}: {
  slots: readonly TableSlot[]
  time: string
  matchText: string
}) {
  if (!slot) return <td>–</td>
  return (
    <td>
      <b>
        {[slot, ...others].map(({ id, teamNo, teamName }, at) => (
          <Fragment key={id}>
            {at > 0 ? ' – ' : null}
            {teamNo} · <Bdi>{teamName || `#${teamNo}`}</Bdi>
          </Fragment>
        ))}
      </b>
      <small>
        {time}
        {slot.isMatch ? ` · ${matchText.replace('{{number}}', String(slot.round))}` : null}
        {slot.schoolName && !slot.isMatch ? (
          <>
            {' · '}
            <Bdi>{slot.schoolName}</Bdi>
          </>
        ) : null}
      </small>
    </td>
  )
}

type Props = { eventId: string; eventTitle: string; clockOffset: number; rowCount: number; turn: number }

/**
 * Shows which team is on and which is next at each table, by the published schedule, the results and the
 * clock of the server.
 */
export function PolledNowAndNextByTableScene({ eventId, eventTitle, clockOffset, rowCount, turn }: Props) {
  const lang = useLang()
  const texts = (lang === 'ar' ? ar : en).tables
  const { timeZone } = useRootData()
  const { schedule, now } = useTables(eventId, clockOffset)
  if (!schedule) return null
  const { tables, isPublished, hasSeveralDays = false } = schedule
  if (tables.length === 0)
    return (
      <section className={styles.centred}>
        <p className={styles.line}>{isPublished ? texts.none : texts.unpublished}</p>
      </section>
    )
  const format = (time: number) => isolateText(formatSlotTime(time, lang, timeZone, hasSeveralDays), lang)
  const page = turn % Math.ceil(tables.length / rowCount)
  const rows = tables.slice(page * rowCount, (page + 1) * rowCount).map(({ table: name, slots }) => {
    // the slots of the teams of a match begin at the same time
    const ranges = [...Map.groupBy(slots, ({ startsAt }) => startsAt).values()].flatMap((together) =>
      together[0] ? { slots: together, ...toSlotRange(together[0]) } : [],
    )
    return {
      name,
      // the first one is on from its time, also while it is late
      now: ranges[0] && ranges[0].from <= now ? ranges[0] : undefined,
      next: ranges.find(({ from }, at) => at > 0 || from > now),
    }
  })
  const fullCount = Math.max(3, Math.min(rowCount, tables.length))
  const style = { '--page-rows': fullCount, '--shown-rows': rows.length } as CSSProperties
  return (
    <div className={`${table.fill} ${styles.tablesArea}`} style={style}>
      <table className={`${table.board} ${styles.tables}`}>
        <caption className={hidden.visuallyHidden}>{texts.caption.replace('{{event}}', eventTitle)}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.table}</th>
            <th scope="col">{texts.now}</th>
            <th scope="col">{texts.next}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">
                <Bdi>{row.name}</Bdi>
              </th>
              <TeamCell
                slots={row.now?.slots ?? []}
                time={
                  row.now
                    ? row.now.to > now
                      ? texts.until.replace('{{time}}', format(row.now.to))
                      : format(row.now.from)
                    : ''
                }
                matchText={texts.match}
              />
              <TeamCell
                slots={row.next?.slots ?? []}
                time={row.next ? format(row.next.from) : ''}
                matchText={texts.match}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
