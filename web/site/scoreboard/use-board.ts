import { useCallback, useEffect, useRef, useState } from 'react'
import { rankScores } from '#contract/rules/ranking.ts'
import type { ScoreChange, ScorePage, ScoreQuery, ScoreRow } from '#contract/score.ts'
import { listenToScores } from '#web/shared/api/scores.ts'
import { browserApi } from '#web/shared/public-api.ts'
import { useFailedToast } from '#web/shared/ui/use-failed-toast.ts'

/** How many first places the live line tells of. */
const livePlaces = 100
const typingPause = 250
const refetchPause = 600

export type Board = {
  page: ScorePage | null
  query: ScoreQuery
  /** The first three of the whole ranking, whatever is searched. */
  top: readonly ScoreRow[]
  state: 'ready' | 'loading' | 'failed'
  live: boolean
  /** Undefined before the line stands for the first time; false while it is interrupted. */
  connected: boolean | undefined
  /** The row that climbed last. */
  climbed: ScoreRow | undefined
  set: (query: ScoreQuery) => void
  retry: () => void
}

const isFirst = ({ page = 1, search = '', missionType }: ScoreQuery) => page === 1 && search === '' && missionType === undefined

/** The first places after a change; places follow from the rows. */
export const applyChange = (rows: readonly ScoreRow[], { rows: changed, gone }: ScoreChange): ScoreRow[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const id of gone) byId.delete(id)
  for (const row of changed) byId.set(row.id, row)
  return rankScores([...byId.values()]).slice(0, livePlaces)
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The new rows, where nothing changed the very ones that were there: what is shown already is not made again. */
export const withKnown = (before: readonly ScoreRow[], after: ScoreRow[]): ScoreRow[] => {
  const known = new Map(before.map((row) => [row.id, row]))
  return after.map((row) => {
    const old = known.get(row.id)
    return old && same(old, row) ? old : row
  })
}

/**
 * A ranking as the page shows it: read as it is asked for (search and filter after a short pause), kept up to date by the live line. `initial` is what
 * the server has rendered, null when there was nothing.
 */
export const useBoard = (eventId: string, slug: string, initial: ScorePage | null, live: boolean, perPage: number): Board => {
  const [page, setPage] = useState(initial)
  const [top, setTop] = useState<readonly ScoreRow[]>(initial?.rows.slice(0, 3) ?? [])
  const [query, setQuery] = useState<ScoreQuery>({ perPage })
  const [state, setState] = useState<Board['state']>(initial ? 'ready' : 'loading')
  const [connected, setConnected] = useState<boolean>()
  const [climbed, setClimbed] = useState<ScoreRow>()
  const reading = useRef<AbortController>(undefined)
  const asked = useRef(query)
  const first = useRef<ScoreRow[]>(undefined)

  const read = useCallback(
    async (wanted: ScoreQuery) => {
      reading.current?.abort()
      const mine = new AbortController()
      reading.current = mine
      setState('loading')
      try {
        const found = await browserApi().scores.scoreboard(slug, wanted, mine.signal)
        if (mine.signal.aborted) return
        setPage(found)
        if (isFirst(wanted)) setTop(found.rows.slice(0, 3))
        setState('ready')
      } catch {
        if (!mine.signal.aborted) setState('failed')
      }
    },
    [slug],
  )

  const timer = useRef<number>(undefined)
  const readSoon = useCallback(
    (pause: number) => {
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => void read(asked.current), pause)
    },
    [read],
  )
  const set = useCallback(
    (wanted: ScoreQuery) => {
      const next = { perPage, ...wanted }
      const typed = (next.search ?? '') !== (asked.current.search ?? '')
      asked.current = next
      setQuery(next)
      setState('loading')
      readSoon(typed ? typingPause : 0)
    },
    [perPage, readSoon],
  )
  const retry = useCallback(() => void read(asked.current), [read])

  const hadInitial = useRef(initial !== null)
  useEffect(() => {
    if (!hadInitial.current) void read(asked.current)
    return () => {
      window.clearTimeout(timer.current)
      reading.current?.abort()
    }
  }, [read])

  useEffect(() => {
    if (!live) return
    const show = (entries: number) => {
      setTop(first.current?.slice(0, 3) ?? [])
      if (!isFirst(asked.current)) return readSoon(refetchPause)
      const rows = first.current?.slice(0, perPage)
      if (!rows) return
      setPage((before) => {
        if (!before) return before
        const shown = withKnown(before.rows, rows)
        const unchanged = shown.length === before.rows.length && shown.every((row, at) => row === before.rows[at])
        if (unchanged && before.entries === entries && before.total === entries) return before
        return { ...before, rows: unchanged ? before.rows : shown, entries, total: entries }
      })
    }
    return listenToScores(eventId, {
      state: setConnected,
      snapshot: ({ rows, entries }) => {
        first.current = rows
        show(entries)
      },
      change: (change) => {
        const before = new Map(first.current?.map(({ id, rank }) => [id, rank]))
        const after = applyChange(first.current ?? [], change)
        first.current = after
        const changed = new Set(change.rows.map(({ id }) => id))
        setClimbed(after.find(({ id, rank }) => changed.has(id) && rank < (before.get(id) ?? Number.POSITIVE_INFINITY)))
        show(change.entries)
      },
    })
  }, [eventId, live, perPage, readSoon])

  useFailedToast(state === 'failed')
  return { page, query, top, state, live, connected, climbed, set, retry }
}
