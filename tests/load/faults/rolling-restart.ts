import { setTimeout as wait } from 'node:timers/promises'
import { createDataFolder } from '../../support/services/data-folder.ts'
import { openTcpProxy } from '../../support/services/tcp-proxy.ts'
import { createScoreEvent } from '../score-event.ts'
import { startBalancer } from './balancer.ts'
import { type FaultResult, finishFault } from './check-scores.ts'
import { getDatabaseSettings, startExternalDatabase } from './external-database.ts'
import { startServer } from './installation.ts'
import { startLoad } from './load.ts'

const rounds = 3
/** Seconds. HAProxy notices a process that will stop after two checks, and one that is back after one. */
const seconds = { check: 1, stopDelay: 4, back: 2 }

/** Restarts two processes behind HAProxy one after the other, three times each. Nobody may notice. */
export const rollingRestart = async (): Promise<FaultResult> => {
  const folders = [createDataFolder(), createDataFolder()] as const
  const database = await startExternalDatabase()
  const databaseProxy = await openTcpProxy(database.socket)
  const settings = getDatabaseSettings(databaseProxy.port)
  const servers: Awaited<ReturnType<typeof startServer>>[] = []
  let balancer: Awaited<ReturnType<typeof startBalancer>> | undefined
  try {
    for (const folder of folders)
      servers.push(
        await startServer(folder.path, { ...settings, STOP_DELAY_SECONDS: String(seconds.stopDelay) }),
      )
    balancer = await startBalancer(folders[0].above, [
      '  mode http',
      '  option httplog',
      '  option forwardfor',
      '  option httpchk GET /readyz',
      '  timeout connect 5s',
      '  timeout client 1h',
      '  timeout server 1h',
      `  default-server check inter ${seconds.check}s fall 2 rise 1`,
      'listen botola',
      '  bind 127.0.0.1:{port}',
      ...servers.map(({ port }, index) => `  server process${index + 1} 127.0.0.1:${port}`),
    ])
    const [first] = servers
    if (!first) throw new Error('no process runs')
    const load = await startLoad(balancer.address, await createScoreEvent(first.address, 'ROLLING'))
    await load.reset()
    for (let round = 0; round < rounds; round++)
      for (const server of servers) {
        await server.restart()
        await wait(seconds.back * 1000)
      }
    return await finishFault(load, { server: first, connection: database.connection, backAfter: 0 })
  } finally {
    await balancer?.stop()
    for (const server of servers) await server.stop()
    await databaseProxy.close()
    await database.stop()
    for (const folder of folders) folder.remove()
  }
}
