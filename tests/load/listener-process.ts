import { connect, type Socket } from 'node:net'

/**
 * What a process of listeners does: it opens `count` connections to an event stream from several local
 * addresses.
 */
export type ListenerTask = { port: number; path: string; count: number; addresses: string[] }
/** How many connections received an event, by the milliseconds since 1970 at which it arrived. */
export type EventArrivals = Record<number, Record<number, number>>
export type ListenerReport = {
  open: number
  ended: number
  missed: number
  arrivals: EventArrivals
  lastEvents: Record<number, number>
}

/** Connections that are opened at the same time. */
const opening = 50
const idLine = /\nid: [^-\n]+-(\d+)\n/g

/**
 * Runs as a process of its own. It reads only the ids of events, because all connections get the same bytes:
 * a connection that has every id has every change. The parent sends a `ListenerTask`, gets the message
 * `ready`, and asks with `report`.
 */
const runListeners = async ({ port, path, count, addresses }: ListenerTask) => {
  const report: ListenerReport = { open: 0, ended: 0, missed: 0, arrivals: {}, lastEvents: {} }
  const lastIds = new Map<Socket, number>()
  const open = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({
        port,
        host: '127.0.0.1',
        localAddress: addresses[index % addresses.length] as string,
      })
      let rest = ''
      socket.setEncoding('latin1')
      socket.once('connect', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n`),
      )
      socket.once('error', reject)
      socket.on('data', (piece: string) => {
        const now = Date.now()
        const text = `${rest}${piece}`
        rest = text.slice(text.lastIndexOf('\n', text.length - 2))
        for (const [, number] of text.matchAll(idLine)) {
          const id = Number(number)
          const last = lastIds.get(socket)
          if (last === undefined) {
            report.open++
            resolve()
          } else if (id <= last) continue
          else {
            report.missed += id - last - 1
            report.arrivals[id] ??= {}
            const arrivals = report.arrivals[id]
            arrivals[now] = (arrivals[now] ?? 0) + 1
          }
          lastIds.set(socket, id)
        }
      })
      socket.once('close', () => {
        report.ended++
        reject(new Error('the connection was closed'))
      })
    })
  for (let index = 0; index < count; index += opening)
    await Promise.allSettled(
      Array.from({ length: Math.min(opening, count - index) }, (_, offset) => open(index + offset)),
    )
  process.on('message', () => {
    for (const id of lastIds.values()) report.lastEvents[id] = (report.lastEvents[id] ?? 0) + 1
    process.send?.(report)
  })
  process.send?.('ready')
}

process.once('message', (task) => void runListeners(task as ListenerTask))
