import { setTimeout as wait } from 'node:timers/promises'
import { getPath } from '#contract/platform/call-path.ts'
import { fetchOrRepeat } from './page-reader.ts'

/** Participants of the ranking; every event stream shows all of them. */
const participants = 40

/**
 * Starts clients that post scores. A score that was not acknowledged is posted again with its
 * `Idempotency-Key` until it is. `posted` has the number of acknowledged attempts of each participant.
 * `getHeaders` returns further headers of each score.
 */
export const startScoreWriters = (
  address: string,
  event: { code: string; apiKey: string },
  clients: number,
  getHeaders: () => Record<string, string> = () => ({}),
) => {
  const posted = new Map<string, { acknowledged: number }>()
  let [isOpen, next, acknowledged, failedWrites] = [true, 0, 0, 0]

  const send = async (name: string, number: number) => {
    const reply = await fetchOrRepeat(
      `${address}${getPath('POST /api/v1/events/:eventCode/scores', { eventCode: event.code })}`,
      {
        method: 'POST',
        headers: {
          ...getHeaders(),
          'content-type': 'application/json',
          'x-api-key': event.apiKey,
          'idempotency-key': `score-${number}`,
        },
        body: JSON.stringify({ name, score: 1 + number, time: 1 }),
      },
    )
    const text = await reply.text()
    if (reply.status >= 400 && reply.status < 500 && reply.status !== 429)
      throw new Error(`the score was answered with ${reply.status}: ${text}`)
    return reply.ok
  }
  const post = async () => {
    const number = next++
    const name = `p${number % participants}`
    while (!(await send(name, number))) {
      failedWrites++
      await wait(20)
    }
    acknowledged++
    const counts = posted.get(name) ?? { acknowledged: 0 }
    counts.acknowledged++
    posted.set(name, counts)
  }
  const running = Promise.all(
    Array.from({ length: clients }, async () => {
      while (isOpen) await post()
    }),
  )
  return {
    /** Posts one score. */
    post,
    acknowledged: () => acknowledged,
    stop: async () => {
      isOpen = false
      await running
      return { posted, failedWrites }
    },
  }
}
