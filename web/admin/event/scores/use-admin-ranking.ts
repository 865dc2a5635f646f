import { useCallback, useEffect, useRef, useState } from 'react'
import type { AdminScorePage } from '#contract/event/scores/score.schema.ts'
import { listenToRanking } from '#web/shared/api/scores.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

/** How often the standing ranking is read while the public one is frozen. */
const frozenReloadMs = 10_000

type RankingQuery = { page: number; per_page: number; s: string }

export type AdminRanking = ReturnType<typeof useLiveAdminRanking>

/**
 * Returns the ranking of an event in the back office. It is read when the query changes, on `reload`, and
 * after every write to its scores.
 */
export const useLiveAdminRanking = (eventId: string, initial: AdminScorePage, initialSearch: string) => {
  const { t } = useTranslation()
  const [page, setPage] = useState(initial)
  const [query, setQuery] = useState<RankingQuery>({
    page: initial.currentPage,
    per_page: initial.per_page,
    s: initialSearch,
  })
  const [loading, setLoading] = useState(false)
  const [version, setVersion] = useState(0)
  const latestQuery = useRef(query)
  const timer = useRef<number>(undefined)
  const request = useRef<AbortController>(undefined)

  const reload = useCallback(async () => {
    window.clearTimeout(timer.current)
    request.current?.abort()
    const current = new AbortController()
    request.current = current
    setLoading(true)
    try {
      const loaded = await callApi('GET /api/admin/events/:eventId/scores', {
        params: { eventId },
        query: latestQuery.current,
        signal: current.signal,
      })
      if (current.signal.aborted) return
      setPage(loaded)
      setVersion((before) => before + 1)
    } catch {
      if (!current.signal.aborted) toast.error(t('messages.loadFailed'))
    } finally {
      if (request.current === current) setLoading(false)
    }
  }, [eventId, t])

  const reloadAfter = useCallback(
    (pause: number) => {
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => void reload(), pause)
    },
    [reload],
  )
  const set = (changed: Partial<RankingQuery>) => {
    const next = { ...latestQuery.current, page: 1, ...changed }
    latestQuery.current = next
    setQuery(next)
    reloadAfter(changed.s === undefined ? 0 : 250)
  }

  const { active } = page.event
  useEffect(() => {
    // only an event that visitors see has a live ranking
    const stop = active
      ? listenToRanking(eventId, { snapshot: () => {}, change: () => reloadAfter(400) })
      : undefined
    return () => {
      stop?.()
      window.clearTimeout(timer.current)
      request.current?.abort()
    }
  }, [eventId, active, reloadAfter])

  const isFrozen = page.freeze?.isFrozen === true
  useEffect(() => {
    // the public event stream is silent about a frozen ranking
    if (!isFrozen) return
    const interval = window.setInterval(() => void reload(), frozenReloadMs)
    return () => window.clearInterval(interval)
  }, [isFrozen, reload])

  return { page, query, loading, version, set, reload }
}
