import { lazy, Suspense } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { EventCard as EventCardValues } from '#contract/event/event.schema.ts'
import { findHeadlineEvent, sortEventsByPhase } from '#contract/event/event-phase.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { toDateInTimeZone } from '#contract/platform/time-zone.ts'
import { getBrowserApi, type PublicApi } from '#web/shared/api/public-api.ts'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { toEventSummary } from '#web/shared/event-summary.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import {
  getEventListRegion,
  getPageLanguage,
  getPageTimeZone,
  getSiteCode,
} from '#web/shared/page-attributes.ts'
import {
  loadPageSettings,
  omitOtherLanguages,
  type PageContact,
  type PageText,
} from '#web/shared/page-settings.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { storageKeys } from '#web/shared/storage-keys.ts'
import { useTranslation } from '#web/shared/texts.ts'
import home from '#web/shared/ui/cards.module.css'
import { EventCard } from '#web/shared/ui/event-card.tsx'
import { IconMail, IconPhone } from '#web/shared/ui/icons.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageSection } from '#web/shared/ui/page-section.tsx'
import { toast, useLoadErrorToast } from '#web/shared/ui/toast.ts'
import { useLoadedOrCachedValue } from '#web/shared/use-cached-value.ts'
import { useTodayWithMidnightReload } from '#web/shared/use-current-time.ts'
import { loadInitialScoreboard } from '#web/site/event/scoreboard/initial-scoreboard.ts'
import { SelectableEventTopTen } from '#web/site/event/scoreboard/trending-scores.tsx'
import type { loader as layoutLoader } from '#web/site/layout/layout.tsx'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/home-page.ts'
import { type CompetitionsState, HeadlineEventHeroSection } from './hero-section.tsx'
import styles from './home-page.module.css'
import { PartnerCarousel } from './partner-carousel.tsx'
import { PromoVideoSection } from './promo-video-section.tsx'
import { EventTimelineSection } from './seasons-section.tsx'
import { SimulatorSection } from './simulator-section.tsx'
import { SiteCountersSection } from './stats-section.tsx'

/** A question as the home page shows it, in the language of the page only. */
type PageFaq = { question: PageText; answer: PageText }

/** Loads the FAQs of the home page in one language. */
const loadPageFaqs = async (api: PublicApi, lang: Lang): Promise<PageFaq[]> =>
  (await api.content.faqs()).map(({ question, answer }) => ({
    question: omitOtherLanguages(question, lang),
    answer: omitOtherLanguages(answer, lang),
  }))

const loadCompetitionsState = async (api: PublicApi): Promise<CompetitionsState> => {
  const competitions = await api.competitions.list()
  if (competitions.length === 0) return 'none'
  return competitions.some(({ open, waitingListOpen }) => open || waitingListOpen) ? 'open' : 'closed'
}

const loadPagePartners = async (api: PublicApi) =>
  (await api.content.partners()).map(({ name, image, link }) => ({ name, image, link }))

/** Shows phone and email of the organizers, and a link to the contact form. */
function ContactSection({ contact }: { contact: PageContact | undefined }) {
  const { t } = useTranslation()
  return (
    <PageSection
      title={t('home.contact.title')}
      intro={t('home.contact.text')}
      aside={
        <LocalizedLink to="/contact-us/" className={page.button ?? ''}>
          {t('home.contact.write')}
        </LocalizedLink>
      }
    >
      {contact?.phone || contact?.email ? (
        <div className={styles.ways}>
          {contact?.phone ? (
            <a href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`} className={styles.way}>
              <IconPhone size={28} stroke={1.6} aria-hidden />
              <span>
                <span className={styles.kind}>{t('home.contact.phone')}</span>
                <bdi dir="ltr">{contact.phone}</bdi>
              </span>
            </a>
          ) : null}
          {contact?.email ? (
            <a href={`mailto:${contact.email}`} className={styles.way}>
              <IconMail size={28} stroke={1.6} aria-hidden />
              <span>
                <span className={styles.kind}>{t('home.contact.email')}</span>
                <bdi dir="ltr">{contact.email}</bdi>
              </span>
            </a>
          ) : null}
        </div>
      ) : null}
    </PageSection>
  )
}

/**
 * Shows questions that expand to their answers; nothing without questions. `faqs` is undefined when they
 * could not be loaded.
 */
function FaqSection({ faqs }: { faqs: PageFaq[] | undefined }) {
  const { t } = useTranslation()
  const lang = useLang()
  // questions of the cache may be in the other language
  const shown = faqs?.filter(({ question }) => question[lang])
  if (faqs?.length === 0) return null
  return (
    <PageSection title={t('home.faq.title')} sand>
      {!shown?.length ? (
        <p className={page.empty}>{t('messages.loadFailed')}</p>
      ) : (
        <div className={styles.list}>
          {shown.map(({ question, answer }) => (
            <details key={question[lang]} className={styles.item} name="faq">
              <summary>
                <h3 className={styles.question} dir="auto">
                  {question[lang]}
                </h3>
              </summary>
              <p className={styles.answer} dir="auto">
                {answer[lang]}
              </p>
            </details>
          ))}
        </div>
      )}
    </PageSection>
  )
}

const cardCount = 8
// visitors do not load it
const TeamNextStepStrip = lazy(() => import('./next-step-strip.tsx'))

/**
 * Loads all parts in parallel; a part that fails to load is left out. The settings are in the data of the
 * layout.
 */
const load = async (api: PublicApi, lang: Lang, timeZone: string, region: string | null) => {
  const without = () => null
  const today = toDateInTimeZone(new Date(), timeZone)
  const [found, partners, faqs, simulator, competitions] = await Promise.all([
    api.events.list(region ?? undefined).catch(without),
    loadPagePartners(api).catch(without),
    loadPageFaqs(api, lang).catch(without),
    api.download.readSimulator().catch(without),
    loadCompetitionsState(api).catch(without),
  ])
  const listed = found ?? []
  const first = findHeadlineEvent(listed, today)
  const ranked = listed.filter(({ trending }) => trending)
  // the featured event comes first in both sections, so that they share one request and one event stream
  const chosen = (ranked.length > 0 ? ranked : listed.slice(0, 5)).toSorted(
    (one, other) => +(other === first) - +(one === first),
  )
  const loadTop = (event: EventCardValues | undefined) =>
    event ? loadInitialScoreboard(api, event.slug, 10, lang).catch(without) : null
  const scores = loadTop(chosen[0])
  const [trendingScores, headlineScores] = await Promise.all([
    scores,
    first === chosen[0] ? scores : loadTop(first),
  ])
  // an event is sent once, however many sections show it
  const summaries = new Map(listed.map((event) => [event, toEventSummary(event, lang)]))
  const toSummaries = (events: readonly EventCardValues[]) =>
    events.flatMap((event) => summaries.get(event) ?? [])
  return {
    // the events after the cards are only in the list of the season, which has no images and tags
    events:
      found &&
      toSummaries(sortEventsByPhase(listed, today)).map((event, at) =>
        at < cardCount ? event : { ...event, coverImage: null, tags: [] },
      ),
    first: first && summaries.get(first),
    trending: toSummaries(chosen),
    partners,
    faqs,
    simulator,
    competitions,
    headlineScores,
    trendingScores,
  }
}
export const loader = ({ context }: Route.LoaderArgs) => {
  const { lang, timeZone, eventListRegion } = context.get(pageContext)
  return load(getLoaderApi(context), lang, timeZone, eventListRegion)
}
export const clientLoader = ({ context }: Route.ClientLoaderArgs) =>
  load(getLoaderApi(context), getPageLanguage(), getPageTimeZone(), getEventListRegion())

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const user = useSessionUser()
  useTodayWithMidnightReload()
  const { siteUrl, brand, showCounters } = useRootData()
  const { events, first, headlineScores, simulator, trending, trendingScores } = loaderData
  const failed = () => toast.error(t('messages.loadFailed'))
  useLoadErrorToast(events === null)
  // a failure is not reported, because every text of the settings has a default
  const quiet = () => {}
  const settings = useLoadedOrCachedValue(
    storageKeys.settings,
    useRouteLoaderData<typeof layoutLoader>('site/layout/layout')?.settings ?? undefined,
    () => loadPageSettings(getBrowserApi(), getSiteCode(), lang),
    quiet,
  )
  const partners = useLoadedOrCachedValue(
    storageKeys.partners,
    loaderData.partners ?? undefined,
    () => loadPagePartners(getBrowserApi()),
    failed,
  )
  const faqs = useLoadedOrCachedValue(
    storageKeys.faqs,
    loaderData.faqs ?? undefined,
    () => loadPageFaqs(getBrowserApi(), lang),
    failed,
  )
  const hasSimulator = settings?.features.simulator !== false
  const title = settings?.title[lang] || t('seo.home.title')
  const heading = title.replace(/^[^:]{1,20}:\s*/, '')
  const description = settings?.description[lang] || t('seo.home.description')
  return (
    <>
      <PageMetadata
        title={heading.charAt(0).toUpperCase() + heading.slice(1)}
        description={description}
        path="/"
        jsonLd={{
          '@context': 'https://schema.org',
          '@type': 'Organization',
          name: t('name'),
          url: siteUrl,
          logo: `${siteUrl}${brand.logo ?? '/icon-512.png'}`,
          description,
        }}
      />
      {user && user.role !== 'admin' ? (
        <Suspense fallback={null}>
          <TeamNextStepStrip />
        </Suspense>
      ) : null}
      <HeadlineEventHeroSection
        title={heading}
        text={description}
        event={first}
        hasSimulator={hasSimulator}
        competitions={loaderData.competitions}
        ranking={headlineScores}
      />
      {showCounters ? <SiteCountersSection counters={settings?.counters} /> : null}
      {trending.length > 0 ? (
        <PageSection title={t('home.trending.title')} intro={t('home.trending.text')}>
          <div className={styles.ranks}>
            <SelectableEventTopTen events={trending} initial={trendingScores} />
          </div>
        </PageSection>
      ) : null}
      {events?.length === 0 ? null : (
        <PageSection
          title={t('home.events.title')}
          intro={t('home.events.text')}
          sand
          aside={
            <LocalizedLink to="/events" className={page.more ?? ''}>
              {t('home.all')}
            </LocalizedLink>
          }
        >
          {events === null ? (
            <p className={page.empty} role="alert">
              {t('messages.loadFailed')}
            </p>
          ) : (
            <div className={`${home.cards} ${home.carousel}`}>
              {events.slice(0, cardCount).map((event) => (
                <EventCard key={event.id} event={event} />
              ))}
            </div>
          )}
        </PageSection>
      )}
      {/* cached settings may be in the other language */}
      {settings?.story.title[lang] === undefined || !settings.story.video ? null : (
        <PromoVideoSection story={settings.story} video={settings.story.video} />
      )}
      {hasSimulator ? <SimulatorSection files={simulator} /> : null}
      <EventTimelineSection events={events ?? []} />
      <PartnerCarousel partners={partners ?? []} />
      <FaqSection faqs={faqs} />
      <ContactSection contact={settings?.contact} />
    </>
  )
}
