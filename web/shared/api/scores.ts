import { paths } from '#contract/paths.ts'
import type { WireEntry, WireScoreboard, WireScoreChange } from '#contract/published/score.schema.ts'
import { entryFromWire, scoreboardFromWire, scoreChangeFromWire } from '#contract/published/score.ts'
import type { ScoreChange, ScoreEntry, ScorePage, ScoreQuery } from '#contract/score.ts'
import type { Call } from './call.ts'

/** Who hears of a ranking's changes. `snapshot` is all of the first places, `change` what is different since; `state` says whether the line stands. */
export type LiveListener = {
  snapshot: (first: ScoreChange) => void
  change: (change: ScoreChange) => void
  state?: (connected: boolean) => void
}

export const scoreCalls = (call: Call) => ({
  /** A page of an event's ranking; `perPage` is 1 to 1000, 100 where not given. Throws `not-found`. */
  scoreboard: async (idOrSlug: string, { page, perPage, search, missionType }: ScoreQuery = {}, signal?: AbortSignal): Promise<ScorePage> =>
    scoreboardFromWire(
      await call<WireScoreboard>(paths.scores(idOrSlug), {
        query: { page, per_page: perPage, s: search, missionType },
        ...(signal ? { signal } : {}),
      }),
    ),
  /** An entry with its attempts, the oldest first. */
  entry: async (idOrSlug: string, entryId: string, signal?: AbortSignal): Promise<ScoreEntry> =>
    entryFromWire(await call<WireEntry>(paths.scoreEntry(idOrSlug, entryId), signal ? { signal } : {})),
})

type Line = { listeners: Set<LiveListener>; stop: () => void }

/** Lines that have not told anything yet: whoever comes now misses nothing. */
const quiet = new Map<string, Line>()

const openLine = (eventId: string): Line => {
  const listeners = new Set<LiveListener>()
  let source: EventSource | undefined
  let timer: number | undefined
  let pause = 2000
  const tell = (what: (listener: LiveListener) => void) => {
    if (quiet.get(eventId) === line) quiet.delete(eventId)
    for (const listener of listeners) what(listener)
  }
  const open = () => {
    source = new EventSource(paths.scoresLive(eventId))
    const read = (event: Event) => scoreChangeFromWire(JSON.parse((event as MessageEvent<string>).data) as WireScoreChange)
    source.addEventListener('snapshot', (event) => {
      const first = read(event)
      tell((listener) => listener.snapshot(first))
    })
    source.addEventListener('ranking', (event) => {
      const change = read(event)
      tell((listener) => listener.change(change))
    })
    source.addEventListener('open', () => {
      pause = 2000
      tell((listener) => listener.state?.(true))
    })
    source.addEventListener('error', () => {
      tell((listener) => listener.state?.(false))
      // the browser gives up when the reply was an error; we go on, less and less often
      if (source?.readyState !== EventSource.CLOSED) return
      timer = window.setTimeout(open, pause)
      pause = Math.min(pause * 2, 60_000)
    })
  }
  const line: Line = {
    listeners,
    stop: () => {
      if (quiet.get(eventId) === line) quiet.delete(eventId)
      window.clearTimeout(timer)
      source?.close()
    },
  }
  quiet.set(eventId, line)
  open()
  return line
}

/**
 * Listens to an event's ranking, in the browser only; the browser reconnects by itself and misses nothing, and a line that the server refused is opened
 * anew. Parts of a page that begin together share one line (a browser has few to one server). Returns the function that stops it.
 */
export const listenToScores = (eventId: string, listener: LiveListener): (() => void) => {
  const line = quiet.get(eventId) ?? openLine(eventId)
  line.listeners.add(listener)
  return () => {
    line.listeners.delete(listener)
    if (line.listeners.size === 0) line.stop()
  }
}
