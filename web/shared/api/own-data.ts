import type { OwnScore } from '#contract/own-data.ts'
import { paths } from '#contract/paths.ts'
import type { WireOwnScore } from '#contract/published/own-data.schema.ts'
import { ownScoreFromWire } from '#contract/published/own-data.ts'
import type { ApiCall, RequestOptions } from './call.ts'

type WireErasure = { msg: string; erasureRequestedAt: string | null }

/** The calls about what is kept of oneself; `call` brings the token, `ask` gives the reply itself, for files. */
export const ownDataCalls = (call: ApiCall, ask: (path: string, send?: RequestOptions) => Promise<Response>) => ({
  /** The own places in the rankings, the newest first. */
  scores: async (): Promise<OwnScore[]> => (await call<{ scores: WireOwnScore[] }>(paths.accountScores)).scores.map(ownScoreFromWire),
  /** Everything that is kept, as one JSON file. */
  download: async (): Promise<Blob> => (await ask(paths.accountExport)).blob(),
  /** Asks for erasure. Throws `wrong-password` (`password`). */
  askErasure: async (password: string): Promise<{ message: string; requestedAt: string | null }> => {
    const { msg, erasureRequestedAt } = await call<WireErasure>(paths.accountErasure, { method: 'POST', json: { password } })
    return { message: msg, requestedAt: erasureRequestedAt }
  },
  /** Throws `not-found` when nothing was asked for. */
  withdrawErasure: async (): Promise<{ message: string }> => {
    const { msg } = await call<WireErasure>(paths.accountErasure, { method: 'DELETE' })
    return { message: msg }
  },
})
