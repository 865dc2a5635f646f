import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useLoadErrorToast } from '#web/shared/ui/toast.ts'

/** One page of a list; `total` counts all matching rows. */
export type ListPage<T> = { rows: T[]; total: number }

type LoadedListPageOptions<Query, T> = {
  query: Query
  load: (query: Query, signal: AbortSignal) => Promise<ListPage<T>>
  /** Nothing is loaded while this is false. */
  isEnabled: boolean
  /** Goes to another page. */
  setPage: (page: number) => void
}

/**
 * Loads a page of a list whenever its query changes; a newer request cancels an older one. A page after the
 * last one, which remains when its rows were deleted, is replaced by the last page. A failure shows a toast.
 * Returns the loaded page, whether it is loading or failed, and functions that change or reload it.
 */
export const useLoadedListPageWithErrorToast = <Query extends { page: number; perPage: number }, T>({
  query,
  load,
  isEnabled,
  setPage,
}: LoadedListPageOptions<Query, T>) => {
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
  const updateRows = (change: (rows: T[]) => T[]) =>
    setLoadedPage((before) => before && { ...before, rows: change(before.rows) })
  return { page, loading: isEnabled && loading, failed, reload, updateRows }
}

/**
 * The query of a list. `page` counts from 1; `filters` has only the active ones. `sort` is the key of a
 * column, with a minus sign for descending order, or undefined for the order of the server. `deleted` shows
 * the deleted records in place of the others.
 */
type ListQuery = {
  page: number
  perPage: number
  search: string
  filters: Record<string, string>
  sort: string | undefined
  deleted: boolean
}

type Options<T> = {
  load: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<T>>
  /** The first one is the default. */
  pageSizes: readonly number[]
  filters?: readonly string[]
  /** The columns by which the list can be sorted. */
  sortKeys?: readonly string[]
}

export type ListState<T> = {
  query: ListQuery
  pageSizes: readonly number[]
  sortKeys: readonly string[]
  page: ListPage<T> | undefined
  loading: boolean
  failed: boolean
  set: (part: Partial<ListQuery>) => void
  reload: () => Promise<void>
  /** Loads the rows of all pages. */
  loadAllRows: () => Promise<T[]>
  /** Changes the shown rows without a request. */
  updateRows: (change: (rows: T[]) => T[]) => void
}

const parseSort = (sort: string | null, keys: readonly string[]): string | undefined =>
  sort !== null && keys.includes(sort.replace(/^-/, '')) ? sort : undefined

/**
 * Holds the state of a list in the query of the page (`s`, `page`, `per_page`, `sort`, `deleted` and the
 * filters), so that links, reload and 'back' restore it.
 */
export const useLoadedListWithUrlQuery = <T>({
  load,
  pageSizes,
  filters: names = [],
  sortKeys = [],
}: Options<T>): ListState<T> => {
  const [params, setParams] = useSearchParams()
  const requestedSize = Number(params.get('per_page'))
  const query: ListQuery = {
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
    perPage: pageSizes.includes(requestedSize) ? requestedSize : (pageSizes[0] as number),
    search: params.get('s') ?? '',
    filters: Object.fromEntries(
      names.flatMap((name) => (params.get(name) ? [[name, params.get(name) as string]] : [])),
    ),
    sort: parseSort(params.get('sort'), sortKeys),
    deleted: params.get('deleted') === 'true',
  }
  const latestQuery = useRef(query)
  latestQuery.current = query

  const set = (part: Partial<ListQuery>) => {
    const { page, perPage, search, filters, sort, deleted } = { ...latestQuery.current, page: 1, ...part }
    const next = new URLSearchParams()
    if (search) next.set('s', search)
    if (page > 1) next.set('page', String(page))
    if (perPage !== pageSizes[0]) next.set('per_page', String(perPage))
    for (const [name, value] of Object.entries(filters)) if (value) next.set(name, value)
    if (sort) next.set('sort', sort)
    if (deleted) next.set('deleted', 'true')
    setParams(next, { replace: true, preventScrollReset: true })
  }
  const loadAllRows = async () => {
    const perPage = Math.max(...pageSizes)
    const rows: T[] = []
    for (let page = 1; ; page++) {
      const found = await load({ ...latestQuery.current, page, perPage }, new AbortController().signal)
      rows.push(...found.rows)
      if (found.rows.length === 0 || rows.length >= found.total) return rows
    }
  }
  const page = useLoadedListPageWithErrorToast({
    query,
    load,
    isEnabled: !query.deleted,
    setPage: (page) => set({ page }),
  })
  return { query, pageSizes, sortKeys, set, loadAllRows, ...page }
}
