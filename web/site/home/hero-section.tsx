import { useEffect, useState } from 'react'
import type { EventSummary } from '#web/shared/event-summary.ts'
import { useRootData } from '#web/shared/language.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { addNextPath } from '#web/shared/use-next-path.ts'
import type { ScoreboardPage } from '#web/site/scoreboard/initial-scoreboard.ts'
import { HeadlineEvent } from './headline-event.tsx'
import styles from './hero.module.css'

type Props = {
  title: string
  text: string
  event: EventSummary | undefined
  hasSimulator: boolean
  /** The first ten entries of the ranking of the event. */
  ranking: ScoreboardPage | null
}

/** The countries with a light on the map; the style sheet positions them in this order. */
const places = ['sa', 'eg', 'de', 'jp', 'br', 'ca', 'au', 'ke', 'in'] as const

/** Shows the first section of the home page: the title of the site, and the featured event. */
export function HeroSection({ title, text, event, hasSimulator, ranking }: Props) {
  const { isRegistrationEnabled } = useRootData()
  const user = useSessionUser()
  const { t } = useTranslation()
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
            <SiteLink to={event ? `/events/${event.slug}/` : '/competitions/'} className={styles.primary}>
              {t(event ? 'home.open' : 'nav.competitions')}
            </SiteLink>
            {hasSimulator ? (
              <a href="#simulator" className={page.ghost}>
                {t('home.simulator.title')}
              </a>
            ) : null}
            {user || !isRegistrationEnabled ? null : (
              <SiteLink to={addNextPath('/register/', '/account/teams/new')} className={page.ghost ?? ''}>
                {t('nav.register')}
              </SiteLink>
            )}
          </div>
        </div>
        {event ? <HeadlineEvent key={event.id} event={event} ranking={ranking} /> : <p className={styles.card}>{t('home.noEvent')}</p>}
      </div>
    </div>
  )
}
