import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { getConnectionOptions } from '#server/platform/db/embedded/acquire-server.ts'
import { createDataFolder } from '../../support/services/data-folder.ts'
import { canMountDisk, mountSmallDisk } from '../../support/services/small-disk.ts'
import { createScoreEvent } from '../score-event.ts'
import { type FaultResult, finishFault } from './check-scores.ts'
import { startServer } from './installation.ts'
import { startLoad } from './load.ts'
import { NotRunError } from './not-run.ts'
import { createPictureUpload } from './office-actions.ts'

/**
 * Makes PostgreSQL use up the log files that it has in advance, as hours of writes would. Fails when the disk
 * is full.
 */
const fillLogFiles = async (connection: pg.ClientConfig) => {
  for (let file = 0; file < 8; file++) {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    await client.connect()
    try {
      await client.query("select pg_logical_emit_message(false, 'faults', repeat('x', 15000000))")
    } finally {
      await client.end()
    }
  }
}

/**
 * Fills the disk of the data folder, so that the database cannot write any more, and frees it after a while.
 */
export const fullDisk = async (): Promise<FaultResult> => {
  if (!canMountDisk) throw new NotRunError('only root can mount a small disk')
  const folder = createDataFolder()
  const disk = mountSmallDisk(folder.path, 300)
  const server = await startServer(folder.path, { METRICS_TOKEN: 'a token of the faults, long enough' })
  const connection = getConnectionOptions({ socket: `${folder.path}/pg/sock` })
  try {
    const uploadPicture = await createPictureUpload(server.address)
    const load = await startLoad(server.address, await createScoreEvent(server.address, 'FULL'))
    await load.reset()
    disk.fill()
    const failure = await fillLogFiles(connection).then(
      () => undefined,
      (error: Error) => error,
    )
    await wait(10_000)
    const upload = await uploadPicture()
    const readiness = await fetch(`${server.address}/readyz`)
    const { disk: hasSpace } = (await readiness.json()) as { disk: boolean }
    const hasFailedWrites = [...load.getReplies().writes.counts.keys()].some((status) => status !== '200')
    const endedAt = performance.now()
    disk.free()
    const backAfter = await load.waitForRecovery(endedAt)
    const result = await finishFault(load, { server, connection, backAfter })
    if (readiness.status !== 503 || hasSpace)
      result.problems.push('/readyz does not say that the disk is full')
    if (upload.status !== 503 || !upload.retryAfter)
      result.problems.push(`the upload of a picture got ${upload.status}: ${upload.body}`)
    if (!failure || !hasFailedWrites) result.problems.push('the disk was not full for the database')
    return { ...result, seen: `${result.seen}; a picture got 503; /readyz 503 with \`"disk": false\`` }
  } finally {
    await server.stop()
    disk.unmount()
    folder.remove()
  }
}
