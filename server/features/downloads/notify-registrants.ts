import { downloadPlatforms } from '#contract/download-registrant.ts'
import { paths } from '#contract/paths.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import type { Platform } from '#server/features/media/service.ts'
import { markWaitingRegistrantsNotified } from './queries.ts'
import { createSimulatorService } from './simulator.ts'

const batchSize = 100
const systemNames: Record<Platform, string> = { win: 'Windows', mac: 'Mac' }

/** Creates the job that sends a mail to everyone who registered for the simulator while there was no file for their system. */
export const createRegistrantNotifier = (core: Core) => {
  const { config, database, emails } = core
  const simulator = createSimulatorService(core)

  /** Queues the mails of one batch in the transaction that marks the registrants, so that nobody gets a mail twice. Returns the number of mails. */
  const notifyBatch = (platform: Platform) =>
    inTransaction(database.db, async (tx) => {
      const registrants = await markWaitingRegistrantsNotified(tx, platform, batchSize)
      for (const { name, email, lang } of registrants) {
        const values = { name, link: `${config.SITE_URL}${paths.latestDownload(platform)}`, system: systemNames[platform] }
        await emails.send({ template: 'simulatorReady', to: email, language: lang, values }, tx)
      }
      return registrants.length
    })

  return {
    /** Notifies all waiting registrants of the systems for which there is a file. Without a mail server they wait. Returns the number of mails. */
    notify: async (): Promise<number> => {
      if (!emails.isEnabled) return 0
      const downloads = await simulator.findDownloads()
      let count = 0
      for (const platform of downloadPlatforms)
        for (let sent = downloads?.[platform] ? batchSize : 0; sent === batchSize; count += sent) sent = await notifyBatch(platform)
      return count
    },
  }
}
