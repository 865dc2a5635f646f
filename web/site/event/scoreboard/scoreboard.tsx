import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { EventCard } from '#contract/event/event.schema.ts'
import type { MissionType } from '#contract/event/event.ts'
import type { PublishedResults } from '#contract/event/results/results.schema.ts'
import { getEntryDisplayNames } from '#contract/event/scores/score.ts'
import { getShownLevel } from '#contract/event/scoring/ranking.ts'
import type { TeamPageOfEntry } from '#contract/site/season-page.schema.ts'
import { getTeamPagePath } from '#contract/site/season-page-paths.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { useIsPast } from '#web/shared/use-current-time.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { ScoreboardPage } from './initial-scoreboard.ts'
import { canFillPodium, Podium } from './podium.tsx'
import resultsStatusStyles from './results-status.module.css'
import { RankingTableWithSelfLoadingAttempts, unknownState } from './score-table.tsx'
import { ScoreboardLoadError, ScoreboardMessage } from './scoreboard-message.tsx'
import styles from './scores.module.css'
import toolbar from './toolbar.module.css'
import { computeTimeColumnFormat, type ScoreboardState, useLiveScoreboard } from './use-scoreboard.ts'

/**
 * Shows whether the results are provisional or final; final results have the hash of the score log, also on
 * paper.
 */
function ResultsStatus({ results }: { results: PublishedResults }) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const { status, publishedAt, logSequence, logHash } = results
  return (
    <div className={resultsStatusStyles.results}>
      <p className={resultsStatusStyles.state}>
        <span className={resultsStatusStyles.badge} data-status={status}>
          {t(`scores.results.${status}`)}
        </span>
        <span>{t('scores.results.published', { time: formatDateTime(publishedAt) })}</span>
      </p>
      {status === 'final' ? (
        <p className={resultsStatusStyles.hash}>
          {t('scores.results.hash', { sequence: logSequence })} <code dir="ltr">{logHash}</code>
        </p>
      ) : null}
    </div>
  )
}

/** How many entries a page of the ranking has. */
export const scoreboardPageSize = 50

/** How many entries a phone shows at first; the styles of `data-shortened` hide the others. */
const phoneRowCount = 10

type ScoreboardProps = {
  event: Pick<EventCard, 'id' | 'slug' | 'live'>
  /** The first page from the loader of the route; null shows skeleton rows and reads it in the browser. */
  initial: ScoreboardPage | null
  /** The entries of `initial` whose teams have a page. */
  teamPages: readonly TeamPageOfEntry[]
  /**
   * Is called when results become final and when they are taken back; null while the ranking is not loaded.
   */
  onFinalResultsChange: (hasFinalResults: boolean | null) => void
}

/**
 * Shows that the event is live, that its ranking is frozen, or that the event stream is interrupted; screen
 * readers also hear who moved up to one of the first three ranks.
 */
export function LiveRankingStatus({ scoreboard, isLive }: { scoreboard: ScoreboardState; isLive: boolean }) {
  const { t, i18n } = useTranslation()
  const { climbed, isConnected } = scoreboard
  const isFrozen = useIsPast(scoreboard.page?.freezeAt ?? null)
  const isFinal = scoreboard.page?.results?.status === 'final'
  const text =
    isConnected === false
      ? 'scores.reconnecting'
      : isFrozen
        ? 'scores.frozen'
        : isLive && !isFinal
          ? 'scores.live'
          : null
  const formatOrdinal = (place: number) => {
    const form = new Intl.PluralRules(i18n.language, { type: 'ordinal' }).select(place) as
      | 'one'
      | 'two'
      | 'few'
      | 'other'
    return t(`scores.ordinals.${form}`, { place })
  }
  return (
    <>
      {text ? (
        <span
          className={toolbar.live}
          data-connected={isConnected}
          data-frozen={isFrozen || undefined}
          title={isFrozen ? undefined : t('scores.liveHint')}
        >
          {t(text)}
        </span>
      ) : null}
      <span className={hidden.visuallyHidden} aria-live="polite">
        {climbed && climbed.rank <= 3
          ? t('scores.moved', {
              name: getEntryDisplayNames(climbed).first,
              place: formatOrdinal(climbed.rank),
            })
          : null}
      </span>
    </>
  )
}

/**
 * Tells from when on the ranking does not change. The sentence that the server renders is right before and
 * after that time, because a rendered page may be older.
 */
export function FreezeNotice({ freezeAt }: { freezeAt: string | null }) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const isPast = useIsPast(freezeAt)
  if (freezeAt === null) return null
  return (
    <p>
      {t(isPast === false ? 'scores.willFreeze' : 'scores.frozenFrom', {
        time: formatDateTime(freezeAt),
      })}
    </p>
  )
}

/** Shows search and filter. The entries can be filtered by `levels`, where they have several. */
function Toolbar({
  scoreboard,
  levels,
  isLive,
}: {
  scoreboard: ScoreboardState
  levels: readonly MissionType[]
  isLive: boolean
}) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const id = useId()
  const { query, page } = scoreboard
  const isFiltered = Boolean(query.search) || query.level !== undefined
  const total = page?.total ?? 0
  return (
    // biome-ignore lint/a11y/useSemanticElements: some browsers do not know the element `search`
    <form className={toolbar.tools} role="search" onSubmit={(event) => event.preventDefault()}>
      <div className={toolbar.searchField}>
        <label htmlFor={`${id}s`}>{t('scores.search')}</label>
        <input
          id={`${id}s`}
          type="search"
          dir="auto"
          maxLength={200}
          value={query.search ?? ''}
          placeholder={t('scores.searchHint')}
          onChange={(event) => scoreboard.setQuery({ ...query, page: 1, search: event.currentTarget.value })}
        />
      </div>
      {levels.length > 0 ? (
        <div className={toolbar.field}>
          <label htmlFor={`${id}m`}>{t('scores.filter')}</label>
          <select
            id={`${id}m`}
            value={query.level ?? ''}
            onChange={(event) => {
              const { level: _, ...rest } = query
              const { value } = event.currentTarget
              scoreboard.setQuery({
                ...rest,
                page: 1,
                ...(value === '' ? {} : { level: Number(value) as MissionType }),
              })
            }}
          >
            <option value="">{t('scores.all')}</option>
            {levels.map((level) => (
              <option key={level} value={level}>
                {t(`missionType.${level}`)}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      <output className={toolbar.count}>
        {page
          ? t(isFiltered ? 'scores.found' : 'scores.count', {
              count: total,
              formatted: formatNumber(total, lang),
            })
          : null}
      </output>
      <LiveRankingStatus scoreboard={scoreboard} isLive={isLive} />
    </form>
  )
}

function Pagination({ scoreboard }: { scoreboard: ScoreboardState }) {
  const { t } = useTranslation()
  const { page, query } = scoreboard
  if (!page || page.total <= page.perPage) return null
  const pages = Math.ceil(page.total / page.perPage)
  const current = query.page ?? 1
  const arrow = (label: string, to: number, path: string) => (
    <button
      type="button"
      disabled={to < 1 || to > pages}
      onClick={() => scoreboard.setQuery({ ...query, page: to })}
      aria-label={label}
    >
      <svg className={styles.arrow} viewBox="0 0 20 20" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
  return (
    <nav className={styles.pages} aria-label={t('scores.pages')}>
      {arrow(t('scores.previous'), current - 1, 'M12 5l-5 5 5 5')}
      <span>{t('scores.page', { page: current, pages })}</span>
      {arrow(t('scores.next'), current + 1, 'M8 5l5 5-5 5')}
    </nav>
  )
}

/** Lists the levels of a ranking where its entries have several; entries that arrived since may have others. */
const listDifferentLevels = ({ levels, rows }: ScoreboardPage): MissionType[] => {
  const shown = rows.map(getShownLevel).filter((level) => level !== null)
  const all = [...new Set([...levels, ...shown])]
  return all.length > 1 ? all.toSorted((a, b) => a - b) : []
}

/**
 * Shows an event's ranking: the first three on a podium, search, level filter, pages, rows that open their
 * attempts, changes as they happen.
 */
export function LiveSearchableScoreboard(props: ScoreboardProps) {
  return <Ranking key={props.event.id} {...props} />
}

/**
 * Returns the paths of the pages of teams by entry. The pages of other entries than those of `initial` are
 * read when another part of the ranking is shown.
 */
const useTeamPagePaths = (
  slug: string,
  initial: readonly TeamPageOfEntry[],
  isFirstPage: boolean,
): ReadonlyMap<string, string> => {
  const [pages, setPages] = useState(initial)
  const [isComplete, setIsComplete] = useState(false)
  useEffect(() => {
    if (isFirstPage || isComplete) return
    setIsComplete(true)
    getBrowserApi()
      .events.teamPages(slug)
      .then(setPages, () => {})
  }, [slug, isFirstPage, isComplete])
  return useMemo(
    () =>
      new Map(
        pages.map(({ entryId, competition, teamNo }) => [entryId, getTeamPagePath(competition, teamNo)]),
      ),
    [pages],
  )
}

function Ranking({ event, initial, teamPages, onFinalResultsChange }: ScoreboardProps) {
  const { t, i18n } = useTranslation()
  const scoreboard = useLiveScoreboard(event, initial, initial?.perPage ?? scoreboardPageSize)
  const { page, query, status } = scoreboard
  const isFiltered = Boolean(query.search) || query.level !== undefined
  const rows = page?.rows
  const levels = useMemo(() => (page ? listDifferentLevels(page) : []), [page])
  const times = computeTimeColumnFormat(scoreboard)
  const title = page?.event.title[i18n.language] ?? ''
  const hasFinalResults = page && page.results?.status === 'final'
  useEffect(() => onFinalResultsChange(hasFinalResults), [hasFinalResults, onFinalResultsChange])
  const section = useRef<HTMLElement>(null)
  const [showsAll, setShowsAll] = useState(false)
  // what is found is shown completely
  const isFirstPage = page?.page === 1 && page.total === page.entryCount
  const teamPagePaths = useTeamPagePaths(event.slug, teamPages, page === null || isFirstPage)
  const isShortened = !showsAll && isFirstPage && page.rows.length > phoneRowCount
  useEffect(() => {
    if (showsAll) section.current?.querySelectorAll<HTMLElement>('[data-row] button')[phoneRowCount]?.focus()
  }, [showsAll])
  return (
    <section
      ref={section}
      className={styles.ranking}
      aria-label={t('scores.title')}
      data-shortened={isShortened || undefined}
    >
      {page?.results ? <ResultsStatus results={page.results} /> : null}
      {canFillPodium(scoreboard.top) ? <Podium rows={scoreboard.top} times={times} /> : null}
      <Toolbar scoreboard={scoreboard} levels={levels} isLive={event.live} />
      <FreezeNotice freezeAt={page?.freezeAt ?? null} />
      {status === 'failed' ? (
        <ScoreboardLoadError onRetry={scoreboard.retry} />
      ) : rows?.length === 0 && status === 'ready' ? (
        <ScoreboardMessage title={isFiltered ? t('scores.nothingFound') : t('scores.none')}>
          {isFiltered ? (
            <button type="button" className={styles.link} onClick={() => scoreboard.setQuery({})}>
              {t('scores.clear')}
            </button>
          ) : (
            <p>{t('scores.noneHint')}</p>
          )}
        </ScoreboardMessage>
      ) : (
        <RankingTableWithSelfLoadingAttempts
          slug={event.slug}
          caption={t('scores.caption', { event: title })}
          rows={rows ?? null}
          first={scoreboard.first}
          busy={status === 'loading'}
          rules={page?.rules ?? null}
          times={times}
          state={page ?? unknownState}
          teamPagePaths={teamPagePaths}
          withLevel={levels.length > 0}
        />
      )}
      {isShortened ? (
        <button
          type="button"
          className={`${styles.link} ${styles.showAll}`}
          onClick={() => setShowsAll(true)}
        >
          {t('scores.showAll')}
        </button>
      ) : null}
      <Pagination scoreboard={scoreboard} />
    </section>
  )
}
