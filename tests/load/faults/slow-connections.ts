import { setTimeout as wait } from 'node:timers/promises'
import { createDataFolder } from '../../support/services/data-folder.ts'
import { openTcpProxy } from '../../support/services/tcp-proxy.ts'
import { createScoreEvent } from '../score-event.ts'
import { type FaultResult, finishFault } from './check-scores.ts'
import { getDatabaseSettings, startExternalDatabase } from './external-database.ts'
import { startServer } from './installation.ts'
import { startLoad } from './load.ts'

/** Milliseconds in each direction. */
const delayMs = 250

/**
 * Delays the replies of the database and those to visitors by 500 ms, and then also cuts these connections.
 */
export const slowConnections = async (): Promise<FaultResult> => {
  const folder = createDataFolder()
  const database = await startExternalDatabase()
  const databaseProxy = await openTcpProxy(database.socket)
  const server = await startServer(folder.path, getDatabaseSettings(databaseProxy.port))
  const visitorProxy = await openTcpProxy(server.port)
  try {
    const load = await startLoad(visitorProxy.address, await createScoreEvent(server.address, 'SLOW'))
    await load.reset()
    databaseProxy.setDelay(delayMs)
    visitorProxy.setDelay(delayMs)
    await wait(15_000)
    for (let cut = 0; cut < 10; cut++) {
      await wait(1000)
      databaseProxy.cutAll()
      if (cut % 2 === 0) visitorProxy.cutAll()
    }
    const endedAt = performance.now()
    databaseProxy.setDelay(0)
    visitorProxy.setDelay(0)
    const backAfter = await load.waitForRecovery(endedAt)
    return await finishFault(
      load,
      { server, connection: database.connection, backAfter },
      { mayConnectionsFail: true },
    )
  } finally {
    await server.stop()
    await visitorProxy.close()
    await databaseProxy.close()
    await database.stop()
    folder.remove()
  }
}
