import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/** What of a list is asked for. `page` counts from 1; a filter that is not set is not there. */
export type ListQuery = { page: number; perPage: number; search: string; filters: Record<string, string> }
/** One page of a list; `total` counts all that match. */
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
  /** Puts other rows in place without asking, for changes that show at once. */
  replace: (change: (rows: T[]) => T[]) => void
}

/**
 * The state of a list, kept in the address (`s`, `page`, `per_page` and the filters), so that a link, a reload and 'back' bring it again. A read that a newer one
 * overtook is dropped.
 */
export const useListState = <T>({ load, pageSizes, filters: names = [] }: Options<T>): ListState<T> => {
  const [address, setAddress] = useSearchParams()
  const [page, setPage] = useState<ListPage<T>>()
  const [loading, setLoading] = useState(true)
  const [failed, setFailed] = useState(false)
  const reading = useRef<AbortController>(undefined)
  const wanted = Number(address.get('per_page'))
  const query: ListQuery = {
    page: Math.max(1, Math.floor(Number(address.get('page'))) || 1),
    perPage: pageSizes.includes(wanted) ? wanted : (pageSizes[0] as number),
    search: address.get('s') ?? '',
    filters: Object.fromEntries(names.flatMap((name) => (address.get(name) ? [[name, address.get(name) as string]] : []))),
  }
  const latest = useRef({ load, query })
  latest.current = { load, query }

  const reload = useCallback(async () => {
    reading.current?.abort()
    const mine = new AbortController()
    reading.current = mine
    setLoading(true)
    try {
      const { load, query } = latest.current
      const found = await load(query, mine.signal)
      if (mine.signal.aborted) return
      setPage(found)
      setFailed(false)
    } catch {
      if (!mine.signal.aborted) setFailed(true)
    } finally {
      if (reading.current === mine) setLoading(false)
    }
  }, [])

  const asked = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew whenever something else is asked for
  useEffect(() => {
    void reload()
    return () => reading.current?.abort()
  }, [reload, asked])

  const set = (part: Partial<ListQuery>) => {
    const { page, perPage, search, filters } = { ...latest.current.query, page: 1, ...part }
    const next = new URLSearchParams()
    if (search) next.set('s', search)
    if (page > 1) next.set('page', String(page))
    if (perPage !== pageSizes[0]) next.set('per_page', String(perPage))
    for (const [name, value] of Object.entries(filters)) if (value) next.set(name, value)
    setAddress(next, { replace: true, preventScrollReset: true })
  }
  const replace = (change: (rows: T[]) => T[]) => setPage((before) => before && { ...before, rows: change(before.rows) })
  return { query, pageSizes, page, loading, failed, set, reload, replace }
}
