import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { EventCard } from '#contract/event/event.schema.ts'
import type { RankingChange, ScoreRow } from '#contract/event/scores/score.schema.ts'
import { liveRankingSize, type ScoreQuery } from '#contract/event/scores/score.ts'
import { sortAndRankScoreRows } from '#contract/event/scoring/ranking.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { listenToRanking } from '#web/shared/api/scores.ts'
import { computeColumnTimeDecimals, hasAnyMeasuredTime } from '#web/shared/format.ts'
import { useLoadErrorToast } from '#web/shared/ui/toast.ts'
import type { ScoreboardPage, ScoreboardRow } from './initial-scoreboard.ts'

const typingPause = 250
const refetchPause = 600

export type ScoreboardState = {
  page: ScoreboardPage | null
  query: ScoreQuery
  /** The first entries of the ranking, as many as on a page, whatever is searched. */
  first: readonly ScoreboardRow[]
  /** The first three of them. */
  top: readonly ScoreboardRow[]
  status: 'ready' | 'loading' | 'failed'
  /** Undefined until the stream is connected for the first time; false while it is interrupted. */
  isConnected: boolean | undefined
  /** The entry whose rank improved last. */
  climbed: ScoreRow | undefined
  setQuery: (query: ScoreQuery) => void
  retry: () => void
}

/**
 * How the podium and the table show times: with the same decimals, and not at all where none were measured.
 */
export type ScoreboardTimes = { decimals: number; isShown: boolean }

/** Returns how times are shown. They have their column until the ranking is loaded. */
export const computeTimeColumnFormat = ({
  top,
  page,
}: Pick<ScoreboardState, 'top' | 'page'>): ScoreboardTimes => {
  const times = [...top, ...(page?.rows ?? [])].map(({ totalTimeMs }) => totalTimeMs)
  return { decimals: computeColumnTimeDecimals(times), isShown: page === null || hasAnyMeasuredTime(times) }
}

const isFirstPage = ({ page = 1, search = '', level }: ScoreQuery) =>
  page === 1 && search === '' && level === undefined

/** Returns a loaded page. Only the first page without search and filter has levels: others keep those of `before`. */
export const addKnownLevelsToLaterPage = (
  before: ScoreboardPage | null,
  loaded: ScoreboardPage,
  wanted: ScoreQuery,
): ScoreboardPage => (before === null || isFirstPage(wanted) ? loaded : { ...loaded, levels: before.levels })

/** Returns the first entries of a ranking after a change, with their ranks. */
export const computeTopRowsAfterChange = (
  rows: readonly ScoreRow[],
  { changed, removedIds }: RankingChange,
): ScoreRow[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const id of removedIds) byId.delete(id)
  for (const row of changed) byId.set(row.id, row)
  return sortAndRankScoreRows([...byId.values()]).slice(0, liveRankingSize)
}

/** Returns a loaded page with the ranking of a newer one. */
export const replaceRankingOfPage = (
  loaded: ScoreboardPage,
  { rows, entryCount, total, freezeAt, results, rules }: ScoreboardPage,
): ScoreboardPage => ({ ...loaded, rows, entryCount, total, freezeAt, results, rules })

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Returns the new rows; an unchanged row is the same object as before, so that React does not render it
 * again.
 */
export const reuseUnchangedRows = (
  before: readonly ScoreboardRow[],
  after: ScoreboardRow[],
): ScoreboardRow[] => {
  const byId = new Map(before.map((row) => [row.id, row]))
  return after.map((row) => {
    const previous = byId.get(row.id)
    return previous && isEqual(previous, row) ? previous : row
  })
}

/**
 * The ranking of an event: read when the query changes (search after a short pause), and kept up to date by
 * the event stream, unless the event is over. `initial` is the rendered page, null when the server could not
 * read it.
 */
export const useLiveScoreboard = (
  { id: eventId, slug }: Pick<EventCard, 'id' | 'slug'>,
  initial: ScoreboardPage | null,
  perPage: number,
): ScoreboardState => {
  const [page, setPage] = useState(initial)
  const [first, setFirst] = useState<readonly ScoreboardRow[]>(initial?.rows ?? [])
  const [query, setQueryState] = useState<ScoreQuery>({ perPage })
  const [status, setStatus] = useState<ScoreboardState['status']>(initial ? 'ready' : 'loading')
  const [isConnected, setIsConnected] = useState<boolean>()
  const [climbed, setClimbed] = useState<ScoreRow>()
  const pendingRequest = useRef<AbortController>(undefined)
  const latestQuery = useRef(query)
  const liveRows = useRef<ScoreRow[]>(undefined)
  /** How many changes the event stream has told. */
  const changeCount = useRef(0)

  const load = useCallback(
    async (wanted: ScoreQuery) => {
      pendingRequest.current?.abort()
      const request = new AbortController()
      pendingRequest.current = request
      setStatus('loading')
      const changesBefore = changeCount.current
      try {
        const loaded = await getBrowserApi().scores.getScoreboardPage(slug, wanted, request.signal)
        if (request.signal.aborted) return
        // the first page follows the event stream, which may have told changes that the reply does not have
        const isOutdated = isFirstPage(wanted) && changeCount.current > changesBefore
        setPage((before) =>
          isOutdated && before
            ? replaceRankingOfPage(loaded, before)
            : addKnownLevelsToLaterPage(before, loaded, wanted),
        )
        if (isFirstPage(wanted) && !isOutdated) setFirst(loaded.rows)
        setStatus('ready')
      } catch {
        if (!request.signal.aborted) setStatus('failed')
      }
    },
    [slug],
  )

  const timer = useRef<number>(undefined)
  const loadAfter = useCallback(
    (pause: number) => {
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => void load(latestQuery.current), pause)
    },
    [load],
  )
  const setQuery = useCallback(
    (wanted: ScoreQuery) => {
      const next = { perPage, ...wanted }
      const isTyping = (next.search ?? '') !== (latestQuery.current.search ?? '')
      latestQuery.current = next
      setQueryState(next)
      setStatus('loading')
      loadAfter(isTyping ? typingPause : 0)
    },
    [perPage, loadAfter],
  )
  const retry = useCallback(() => void load(latestQuery.current), [load])

  const hadInitial = useRef(initial !== null)
  useEffect(() => {
    if (!hadInitial.current) void load(latestQuery.current)
    return () => {
      window.clearTimeout(timer.current)
      pendingRequest.current?.abort()
    }
  }, [load])

  // a stream stays open when the event becomes over
  const [isFollowed, setIsFollowed] = useState(false)
  useEffect(() => {
    if (page && !page.isOver) setIsFollowed(true)
  }, [page])

  useEffect(() => {
    if (!isFollowed) return
    const show = ({ entryCount, freezeAt, results, rules: newRules }: RankingChange, isSnapshot = false) => {
      changeCount.current++
      setFirst(liveRows.current?.slice(0, perPage) ?? [])
      if (!isFirstPage(latestQuery.current)) return loadAfter(refetchPause)
      const rows = liveRows.current?.slice(0, perPage)
      if (!rows) return
      setPage((before) => {
        if (!before) return before
        const rules = newRules === undefined && !isSnapshot ? before.rules : (newRules ?? null)
        const next = reuseUnchangedRows(before.rows, rows)
        const isUnchanged =
          next.length === before.rows.length && next.every((row, index) => row === before.rows[index])
        const isSamePage =
          isUnchanged &&
          before.entryCount === entryCount &&
          before.total === entryCount &&
          before.freezeAt === freezeAt
        if (isSamePage && isEqual([before.results, before.rules], [results, rules])) return before
        return {
          ...before,
          rows: isUnchanged ? before.rows : next,
          entryCount,
          total: entryCount,
          freezeAt,
          results,
          rules,
        }
      })
    }
    return listenToRanking(eventId, {
      state: setIsConnected,
      snapshot: (snapshot) => {
        liveRows.current = snapshot.changed
        show(snapshot, true)
      },
      change: (change) => {
        const rankBefore = new Map(liveRows.current?.map(({ id, rank }) => [id, rank]))
        const after = computeTopRowsAfterChange(liveRows.current ?? [], change)
        liveRows.current = after
        const changedIds = new Set(change.changed.map(({ id }) => id))
        setClimbed(
          after.find(
            ({ id, rank }) => changedIds.has(id) && rank < (rankBefore.get(id) ?? Number.POSITIVE_INFINITY),
          ),
        )
        show(change)
      },
    })
  }, [eventId, isFollowed, perPage, loadAfter])

  useLoadErrorToast(status === 'failed')
  const top = useMemo(() => first.slice(0, 3), [first])
  return { page, query, first, top, status, isConnected, climbed, setQuery, retry }
}
