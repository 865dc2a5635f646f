/** One event of a stream. */
// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
export type ReceivedEvent = { id: string; event: string; data: any }

/** Reads Server-Sent Events over a real connection; `next` waits for one, and fails after `seconds`. */
export const openEventStream = async (url: string, lastEventId?: string) => {
  const ending = new AbortController()
  const reply = await fetch(url, {
    signal: ending.signal,
    headers: lastEventId ? { 'last-event-id': lastEventId } : {},
  })
  const told: ReceivedEvent[] = []
  const waiting: (() => void)[] = []
  let ended = false
  const wake = () => {
    for (const each of waiting.splice(0)) each()
  }
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    try {
      for await (const bytes of reply.body as unknown as AsyncIterable<Uint8Array>) {
        text += decoder.decode(bytes, { stream: true })
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
          const event = field('event')
          if (event) told.push({ id: field('id') ?? '', event, data: JSON.parse(field('data') ?? 'null') })
        }
        wake()
      }
    } catch {
      // cut off, by us or by the server
    }
    ended = true
    wake()
  }
  void read()
  const until = async (done: () => boolean, what: string, seconds = 10) => {
    const deadline = AbortSignal.timeout(seconds * 1000)
    deadline.addEventListener('abort', wake)
    while (!done()) {
      if (deadline.aborted) throw new Error(`${what} did not come`)
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  return {
    status: reply.status,
    headers: reply.headers,
    next: async (): Promise<ReceivedEvent> => {
      await until(() => told.length > 0, 'the next event')
      return told.shift() as ReceivedEvent
    },
    ended: () => until(() => ended, 'the end'),
    close: () => ending.abort(),
  }
}
