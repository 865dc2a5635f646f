import { setTimeout as wait } from 'node:timers/promises'
import { createDataFolder } from '../../support/services/data-folder.ts'
import { createScoreEvent } from '../score-event.ts'
import { startBalancer } from './balancer.ts'
import { type FaultResult, finishFault } from './check-scores.ts'
import { getDatabaseSettings } from './external-database.ts'
import { startServer } from './installation.ts'
import { startLoad } from './load.ts'
import { findProgram } from './not-run.ts'
import { startStandbyCluster } from './standby-cluster.ts'

/** Milliseconds until the standby is promoted after the primary is lost. */
const promotionDelayMs = 5000

/**
 * Kills the primary and promotes its synchronous standby. HAProxy is the one address of the database, and
 * follows the primary.
 */
export const loseAndPromote = async (): Promise<FaultResult> => {
  findProgram('haproxy')
  const folder = createDataFolder()
  const stops: (() => Promise<unknown>)[] = []
  try {
    const cluster = await startStandbyCluster(folder.above)
    stops.push(cluster.stop)
    const balancer = await startBalancer(folder.above, [
      '  mode tcp',
      '  timeout connect 2s',
      '  timeout client 1h',
      '  timeout server 1h',
      '  option external-check',
      `  external-check command ${cluster.findPrimary}`,
      '  external-check path /usr/bin:/bin',
      '  default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
      'listen database',
      '  bind 127.0.0.1:{port}',
      `  server one 127.0.0.1:${cluster.ports.primary}`,
      `  server two 127.0.0.1:${cluster.ports.standby}`,
    ])
    stops.push(balancer.stop)
    const server = await startServer(folder.path, getDatabaseSettings(balancer.port))
    stops.push(server.stop)
    const load = await startLoad(server.address, await createScoreEvent(server.address, 'STANDBY'))
    await load.reset()
    await wait(2000)
    const lostAt = performance.now()
    cluster.killPrimary()
    await wait(promotionDelayMs)
    await cluster.promoteStandby()
    const backAfter = await load.waitForRecovery(lostAt)
    const result = await finishFault(load, { server, connection: cluster.standbyConnection, backAfter })
    return { ...result, seen: `${result.seen}; the standby was promoted after ${promotionDelayMs / 1000} s` }
  } finally {
    for (const stop of stops.reverse()) await stop()
    folder.remove()
  }
}
