import type { DownloadRequest, SimulatorDownloads } from '#contract/download-registrant.ts'
import { paths } from '#contract/paths.ts'
import { toPublishedDownload } from '#contract/published/download.ts'
import type { ApiCall } from './call.ts'

/** Creates the call with which visitors register for the simulator. */
export const createDownloadRegistrationApi = (call: ApiCall) => ({
  /** Returns the version, size and checksum of the simulator's file for each operating system. */
  readSimulator: async (): Promise<SimulatorDownloads> => (await call<{ simulator: SimulatorDownloads }>(paths.simulator)).simulator,

  /**
   * Registers a visitor who wants the simulator and returns the address of its file, or null when the visitor gets a mail as soon as there is one. `website` is the
   * honeypot. Throws `download-incomplete`, `bad-input`
   * (fields `name`, `email`, `phone_number`), `no-simulator`, `too-many`.
   */
  register: async ({
    website = '',
    ...request
  }: DownloadRequest & { website?: string }): Promise<{ message: string; url: string | null }> => {
    const { msg, url } = await call<{ msg: string; url: string | null }>(paths.downloadGame, {
      method: 'POST',
      json: toPublishedDownload(request, website),
    })
    return { message: msg, url }
  },
})
