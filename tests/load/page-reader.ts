import { describeReply } from './ranking-reader.ts'

/**
 * Returns a function that returns the headers of a new visitor, whose address differs from those of all
 * others. The server must trust the loopback network as a proxy.
 */
export const createVisitors = () => {
  let count = 0
  return (): Record<string, string> => {
    const number = count++
    return { 'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` }
  }
}

/**
 * Sends a request, and once more when it has no reply: a server may close an idle connection at the moment at
 * which a client uses it.
 */
export const fetchOrRepeat = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, init).catch(() => fetch(url, init))

/**
 * Reads pages and calls until it is stopped, every path once as the same visitor. Returns the number of
 * replies and of those that are errors, the errors that a cache may store, and the replies of the limit of
 * calls.
 */
export const startPageReader = (
  address: string,
  list: readonly string[],
  getVisitorHeaders: () => Record<string, string>,
) => {
  const found = {
    pages: 0,
    errorReplies: [] as string[],
    cachedErrors: [] as string[],
    limitedReplies: [] as string[],
  }
  let isOpen = true
  const read = async (path: string, headers: Record<string, string>) => {
    const reply = await fetchOrRepeat(`${address}${path}`, { headers })
    found.pages++
    if (reply.status < 500 && reply.status !== 429) return reply.arrayBuffer()
    const description = `${path}: ${await describeReply(reply)}`
    if (reply.status === 429) return found.limitedReplies.push(description)
    found.errorReplies.push(description)
    if (reply.headers.get('cache-control') !== 'no-store') found.cachedErrors.push(description)
  }
  const run = async () => {
    while (isOpen) {
      const headers = getVisitorHeaders()
      for (const path of list) if (isOpen) await read(path, headers)
    }
  }
  const running = run()
  return async () => {
    isOpen = false
    await running
    return found
  }
}
