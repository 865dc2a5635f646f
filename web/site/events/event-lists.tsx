import { IconCalendarPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { eventFilePaths } from '#contract/event-file-paths.ts'
import { rateSearchMatch, splitSearchTerms } from '#contract/rules/search-form.ts'
import type { EventSummary } from '#web/shared/event-summary.ts'
import { localizePath, useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from '#web/shared/ui/cards.module.css'
import { EventCard } from '#web/shared/ui/event-card.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageSection } from '#web/shared/ui/page-section.tsx'
import search from './event-lists.module.css'

/** An event in the lists. `searchText` has its titles in both languages and its tags, in the form of `normalizeSearchText`. */
export type ListedEvent = EventSummary & { isPast: boolean; searchText: string }

/** Shows the upcoming and live events and the past ones, in the order of `events`, with a search over both that shows the best matches first. */
export function EventLists({ events }: { events: readonly ListedEvent[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const id = useId()
  const [text, setText] = useState('')
  const terms = splitSearchTerms(text)
  const found = events
    .flatMap((event) => {
      const rating = rateSearchMatch(event.searchText, terms)
      return rating === undefined ? [] : [{ event, rating }]
    })
    .toSorted((one, other) => one.rating - other.rating)
    .map(({ event }) => event)
  const [upcoming, past] = [found.filter(({ isPast }) => !isPast), found.filter(({ isPast }) => isPast)]
  const emptyText = terms.length > 0 ? t('pages.events.noMatch') : t('pages.events.noUpcoming')
  return (
    <>
      <PageSection
        title={t('pages.events.upcoming')}
        aside={
          // biome-ignore lint/a11y/useSemanticElements: some browsers do not know the element `search`
          <form className={search.search} role="search" onSubmit={(event) => event.preventDefault()}>
            <label htmlFor={id}>{t('pages.events.search')}</label>
            <input id={id} type="search" dir="auto" maxLength={200} value={text} onChange={(event) => setText(event.currentTarget.value)} />
          </form>
        }
      >
        <div role="status">{upcoming.length === 0 ? <p className={page.empty}>{emptyText}</p> : null}</div>
        <EventCards events={upcoming} isFirst />
        {upcoming.some(({ startDate }) => startDate) ? (
          <p className={search.calendar}>
            <a href={localizePath(eventFilePaths.calendarOfAll, lang)}>
              <IconCalendarPlus size={20} stroke={1.6} aria-hidden />
              {t('pages.events.calendar')}
            </a>
          </p>
        ) : null}
      </PageSection>
      {past.length > 0 ? (
        <PageSection title={t('pages.events.past')}>
          <EventCards events={past} isFirst={upcoming.length === 0} />
        </PageSection>
      ) : null}
    </>
  )
}

/** `isFirst`: the first card is in view when the page opens, so its cover loads at once. */
function EventCards({ events, isFirst = false }: { events: readonly ListedEvent[]; isFirst?: boolean }) {
  if (events.length === 0) return null
  return (
    <div className={styles.cards}>
      {events.map((event, index) => (
        <EventCard key={event.id} event={event} hasEagerCover={isFirst && index === 0} />
      ))}
    </div>
  )
}
