import { useTranslation } from 'react-i18next'
import { Organizers } from '#web/features/organizers/organizers.tsx'
import { PageHead } from '#web/features/site/page-head.tsx'
import type { Api } from '#web/lib/api.ts'
import { apiOf, pageContext } from '#web/lib/api-context.ts'
import { siteName } from '#web/lib/site-name.ts'
import styles from '#web/ui/cards.module.css'
import { EventCard } from '#web/ui/event-card.tsx'
import page from '#web/ui/page.module.css'
import { PageTitle } from '#web/ui/page-title.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Route } from './+types/events.ts'

/** Where an active organizer without a link leads when the settings cannot be read. */
const fallback = 'https://wro-association.org/'

const load = async (api: Api, name: string) => {
  const without = () => null
  const [events, continents, organizers, settings] = await Promise.all([
    api.events.list().catch(without),
    api.content.continents().catch(without),
    api.content.organizers().catch(without),
    api.content.settings(name).catch(without),
  ])
  return { events, continents, organizers, otherwise: settings?.organizerLink || fallback }
}
export const loader = ({ context }: Route.LoaderArgs) => load(apiOf(context), context.get(pageContext).siteName)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => load(apiOf(context), siteName())

export default function Events({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { events, continents, organizers, otherwise } = loaderData
  return (
    <>
      <PageHead title={t('seo.events.title')} description={t('seo.events.description')} path="/events" />
      <PageTitle title={t('pages.events.title')} text={t('pages.events.text')} />
      <Section title={t('pages.events.organizers')} intro={t('pages.events.organizersText')}>
        <Organizers continents={continents ?? []} initial={organizers} otherwise={otherwise} />
      </Section>
      <Section title={t('home.events.title')} sand>
        {events === null ? (
          <p className={page.empty} role="alert">
            {t('messages.loadFailed')}
          </p>
        ) : events.length === 0 ? (
          <p className={page.empty}>{t('home.events.none')}</p>
        ) : (
          <div className={styles.cards}>
            {events.map((event) => (
              <EventCard key={event.id} event={event} />
            ))}
          </div>
        )}
      </Section>
    </>
  )
}
