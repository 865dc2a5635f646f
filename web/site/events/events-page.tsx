import { useRevalidator } from 'react-router'
import type { EventCard } from '#contract/event.ts'
import type { Lang } from '#contract/localized.ts'
import { getEventPhase, sortEventsByPhase } from '#contract/rules/event-phase.ts'
import { normalizeSearchText } from '#contract/rules/search-form.ts'
import { toDateInTimeZone } from '#contract/rules/time-zone.ts'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { toEventSummary } from '#web/shared/event-summary.ts'
import { getPageEventRegion, getPageLanguage, getSiteCode, getSiteTimeZone } from '#web/shared/page-attributes.ts'
import type { PublicApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { LoadErrorMessage } from '#web/shared/ui/load-error-message.tsx'
import { PageSection } from '#web/shared/ui/page-section.tsx'
import { PageTitle } from '#web/shared/ui/page-title.tsx'
import { useLoadErrorToast } from '#web/shared/ui/use-load-error-toast.ts'
import { useTodayWithReload } from '#web/shared/use-today.ts'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/events-page.ts'
import { EventLists, type ListedEvent } from './event-lists.tsx'
import { OrganizersByContinent } from './organizers-by-continent.tsx'

/** The link of active organizers without their own link, when the settings cannot be loaded. */
const fallback = 'https://wro-association.org/'

const toListedEvent = (event: EventCard, lang: Lang, today: string): ListedEvent => ({
  ...toEventSummary(event, lang),
  isPast: getEventPhase(event, today) === 'past',
  searchText: normalizeSearchText([event.title.en, event.title.ar, ...event.tags].join('\n')),
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
    events: events === null ? null : sortEventsByPhase(events, today).map((event) => toListedEvent(event, lang, today)),
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
  load(getLoaderApi(context), getSiteCode(), getPageLanguage(), getSiteTimeZone(), getPageEventRegion())

export default function EventsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  useTodayWithReload()
  const { events, continents, organizers, otherwise } = loaderData
  const { revalidate, state } = useRevalidator()
  const failed = events === null || continents === null || organizers === null
  useLoadErrorToast(failed)
  return (
    <>
      <PageMetadata title={t('seo.events.title')} description={t('seo.events.description')} path="/events/" />
      <PageTitle title={t('pages.events.title')} text={t('pages.events.text')} />
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
