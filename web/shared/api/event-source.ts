import { msPerMinute } from '#contract/platform/time.ts'

type EventSourceOptions = {
  /** The listeners by the names of their events; each gets the parsed data. */
  events: Record<string, (data: unknown) => void>
  /** Receives whether the stream is connected. */
  onState?: (isConnected: boolean) => void
}

/** Opens an event stream, which reconnects by itself. Returns the function that closes it. */
export const openReconnectingEventStream = (
  path: string,
  { events, onState }: EventSourceOptions,
): (() => void) => {
  let source: EventSource | undefined
  let timer: number | undefined
  let pause = 2000
  const open = () => {
    source = new EventSource(path)
    for (const [name, listener] of Object.entries(events))
      source.addEventListener(name, (event) => listener(JSON.parse((event as MessageEvent<string>).data)))
    source.addEventListener('open', () => {
      pause = 2000
      onState?.(true)
    })
    source.addEventListener('error', () => {
      onState?.(false)
      // The browser does not reconnect after an error reply, so this does, with longer and longer pauses.
      if (source?.readyState !== EventSource.CLOSED) return
      timer = window.setTimeout(open, pause)
      pause = Math.min(pause * 2, msPerMinute)
    })
  }
  open()
  return () => {
    window.clearTimeout(timer)
    source?.close()
  }
}
