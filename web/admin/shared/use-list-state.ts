import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/** The query of a list. `page` counts from 1; `filters` has only the active ones. */
export type ListQuery = { page: number; perPage: number; search: string; filters: Record<string, string> }
/** One page of a list; `total` counts all matching rows. */
export type ListPage<T> = { rows: T[]; total: number }

type Options<T> = {
  load: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<T>>
  /** The first one is the default. */
  pageSizes: readonly number[]
  filters?: readonly string[]
}

export type ListState<T> = {
  query: ListQuery
  pageSizes: readonly number[]
  page: ListPage<T> | undefined
  loading: boolean
  failed: boolean
  set: (part: Partial<ListQuery>) => void
  reload: () => Promise<void>
  /** Changes the shown rows without a request. */
  updateRows: (change: (rows: T[]) => T[]) => void
}

/**
 * Holds the state of a list in the query of the page (`s`, `page`, `per_page` and the filters), so that links, reload and 'back' restore it. A newer request
 * cancels an older one.
 */
export const useListState = <T>({ load, pageSizes, filters: names = [] }: Options<T>): ListState<T> => {
  const [params, setParams] = useSearchParams()
  const [page, setPage] = useState<ListPage<T>>()
  const [loading, setLoading] = useState(true)
  const [failed, setFailed] = useState(false)
  const controller = useRef<AbortController>(undefined)
  const requestedSize = Number(params.get('per_page'))
  const query: ListQuery = {
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
    perPage: pageSizes.includes(requestedSize) ? requestedSize : (pageSizes[0] as number),
    search: params.get('s') ?? '',
    filters: Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name) as string]] : []))),
  }
  const latest = useRef({ load, query })
  latest.current = { load, query }

  const reload = useCallback(async () => {
    controller.current?.abort()
    const own = new AbortController()
    controller.current = own
    setLoading(true)
    try {
      const { load, query } = latest.current
      const found = await load(query, own.signal)
      if (own.signal.aborted) return
      setPage(found)
      setFailed(false)
    } catch {
      if (!own.signal.aborted) setFailed(true)
    } finally {
      if (controller.current === own) setLoading(false)
    }
  }, [])

  const queryKey = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads whenever the query changes
  useEffect(() => {
    void reload()
    return () => controller.current?.abort()
  }, [reload, queryKey])

  const set = (part: Partial<ListQuery>) => {
    const { page, perPage, search, filters } = { ...latest.current.query, page: 1, ...part }
    const next = new URLSearchParams()
    if (search) next.set('s', search)
    if (page > 1) next.set('page', String(page))
    if (perPage !== pageSizes[0]) next.set('per_page', String(perPage))
    for (const [name, value] of Object.entries(filters)) if (value) next.set(name, value)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  const updateRows = (change: (rows: T[]) => T[]) => setPage((before) => before && { ...before, rows: change(before.rows) })
  return { query, pageSizes, page, loading, failed, set, reload, updateRows }
}
