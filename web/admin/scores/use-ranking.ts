import { useCallback, useEffect, useRef, useState } from 'react'
import type { AdminScorePage } from '#contract/score.ts'
import { adminApi } from '#web/shared/api/admin.ts'
import { listenToScores } from '#web/shared/api/scores.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

export type RankingQuery = { page: number; perPage: number; search: string }

/** An event's ranking in the back office: read when the query changes, after `reload`, and when somebody else writes scores. */
export const useRanking = (eventId: string, initial: AdminScorePage) => {
  const { t } = useTranslation()
  const [page, setPage] = useState(initial)
  const [query, setQuery] = useState<RankingQuery>({ page: initial.page, perPage: initial.perPage, search: '' })
  const [loading, setLoading] = useState(false)
  const [version, setVersion] = useState(0)
  const asked = useRef(query)
  const timer = useRef<number>(undefined)
  const reading = useRef<AbortController>(undefined)

  const reload = useCallback(async () => {
    window.clearTimeout(timer.current)
    reading.current?.abort()
    const mine = new AbortController()
    reading.current = mine
    setLoading(true)
    try {
      const found = await adminApi.scores.list(eventId, asked.current, mine.signal)
      if (mine.signal.aborted) return
      setPage(found)
      setVersion((before) => before + 1)
    } catch {
      if (!mine.signal.aborted) toast.error(t('messages.loadFailed'))
    } finally {
      if (reading.current === mine) setLoading(false)
    }
  }, [eventId, t])

  const soon = useCallback(
    (pause: number) => {
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => void reload(), pause)
    },
    [reload],
  )
  const set = (part: Partial<RankingQuery>) => {
    const next = { ...asked.current, page: 1, ...part }
    asked.current = next
    setQuery(next)
    soon(part.search === undefined ? 0 : 250)
  }

  const { active } = page.event
  useEffect(() => {
    // the public line tells of an event that visitors see
    const stop = active ? listenToScores(eventId, { snapshot: () => {}, change: () => soon(400) }) : undefined
    return () => {
      stop?.()
      window.clearTimeout(timer.current)
      reading.current?.abort()
    }
  }, [eventId, active, soon])

  return { page, query, loading, version, set, reload }
}
