import { ApiError } from '#web/shared/api/call.ts'

/** How far the keeping of a draft is; `at` in milliseconds since 1970. */
export type Keeping =
  | { kind: 'nothing' }
  | { kind: 'waiting' }
  | { kind: 'kept'; at: number }
  | { kind: 'offline' }
  | { kind: 'signed-out' }
  | { kind: 'failed'; text: string }

type Options = {
  /** Keeps it on the server. `leaving`: the page goes away meanwhile. */
  send: (data: string, leaving: boolean) => Promise<void>
  tell: (state: Keeping) => void
  now?: () => number
}

/** Milliseconds from the last change until it is sent, and until a failed sending is tried again. */
export const pauses = { change: 1200, again: 8000 } as const

/**
 * Keeps a draft on the server a moment after each change. One sending is under way at a time; what changed meanwhile follows it. Without a connection it is tried
 * again and again; an ended session waits for `resume`.
 */
export const createDraftKeeper = ({ send, tell, now = Date.now }: Options) => {
  let wanted: string | undefined
  let kept: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let busy = false
  let stopped = false
  let signedOut = false
  let underWay: Promise<void> = Promise.resolve()

  const plan = (pause: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void start(), pause)
  }
  const run = async (): Promise<void> => {
    clearTimeout(timer)
    if (busy || stopped || signedOut || wanted === undefined || wanted === kept) return
    const data = wanted
    busy = true
    let again: number | undefined
    try {
      await send(data, false)
      kept = data
      if (wanted !== data) again = pauses.change
      if (!stopped) tell(wanted === data ? { kind: 'kept', at: now() } : { kind: 'waiting' })
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined
      const passing = !refusal || refusal.status === 0 || refusal.status === 429 || refusal.status >= 500
      if (refusal?.status === 401) signedOut = true
      else if (passing) again = pauses.again
      if (!stopped)
        tell(
          refusal?.status === 401
            ? { kind: 'signed-out' }
            : passing
              ? { kind: 'offline' }
              : { kind: 'failed', text: [refusal?.message, ...Object.values(refusal?.fields ?? {})].filter(Boolean).join(' ') },
        )
    }
    busy = false
    if (again !== undefined && !stopped) plan(again)
  }

  const start = () => {
    if (!busy) underWay = run()
    return underWay
  }

  return {
    /** What the form holds now. */
    change: (data: string) => {
      if (stopped || data === wanted) return
      wanted = data
      if (signedOut) return
      tell({ kind: 'waiting' })
      plan(pauses.change)
    },
    /** At once, as when a connection comes back. */
    flush: () => start(),
    /** After somebody signed in again. */
    resume: () => {
      signedOut = false
      return start()
    },
    /** The page is left: what is not kept goes out without waiting for an answer. */
    leave: () => {
      if (stopped || signedOut || wanted === undefined || wanted === kept) return
      void send(wanted, true).then(
        () => {},
        () => {},
      )
    },
    /** Nothing is sent any more; done when nothing is under way either, so that a draft that is dropped then stays dropped. */
    stop: (): Promise<void> => {
      stopped = true
      clearTimeout(timer)
      return underWay
    },
  }
}
export type DraftKeeper = ReturnType<typeof createDraftKeeper>
