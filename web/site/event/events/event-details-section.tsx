import type { ReactNode } from 'react'
import type { EventDetails } from '#contract/event/event.schema.ts'
import { eventFilePaths } from '#contract/event/event-file-paths.ts'
import { getSmallImageName } from '#contract/site/small-image.ts'
import { getTagInLanguage } from '#web/shared/event-summary.ts'
import { formatEventDates } from '#web/shared/format.ts'
import { localizePath, useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import type { Icon } from '#web/shared/ui/create-icon.tsx'
import { EventDates, getEventCoverOrFallbackUrl, LiveBadge } from '#web/shared/ui/event-card.tsx'
import {
  IconCalendarEvent,
  IconCalendarPlus,
  IconChecklist,
  IconDeviceGamepad2,
} from '#web/shared/ui/icons.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import styles from './event-details.module.css'

function Info({
  icon: Icon,
  title,
  text,
  otherwise,
}: {
  icon: Icon
  title: string
  text: ReactNode
  /** What is shown without a text; without both, nothing is shown. */
  otherwise: string | undefined
}) {
  if (!text && otherwise === undefined) return null
  return (
    <section className={styles.card}>
      <h2 className={styles.cardTitle}>
        <Icon size={26} stroke={1.6} aria-hidden />
        {title}
      </h2>
      <p className={text ? styles.text : styles.none} dir="auto">
        {text || otherwise}
      </p>
    </section>
  )
}

type Props = {
  event: EventDetails
  /** While the event is on, the ranking comes first, and cards without a text are hidden. */
  isOnNow?: boolean
  children: ReactNode
}

/** Shows an event: banner, title, description, three cards, and the ranking as children. */
export function EventDetailsSection({ event, isOnNow = false, children }: Props) {
  const { t } = useTranslation()
  const otherwise = (key: 'event.noDates' | 'event.noHowToPlay' | 'event.noRules') =>
    isOnNow ? undefined : t(key)
  const lang = useLang()
  const { title, description, tags, missionType } = event
  return (
    <>
      <div className={styles.hero}>
        <div className={styles.banner}>
          <picture>
            {event.bannerImage ? (
              <source media="(max-width: 560px)" srcSet={getSmallImageName(event.bannerImage)} />
            ) : null}
            <img
              src={event.bannerImage ?? getEventCoverOrFallbackUrl(event)}
              alt=""
              width={1600}
              height={500}
              fetchPriority="high"
            />
          </picture>
        </div>
        <div className={`${page.wide} ${styles.over}`}>
          <p className={styles.back}>
            <LocalizedLink to="/events">{t('event.all')}</LocalizedLink>
          </p>
          <div className={styles.facts}>
            <LiveBadge event={event} />
            <EventDates startDate={event.startDate} endDate={event.endDate} />
            <span>{missionType === null ? t('allLevels') : t(`missionType.${missionType}`)}</span>
            {event.startDate && event.active ? (
              <a className={styles.calendar} href={localizePath(eventFilePaths.calendar(event.slug), lang)}>
                <IconCalendarPlus size={20} stroke={1.6} aria-hidden />
                {t('event.addToCalendar')}
              </a>
            ) : null}
          </div>
          <h1 className={styles.title}>
            <Bdi>{title[lang]}</Bdi>
          </h1>
          {tags.length > 0 ? (
            <ul className={styles.tags} aria-label={t('event.tags')}>
              {tags.map((tag) => (
                <li key={tag}>
                  <Bdi>{getTagInLanguage(tag, lang)}</Bdi>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      </div>
      <div className={`${page.wide} ${styles.body}`}>
        {isOnNow ? children : null}
        {description[lang] || !isOnNow ? (
          <p className={styles.description} dir="auto">
            {description[lang] || t('event.noDescription')}
          </p>
        ) : null}
        <div className={styles.cards}>
          <Info
            icon={IconCalendarEvent}
            title={t('event.dates')}
            text={event.datesInfo[lang] || formatEventDates(event, lang)}
            otherwise={otherwise('event.noDates')}
          />
          <Info
            icon={IconDeviceGamepad2}
            title={t('event.howToPlay')}
            text={event.howToPlay[lang]}
            otherwise={otherwise('event.noHowToPlay')}
          />
          <Info
            icon={IconChecklist}
            title={t('event.rules')}
            text={event.rules[lang]}
            otherwise={otherwise('event.noRules')}
          />
        </div>
        {isOnNow ? null : children}
      </div>
    </>
  )
}
