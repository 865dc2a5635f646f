import { type ReactNode, useEffect, useState } from 'react'
import { type EventPhase, getEventPhase } from '#contract/event/event-phase.ts'
import { getEntryDisplayNames } from '#contract/event/scores/score.ts'
import { secondsPerDay, secondsPerHour } from '#contract/platform/time.ts'
import { getStartOfDay } from '#contract/platform/time-zone.ts'
import { Medal } from '#web/shared/event/ranking/medal.tsx'
import { useRowAnimationRef } from '#web/shared/event/ranking/use-row-animation.ts'
import type { EventSummary } from '#web/shared/event-summary.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { EventDates, getEventCoverOrFallbackUrl, LiveBadge } from '#web/shared/ui/event-card.tsx'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import { LogoStar } from '#web/shared/ui/logo.tsx'
import page from '#web/shared/ui/page.module.css'
import { useIsPast, useToday } from '#web/shared/use-current-time.ts'
import type { ScoreboardPage, ScoreboardRow } from '#web/site/event/scoreboard/initial-scoreboard.ts'
import scores from '#web/site/event/scoreboard/scores.module.css'
import { useLiveScoreboard } from '#web/site/event/scoreboard/use-scoreboard.ts'
import leaders from './event-leaders.module.css'
import styles from './hero.module.css'

/** Shows the first entries of a ranking on a dark background, and how they change. */
function EventLeaders({ rows, title }: { rows: readonly ScoreboardRow[]; title: string }) {
  const { t, i18n } = useTranslation()
  const list = useRowAnimationRef<HTMLOListElement>(rows, scores.highlight)
  return (
    <>
      <p className={leaders.small}>{title}</p>
      <ol ref={list} className={leaders.leaders}>
        {rows.map((row) => (
          <li
            key={row.id}
            data-row={row.id}
            data-rank={row.isProvisional ? undefined : row.rank}
            onAnimationEnd={(event) => event.currentTarget.classList.remove(scores.highlight as string)}
          >
            <Medal rank={row.rank} />
            <span className={leaders.leader}>
              <Bdi>{getEntryDisplayNames(row).first || t('scores.unnamed')}</Bdi>
              {row.isProvisional ? ` · ${t('scores.provisional')}` : null}
            </span>
            <span className={leaders.points}>{formatNumber(row.totalScore, i18n.language)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** The units of the countdown, with the seconds of one and how many of them make the next larger one. */
const units = [
  ['days', secondsPerDay, Number.POSITIVE_INFINITY],
  ['hours', secondsPerHour, 24],
  ['minutes', 60, 60],
  ['seconds', 1, 60],
] as const

/**
 * Shows the time until the first day of an event starts in the time zone of the site, and nothing from then
 * on. Only the browser renders the numbers, because the server's page is cached. Their space is reserved.
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
        {units.map(([name, seconds, limit]) => {
          const count = left === undefined ? undefined : Math.floor(left / seconds) % limit
          return (
            <div key={name} className={styles.unit}>
              <span className={styles.figure}>
                {count === undefined ? '–' : formatNumber(count, lang).padStart(2, '0')}
              </span>
              <span className={styles.unitName}>{t(`home.${name}`, { count: count ?? 0 })}</span>
            </div>
          )
        })}
      </div>
    </>
  )
}

const phaseTexts = {
  upcoming: 'home.next',
  running: 'home.now',
  past: 'home.last',
} as const satisfies Record<EventPhase, string>

/**
 * Shows the event that the home page features: before its first day the time until then, on its days its
 * leaders, afterwards its first three. `ranking` has its first ten entries, null when they could not be
 * loaded.
 */
function HeadlineEvent({ event, ranking }: { event: EventSummary; ranking: ScoreboardPage | null }) {
  const { t } = useTranslation()
  const today = useToday()
  const { top, page } = useLiveScoreboard(event, ranking, 10)
  const isFrozen = useIsPast(page?.freezeAt ?? null)
  const hasFinalResults = page ? page.results?.status === 'final' : event.hasFinalResults
  const phaseByDate = getEventPhase({ ...event, hasFinalResults }, today)
  // results show that an event without a first day has begun, also when its badge is off
  const phase = phaseByDate === 'upcoming' && !event.startDate && top.length > 0 ? 'running' : phaseByDate
  let content: ReactNode
  if (phase === 'upcoming' && event.startDate && today < event.startDate)
    content = <Countdown startDate={event.startDate} />
  else if (top.length > 0)
    content = (
      <EventLeaders
        rows={top}
        title={t(isFrozen ? 'scores.frozen' : phase === 'past' ? 'scores.podium' : 'home.leaders')}
      />
    )
  else if (phase === 'running' && page) content = <p className={styles.small}>{t('scores.noneHint')}</p>
  return (
    <article className={styles.card}>
      <img
        className={styles.cover}
        src={getEventCoverOrFallbackUrl(event)}
        alt=""
        width={640}
        height={360}
        decoding="async"
        fetchPriority="high"
      />
      <div className={styles.cardBody}>
        <p className={styles.facts}>
          <LiveBadge event={{ live: event.live, hasFinalResults }} />
          <span>{t(phaseTexts[phase])}</span>
          <EventDates startDate={event.startDate} endDate={event.endDate} />
        </p>
        <h2 className={styles.name}>
          <LocalizedLink to={`/events/${event.slug}/`}>
            <Bdi>{event.title}</Bdi>
          </LocalizedLink>
        </h2>
        {content}
      </div>
    </article>
  )
}

/** What visitors find on the page of the competitions. */
export type CompetitionsState = 'open' | 'closed' | 'none'

type Props = {
  title: string
  text: string
  event: EventSummary | undefined
  hasSimulator: boolean
  /** Where visitors can register a team, or read about the competitions; null when that is not known. */
  competitions: CompetitionsState | null
  /** The first ten entries of the ranking of the event. */
  ranking: ScoreboardPage | null
}

/** The countries with a light on the map; the style sheet positions them in this order. */
const places = ['sa', 'eg', 'de', 'jp', 'br', 'ca', 'au', 'ke', 'in'] as const

/** Shows the first section of the home page: the title of the site, and the featured event. */
export function HeadlineEventHeroSection({ title, text, event, hasSimulator, competitions, ranking }: Props) {
  const { isRegistrationEnabled } = useRootData()
  const { t } = useTranslation()
  const isOpen = isRegistrationEnabled && (competitions === 'open' || competitions === null)
  // an event is a better start than a page without competitions, or with closed ones
  const competitionsLabel = isOpen
    ? 'nav.registerTeam'
    : event || competitions === 'none'
      ? undefined
      : 'nav.competitions'
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    const show = () => setLoaded(true)
    if (document.readyState === 'complete') return show()
    window.addEventListener('load', show, { once: true })
    return () => window.removeEventListener('load', show)
  }, [])
  return (
    <div className={styles.hero}>
      <div className={styles.map} data-shown={loaded} aria-hidden="true">
        <div className={styles.dots} />
        {places.map((code) => (
          <span key={code} className={styles.place} />
        ))}
      </div>
      <div className={`${page.wide} ${styles.columns}`}>
        <div>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.text}>{text}</p>
          <div className={styles.actions}>
            {event ? (
              <LocalizedLink to={`/events/${event.slug}/`} className={styles.primary}>
                {t('home.open')}
              </LocalizedLink>
            ) : null}
            {competitionsLabel ? (
              <LocalizedLink to="/competitions/" className={(event ? page.ghost : styles.primary) ?? ''}>
                {t(competitionsLabel)}
              </LocalizedLink>
            ) : null}
            {hasSimulator ? (
              <a href="#simulator" className={page.ghost}>
                {t('pages.challenges.cta')}
              </a>
            ) : null}
          </div>
        </div>
        {event ? (
          <HeadlineEvent key={event.id} event={event} ranking={ranking} />
        ) : (
          <div className={styles.preparing}>
            <LogoStar size={280} lines core="var(--sun)" />
            <p>{t('home.noEvent')}</p>
          </div>
        )}
      </div>
    </div>
  )
}
