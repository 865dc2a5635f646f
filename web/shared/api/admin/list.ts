import type { ApiCall } from '#web/shared/api/call.ts'

type ListQuery = { page: number; perPage: number; search?: string | undefined; sort?: string | undefined }

/** Reads one page of a list; its rows are in the reply under `key`. Filters are query parameters under their own names. */
export const fetchListPage = async <Row>(
  call: ApiCall,
  path: string,
  key: string,
  { page, perPage, search, ...filters }: ListQuery,
  signal?: AbortSignal,
): Promise<{ rows: Row[]; total: number }> => {
  const reply = await call<{ [key: string]: unknown; totalItems: number }>(path, {
    query: { page, per_page: perPage, s: search, ...filters },
    ...(signal ? { signal } : {}),
  })
  return { rows: reply[key] as Row[], total: reply.totalItems }
}
