/**
 * The tag of every cached response. It is invalidated after a lost connection to the database, when any
 * response may be outdated.
 */
export const allTags = '*'

/**
 * Invalidated together with other tags after an erasure: the responses with these are removed, so that no
 * outage of the database shows them again.
 */
export const erasureTag = 'erasure'

/**
 * Is called after a write with the tags of the data that changed (`events`, `event:<id>`, `scores:<eventId>`,
 * `faqs`, `partners`, `organizers`, `settings` …).
 */
type Listener = (tags: readonly string[]) => void

/** Sends tags to other processes; server/platform/db/pub-sub.ts implements it with PostgreSQL. */
export type PubSub = {
  publish: (tags: readonly string[]) => Promise<void>
  subscribe: (listener: Listener) => void
  close: () => Promise<void>
}

/**
 * Creates the invalidator of a process. Writes invalidate tags; caches and event streams subscribe to them,
 * in this process and through `pubSub` in others.
 */
export const createCacheTagBus = (pubSub?: PubSub) => {
  const listeners = new Set<Listener>()
  const notifyListeners: Listener = (tags) => {
    for (const listener of listeners) listener(tags)
  }
  pubSub?.subscribe(notifyListeners)
  return {
    /** Call it after the transaction is committed. */
    invalidate: async (...tags: string[]) => {
      notifyListeners(tags)
      await pubSub?.publish(tags)
    },
    /** Returns the function that ends the subscription. */
    subscribe: (listener: Listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    close: async () => pubSub?.close(),
  }
}
export type Invalidator = ReturnType<typeof createCacheTagBus>

/**
 * Returns the tag that announces changes of what organizers see of an event to the event stream of its
 * overview; no public reply has it, so it is invalidated during a freeze, too.
 */
export const getEventOverviewCacheTag = (eventId: string): string => `event-overview:${eventId}`

/** Returns the cache tag of what visitors see of the schedule of an event. */
export const getScheduleCacheTag = (eventId: string): string => `schedule:${eventId}`
