import { IconCalendarPlus } from '@tabler/icons-react'
import { useEffect, useId, useMemo, useState } from 'react'
import { eventFilePaths } from '#contract/event-file-paths.ts'
import { getMatchesPagePath } from '#contract/match.ts'
import type { Award } from '#contract/results.schema.ts'
import { findEventLastDate } from '#contract/rules/event-phase.ts'
import { toSlotRange } from '#contract/rules/slot-times.ts'
import type { NextSlot, PublicSchedule } from '#contract/schedule.schema.ts'
import { schedule as ar } from '#i18n/ar/schedule.ts'
import { schedule as en } from '#i18n/en/schedule.ts'
import { callWithoutTokenBypassingCache } from '#web/shared/api/browser-calls.ts'
import { createPublicEventApi } from '#web/shared/api/events.ts'
import type { PublicApi } from '#web/shared/api/public-api.ts'
import { getLoaderApi } from '#web/shared/api-context.ts'
import { localizePath, useLang, useRootData } from '#web/shared/language.ts'
import { awaitOrThrowErrorResponse } from '#web/shared/loader-error.ts'
import {
  joinSlotsOfMatches,
  type ListedSlot,
  SlotList,
  useCurrentTimeMs,
} from '#web/shared/schedule/slot-list.tsx'
import { createTranslator, TextsProvider, useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { getEventCoverUrl } from '#web/shared/ui/event-card.tsx'
import { LogoStar } from '#web/shared/ui/logo.tsx'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { useIsPast, useTodayWithMidnightReload } from '#web/shared/use-current-time.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import { loadInitialScoreboard } from '#web/site/scoreboard/initial-scoreboard.ts'
import { Scoreboard, scoreboardPageSize } from '#web/site/scoreboard/scoreboard.tsx'
import toolbar from '#web/site/scoreboard/toolbar.module.css'
import { EarlierRankingToggle } from '#web/site/time-machine/time-machine-section.tsx'
import type { Route } from './+types/event-page.ts'
import details from './event-details.module.css'
import { EventDetailsSection } from './event-details-section.tsx'

type NextSlots = { isPublished: boolean; slots: NextSlot[] }
type Props = {
  slug: string
  /** The next slots, which the server renders; null when they could not be read. */
  initial: NextSlots | null
  /** Whether the results are final: the schedule does not change any more. */
  isOver: boolean
}

const api = createPublicEventApi(callWithoutTokenBypassingCache)
const catalogues = { en: { schedule: en }, ar: { schedule: ar } }
const reloadMs = 30_000
/** How many slots the order by time shows at first. */
const shownCount = 6

/**
 * Returns the schedule of an event, read in the browser, and every half minute while the page is visible.
 * Undefined until it is read.
 */
const useSchedule = (slug: string, isOver: boolean): PublicSchedule | undefined => {
  const [schedule, setSchedule] = useState<PublicSchedule>()
  useEffect(() => {
    const read = () => {
      if (document.visibilityState !== 'visible') return
      api.schedule(slug).then(setSchedule, () => {})
    }
    read()
    if (isOver) return
    document.addEventListener('visibilitychange', read)
    const timer = window.setInterval(read, reloadMs)
    return () => {
      document.removeEventListener('visibilitychange', read)
      window.clearInterval(timer)
    }
  }, [slug, isOver])
  return schedule
}

/** Returns the texts of the schedule and of the link to matches. */
const useScheduleTexts = () => {
  const lang = useLang()
  const { brand } = useRootData()
  return useMemo(() => createTranslator(lang, catalogues[lang], brand.name), [lang, brand.name])
}

/** Shows the schedule of an event by time, table or team. Renders nothing until it is published. */
function ScheduleSection({ slug, initial, isOver }: Props) {
  const schedule = useSchedule(slug, isOver)
  const texts = useScheduleTexts()
  if (!(schedule ?? initial)?.isPublished) return null
  return (
    <TextsProvider value={texts}>
      <ScheduleViews slug={slug} next={initial?.slots ?? []} schedule={schedule} />
    </TextsProvider>
  )
}

const views = ['time', 'table', 'team'] as const
type View = (typeof views)[number]

/** Shows the slots in the chosen order. `next` are the first ones until the schedule is read. */
function ScheduleViews({
  slug,
  next,
  schedule,
}: {
  slug: string
  next: readonly NextSlot[]
  schedule: PublicSchedule | undefined
}) {
  const { t, i18n } = useTranslation()
  const now = useCurrentTimeMs()
  const id = useId()
  const [view, setView] = useState<View>('time')
  const [table, setTable] = useState('')
  const [teamId, setTeamId] = useState('')
  const [showsAll, setShowsAll] = useState(false)
  const tables = [...new Set(schedule?.slots.map((slot) => slot.table))].sort((one, other) =>
    one.localeCompare(other, i18n.language),
  )
  const shownTable = tables.includes(table) ? table : (tables[0] ?? '')
  const teamById = new Map(schedule?.teams.map((team) => [team.id, team]))
  const team = teamById.get(teamId)
  const renderTeam = (name: string, teamNo: number) => <Bdi>{name || `#${teamNo}`}</Bdi>

  const all = joinSlotsOfMatches(
    schedule
      ? schedule.slots.map((slot) => {
          const { name = '', teamNo = 0 } = teamById.get(slot.teamId) ?? {}
          return { ...slot, team: renderTeam(name, teamNo) }
        })
      : next.map((slot) => ({ ...slot, team: renderTeam(slot.teamName, slot.teamNo) })),
  )
  const listSlots = (): readonly ListedSlot[] => {
    if (!schedule) return all.slice(0, shownCount)
    if (view === 'team') return schedule.slots.filter((slot) => slot.teamId === teamId)
    if (view === 'table') return all.filter((slot) => slot.table === shownTable)
    return showsAll
      ? all
      : all.filter((slot) => now === undefined || toSlotRange(slot).to > now).slice(0, shownCount)
  }
  const listed = listSlots()
  const canShowAll = view === 'time' && schedule !== undefined && (showsAll || listed.length < all.length)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={page.title}>
        {t('schedule.title')}
      </h2>
      <form
        className={toolbar.tools}
        style={{ marginBlockStart: 16 }}
        onSubmit={(event) => event.preventDefault()}
      >
        <label className={toolbar.field}>
          {t('schedule.view')}
          <select
            value={view}
            disabled={!schedule}
            onChange={(change) => setView(change.currentTarget.value as View)}
          >
            {views.map((each) => (
              <option key={each} value={each}>
                {t(`schedule.views.${each}`)}
              </option>
            ))}
          </select>
        </label>
        {view === 'table' ? (
          <label className={toolbar.field}>
            {t('schedule.table')}
            <select value={shownTable} onChange={(change) => setTable(change.currentTarget.value)}>
              {tables.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
        ) : null}
        {view === 'team' ? (
          <label className={toolbar.field}>
            {t('schedule.team')}
            <select value={team ? teamId : ''} onChange={(change) => setTeamId(change.currentTarget.value)}>
              <option value="">{t('schedule.chooseTeam')}</option>
              {schedule?.teams.map((each) => (
                <option key={each.id} value={each.id}>{`${each.teamNo} · ${each.name}`}</option>
              ))}
            </select>
          </label>
        ) : null}
      </form>
      <SlotList slots={listed} now={now} />
      {view === 'time' && schedule && listed.length === 0 ? <p>{t('schedule.over')}</p> : null}
      {view === 'team' && team ? (
        <p style={{ marginBlockStart: 16 }}>
          <a
            className={`${page.ghost} ${page.small}`}
            href={localizePath(eventFilePaths.teamCalendar(slug, team.id), i18n.language)}
          >
            <IconCalendarPlus size={20} stroke={1.6} aria-hidden />
            {t('schedule.calendarOfTeam')}
          </a>
        </p>
      ) : null}
      {canShowAll ? (
        <p style={{ marginBlockStart: 16 }}>
          <button
            type="button"
            className={`${page.ghost} ${page.small}`}
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {t(showsAll ? 'schedule.showNext' : 'schedule.showAll')}
          </button>
        </p>
      ) : null}
    </section>
  )
}

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
  const { t } = useTranslation()
  const lang = useLang()
  const { siteUrl } = useRootData()
  const today = useTodayWithMidnightReload()
  const { event: loadedEvent, scores, nextSlots, teamPages } = loaderData
  // null until the ranking is loaded
  const [isFinal, setIsFinal] = useState<boolean | null>(null)
  const event = { ...loadedEvent, hasFinalResults: isFinal ?? loadedEvent.hasFinalResults }
  const path = `/events/${event.slug}/`
  const title = event.title[lang]
  const summary = event.description[lang].split('\n')[0]?.slice(0, 300)
  const shareImage = {
    path: eventFilePaths.shareImage(event.slug, lang),
    alt: t('seo.event.sharePicture', { title }),
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
    image: [`${siteUrl}${shareImage.path}`, `${siteUrl}${getEventCoverUrl(event)}`],
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
        shareImage={shareImage}
        jsonLd={jsonLd}
      />
      <EventDetailsSection event={event}>
        <ScheduleSection slug={event.slug} initial={nextSlots} isOver={event.hasFinalResults} />
        {event.awards ? <AwardList awards={event.awards} /> : null}
        <div>
          <h2 className={page.title} style={{ marginBlockEnd: 20 }}>
            {t('scores.title')}
          </h2>
          {scores?.rules?.isByMatches ? <MatchesLink slug={event.slug} /> : null}
          {event.protestsUntil && !event.hasFinalResults ? (
            <ProtestDeadline until={event.protestsUntil} />
          ) : null}
          <Scoreboard
            event={event}
            initial={scores}
            teamPages={teamPages}
            onFinalResultsChange={setIsFinal}
          />
          {(findEventLastDate(event) ?? today) < today && scores?.entryCount ? (
            <EarlierRankingToggle slug={event.slug} />
          ) : null}
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
  const texts = useScheduleTexts()
  return (
    <p style={{ marginBlockEnd: 16 }}>
      <SiteLink to={getMatchesPagePath(slug)} className={`${page.ghost} ${page.small}`}>
        {texts.t('schedule.matches')}
      </SiteLink>
    </p>
  )
}

/** Names the time for protests until it has passed. */
function ProtestDeadline({ until }: { until: string }) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  if (useIsPast(until)) return null
  return (
    <p style={{ marginBlockEnd: 16 }}>
      {t('scores.results.protestsUntil', { time: `\u2068${formatDateTime(until)}\u2069` })}
    </p>
  )
}
