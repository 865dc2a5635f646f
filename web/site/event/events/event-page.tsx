import { useState } from 'react'
import { eventFilePaths } from '#contract/event/event-file-paths.ts'
import { findEventLastDate } from '#contract/event/event-phase.ts'
import { getMatchesPagePath } from '#contract/event/matches/match.ts'
import type { Award } from '#contract/event/results/results.schema.ts'
import type { PublicApi } from '#web/shared/api/public-api.ts'
import { getLoaderApi } from '#web/shared/api-context.ts'
import { localizePath, useLang, useRootData } from '#web/shared/language.ts'
import { awaitOrThrowErrorResponse } from '#web/shared/loader-error.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { getEventCoverOrFallbackUrl } from '#web/shared/ui/event-card.tsx'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import { LogoStar } from '#web/shared/ui/logo.tsx'
import page from '#web/shared/ui/page.module.css'
import { useIsPast, useTodayWithMidnightReload } from '#web/shared/use-current-time.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { loadInitialScoreboard } from '#web/site/event/scoreboard/initial-scoreboard.ts'
import { LiveSearchableScoreboard, scoreboardPageSize } from '#web/site/event/scoreboard/scoreboard.tsx'
import { EarlierRankingToggle } from '#web/site/event/time-machine/time-machine-section.tsx'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/event-page.ts'
import details from './event-details.module.css'
import { EventDetailsSection } from './event-details-section.tsx'
import {
  ScheduleSection,
  StoredTeamChoiceAndRankSection,
  usePolledSchedule,
  useScheduleTranslator,
} from './schedule-section.tsx'

/** Shows the page of an event. It renders without the ranking or the schedule when that cannot be loaded. */
const load = async (api: PublicApi, idOrSlug: string) => {
  const [event, scores, nextSlots, teamPages] = await Promise.all([
    awaitOrThrowErrorResponse(api.events.one(idOrSlug)),
    loadInitialScoreboard(api, idOrSlug, scoreboardPageSize).catch(() => null),
    api.events.nextSlots(idOrSlug).catch(() => null),
    api.events.teamPages(idOrSlug).catch(() => []),
  ])
  const shownIds = new Set(scores?.rows.map(({ id }) => id))
  return { event, scores, nextSlots, teamPages: teamPages.filter(({ entryId }) => shownIds.has(entryId)) }
}
export const loader = ({ context, params }: Route.LoaderArgs) => load(getLoaderApi(context), params.slug)
export const clientLoader = ({ context, params }: Route.ClientLoaderArgs) =>
  load(getLoaderApi(context), params.slug)

export default function EventPage({ loaderData }: Route.ComponentProps) {
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const { siteUrl } = useRootData()
  const today = useTodayWithMidnightReload()
  const { event: loadedEvent, scores, nextSlots, teamPages } = loaderData
  // null until the ranking is loaded
  const [isFinal, setIsFinal] = useState<boolean | null>(null)
  const event = { ...loadedEvent, hasFinalResults: isFinal ?? loadedEvent.hasFinalResults }
  // the order stays while the page is open: a ranking that moves would begin again
  const isOnNow = loadedEvent.live && !loadedEvent.hasFinalResults
  // before the event people look for its times, then for its ranking
  const hasRankingFirst = isOnNow || loadedEvent.hasFinalResults
  const schedule = usePolledSchedule(event.slug, event.hasFinalResults)
  const scheduleSection = (
    <ScheduleSection
      slug={event.slug}
      initial={nextSlots}
      schedule={schedule}
      isOver={event.hasFinalResults}
    />
  )
  const path = `/events/${event.slug}/`
  const title = event.title[lang]
  const summary = event.description[lang].split('\n')[0]?.slice(0, 300)
  const shareImage = {
    path: eventFilePaths.shareImage(event.slug, lang),
    alt: tAttribute('seo.event.sharePicture', { title }),
  }
  const jsonLd = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: title,
    description: summary,
    inLanguage: lang,
    ...(event.startDate ? { startDate: event.startDate.slice(0, 10) } : {}),
    ...(event.endDate ? { endDate: event.endDate.slice(0, 10) } : {}),
    eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
    image: [`${siteUrl}${shareImage.path}`, `${siteUrl}${getEventCoverOrFallbackUrl(event)}`],
    url: `${siteUrl}${localizePath(path, lang)}`,
    location: { '@type': 'VirtualLocation', url: `${siteUrl}${localizePath(path, lang)}` },
    organizer: { '@type': 'Organization', name: t('name'), url: siteUrl },
  }
  return (
    <>
      <PageMetadata
        title={title}
        description={summary || tAttribute('seo.event.description', { title })}
        path={path}
        shareImage={shareImage}
        jsonLd={jsonLd}
      />
      <EventDetailsSection event={event} isOnNow={isOnNow}>
        {isOnNow && !event.hasFinalResults ? (
          <StoredTeamChoiceAndRankSection slug={event.slug} schedule={schedule} />
        ) : null}
        {hasRankingFirst ? null : scheduleSection}
        {event.awards ? <AwardList awards={event.awards} /> : null}
        <div>
          <h2 className={page.title} style={{ marginBlockEnd: 20 }}>
            {t('scores.title')}
          </h2>
          {scores?.rules?.isByMatches ? <MatchesLink slug={event.slug} /> : null}
          {event.protestsUntil && !event.hasFinalResults ? (
            <ProtestDeadline until={event.protestsUntil} />
          ) : null}
          <LiveSearchableScoreboard
            event={event}
            initial={scores}
            teamPages={teamPages}
            onFinalResultsChange={setIsFinal}
          />
          {(findEventLastDate(event) ?? today) < today && scores?.entryCount ? (
            <EarlierRankingToggle slug={event.slug} />
          ) : null}
        </div>
        {hasRankingFirst ? scheduleSection : null}
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
              <LogoStar size={26} core="var(--sun)" />
              <Bdi>{name[lang]}</Bdi>
            </h3>
            <p>
              <Bdi>{team.name}</Bdi>
            </p>
            <p className={details.none}>
              <Bdi>{[team.teamNo, team.schoolName].filter(Boolean).join(' · ')}</Bdi>
            </p>
          </article>
        ))}
      </div>
    </section>
  )
}

/** Links to the groups and matches of the event. */
function MatchesLink({ slug }: { slug: string }) {
  const texts = useScheduleTranslator()
  return (
    <p style={{ marginBlockEnd: 16 }}>
      <LocalizedLink to={getMatchesPagePath(slug)} className={`${page.ghost} ${page.small}`}>
        {texts.t('schedule.matches')}
      </LocalizedLink>
    </p>
  )
}

/** Names the time for protests until it has passed. */
function ProtestDeadline({ until }: { until: string }) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  if (useIsPast(until)) return null
  return (
    <p style={{ marginBlockEnd: 16 }}>{t('scores.results.protestsUntil', { time: formatDateTime(until) })}</p>
  )
}
