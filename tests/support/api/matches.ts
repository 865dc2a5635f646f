import type { DrawMatchesRequest } from '#contract/event/matches/match.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import type { JudgesApp } from './judges.ts'
import { addEventTeam } from './judging.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

/** Functions that prepare events that are played in matches, draw them and record results as an organizer. */
export const createMatchTools = (t: Pick<JudgesApp, 'ownerPool' | 'ok' | 'ask' | 'event'>) => {
  const path = (eventId: string) => `/api/admin/events/${eventId}/matches`
  const read = async (eventId: string): Promise<Body> => t.ok(await t.ask('GET', path(eventId))).matches
  return {
    path,
    read,
    /** Creates an event with rules of matches and teams with these names. */
    prepare: async (
      title: string,
      ruleSet: RuleSet,
      names: readonly string[],
    ): Promise<{ eventId: string; teamIds: Map<string, string> }> => {
      const eventId = (await t.event({ title_en: title }))._id as string
      t.ok(
        await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
          payload: { ruleSet, version: null },
        }),
      )
      const teamIds = new Map<string, string>()
      for (const name of names) teamIds.set(name, (await addEventTeam(t, eventId, name)).id)
      return { eventId, teamIds }
    },
    draw: (eventId: string, payload: DrawMatchesRequest) =>
      t.ask('POST', `${path(eventId)}/draw`, { payload }),
    /** Records the result of a match for the sides that meet in it now. */
    play: async (eventId: string, number: number, values: readonly [object, object], more: object = {}) => {
      const { tournament, version } = await read(eventId)
      const pairing = tournament.pairings.find(({ matches }: Body) =>
        matches.some((match: Body) => match.number === number),
      )
      const sides = pairing.sides.map(({ side }: Body, nth: number) => ({ side, values: values[nth] }))
      return t.ask('PUT', `${path(eventId)}/${number}`, { payload: { sides, version, ...more } })
    },
  }
}
