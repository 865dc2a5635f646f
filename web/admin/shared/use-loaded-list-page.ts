import { useCallback, useEffect, useRef, useState } from 'react'
import { useLoadErrorToast } from '#web/shared/ui/use-load-error-toast.ts'

/** One page of a list; `total` counts all matching rows. */
export type ListPage<T> = { rows: T[]; total: number }

type Options<Query, T> = {
  query: Query
  load: (query: Query, signal: AbortSignal) => Promise<ListPage<T>>
  /** Nothing is loaded while this is false. */
  isEnabled: boolean
  /** Goes to another page. */
  setPage: (page: number) => void
}

/**
 * Loads a page of a list whenever its query changes; a newer request cancels an older one. A page after the last one, which remains when its rows were deleted,
 * is replaced by the last page. A failure shows a toast. Returns the loaded page, whether it is loading or failed, and functions that change or reload it.
 */
export const useLoadedListPage = <Query extends { page: number; perPage: number }, T>({
  query,
  load,
  isEnabled,
  setPage,
}: Options<Query, T>) => {
  const [page, setLoadedPage] = useState<ListPage<T>>()
  const [loading, setLoading] = useState(true)
  const [failed, setFailed] = useState(false)
  const controller = useRef<AbortController>(undefined)
  const latest = useRef({ load, query, setPage })
  latest.current = { load, query, setPage }
  useLoadErrorToast(failed)

  const reload = useCallback(async () => {
    controller.current?.abort()
    const own = new AbortController()
    controller.current = own
    setLoading(true)
    setFailed(false)
    try {
      const { load, query } = latest.current
      const found = await load(query, own.signal)
      if (own.signal.aborted) return
      const lastPage = Math.max(1, Math.ceil(found.total / query.perPage))
      if (found.rows.length === 0 && query.page > lastPage) latest.current.setPage(lastPage)
      else setLoadedPage(found)
    } catch {
      if (!own.signal.aborted) setFailed(true)
    } finally {
      if (controller.current === own) setLoading(false)
    }
  }, [])

  const queryKey = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads whenever the query changes
  useEffect(() => {
    if (isEnabled) void reload()
    return () => controller.current?.abort()
  }, [reload, queryKey, isEnabled])

  /** Changes the shown rows without a request. */
  const updateRows = (change: (rows: T[]) => T[]) => setLoadedPage((before) => before && { ...before, rows: change(before.rows) })
  return { page, loading: isEnabled && loading, failed, reload, updateRows }
}
