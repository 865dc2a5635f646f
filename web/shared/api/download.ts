import type { DownloadRequest } from '#contract/message.ts'
import { paths } from '#contract/paths.ts'
import { downloadToForm } from '#contract/published/message.ts'
import type { Call } from './call.ts'

export const downloadCalls = (call: Call) => ({
  /**
   * Registers who wants the simulator and gives where its file is. `trap` is the value of the field that people do not see. Throws
   * `download-incomplete` (its fields are named as on the wire: `name`, `email`, `phone_number`), `bad-input`, `no-simulator`, `too-many`; the
   * error's message is for people.
   */
  register: async (request: DownloadRequest & { trap?: string }): Promise<{ message: string; url: string }> => {
    const { msg, url } = await call<{ msg: string; url: string }>(paths.downloadGame, {
      method: 'POST',
      json: Object.fromEntries(downloadToForm(request)),
    })
    return { message: msg, url }
  },
})
