import { useState } from 'react'
import { eventFilePaths } from '#contract/event-file-paths.ts'
import type { Award } from '#contract/results.schema.ts'
import { getLastDate } from '#contract/rules/event-phase.ts'
import { getLoaderApi } from '#web/shared/api-context.ts'
import { localizePath, useLang, useRootData } from '#web/shared/language.ts'
import { awaitOrThrowResponse } from '#web/shared/loader-error.ts'
import type { PublicApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { getEventCoverUrl } from '#web/shared/ui/event-card.tsx'
import page from '#web/shared/ui/page.module.css'
import { Star } from '#web/shared/ui/star.tsx'
import { useIsPast, useTodayWithReload } from '#web/shared/use-current-time.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import { loadInitialScoreboard } from '#web/site/scoreboard/initial-scoreboard.ts'
import { Scoreboard, scoreboardPageSize } from '#web/site/scoreboard/scoreboard.tsx'
import { TimeMachineSection } from '#web/site/time-machine/time-machine-section.tsx'
import type { Route } from './+types/event-page.ts'
import details from './event-details.module.css'
import { EventDetailsSection } from './event-details-section.tsx'
import { ScheduleSection } from './schedule-section.tsx'

/** Shows the page of an event. It renders without the ranking or the schedule when that cannot be loaded. */
const load = async (api: PublicApi, idOrSlug: string) => {
  const [event, scores, nextSlots] = await Promise.all([
    awaitOrThrowResponse(api.events.one(idOrSlug)),
    loadInitialScoreboard(api, idOrSlug, scoreboardPageSize).catch(() => null),
    api.events.nextSlots(idOrSlug).catch(() => null),
  ])
  return { event, scores, nextSlots }
}
export const loader = ({ context, params }: Route.LoaderArgs) => load(getLoaderApi(context), params.slug)
export const clientLoader = ({ context, params }: Route.ClientLoaderArgs) => load(getLoaderApi(context), params.slug)

export default function EventPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const { siteUrl } = useRootData()
  const today = useTodayWithReload()
  const { event: loadedEvent, scores, nextSlots } = loaderData
  // null until the ranking is loaded
  const [isFinal, setIsFinal] = useState<boolean | null>(null)
  const event = { ...loadedEvent, hasFinalResults: isFinal ?? loadedEvent.hasFinalResults }
  const path = `/events/${event.slug}/`
  const title = event.title[lang]
  const summary = event.description[lang].split('\n')[0]?.slice(0, 300)
  const sharePicture = { path: eventFilePaths.sharePicture(event.slug, lang), alt: t('seo.event.sharePicture', { title }) }
  const jsonLd = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: title,
    description: summary,
    inLanguage: lang,
    ...(event.startDate ? { startDate: event.startDate.slice(0, 10) } : {}),
    ...(event.endDate ? { endDate: event.endDate.slice(0, 10) } : {}),
    eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
    image: [`${siteUrl}${sharePicture.path}`, `${siteUrl}${getEventCoverUrl(event)}`],
    url: `${siteUrl}${localizePath(path, lang)}`,
    location: { '@type': 'VirtualLocation', url: `${siteUrl}${localizePath(path, lang)}` },
    organizer: { '@type': 'Organization', name: t('name'), url: siteUrl },
  }
  return (
    <>
      <PageMetadata
        title={title}
        description={summary || t('seo.event.description', { title })}
        path={path}
        sharePicture={sharePicture}
        jsonLd={jsonLd}
      />
      <EventDetailsSection event={event}>
        <ScheduleSection slug={event.slug} initial={nextSlots} isOver={event.hasFinalResults} />
        {event.awards ? <AwardList awards={event.awards} /> : null}
        <div>
          <h2 className={page.title} style={{ marginBlockEnd: 20 }}>
            {t('scores.title')}
          </h2>
          {event.protestsUntil && !event.hasFinalResults ? <ProtestDeadline until={event.protestsUntil} /> : null}
          <Scoreboard event={event} initial={scores} onFinalResultsChange={setIsFinal} />
          {(getLastDate(event) ?? today) < today && scores?.entryCount ? <TimeMachineSection slug={event.slug} /> : null}
        </div>
      </EventDetailsSection>
    </>
  )
}

/** Lists the awards besides the rank with their teams. */
function AwardList({ awards }: { awards: readonly Award[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <section aria-labelledby="awards">
      <h2 id="awards" className={page.title} style={{ marginBlockEnd: 20 }}>
        {t('event.awards')}
      </h2>
      <div className={details.cards}>
        {awards.map(({ id, name, team }) => (
          <article key={id} className={details.card}>
            <h3 className={details.cardTitle}>
              <Star size={26} core="var(--sun)" />
              <bdi>{name[lang]}</bdi>
            </h3>
            <p>
              <bdi>{team.name}</bdi>
            </p>
            <p className={details.none}>
              <bdi>{[team.teamNo, team.schoolName].filter(Boolean).join(' · ')}</bdi>
            </p>
          </article>
        ))}
      </div>
    </section>
  )
}

/** Names the time for protests until it has passed. */
function ProtestDeadline({ until }: { until: string }) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  if (useIsPast(until)) return null
  return <p style={{ marginBlockEnd: 16 }}>{t('scores.results.protestsUntil', { time: `\u2068${formatDateTime(until)}\u2069` })}</p>
}
