import { type ReactNode, useEffect, useState } from 'react'
import { type EventPhase, getEventPhase } from '#contract/rules/event-phase.ts'
import { getStartOfDay } from '#contract/rules/time-zone.ts'
import type { EventSummary } from '#web/shared/event-summary.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { EventDates, getEventCoverUrl, LiveBadge } from '#web/shared/ui/event-card.tsx'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { useIsPast } from '#web/shared/use-is-past.ts'
import { useToday } from '#web/shared/use-today.ts'
import { EventLeaders } from '#web/site/scoreboard/event-leaders.tsx'
import type { ScoreboardPage } from '#web/site/scoreboard/initial-scoreboard.ts'
import { useScoreboard } from '#web/site/scoreboard/use-scoreboard.ts'
import styles from './hero.module.css'

/** The units of the countdown, with the seconds of one and how many of them make the next larger one. */
const units = [
  ['days', 86_400, Number.POSITIVE_INFINITY],
  ['hours', 3600, 24],
  ['minutes', 60, 60],
  ['seconds', 1, 60],
] as const

/**
 * Shows the time until the first day of an event starts in the time zone of the site, and nothing from then on. Only the browser renders the numbers, because the
 * server's page is cached. Their space is reserved.
 */
function Countdown({ startDate }: { startDate: string }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { timeZone } = useRootData()
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    const start = getStartOfDay(startDate, timeZone).getTime()
    const tick = () => setLeft(Math.ceil((start - Date.now()) / 1000))
    tick()
    const timer = window.setInterval(tick, 1000)
    return () => window.clearInterval(timer)
  }, [startDate, timeZone])
  if (left !== undefined && left <= 0) return null
  return (
    <>
      <p className={styles.small}>{t('home.startsIn')}</p>
      <div className={styles.countdown} role="timer" aria-label={t('home.startsIn')}>
        {units.map(([name, seconds, limit]) => (
          <div key={name} className={styles.unit}>
            <span className={styles.figure}>
              {left === undefined ? '–' : formatNumber(Math.floor(left / seconds) % limit, lang).padStart(2, '0')}
            </span>
            <span className={styles.unitName}>{t(`home.${name}`)}</span>
          </div>
        ))}
      </div>
    </>
  )
}

const phaseTexts = { upcoming: 'home.next', running: 'home.now', past: 'home.last' } as const satisfies Record<EventPhase, string>

/**
 * Shows the event that the home page features: before its first day the time until then, on its days its leaders, afterwards its first three. `ranking` has its first
 * ten entries, null when they could not be loaded.
 */
export function HeadlineEvent({ event, ranking }: { event: EventSummary; ranking: ScoreboardPage | null }) {
  const { t } = useTranslation()
  const today = useToday()
  const { top, page } = useScoreboard(event, ranking, 10)
  const isFrozen = useIsPast(page?.freezeAt ?? null)
  const hasFinalResults = page ? page.results?.status === 'final' : event.hasFinalResults
  const phaseByDate = getEventPhase({ ...event, hasFinalResults }, today)
  // results show that an event without a first day has begun, also when its badge is off
  const phase = phaseByDate === 'upcoming' && !event.startDate && top.length > 0 ? 'running' : phaseByDate
  let content: ReactNode
  if (phase === 'upcoming' && event.startDate && today < event.startDate) content = <Countdown startDate={event.startDate} />
  else if (top.length > 0)
    content = <EventLeaders rows={top} title={t(isFrozen ? 'scores.frozen' : phase === 'past' ? 'scores.podium' : 'home.leaders')} />
  else if (phase === 'running' && page) content = <p className={styles.small}>{t('scores.noneHint')}</p>
  return (
    <article className={styles.card}>
      <img className={styles.cover} src={getEventCoverUrl(event)} alt="" width={640} height={360} decoding="async" fetchPriority="high" />
      <div className={styles.cardBody}>
        <p className={styles.facts}>
          <LiveBadge event={{ live: event.live, hasFinalResults }} />
          <span>{t(phaseTexts[phase])}</span>
          <EventDates startDate={event.startDate} endDate={event.endDate} />
        </p>
        <h2 className={styles.name}>
          <SiteLink to={`/events/${event.slug}/`}>
            <bdi>{event.title}</bdi>
          </SiteLink>
        </h2>
        {content}
      </div>
    </article>
  )
}
