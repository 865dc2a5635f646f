import { useRevalidator } from 'react-router'
import type { Lang } from '#contract/localized.ts'
import { toDateInTimeZone } from '#contract/rules/time-zone.ts'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { sortEventsByPhase } from '#web/shared/event-order.ts'
import { toEventSummary } from '#web/shared/event-summary.ts'
import { getPageEventRegion, getPageLanguage, getPageTimeZone, getSiteCode } from '#web/shared/page-attributes.ts'
import type { PublicApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from '#web/shared/ui/cards.module.css'
import { EventCard } from '#web/shared/ui/event-card.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageSection } from '#web/shared/ui/page-section.tsx'
import { PageTitle } from '#web/shared/ui/page-title.tsx'
import { useLoadErrorToast } from '#web/shared/ui/use-load-error-toast.ts'
import { PageHead } from '#web/site/layout/page-head.tsx'
import type { Route } from './+types/events-page.ts'
import { OrganizersByContinent } from './organizers-by-continent.tsx'

/** The link of active organizers without their own link, when the settings cannot be loaded. */
const fallback = 'https://wro-association.org/'

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
    events: events === null ? null : sortEventsByPhase(events, today).map((event) => toEventSummary(event, lang)),
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
  load(getLoaderApi(context), getSiteCode(), getPageLanguage(), getPageTimeZone(), getPageEventRegion())

export default function EventsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { events, continents, organizers, otherwise } = loaderData
  const { revalidate, state } = useRevalidator()
  const failed = events === null || continents === null || organizers === null
  useLoadErrorToast(failed)
  return (
    <>
      <PageHead title={t('seo.events.title')} description={t('seo.events.description')} path="/events/" />
      <PageTitle title={t('pages.events.title')} text={t('pages.events.text')} />
      <PageSection title={t('pages.events.organizers')} intro={t('pages.events.organizersText')}>
        <OrganizersByContinent
          key={organizers === null ? 'failed' : 'read'}
          continents={continents ?? []}
          initial={organizers}
          otherwise={otherwise}
        />
      </PageSection>
      <PageSection title={t('home.events.title')} sand>
        {events === null ? (
          <div className={page.empty}>
            <p>{t('messages.loadFailed')}</p>
            <button type="button" className={page.ghost} aria-disabled={state !== 'idle'} onClick={() => void revalidate()}>
              {t('retry')}
            </button>
          </div>
        ) : events.length === 0 ? (
          <p className={page.empty}>{t('home.events.none')}</p>
        ) : (
          <div className={styles.cards}>
            {events.map((event) => (
              <EventCard key={event.id} event={event} />
            ))}
          </div>
        )}
      </PageSection>
    </>
  )
}
