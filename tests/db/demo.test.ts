import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { and, asc, count, desc, eq, gt, isNotNull, or } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { computeEntryTotalByRule } from '#contract/event/scoring/entry-total.ts'
import { createEntryResultCalculator } from '#contract/event/scoring/rule-set-result.ts'
import { getSmallImageName } from '#contract/site/small-image.ts'
import { type Config, readConfig } from '#server/config.ts'
import { findJudgeByCodeIncludingRevoked } from '#server/event/judges/queries.ts'
import { listUnreviewedOrLastRejectedSheetsOfEvent } from '#server/event/judges/queries-reviews.ts'
import { listTeamSlotsOfEvent } from '#server/event/schedule/queries-slots.ts'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { loadAndMarkProvisionalEntries } from '#server/event/scores/scoring/queries-provisional.ts'
import { computeEventTournament } from '#server/event/scores/scoring/queries-tournament.ts'
import { createTelrOrDemoGatewayIfConfigured } from '#server/money/payments/gateway.ts'
import { createPaymentAndRefundService } from '#server/money/payments/service.ts'
import { announcementRecipients, announcements } from '#server/platform/db/schema/announcements.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { faqs, organizers, partners, regions, settings } from '#server/platform/db/schema/content.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { rankingFreezes } from '#server/platform/db/schema/frozen-rankings.ts'
import { simulatorFiles } from '#server/platform/db/schema/media.ts'
import { messages } from '#server/platform/db/schema/messages.ts'
import { judgeRecusals, panelFeedback, releasedFeedback } from '#server/platform/db/schema/panels.ts'
import { demoOrders, paymentSteps, payments } from '#server/platform/db/schema/payments.ts'
import { protests, publishedResults } from '#server/platform/db/schema/results.ts'
import { eventRuleSets } from '#server/platform/db/schema/rule-sets.ts'
import { scheduleSlots } from '#server/platform/db/schema/schedule.ts'
import { scoreAttempts, scoreEntries } from '#server/platform/db/schema/scores.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { seasons, teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { createFileStore, type FileStore } from '#server/platform/lib/files.ts'
import { hashJudgeCode } from '#server/platform/lib/judge-codes.ts'
import { seedAdminAndBaseDataIfNew } from '#server/seed/base.ts'
import { demoPanelRuleSet } from '#server/seed/demo/panel.ts'
import { formatRemovedDemoContent, removeDemoContentAndFiles } from '#server/seed/demo/remove.ts'
import { seedDemoContentIfMissing } from '#server/seed/demo/seed.ts'
import { hashFileIfTypeMatches } from '#server/site/media/upload-service.ts'
import { createTestDatabase } from '../support/services/database.ts'

const log = { info: () => {} }
const root = resolve('.')
const now = new Date('2026-03-10T15:00:00Z')
const today = '2026-03-10'
let folder: string
let config: Config
let files: FileStore
let fresh: Awaited<ReturnType<typeof createTestDatabase>>
const db = () => fresh.database.db
const rows = async (table: Parameters<ReturnType<typeof db>['$count']>[0]) => db().$count(table)
const stored = () =>
  readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true }).filter(
    (f) => f.isFile() && f.name.startsWith('demo-'),
  )

/** Creates a new installation without demo content. */
const createInstallation = async () => {
  folder = mkdtempSync(join(tmpdir(), 'botola-demo-'))
  config = readConfig({
    DATA_DIR: folder,
    ADMIN_EMAIL: 'admin@botola.test',
    ADMIN_PASSWORD: 'correct horse battery staple',
  })
  files = createFileStore(config)
  fresh = await createTestDatabase()
  await seedAdminAndBaseDataIfNew({ config, database: fresh.database })
}
const removeInstallation = async () => {
  await fresh.drop()
  rmSync(folder, { recursive: true, force: true })
}
const addDemoContent = () => seedDemoContentIfMissing({ db: db(), files, log, root, now })

describe('the demo content', () => {
  let judgeCode: string
  beforeAll(async () => {
    await createInstallation()
    judgeCode = (await addDemoContent())?.judgeCode ?? ''
  })
  afterAll(removeInstallation)

  test('is complete', async () => {
    expect(await db().$count(competitions, eq(competitions.active, true))).toBe(5)
    const list = await db().select().from(events)
    expect(list).toHaveLength(12)
    expect(
      list.filter(
        (e) =>
          e.liveMode === 'by-date' && e.startDate && e.endDate && e.startDate <= today && e.endDate >= today,
      ),
    ).toHaveLength(4)
    expect(list.filter((e) => e.endDate && e.endDate < today)).toHaveLength(4)
    expect(list.filter((e) => e.startDate && e.startDate > today)).toHaveLength(4)
    for (const event of list) {
      for (const text of [
        event.titleEn,
        event.descriptionEn,
        event.datesInfoEn,
        event.howToPlayEn,
        event.rulesEn,
      ])
        expect(text).toMatch(/[A-Za-z]{3}/)
      for (const text of [
        event.titleAr,
        event.descriptionAr,
        event.datesInfoAr,
        event.howToPlayAr,
        event.rulesAr,
      ])
        expect(text).toMatch(/[\u0621-\u064a]{3}/)
      for (const name of [event.coverImage, event.bannerImage])
        expect(await files.stat('events', name ?? '')).not.toBeNull()
      expect(event.demo).toBe(true)
    }
    expect(await rows(organizers)).toBe(24)
    expect(new Set((await db().select().from(organizers)).map((o) => o.continentId)).size).toBe(6)
    expect(await rows(partners)).toBe(10)
    expect(await rows(faqs)).toBe(8)
    expect(await rows(teams)).toBe(60)
    expect(await db().$count(teams, eq(teams.schoolName, ''))).toBe(0)
    expect(await db().$count(users, eq(users.role, 'student'))).toBe(300)
    expect(
      (await db().select().from(protests)).map(({ state, answer }) => [state, answer !== '']).toSorted(),
    ).toEqual([
      ['open', false],
      ['rejected', true],
    ])
    const [setting] = await db().select().from(settings)
    expect(await files.stat('site', setting?.value.story.video?.split('/').at(-1) ?? '')).toMatchObject({
      type: 'video/mp4',
    })
    // Home and Events list the demo events of all regions
    expect(setting?.value.eventListRegion).toBeNull()
  })

  test('shows teams in every state, season records, messages and simulator files', async () => {
    const fees = await db().select().from(competitions).where(gt(competitions.fee, 0))
    expect(fees.map(({ slug }) => slug).sort()).toEqual([
      'future_engineers',
      'future_innovators',
      'robo_mission',
    ])
    const full = fees.find(({ slug }) => slug === 'future_innovators')
    expect([full?.maxTeams, full?.teamCount]).toEqual([10, 10])
    const statuses = Map.groupBy(await db().select().from(teams), ({ status }) => status)
    expect([statuses.get('lapsed')?.length, statuses.get('waiting')?.length]).toEqual([1, 1])

    const list = await db().select().from(payments)
    expect(list.every(({ demo, createdAt }) => demo && createdAt < now)).toBe(true)
    expect(new Set(list.map(({ state }) => state))).toEqual(
      new Set(['paid', 'refunded', 'declined', 'cancelled']),
    )
    for (const { id, teamId, state, method, receiptNo } of list) {
      const [team] = await db().select().from(teams).where(eq(teams.id, teamId))
      expect(team?.paid).toBe(state === 'paid')
      expect(receiptNo !== null).toBe(method === 'telr' && ['paid', 'refunded'].includes(state))
      expect(await db().$count(paymentSteps, eq(paymentSteps.paymentId, id))).toBeGreaterThan(0)
    }
    expect(await db().$count(teams, eq(teams.paid, true))).toBe(
      list.filter(({ state }) => state === 'paid').length,
    )
    const gateway = createTelrOrDemoGatewayIfConfigured({
      database: fresh.database,
      config: { ...config, DEMO: true, SECRET_KEY: 'k'.repeat(32) },
    })
    const service = createPaymentAndRefundService({
      database: fresh.database,
      config: { ...config, DEMO: true, SECRET_KEY: 'k'.repeat(32) },
    })
    expect(await gateway?.isAvailable()).toBe(true)
    expect(await service.reconcile()).toMatchObject({ gateway: true, differences: [] })

    expect(await rows(seasons)).toBe(10)
    expect(await db().$count(seasonYears, eq(seasonYears.demo, true))).toBe(1)
    expect((await db().select().from(announcements)).map(({ state }) => state).toSorted()).toEqual([
      'scheduled',
      'sent',
    ])
    expect(new Set((await db().select().from(announcementRecipients)).map(({ state }) => state))).toEqual(
      new Set(['sent', 'failed']),
    )
    expect(new Set((await db().select().from(messages)).map(({ state }) => state))).toEqual(
      new Set(['new', 'answered', 'closed']),
    )
    const simulators = await db().select().from(simulatorFiles)
    expect(simulators.map(({ platform }) => platform).sort()).toEqual(['mac', 'win'])
    for (const { storedName, size, sha256, platform } of simulators)
      expect(
        await hashFileIfTypeMatches(files, {
          folder: 'simulator',
          name: storedName,
          size,
          extension: platform === 'win' ? 'exe' : 'dmg',
        }),
      ).toEqual({
        sha256,
      })
  })

  test('has stored totals that match the attempts, and some shared ranks', async () => {
    const entries = await db()
      .select()
      .from(scoreEntries)
      .orderBy(asc(scoreEntries.eventId), desc(scoreEntries.totalScore), asc(scoreEntries.totalTimeMs))
    expect(entries.length).toBeGreaterThan(700)
    const ruleSets = new Map(
      (await db().select().from(eventRuleSets)).map(({ eventId, document }) => [eventId, document]),
    )
    expect(ruleSets.size).toBe(3)
    const attempts = Map.groupBy(await db().select().from(scoreAttempts), (a) => a.entryId)
    for (const entry of entries) {
      const own = (attempts.get(entry.id) ?? []).map((a) => ({ ...a, at: a.at.getTime() }))
      const ruleSet = ruleSets.get(entry.eventId)
      // results of matches depend on each other; the check of the score log computes them
      if (ruleSet?.matches) continue
      const { rankingKey = null, ...total } = ruleSet
        ? {
            ...createEntryResultCalculator(ruleSet)(
              own.map(({ values, ...attempt }) => ({ ...attempt, values: values ?? {} })),
            ),
          }
        : { ...computeEntryTotalByRule(own, 'sum-of-best') }
      expect({ ...entry, reachedAt: entry.reachedAt.getTime() }).toMatchObject({
        ...total,
        ruleSetKey: rankingKey,
      })
      expect(entry.reachedAt <= now).toBe(true)
    }
    const ties = entries.filter(
      (e, i) =>
        entries[i - 1]?.eventId === e.eventId &&
        entries[i - 1]?.totalScore === e.totalScore &&
        entries[i - 1]?.totalTimeMs === e.totalTimeMs,
    )
    expect(ties.length).toBeGreaterThan(20)
    for (const event of await db().select().from(events))
      expect(entries.filter((e) => e.eventId === event.id)).toHaveLength(event.entryCount)
  })

  test('has an event with groups and a knock-out that fits its score log, with matches that are open', async () => {
    const [event] = await db().select().from(events).where(eq(events.slug, 'robo-football-cup'))
    const id = event?.id ?? ''
    expect((await checkScoreLog(db(), id)).problems).toEqual([])
    const [rules] = await db().select().from(eventRuleSets).where(eq(eventRuleSets.eventId, id))
    const tournament = await computeEventTournament(db(), { id, ruleSet: rules?.document ?? null }, 'current')
    const winners = tournament?.state.pairings.flatMap(({ part, winner }) =>
      part.of === 'knockOut' ? [typeof winner === 'number'] : [],
    )
    expect(winners).toEqual([true, true, true, true, false, false, false, false])
    expect(tournament?.state.groups.every(({ isComplete }) => isComplete)).toBe(true)
  })

  test('has an event that is ready for a final: rules, schedule, a judge who can sign in, provisional results and a freeze', async () => {
    const [event] = await db().select().from(events).where(eq(events.slug, 'desert-rally'))
    const eventId = event?.id ?? ''
    const [results] = await db().select().from(publishedResults).where(eq(publishedResults.eventId, eventId))
    expect(results?.status).toBe('provisional')
    const [freeze] = await db().select().from(rankingFreezes).where(eq(rankingFreezes.eventId, eventId))
    expect([freeze?.freezeAt.toISOString(), freeze?.frozenAt]).toEqual([
      `${event?.endDate}T15:00:00.000Z`,
      null,
    ])
    expect(await db().$count(eventRuleSets, eq(eventRuleSets.eventId, eventId))).toBe(1)
    expect(await db().$count(scheduleSlots, eq(scheduleSlots.eventId, eventId))).toBe(48)
    const reviews = await listUnreviewedOrLastRejectedSheetsOfEvent(db(), eventId)
    expect(reviews.map(({ status, judgeName }) => [status, judgeName])).toEqual([['waiting', 'عمر الحربي']])
    const [slot] = await listTeamSlotsOfEvent(db(), eventId)
    expect(slot?.teamId).toBe(reviews[0]?.teamId)
    expect(
      await db().$count(
        scoreEntries,
        and(eq(scoreEntries.eventId, eventId), eq(scoreEntries.teamId, slot?.teamId ?? '')),
      ),
    ).toBe(0)
    const signedIn = await findJudgeByCodeIncludingRevoked(db(), hashJudgeCode(judgeCode))
    expect(signedIn?.judge).toMatchObject({ eventId, revokedAt: null })
    expect((await checkScoreLog(db(), eventId)).problems).toEqual([])
  })

  test('has an event that a panel of three judges judged, one of whom was left out of a team, with released feedback', async () => {
    const [event] = await db().select().from(events).where(eq(events.slug, 'smart-farm-cup'))
    const eventId = event?.id ?? ''
    const entries = await db().select().from(scoreEntries).where(eq(scoreEntries.eventId, eventId))
    expect(entries.map(({ attemptCount }) => attemptCount).toSorted()).toEqual([
      2,
      ...Array(entries.length - 1).fill(3),
    ])
    expect(await db().$count(judgeRecusals, eq(judgeRecusals.eventId, eventId))).toBe(1)
    expect(await db().$count(panelFeedback, eq(panelFeedback.eventId, eventId))).toBe(3 * entries.length - 1)
    expect(await db().$count(releasedFeedback, eq(releasedFeedback.eventId, eventId))).toBe(1)
    const marked = await loadAndMarkProvisionalEntries(
      db(),
      { id: eventId, ruleSet: demoPanelRuleSet, areResultsFinal: false },
      entries,
      'current',
    )
    expect(marked.filter(({ isProvisional }) => isProvisional)).toEqual([])
    expect((await checkScoreLog(db(), eventId)).problems).toEqual([])
  })

  test('is unchanged when it is added again', async () => {
    expect(await addDemoContent()).toBeNull()
    expect(await rows(events)).toBe(12)
  })
})

test('demo content that cannot be added leaves no files', async () => {
  await createInstallation()
  await fresh.ownerPool.query('alter table messages rename to gone')
  await expect(addDemoContent()).rejects.toThrow()
  expect(existsSync(join(folder, 'files')) ? stored() : []).toEqual([])
  await removeInstallation()
})

describe('removing the demo content', () => {
  beforeAll(async () => {
    await createInstallation()
    await addDemoContent()
  })
  afterAll(removeInstallation)

  test('keeps all other content; added again, its teams wait in a full competition, and a deleted competition gets none', async () => {
    const [region] = await db().select().from(regions).where(eq(regions.slug, 'egypt'))
    expect(region?.email).toBe('egypt@botola.example')
    await db().update(regions).set({ email: 'people@riyadh.test' }).where(eq(regions.slug, 'riyadh'))
    await db()
      .insert(faqs)
      .values({ questionEn: 'Ours?', questionAr: 'لنا؟', answerEn: 'Yes.', answerAr: 'نعم.' })
    await db()
      .insert(events)
      .values({ slug: 'ours', titleEn: 'Ours', titleAr: 'لنا', descriptionEn: 'x', descriptionAr: 'س' })
    const [used] = await db().select().from(events).where(eq(events.slug, 'oasis-rescue'))
    await db()
      .insert(scoreEntries)
      .values({ eventId: used?.id ?? '', participantKey: 'guest:real', playerName: 'Real', totalScore: 5 })
    // pictures that an administrator has uploaded for demo records
    const [demoTeam] = await db().select().from(teams).limit(1)
    for (const folder of ['teams', 'private', 'users'] as const)
      await files.put(folder, 'added.webp', Buffer.from('picture'), 'image/webp')
    await db()
      .update(teams)
      .set({ image: 'added.webp' })
      .where(eq(teams.id, demoTeam?.id ?? ''))
    await db()
      .update(teamPeople)
      .set({ picture: 'added.webp' })
      .where(eq(teamPeople.teamId, demoTeam?.id ?? ''))
    await db().update(users).set({ avatar: 'added.webp' }).where(eq(users.demo, true))

    const removed = await removeDemoContentAndFiles({ db: db(), files })
    expect(removed.removedRows).toBeGreaterThan(600)
    expect(removed.keptEvents).toEqual([{ en: used?.titleEn, ar: used?.titleAr }])
    expect(formatRemovedDemoContent(removed)).toContain(
      `scores of your own. Delete them in the back office if you do not need them:\n  ${used?.titleEn}`,
    )
    // as on a new installation
    expect(await db().$count(competitions, eq(competitions.active, true))).toBe(0)
    for (const folder of ['teams', 'private', 'users'] as const)
      expect(await files.stat(folder, 'added.webp')).toBeNull()
    const left = await db().select().from(events).orderBy(asc(events.slug))
    expect(left.map((e) => [e.slug, e.demo, e.entryCount])).toEqual([
      ['oasis-rescue', false, 1],
      ['ours', false, 0],
    ])
    expect((await db().select().from(faqs)).map((f) => f.questionEn)).toEqual(['Ours?'])
    for (const table of [
      organizers,
      partners,
      teams,
      scoreAttempts,
      payments,
      demoOrders,
      seasons,
      messages,
      simulatorFiles,
      announcements,
    ])
      expect(await rows(table)).toBe(0)
    expect(await rows(seasonYears)).toBe(1)
    expect(
      await db().$count(competitions, or(gt(competitions.fee, 0), isNotNull(competitions.maxTeams))),
    ).toBe(0)
    expect(await rows(users)).toBe(1)
    expect(await rows(competitions)).toBe(5)
    expect((await db().select().from(regions).where(eq(regions.slug, 'riyadh'))).map((r) => r.email)).toEqual(
      ['people@riyadh.test'],
    )
    expect(await db().$count(regions, eq(regions.email, 'egypt@botola.example'))).toBe(0)
    const [setting] = await db().select().from(settings)
    expect(setting?.value.story).toMatchObject({ video: null, poster: null })
    // the event that stays keeps its pictures
    expect(
      stored()
        .map((f) => f.name)
        .sort(),
    ).toEqual(
      [left[0]?.bannerImage, getSmallImageName(left[0]?.bannerImage ?? ''), left[0]?.coverImage].toSorted(),
    )
    expect(existsSync(join(root, 'server/seed/demo/files/story.mp4'))).toBe(true)

    const again = await removeDemoContentAndFiles({ db: db(), files })
    expect(again).toEqual({ removedRows: 0, keptEvents: [], keptSeasons: [] })
    expect(formatRemovedDemoContent(again)).not.toContain('These demo')

    const own = { maxTeams: 3, active: true, nameAr: 'مسابقة' }
    const [full, deleted] = await db()
      .insert(competitions)
      .values([
        { ...own, slug: 'full', nameEn: 'Full', fee: 50_00 },
        { ...own, slug: 'deleted', nameEn: 'Deleted', deletedAt: now },
      ])
      .returning()
    const competitionId = full?.id ?? ''
    await db()
      .insert(teams)
      .values([1, 2].map((teamNo) => ({ competitionId, teamNo, name: `Ours ${teamNo}` })))
    await db().update(competitions).set({ lastTeamNo: 2 }).where(eq(competitions.id, competitionId))
    expect(await addDemoContent()).not.toBeNull()
    const [{ n } = { n: 0 }] = await db().select({ n: count() }).from(events)
    expect(n).toBe(13)
    const added = await db()
      .select()
      .from(teams)
      .where(and(eq(teams.competitionId, competitionId), eq(teams.demo, true)))
    expect(added.filter(({ status }) => status !== 'waiting')).toHaveLength(1)
    expect(added.length).toBeGreaterThan(5)
    expect(await db().$count(teams, eq(teams.competitionId, deleted?.id ?? ''))).toBe(0)
  })
})
