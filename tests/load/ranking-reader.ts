import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds to wait for the last totals in an event stream. */
const timeoutMs = 15_000

/** Describes a reply that is an error: its status, and the beginning of its text. */
export const describeReply = async (reply: Response): Promise<string> =>
  `${reply.status} ${(await reply.text()).slice(0, 120)}`.trim()

type RankingEvent = { Scores: { totalScore: number; userId: { info: { name: { fname: string } } } }[] }

/**
 * Reads the event stream of a ranking as a browser does: it stores the last total of each entry, and
 * reconnects with the id of the last event when the connection ends. `headers` are sent with each request.
 */
export const openRankingReader = async (url: string, headers: Record<string, string> = {}) => {
  const closing = new AbortController()
  const totals = new Map<string, number>()
  const changes: { id: number; name: string; total: number }[] = []
  let lastEventId = ''
  let connections = 0
  let losses = 0
  let isOpen = false
  let lastFailure = 'no attempt to open it has ended'
  const resumptions = { replays: 0, snapshots: 0 }

  const readBlock = (block: string) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
    lastEventId = field('id') ?? lastEventId
    const data = field('data')
    if (!data) return
    for (const { totalScore, userId } of (JSON.parse(data) as RankingEvent).Scores) {
      const name = userId.info.name.fname
      totals.set(name, totalScore)
      changes.push({ id: Number(lastEventId.split('-')[1]), name, total: totalScore })
    }
  }
  const connect = async (onOpen: () => void) => {
    let isFirstBlock = lastEventId !== ''
    const reply = await fetch(url, {
      signal: closing.signal,
      headers: lastEventId ? { ...headers, 'last-event-id': lastEventId } : headers,
    })
    if (!reply.ok || !reply.body) throw new Error(await describeReply(reply))
    connections++
    onOpen()
    isOpen = true
    const decoder = new TextDecoder()
    let text = ''
    for await (const bytes of reply.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(bytes, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        if (isFirstBlock) resumptions[block.includes('event: snapshot') ? 'snapshots' : 'replays']++
        isFirstBlock = false
        readBlock(block)
      }
    }
  }
  const run = async (onOpen: () => void) => {
    while (!closing.signal.aborted) {
      await connect(onOpen).catch((error: Error) => {
        lastFailure =
          error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
      })
      if (isOpen) losses++
      isOpen = false
      await wait(500, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  await new Promise<void>((opened) => {
    void run(opened)
  })

  return {
    /** The totals that the events have brought, with the numbers of these events, in their order. */
    changes,
    /** How often an open stream ended, and how often it was opened again. */
    losses: () => losses,
    reconnects: () => connections - 1,
    /** How many reconnects began with the events after `Last-Event-ID`, and how many with a snapshot. */
    resumptions,
    isOpen: () => isOpen,
    /** Why the last attempt to open the stream failed, or the open stream ended. */
    lastFailure: () => lastFailure,
    /**
     * Waits until the stream has sent these totals. Returns a description of each one that is missing after a
     * timeout.
     */
    waitForTotals: async (expected: ReadonlyMap<string, number>, waitMs = timeoutMs): Promise<string[]> => {
      const findMissing = () => [...expected].filter(([name, total]) => totals.get(name) !== total)
      for (const startedAt = Date.now(); findMissing().length > 0 && Date.now() - startedAt < waitMs; )
        await wait(100)
      return findMissing().map(
        ([name, total]) => `${name} has ${totals.get(name) ?? 'no total'} instead of ${total}`,
      )
    },
    close: () => closing.abort(),
  }
}
