import type { EventSummary } from '#web/shared/event-summary.ts'
import { formatEventDates, formatMonthAndYear } from '#web/shared/format.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import cards from '#web/shared/ui/cards.module.css'
import { LiveBadge } from '#web/shared/ui/event-card.tsx'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageSection } from '#web/shared/ui/page-section.tsx'
import styles from './seasons.module.css'

/** Shows the timeline of all events of the season, the oldest first. */
export function EventTimelineSection({ events }: { events: EventSummary[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { isRegistrationEnabled } = useRootData()
  const dated = events
    .filter((event): event is EventSummary & { startDate: string } => event.startDate !== null)
    .toSorted((one, other) => one.startDate.localeCompare(other.startDate))
  if (dated.length === 0) return null
  const months = new Map<string, EventSummary[]>()
  for (const event of dated) {
    const month = formatMonthAndYear(event.startDate, lang)
    months.set(month, [...(months.get(month) ?? []), event])
  }
  return (
    <PageSection
      title={t('home.seasons.title')}
      intro={t('home.seasons.text')}
      aside={
        isRegistrationEnabled ? (
          <LocalizedLink to="/competitions/" className={page.button ?? ''}>
            {t('home.seasons.register')}
          </LocalizedLink>
        ) : undefined
      }
    >
      <ol className={`${styles.months} ${cards.carousel}`}>
        {[...months].map(([month, all]) => (
          <li key={month} className={styles.month}>
            <h3 className={styles.name}>{month}</h3>
            <ul className={styles.events}>
              {all.map((event) => (
                <li key={event.id}>
                  <LocalizedLink to={`/events/${event.slug}/`} discover="none">
                    <Bdi>{event.title}</Bdi>
                  </LocalizedLink>
                  <span className={styles.dates}>
                    <LiveBadge event={event} />
                    {formatEventDates(event, lang)}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </PageSection>
  )
}
