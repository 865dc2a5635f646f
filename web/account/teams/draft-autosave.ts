import { ApiError } from '#web/shared/api/call.ts'

/** The state of a draft; `at` is in milliseconds since 1970. */
export type DraftState =
  | { kind: 'idle' }
  | { kind: 'pending' }
  | { kind: 'saved'; at: number }
  | { kind: 'offline' }
  | { kind: 'session-ended' }
  | { kind: 'failed'; text: string }

type Options = {
  /** Saves the draft on the server. `leaving` is true while the page unloads. */
  send: (data: string, leaving: boolean) => Promise<void>
  onState: (state: DraftState) => void
  now?: () => number
}

/** Milliseconds from the last change to the request, and from a failed request to the next. */
export const autosaveDelays = { change: 1200, retry: 8000 } as const

/**
 * Saves a draft on the server a moment after each change, one request at a time; a change during a request is saved after it. Without a connection it tries again;
 * after the end of the session it waits for `resume`.
 */
export const createDraftAutosave = ({ send, onState, now = Date.now }: Options) => {
  let current: string | undefined
  let saved: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving = false
  let stopped = false
  let sessionEnded = false
  let request: Promise<void> = Promise.resolve()

  const plan = (pause: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void start(), pause)
  }
  const run = async (): Promise<void> => {
    clearTimeout(timer)
    if (saving || stopped || sessionEnded || current === undefined || current === saved) return
    const data = current
    saving = true
    let retry: number | undefined
    try {
      await send(data, false)
      saved = data
      if (current !== data) retry = autosaveDelays.change
      if (!stopped) onState(current === data ? { kind: 'saved', at: now() } : { kind: 'pending' })
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined
      const temporary = !refusal || refusal.status === 0 || refusal.status === 429 || refusal.status >= 500
      if (refusal?.status === 401) sessionEnded = true
      else if (temporary) retry = autosaveDelays.retry
      if (!stopped)
        onState(
          refusal?.status === 401
            ? { kind: 'session-ended' }
            : temporary
              ? { kind: 'offline' }
              : { kind: 'failed', text: [refusal?.message, ...Object.values(refusal?.fields ?? {})].filter(Boolean).join(' ') },
        )
    }
    saving = false
    if (retry !== undefined && !stopped) plan(retry)
  }

  const start = () => {
    if (!saving) request = run()
    return request
  }

  return {
    /** Takes the current content of the form. */
    change: (data: string) => {
      if (stopped || data === current) return
      current = data
      if (sessionEnded) return
      onState({ kind: 'pending' })
      plan(autosaveDelays.change)
    },
    /** Sends a pending change immediately, for example when the connection returns. */
    flush: () => start(),
    /** Continues after a new sign-in. */
    resume: () => {
      sessionEnded = false
      return start()
    },
    /** Sends an unsaved change while the page unloads, without waiting for the reply. */
    leave: () => {
      if (stopped || sessionEnded || current === undefined || current === saved) return
      void send(current, true).then(
        () => {},
        () => {},
      )
    },
    /** Stops sending. Resolves after a running request, so that the request cannot restore a draft that is deleted next. */
    stop: (): Promise<void> => {
      stopped = true
      clearTimeout(timer)
      return request
    },
  }
}
export type DraftAutosave = ReturnType<typeof createDraftAutosave>
