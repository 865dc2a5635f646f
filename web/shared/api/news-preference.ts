import { paths } from '#contract/paths.ts'
import type { ApiCall } from './call.ts'

/** Creates the call with which people unsubscribe from news by the token of a mail, or subscribe again. It throws `ticket-spent`. Returns the message for the user. */
export const createUnsubscribeApi =
  (call: ApiCall) =>
  async (token: string, receivesNews: boolean): Promise<string> =>
    (await call<{ msg: string }>(paths.unsubscribe, { method: 'POST', json: { token, receivesNews } })).msg
