import { getConnectionOptions } from '#server/platform/db/embedded/acquire-server.ts'
import { readPostmasterPid, waitRandomTime } from '../../faults/processes.ts'
import { createDataFolder } from '../../support/services/data-folder.ts'
import { createScoreEvent } from '../score-event.ts'
import { type FaultResult, finishFault } from './check-scores.ts'
import { startServer } from './installation.ts'
import { startLoad } from './load.ts'

/**
 * Kills parts of an installation with its embedded database under load, five times, and reports the slowest
 * return.
 */
const killUnderLoad = async (parts: readonly ('server' | 'database')[]): Promise<FaultResult> => {
  const folder = createDataFolder()
  const server = await startServer(folder.path)
  try {
    const load = await startLoad(server.address, await createScoreEvent(server.address, 'KILLED'))
    await load.reset()
    let backAfter = 0
    for (let round = 0; round < 5; round++) {
      await waitRandomTime(1000)
      const killedAt = performance.now()
      if (parts.includes('database')) process.kill(readPostmasterPid(folder.path), 'SIGKILL')
      if (parts.includes('server')) server.kill()
      backAfter = Math.max(backAfter, await load.waitForRecovery(killedAt + 1))
    }
    const connection = getConnectionOptions({ socket: `${folder.path}/pg/sock` })
    return await finishFault(
      load,
      { server, connection, backAfter },
      { mayPagesFail: parts.includes('server') },
    )
  } finally {
    await server.stop()
    folder.remove()
  }
}

/** Kills the server with SIGKILL. */
export const killServer = () => killUnderLoad(['server'])
/** Kills PostgreSQL with SIGKILL. */
export const killDatabase = () => killUnderLoad(['database'])
/** Kills the server and PostgreSQL with SIGKILL. */
export const killBoth = () => killUnderLoad(['server', 'database'])
