import { paths } from '#contract/paths.ts'
import type { AccountScore } from '#contract/personal-data.ts'
import type { ApiCall, RequestOptions } from './call.ts'

type ErasureResponse = { msg: string; erasureRequestedAt: string | null }

/** Creates the calls about the signed-in user's personal data; `call` sends the token, `request` returns the response itself, for files. */
export const createOwnDataApi = (call: ApiCall, request: (path: string, send?: RequestOptions) => Promise<Response>) => ({
  /** Lists the user's scores, the newest first. */
  listScores: async (): Promise<AccountScore[]> => (await call<{ scores: AccountScore[] }>(paths.accountScores)).scores,

  /** Downloads everything that is stored about the user, as one JSON file. */
  downloadCopy: async (): Promise<Blob> => (await request(paths.accountExport)).blob(),

  /** Throws `wrong-password` (`password`). */
  requestErasure: async (password: string): Promise<{ message: string; requestedAt: string | null }> => {
    const { msg, erasureRequestedAt } = await call<ErasureResponse>(paths.accountErasure, { method: 'POST', json: { password } })
    return { message: msg, requestedAt: erasureRequestedAt }
  },
  /** Throws `not-found` when no request is open. */
  withdrawErasure: async (): Promise<{ message: string }> => {
    const { msg } = await call<ErasureResponse>(paths.accountErasure, { method: 'DELETE' })
    return { message: msg }
  },
})
