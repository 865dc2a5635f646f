import { paths } from '#contract/paths.ts'
import type { CreateProtestRequest, EntryWithProtests, Protest } from '#contract/protest.ts'
import type { ApiCall } from './call.ts'

type Saved = { msg: string; protest: Protest }

/** Creates the calls with which an account asks for reviews of results. */
export const createProtestApi = (call: ApiCall) => ({
  /** Lists the results of the account and of its teams in events with protests. */
  list: async (): Promise<EntryWithProtests[]> => (await call<{ entries: EntryWithProtests[] }>(paths.accountProtests)).entries,
  /** Asks for a review under an id (UUID) that the form generated; a repeat is harmless. Throws `protests-closed`, `protest-exists`. */
  create: async (id: string, json: CreateProtestRequest): Promise<{ message: string }> => ({
    message: (await call<Saved>(paths.accountProtest(id), { method: 'PUT', json })).msg,
  }),
  /** Throws `protest-not-open` for an answered protest. */
  withdraw: async (id: string): Promise<{ message: string }> => ({
    message: (await call<Saved>(paths.accountProtest(id), { method: 'DELETE' })).msg,
  }),
})
