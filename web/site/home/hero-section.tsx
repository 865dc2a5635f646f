import { type ReactNode, useEffect, useState } from 'react'
import { getStartOfDay } from '#contract/rules/time-zone.ts'
import type { EventSummary } from '#web/shared/event-summary.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { EventDates, getEventCoverUrl, LiveBadge } from '#web/shared/ui/event-card.tsx'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { addNextPath } from '#web/shared/use-next-path.ts'
import styles from './hero.module.css'

type Props = {
  title: string
  text: string
  event: EventSummary | undefined
  hasSimulator: boolean
  /** The leading entry of the event, when it is live. */
  leaders: ReactNode
}

const units = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
] as const

/** The countries with a light on the map; the style sheet positions them in this order. */
const places = ['sa', 'eg', 'de', 'jp', 'br', 'ca', 'au', 'ke', 'in'] as const

/** Shows the time until the first day of an event starts in the time zone of the site. Only the browser renders the numbers, because the server's page is cached. Their space is reserved. */
function Countdown({ startDate }: { startDate: string }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { timeZone } = useRootData()
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    const start = getStartOfDay(startDate.slice(0, 10), timeZone).getTime()
    const tick = () => setLeft(Math.max(0, Math.floor((start - Date.now()) / 1000)))
    tick()
    const timer = window.setInterval(tick, 1000)
    return () => window.clearInterval(timer)
  }, [startDate, timeZone])
  let rest = left ?? 0
  const parts = units.map(([name, seconds]) => {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    return { name, count }
  })
  return (
    <div className={styles.countdown} role="timer" aria-label={t('home.startsIn')}>
      {parts.map(({ name, count }) => (
        <div key={name} className={styles.unit}>
          <span className={styles.figure}>{left === undefined ? '–' : formatNumber(count, lang).padStart(2, '0')}</span>
          <span className={styles.unitName}>{t(`home.${name}`)}</span>
        </div>
      ))}
    </div>
  )
}

/** Shows the first section of the home page: the title of the site, and the featured event with its countdown or its leader. */
export function HeroSection({ title, text, event, hasSimulator, leaders }: Props) {
  const user = useSessionUser()
  const { t } = useTranslation()
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    const show = () => setLoaded(true)
    if (document.readyState === 'complete') return show()
    window.addEventListener('load', show, { once: true })
    return () => window.removeEventListener('load', show)
  }, [])
  const coming = event?.startDate && !event.live ? event.startDate : undefined
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
            <SiteLink to={event ? `/events/${event.slug}/` : '/events'} className={styles.primary}>
              {t(event ? (event.live ? 'home.ranking' : 'home.open') : 'home.all')}
            </SiteLink>
            {hasSimulator ? (
              <a href="#simulator" className={page.ghost}>
                {t('home.simulator.title')}
              </a>
            ) : null}
            {user ? null : (
              <SiteLink to={addNextPath('/register/', '/account/teams/new')} className={page.ghost ?? ''}>
                {t('nav.register')}
              </SiteLink>
            )}
          </div>
        </div>
        {event ? (
          <article className={styles.card}>
            <img
              className={styles.cover}
              src={getEventCoverUrl(event)}
              alt=""
              width={640}
              height={360}
              decoding="async"
              fetchPriority="high"
            />
            <div className={styles.cardBody}>
              <p className={styles.facts}>
                {event.live ? <LiveBadge /> : <span>{t(coming ? 'home.next' : 'home.last')}</span>}
                <EventDates startDate={event.startDate} endDate={event.endDate} />
              </p>
              <h2 className={styles.name}>
                <SiteLink to={`/events/${event.slug}/`}>
                  <bdi>{event.title}</bdi>
                </SiteLink>
              </h2>
              {coming ? (
                <>
                  <p className={styles.small}>{t('home.startsIn')}</p>
                  <Countdown startDate={coming} />
                </>
              ) : (
                leaders
              )}
            </div>
          </article>
        ) : (
          <p className={styles.card}>{t('home.noEvent')}</p>
        )}
      </div>
    </div>
  )
}
