import type { CompetitionWithPlaces } from '#contract/competition.ts'
import { paths } from '#contract/paths.ts'
import type { ApiCall } from './call.ts'

/** Creates the client of the public call about competitions. */
export const createCompetitionApi = (call: ApiCall) => ({
  /** All active competitions, open for registration or not. */
  list: async () => (await call<{ competitions: CompetitionWithPlaces[] }>(paths.competitions)).competitions,
})
