import { useRevalidator } from 'react-router'
import { Organizers } from '#web/features/organizers/organizers.tsx'
import { PageHead } from '#web/features/site/page-head.tsx'
import type { Api } from '#web/lib/api.ts'
import { apiOf, pageContext } from '#web/lib/api-context.ts'
import { siteName } from '#web/lib/site-name.ts'
import { useTranslation } from '#web/lib/texts.ts'
import styles from '#web/ui/cards.module.css'
import { EventCard } from '#web/ui/event-card.tsx'
import page from '#web/ui/page.module.css'
import { PageTitle } from '#web/ui/page-title.tsx'
import { Section } from '#web/ui/section.tsx'
import { useFailedToast } from '#web/ui/use-failed-toast.ts'
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
  const { revalidate, state } = useRevalidator()
  const failed = events === null || continents === null || organizers === null
  useFailedToast(failed)
  return (
    <>
      <PageHead title={t('seo.events.title')} description={t('seo.events.description')} path="/events" />
      <PageTitle title={t('pages.events.title')} text={t('pages.events.text')} />
      <Section title={t('pages.events.organizers')} intro={t('pages.events.organizersText')}>
        <Organizers
          key={organizers === null ? 'failed' : 'read'}
          continents={continents ?? []}
          initial={organizers}
          otherwise={otherwise}
        />
      </Section>
      <Section title={t('home.events.title')} sand>
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
      </Section>
    </>
  )
}
