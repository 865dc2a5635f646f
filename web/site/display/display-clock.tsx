import { useEffect, useState } from 'react'
import { formatTimeOfDay } from '#web/shared/format.ts'
import { useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './display-frame.module.css'

/** Shows the time of day in the time zone of the site; nothing before the page is hydrated, because a rendered page may be old. */
export function DisplayClock() {
  const { i18n } = useTranslation()
  const { timeZone } = useRootData()
  const [now, setNow] = useState<number>()
  useEffect(() => {
    setNow(Date.now())
    const timer = window.setInterval(() => setNow(Date.now()), 1000)
    return () => window.clearInterval(timer)
  }, [])
  if (now === undefined) return null
  const [time, ...zone] = formatTimeOfDay(now, i18n.language, timeZone).split(' ')
  return (
    <time className={styles.clock} dateTime={new Date(now).toISOString().slice(0, 16)}>
      <bdi dir="ltr">{time}</bdi> <small>{zone.join(' ')}</small>
    </time>
  )
}
