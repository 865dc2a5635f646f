import type { EventCard as Card } from '#contract/event/event.schema.ts'
import type { EventSummary } from '#web/shared/event-summary.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import styles from './event-card.module.css'
import { LocalizedLink } from './localized-link.tsx'

const fallbacks = 3

/** Returns the cover of an event, or one of the drawn covers, always the same for an event. */
export const getEventCoverOrFallbackUrl = ({ id, coverImage }: Pick<Card, 'id' | 'coverImage'>): string => {
  if (coverImage) return coverImage
  const sum = [...id].reduce((hash, character) => (hash * 31 + character.charCodeAt(0)) % 9973, 7)
  return `/covers/fallback-${(sum % fallbacks) + 1}.webp`
}

/** Shows that an event is live. Renders nothing when it is not, or when its results are final. */
export function LiveBadge({ event }: { event: Pick<Card, 'live' | 'hasFinalResults'> }) {
  const { t } = useTranslation()
  if (!event.live || event.hasFinalResults) return null
  return <span className={styles.live}>{t('event.live')}</span>
}

/** Shows the start and end dates of an event. */
export function EventDates({ startDate, endDate }: Pick<Card, 'startDate' | 'endDate'>) {
  const { t } = useTranslation()
  const lang = useLang()
  const [from, to] = [formatCalendarDate(startDate, lang), formatCalendarDate(endDate, lang)]
  if (!from && !to) return <span>{t('event.noDate')}</span>
  return (
    <span>
      {from ? <time dateTime={startDate?.slice(0, 10)}>{from}</time> : null}
      {from && to && from !== to ? ' – ' : null}
      {to && from !== to ? <time dateTime={endDate?.slice(0, 10)}>{to}</time> : null}
    </span>
  )
}

/**
 * Shows a card of an event: cover, live badge, dates, title with a link, tags. The cover of a card with
 * `hasEagerCover` loads before other images.
 */
export function EventCard({
  event,
  hasEagerCover = false,
}: {
  event: EventSummary
  hasEagerCover?: boolean
}) {
  const { t } = useTranslation()
  return (
    <article className={styles.card}>
      <div className={styles.cover}>
        <img
          src={getEventCoverOrFallbackUrl(event)}
          alt=""
          width={640}
          height={360}
          loading={hasEagerCover ? 'eager' : 'lazy'}
          fetchPriority={hasEagerCover ? 'high' : undefined}
        />
        <LiveBadge event={event} />
      </div>
      <div className={styles.body}>
        <p className={styles.dates}>
          <EventDates startDate={event.startDate} endDate={event.endDate} />
        </p>
        <h3 className={styles.title}>
          <LocalizedLink to={`/events/${event.slug}/`}>
            <Bdi>{event.title}</Bdi>
          </LocalizedLink>
        </h3>
        {event.tags.length > 0 ? (
          <ul className={styles.tags} aria-label={t('event.tags')}>
            {event.tags.map((tag) => (
              <li key={tag}>
                <Bdi>{tag}</Bdi>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </article>
  )
}
