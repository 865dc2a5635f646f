/** The tag that every kept reply has: told after a time without contact to other processes, when whatever is kept may be old. */
export const everything = '*'

/** Told after a write: the tags of what changed (`events`, `event:<id>`, `scores:<eventId>`, `faqs`, `partners`, `organizers`, `settings` …). */
type Listener = (tags: readonly string[]) => void

/** Where tags travel between processes; server/db/notices.ts has it over PostgreSQL. */
export type Carrier = {
  send: (tags: readonly string[]) => Promise<void>
  receive: (listener: Listener) => void
  close: () => Promise<void>
}

/** One place where writes say what they changed and caches and live streams hear of it, in this process at once and in others through `carrier`. */
export const createChanges = (carrier?: Carrier) => {
  const listeners = new Set<Listener>()
  const tell: Listener = (tags) => {
    for (const listener of listeners) listener(tags)
  }
  carrier?.receive(tell)
  return {
    /** Call after the transaction committed. */
    announce: async (...tags: string[]) => {
      tell(tags)
      await carrier?.send(tags)
    },
    /** Returns the function that stops listening. */
    listen: (listener: Listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    close: async () => carrier?.close(),
  }
}
export type Changes = ReturnType<typeof createChanges>
