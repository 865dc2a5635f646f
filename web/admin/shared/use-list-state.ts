import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type ListPage, useListPage } from './use-list-page.ts'

/** The query of a list. `page` counts from 1; `filters` has only the active ones. `deleted` shows the deleted records in place of the others. */
export type ListQuery = { page: number; perPage: number; search: string; filters: Record<string, string>; deleted: boolean }

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

/** Holds the state of a list in the query of the page (`s`, `page`, `per_page`, `deleted` and the filters), so that links, reload and 'back' restore it. */
export const useListState = <T>({ load, pageSizes, filters: names = [] }: Options<T>): ListState<T> => {
  const [params, setParams] = useSearchParams()
  const requestedSize = Number(params.get('per_page'))
  const query: ListQuery = {
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
    perPage: pageSizes.includes(requestedSize) ? requestedSize : (pageSizes[0] as number),
    search: params.get('s') ?? '',
    filters: Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name) as string]] : []))),
    deleted: params.get('deleted') === 'true',
  }
  const latestQuery = useRef(query)
  latestQuery.current = query

  const set = (part: Partial<ListQuery>) => {
    const { page, perPage, search, filters, deleted } = { ...latestQuery.current, page: 1, ...part }
    const next = new URLSearchParams()
    if (search) next.set('s', search)
    if (page > 1) next.set('page', String(page))
    if (perPage !== pageSizes[0]) next.set('per_page', String(perPage))
    for (const [name, value] of Object.entries(filters)) if (value) next.set(name, value)
    if (deleted) next.set('deleted', 'true')
    setParams(next, { replace: true, preventScrollReset: true })
  }
  const page = useListPage({ query, load, isEnabled: !query.deleted, setPage: (page) => set({ page }) })
  return { query, pageSizes, set, ...page }
}
