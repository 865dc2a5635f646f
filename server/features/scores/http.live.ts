import { setTimeout as rest } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { scoreChangeToWire } from '#contract/published/score.ts'
import type { ScoreChange, ScoreRow } from '#contract/score.ts'
import type { LiveLines, LiveTopic } from '#server/http/live.ts'
import { type Changes, everything } from '#server/lib/changes.ts'

/** Changes that come closer than `gap` are told together; a ranking without readers is forgotten after `linger`. In milliseconds. */
const pace = { gap: 200, retry: 1000, linger: 60_000 }

// places follow from the rows, so a row that only moved is not sent
const content = ({ rank: _, ...row }: ScoreRow) => JSON.stringify(row)

/** What is different between two readings of the first places. */
export const changeBetween = (before: ScoreChange, after: ScoreChange): ScoreChange => {
  const known = new Map(before.rows.map((row) => [row.id, content(row)]))
  const there = new Set(after.rows.map(({ id }) => id))
  return {
    rows: after.rows.filter((row) => known.get(row.id) !== content(row)),
    gone: before.rows.filter(({ id }) => !there.has(id)).map(({ id }) => id),
    entries: after.entries,
  }
}

type Parts = {
  changes: Changes
  lines: LiveLines
  /** The first places of an event as they are now; undefined when visitors see it no more. */
  read: (eventId: string) => Promise<ScoreChange | undefined>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Rankings that somebody looks at: read once a change however many look on, in whichever process it was made. A change further down the ranking
 * is told too, with no rows: pages that show other places read theirs again.
 */
export const watchScores = ({ changes, lines, read, log }: Parts) => {
  type Watched = { topic: Promise<LiveTopic | undefined>; touch: () => void; end: () => void }
  const watched = new Map<string, Watched>()

  const watch = (eventId: string): Watched => {
    const ending = new AbortController()
    let current: ScoreChange | undefined
    let topic: LiveTopic | undefined
    let changed = false
    let running = false

    const end = () => {
      ending.abort()
      if (watched.get(eventId) === self) watched.delete(eventId)
      topic?.end()
    }
    /** Reads and tells what is different; gives how long to rest. */
    const look = async (known: ScoreChange, to: LiveTopic): Promise<number> => {
      try {
        const next = await read(eventId)
        if (ending.signal.aborted) return 0
        if (!next) {
          to.publish('closed', {})
          end()
          return 0
        }
        current = next
        to.publish('ranking', scoreChangeToWire(changeBetween(known, next)))
        return pace.gap
      } catch (error) {
        log.warn({ err: error }, 'a ranking could not be read for its live line')
        changed = true
        return pace.retry
      }
    }
    const run = async () => {
      running = true
      while (changed && current && topic && !ending.signal.aborted) {
        changed = false
        const ms = await look(current, topic)
        await rest(ms, undefined, { signal: ending.signal, ref: false }).catch(() => {})
      }
      running = false
    }
    const touch = () => {
      changed = true
      if (!running) void run()
    }
    const forgetWhenIdle = () => {
      const idle = setTimeout(() => {
        if (topic?.readers() === 0) end()
      }, pace.linger)
      idle.unref()
    }
    const start = async () => {
      try {
        current = await read(eventId)
      } catch (error) {
        end()
        throw error
      }
      if (!current) {
        end()
        return undefined
      }
      topic = lines.topic(() => scoreChangeToWire(current as ScoreChange), forgetWhenIdle)
      // written while the first reading was under way
      if (changed) void run()
      return topic
    }
    // in the map before the first reading, so that no change is missed
    const self: Watched = { topic: Promise.resolve(undefined), touch, end }
    watched.set(eventId, self)
    self.topic = start()
    return self
  }

  const stop = changes.listen((tags) => {
    const all = tags.includes(everything)
    for (const [eventId, { touch }] of watched) if (all || tags.includes(`scores:${eventId}`)) touch()
  })
  return {
    /** The line of an event's ranking; undefined when visitors do not see it. */
    topic: (eventId: string): Promise<LiveTopic | undefined> => (watched.get(eventId) ?? watch(eventId)).topic,
    close: () => {
      stop()
      for (const { end } of watched.values()) end()
    },
  }
}
