import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { EventCard as EventCardValues } from '#contract/event/event.schema.ts'
import { eventFilePaths } from '#contract/event/event-file-paths.ts'
import { getEventPhase, sortEventsByPhase } from '#contract/event/event-phase.ts'
import type { Lang } from '#contract/platform/localized.ts'
import {
  getSearchMatchTier,
  normalizeAndSplitSearch,
  normalizeSearchText,
} from '#contract/platform/search-form.ts'
import { cleanText } from '#contract/platform/text.ts'
import { toDateInTimeZone } from '#contract/platform/time-zone.ts'
import type { Continent, Organizer } from '#contract/site/contents.schema.ts'
import { getBrowserApi, type PublicApi } from '#web/shared/api/public-api.ts'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { type EventSummary, toEventSummary } from '#web/shared/event-summary.ts'
import { localizePath, useLang } from '#web/shared/language.ts'
import {
  getEventListRegion,
  getPageLanguage,
  getPageTimeZone,
  getSiteCode,
} from '#web/shared/page-attributes.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import cards from '#web/shared/ui/cards.module.css'
import { EventCard } from '#web/shared/ui/event-card.tsx'
import { IconCalendarPlus, IconWorld } from '#web/shared/ui/icons.ts'
import { LoadErrorMessage } from '#web/shared/ui/load-error-message.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageSection } from '#web/shared/ui/page-section.tsx'
import { PageTitleBand } from '#web/shared/ui/page-title.tsx'
import { toast, useLoadErrorToast } from '#web/shared/ui/toast.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { useTodayWithMidnightReload } from '#web/shared/use-current-time.ts'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/events-page.ts'
import styles from './events-page.module.css'

/**
 * An event in the lists. `searchText` has its titles in both languages and its tags, in the form of
 * `normalizeSearchText`.
 */
type ListedEvent = EventSummary & { isPast: boolean; searchText: string }

/**
 * Shows the upcoming and live events and the past ones, in the order of `events`, with a search over both
 * that shows the best matches first.
 */
function EventLists({ events }: { events: readonly ListedEvent[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const id = useId()
  const [text, setText] = useState('')
  const terms = normalizeAndSplitSearch(text)
  const found = events
    .flatMap((event) => {
      const rating = getSearchMatchTier(event.searchText, terms)
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
          <form className={styles.search} role="search" onSubmit={(event) => event.preventDefault()}>
            <label htmlFor={id}>{t('pages.events.search')}</label>
            <input
              id={id}
              type="search"
              dir="auto"
              maxLength={200}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </form>
        }
      >
        <div role="status">{upcoming.length === 0 ? <p className={page.empty}>{emptyText}</p> : null}</div>
        <EventCards events={upcoming} isFirst />
        {upcoming.some(({ startDate }) => startDate) ? (
          <p className={styles.calendar}>
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
    <div className={cards.cards}>
      {events.map((event, index) => (
        <EventCard key={event.id} event={event} hasEagerCover={isFirst && index === 0} />
      ))}
    </div>
  )
}

type Props = { continents: Continent[]; initial: Organizer[] | null; otherwise: string }

/**
 * Shows tabs for 'Global' and each continent, with the organizers of the selected one. `otherwise` is the
 * link of active organizers without their own link.
 */
function OrganizersByContinent({ continents, initial, otherwise }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const id = useId()
  const strip = useRef<HTMLDivElement>(null)
  const [chosen, choose] = useState('all')
  const [shown, show] = useState(initial)
  const [busy, setBusy] = useState(false)
  const latest = useRef('all')
  const tabs = [
    { id: 'all', name: t('pages.events.global') },
    ...continents.map(({ id, name }) => ({ id, name: name[lang] })),
  ]

  const open = async (tab: string) => {
    choose(tab)
    latest.current = tab
    setBusy(true)
    try {
      const found = await getBrowserApi().content.organizers(tab)
      if (latest.current === tab) show(found)
    } catch {
      if (latest.current === tab) {
        show(null)
        toast.error(t('messages.loadFailed'))
      }
    }
    if (latest.current === tab) setBusy(false)
  }
  const again = async () => {
    await open(chosen)
    // the retry button disappears, so the focus moves to the tabs
    strip.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()
  }
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const at = tabs.findIndex((tab) => tab.id === chosen)
    const to = {
      [rtl ? 'ArrowLeft' : 'ArrowRight']: at + 1,
      [rtl ? 'ArrowRight' : 'ArrowLeft']: at - 1,
      Home: 0,
      End: tabs.length - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + tabs.length) % tabs.length
    const button = strip.current?.children[next] as HTMLElement | undefined
    button?.focus()
    button?.scrollIntoView({ block: 'nearest', inline: 'center' })
    void open((tabs[next] as { id: string }).id)
  }

  return (
    <>
      <div
        ref={strip}
        className={styles.tabs}
        role="tablist"
        aria-label={t('pages.events.tabs')}
        tabIndex={-1}
        onKeyDown={press}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}${tab.id}`}
            aria-selected={tab.id === chosen}
            aria-controls={`${id}panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => void open(tab.id)}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={`${id}${chosen}`}
        aria-busy={busy}
        className={styles.panel}
      >
        {shown === null ? (
          <LoadErrorMessage onRetry={() => void again()} />
        ) : shown.length === 0 ? (
          <p className={page.empty}>{t('pages.events.none')}</p>
        ) : (
          <ul className={styles.grid}>
            {shown.map((organizer) => (
              <li key={organizer.id}>
                <Card organizer={organizer} otherwise={otherwise} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

function Card({ organizer, otherwise }: { organizer: Organizer; otherwise: string }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { name, flag, link, active } = organizer
  const inside = (
    <>
      {flag ? (
        <img src={flag} alt="" width={72} height={48} loading="lazy" decoding="async" />
      ) : (
        <IconWorld size={48} stroke={1.2} aria-hidden />
      )}
      <span>
        <Bdi>{name[lang]}</Bdi>
      </span>
    </>
  )
  if (active)
    return (
      <a className={styles.card} href={link ?? otherwise} target="_blank" rel="noopener noreferrer">
        {inside}
        <span className={hidden.visuallyHidden}>({t('pages.events.newTab')})</span>
      </a>
    )
  return (
    <button
      type="button"
      className={`${styles.card} ${styles.inactive}`}
      onClick={() => toast.error(t('messages.organizerInactive'))}
    >
      {inside}
      <span className={styles.state}>{t('pages.events.inactive')}</span>
    </button>
  )
}

/** The link of active organizers without their own link, when the settings cannot be loaded. */
const fallback = 'https://wro-association.org/'

const toListedEvent = (event: EventCardValues, lang: Lang, today: string): ListedEvent => ({
  ...toEventSummary(event, lang),
  isPast: getEventPhase(event, today) === 'past',
  searchText: normalizeSearchText(
    [event.title.en, event.title.ar, ...event.tags].map((each) => cleanText(each, 'name')).join('\n'),
  ),
})

const load = async (api: PublicApi, name: string, lang: Lang, timeZone: string, region: string | null) => {
  const today = toDateInTimeZone(new Date(), timeZone)
  const without = () => null
  const [events, continents, organizers, settings] = await Promise.all([
    api.events.list(region ?? undefined).catch(without),
    api.content.continents().catch(without),
    api.content.organizers().catch(without),
    api.content.settings(name).catch(without),
  ])
  return {
    events:
      events === null
        ? null
        : sortEventsByPhase(events, today).map((event) => toListedEvent(event, lang, today)),
    continents,
    organizers,
    otherwise: settings?.organizerLink || fallback,
  }
}
export const loader = ({ context }: Route.LoaderArgs) => {
  const { siteCode, lang, timeZone, eventListRegion } = context.get(pageContext)
  return load(getLoaderApi(context), siteCode, lang, timeZone, eventListRegion)
}
export const clientLoader = ({ context }: Route.ClientLoaderArgs) =>
  load(getLoaderApi(context), getSiteCode(), getPageLanguage(), getPageTimeZone(), getEventListRegion())

export default function EventsAndOrganizersPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  useTodayWithMidnightReload()
  const { events, continents, organizers, otherwise } = loaderData
  const { revalidate, state } = useRevalidator()
  const failed = events === null || continents === null || organizers === null
  useLoadErrorToast(failed)
  return (
    <>
      <PageMetadata title={t('seo.events.title')} description={t('seo.events.description')} path="/events/" />
      <PageTitleBand title={t('pages.events.title')} text={t('pages.events.text')} />
      {events === null ? (
        <PageSection title={t('pages.events.upcoming')}>
          <LoadErrorMessage isRetrying={state !== 'idle'} onRetry={() => void revalidate()} />
        </PageSection>
      ) : (
        <EventLists events={events} />
      )}
      <PageSection title={t('pages.events.organizers')} intro={t('pages.events.organizersText')} sand>
        <OrganizersByContinent
          key={organizers === null ? 'failed' : 'read'}
          continents={continents ?? []}
          initial={organizers}
          otherwise={otherwise}
        />
      </PageSection>
    </>
  )
}
