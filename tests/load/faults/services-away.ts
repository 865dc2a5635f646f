import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createDataFolder } from '../../support/services/data-folder.ts'
import { startMailServer } from '../../support/services/mail-server.ts'
import { startS3Server } from '../../support/services/s3-server.ts'
import { startGatewayStub } from '../../support/services/start-telr-stub.ts'
import { openTcpProxy } from '../../support/services/tcp-proxy.ts'
import { createScoreEvent } from '../score-event.ts'
import { type FaultResult, finishFault } from './check-scores.ts'
import { getDatabaseSettings, startExternalDatabase } from './external-database.ts'
import { startServer } from './installation.ts'
import { startLoad } from './load.ts'
import { createOfficeActions } from './office-actions.ts'

/** Milliseconds. The delay holds for each direction. */
const times = { away: 10_000, delay: 1000, mail: 90_000 }

/** Puts a proxy in front of each of the bucket, the mail server and the payment gateway. */
const startServices = async () => {
  const [s3, mail, gateway] = await Promise.all([startS3Server(), startMailServer(), startGatewayStub()])
  const portOf = (url: string) => Number(new URL(url).port)
  const bucketUrl = new URL(s3.url)
  const [bucketProxy, mailProxy, gatewayProxy] = await Promise.all(
    [portOf(bucketUrl.searchParams.get('endpoint') ?? ''), portOf(mail.url), portOf(gateway.url)].map(
      (port) => openTcpProxy(port),
    ),
  )
  if (!bucketProxy || !mailProxy || !gatewayProxy) throw new Error('a proxy is missing')
  const proxies = [bucketProxy, mailProxy, gatewayProxy]
  bucketUrl.searchParams.set('endpoint', bucketProxy.address)
  return {
    env: {
      ...gateway.env,
      TELR_URL: gatewayProxy.address,
      STORAGE_URL: bucketUrl.href,
      SMTP_URL: `smtp://127.0.0.1:${mailProxy.port}`,
    },
    mail,
    setReachable: (isReachable: boolean) => {
      for (const proxy of proxies) proxy.setReachable(isReachable)
    },
    setDelay: (milliseconds: number) => {
      for (const proxy of proxies) proxy.setDelay(milliseconds)
    },
    close: async () => {
      for (const proxy of proxies) await proxy.close()
      await Promise.all([s3.close(), mail.close(), gateway.stop()])
    },
  }
}

/** Makes the bucket, the mail server and the payment gateway unreachable, and then slow. */
export const servicesAway = async (): Promise<FaultResult> => {
  const folder = createDataFolder()
  const database = await startExternalDatabase()
  const databaseProxy = await openTcpProxy(database.socket)
  const services = await startServices()
  const server = await startServer(folder.path, {
    ...getDatabaseSettings(databaseProxy.port),
    ...services.env,
  })
  const owner = new pg.Client(database.connection)
  await owner.connect()
  try {
    const event = await createScoreEvent(server.address, 'SERVICES')
    const office = await createOfficeActions(server.address, owner)
    const load = await startLoad(server.address, event)
    await load.reset()
    const problems: string[] = []
    const expectReplies = async (state: string, status: number) => {
      const replies = await Promise.all([
        office.uploadPicture(),
        office.startPayment(),
        office.sendMessage(`${state}@faults.test`),
      ])
      for (const [index, reply] of replies.entries()) {
        // a message is stored, and emailed later
        const expected = index === 2 ? 200 : status
        const what = ['a picture', 'a payment', 'a message'][index]
        if (reply.status !== expected)
          problems.push(`${what} got ${reply.status} instead of ${expected} while the services were ${state}`)
        if (reply.status >= 500 && !reply.retryAfter)
          problems.push(`${what} got ${reply.status} without Retry-After while the services were ${state}`)
      }
    }
    services.setReachable(false)
    const startedAt = performance.now()
    await expectReplies('away', 503)
    if ((await office.countPictures()) > 0) problems.push('an event was stored without its picture')
    await wait(Math.max(0, times.away - (performance.now() - startedAt)))
    const backAt = performance.now()
    services.setReachable(true)
    await expectReplies('back', 200)
    const backAfter = await load.waitForRecovery(backAt)
    services.setDelay(times.delay)
    await expectReplies('slow', 200)
    services.setDelay(0)
    const states = ['away', 'back', 'slow']
    const mailCounts = () =>
      states.map(
        (state) =>
          services.mail.arrived.filter(({ to }) => to?.[0]?.address === `${state}@faults.test`).length,
      )
    while (mailCounts().includes(0) && performance.now() - backAt < times.mail) await wait(100)
    const mailAfter = performance.now() - backAt
    for (const [index, count] of mailCounts().entries())
      if (count !== 1) problems.push(`the mail of the message '${states[index]}' arrived ${count} times`)
    const result = await finishFault(load, { server, connection: database.connection, backAfter })
    result.problems.push(...problems)
    return {
      ...result,
      seen: `${result.seen}; a picture and a payment got 503 with \`Retry-After\` while the services were away, a message 200; its email arrived ${Math.round(mailAfter / 1000)} s after they were back; slow services only took longer`,
    }
  } finally {
    await owner.end()
    await server.stop()
    await services.close()
    await databaseProxy.close()
    await database.stop()
    folder.remove()
  }
}
