import { expect } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { judges } from '#server/platform/db/schema/judging.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { startTeamsApp } from './teams.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
export type Body = any
export const design = { en: 'Best design', ar: 'أفضل تصميم' }

/** Starts an app with functions for events, their awards, results and certificates. */
export const startAwardsApp = async () => {
  const t = await startTeamsApp()
  let counter = 0
  /** Creates an event with two teams, each with a score, a coach and a member, and a judge. */
  const createEvent = async () => {
    const number = ++counter
    const texts = { titleEn: `Awards ${number}`, titleAr: 'جوائز', descriptionEn: 'A', descriptionAr: 'ب' }
    const [event] = await t.db
      .insert(events)
      .values({ slug: `awards-${number}`, ...texts, endDate: '2026-03-03' })
      .returning()
    const eventId = event?.id as string
    const createTeam = async (index: number, name: string) => {
      const owner = await t.person({ role: 'coach', emailConfirmedAt: new Date() })
      const row = {
        competitionId: t.robo.id,
        teamNo: 7000 + number * 10 + index,
        name,
        schoolName: 'Najd School',
        userId: owner.id,
      }
      const [team] = await t.db.insert(teams).values(row).returning()
      const teamId = team?.id as string
      const person = { teamId, competitionId: t.robo.id }
      await t.db.insert(teamPeople).values([
        { ...person, kind: 'member', name: `Member ${name}` },
        { ...person, kind: 'coach', name: `Huda ${name}` },
      ])
      const entry = {
        eventId,
        participantKey: `team:${teamId}`,
        teamId,
        teamName: name,
        totalScore: 100 - index,
      }
      const [score] = await t.db.insert(scoreEntries).values(entry).returning()
      return { teamId, teamNo: row.teamNo, owner, entryId: score?.id as string }
    }
    const [falcons, hawks] = [await createTeam(1, 'Falcons'), await createTeam(2, 'Hawks')]
    const [judge] = await t.db
      .insert(judges)
      .values({ eventId, name: 'Layla Al Harbi', codeHash: `hash-${number}`, hint: 'AB' })
      .returning()
    return { eventId, slug: `awards-${number}`, falcons, hawks, judgeId: judge?.id as string }
  }
  const createAward = (eventId: string, json: object, token = t.adminToken) =>
    t.json('POST', getPath('POST /api/admin/events/:eventId/results/awards', { eventId }), token, json)
  /** Gives a team an award, and returns the id of the award. */
  const giveAward = async (eventId: string, teamId: string, name = design): Promise<string> => {
    const reply = await createAward(eventId, { name, teamId })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().award.id
  }
  const publish = async (eventId: string, status: 'provisional' | 'final' = 'final') =>
    expect(
      (
        await t.json(
          'PUT',
          getPath('PUT /api/admin/events/:eventId/results/publication', { eventId }),
          t.adminToken,
          { status },
        )
      ).statusCode,
    ).toBe(200)
  const takeBack = (eventId: string) =>
    t.json(
      'POST',
      getPath('POST /api/admin/events/:eventId/results/publication/take-back', { eventId }),
      t.adminToken,
      {
        reason: 'A mistake.',
      },
    )
  const freeze = (eventId: string) =>
    t.json('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId }), t.adminToken, {
      at: null,
    })
  const readEvent = async (slug: string): Promise<Body> =>
    (await t.app.inject({ url: getPath('GET /api/v1/events/:idOrSlug', { idOrSlug: slug }) })).json().event
  const listAwards = async (eventId: string): Promise<Body> =>
    (
      await t.send('GET', getPath('GET /api/admin/events/:eventId/results/awards', { eventId }), t.adminToken)
    ).json()
  const listCertificates = async (eventId: string): Promise<Body> =>
    (
      await t.send('GET', getPath('GET /api/admin/events/:eventId/certificates', { eventId }), t.adminToken)
    ).json()
  return {
    ...t,
    createEvent,
    createAward,
    giveAward,
    publish,
    takeBack,
    freeze,
    readEvent,
    listAwards,
    listCertificates,
  }
}
export type AwardsApp = Awaited<ReturnType<typeof startAwardsApp>>
