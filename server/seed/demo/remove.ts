import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, exists, inArray, not, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Localized } from '#contract/platform/localized.ts'
import { getSmallImageName } from '#contract/site/small-image.ts'
import { appendAwardRemovalsToScoreLogs } from '#server/event/awards/service.ts'
import { withdrawWithScoreLogAndCertificates } from '#server/event/results/publish.ts'
import { appendEventPurgeToScoreLog, logRemovalOfDemoAttempts } from '#server/event/scores/service.ts'
import { advisoryLockIds } from '#server/platform/db/advisory-lock-ids.ts'
import type { Db } from '#server/platform/db/open.ts'
import { announcements } from '#server/platform/db/schema/announcements.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { faqs, organizers, partners, regions, settings } from '#server/platform/db/schema/content.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { judgePeople } from '#server/platform/db/schema/judge-people.ts'
import { downloads, simulatorFiles } from '#server/platform/db/schema/media.ts'
import { messages } from '#server/platform/db/schema/messages.ts'
import { demoOrders, payments } from '#server/platform/db/schema/payments.ts'
import { awards } from '#server/platform/db/schema/results.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { seasonMoves, seasonYears } from '#server/platform/db/schema/season-years.ts'
import { seasons, teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { type FileStore, getUploadUrlPath, type UploadFolder } from '#server/platform/lib/files.ts'
import { defaultSettings } from '#server/platform/settings/default-settings.ts'
import { baseCompetitions } from '../base.ts'
import { demoContact, demoPromoVideo } from './content.ts'
import { demoCompetitions, demoPlaces } from './payments.ts'
import { demoRegionEmailSql } from './seed.ts'

type StoredFile = { folder: UploadFolder; name: string }

/** The tables whose demo rows are deleted at the end, with the folder and the column of their files. */
const demoTables: { table: PgTable & { demo: PgColumn }; folder?: UploadFolder; file?: PgColumn }[] = [
  { table: teams, folder: 'teams', file: teams.image },
  { table: users, folder: 'users', file: users.avatar },
  { table: partners, folder: 'partners', file: partners.image },
  { table: organizers, folder: 'organizers', file: organizers.flag },
  { table: simulatorFiles, folder: 'simulator', file: simulatorFiles.storedName },
  { table: downloads },
  { table: faqs },
  { table: messages },
  { table: announcements },
  { table: judgePeople },
]

/**
 * Resets demo values in the settings to those of a new installation; the region of the events only if there
 * was demo content. Returns the files that are no longer used.
 */
async function clearSettings(tx: Db, hadDemoContent: boolean): Promise<StoredFile[]> {
  const prefix = getUploadUrlPath('site', 'demo-')
  const unusedFiles: StoredFile[] = []
  for (const row of await tx.select().from(settings).for('update')) {
    const value = structuredClone(row.value)
    for (const key of ['video', 'poster'] as const) {
      const link = value.story[key]
      if (!link?.startsWith(prefix)) continue
      unusedFiles.push({ folder: 'site', name: link.slice(getUploadUrlPath('site', '').length) })
      value.story[key] = null
    }
    if (value.story.title.en === demoPromoVideo.title.en) value.story.title = defaultSettings.story.title
    if (value.story.text.en === demoPromoVideo.text.en) value.story.text = defaultSettings.story.text
    if (value.contact.email === demoContact.email) value.contact = defaultSettings.contact
    // invented figures are not shown on a site of its own
    if (hadDemoContent && isDeepStrictEqual(value.counters, defaultSettings.counters))
      value.showCounters = false
    // the demo content shows the events of all regions
    if (hadDemoContent && value.eventListRegion === null)
      value.eventListRegion = defaultSettings.eventListRegion
    await tx.update(settings).set({ value }).where(eq(settings.siteName, row.siteName))
  }
  return unusedFiles
}

/**
 * Deletes the payments of the demo payment page. The teams that they paid become unpaid, and their days to
 * pay start again.
 */
async function removeDemoPayments(tx: Db): Promise<void> {
  const removed = await tx
    .delete(payments)
    .where(eq(payments.demo, true))
    .returning({ teamId: payments.teamId, seasonYearId: payments.seasonYearId, state: payments.state })
  await tx.delete(demoOrders)
  for (const { teamId, seasonYearId } of removed.filter(({ state }) => state === 'paid'))
    await tx
      .update(teams)
      .set({ paid: false, version: sql`${teams.version} + 1`, statusAt: sql`now()` })
      .where(
        and(
          eq(teams.id, teamId),
          eq(teams.seasonYearId, seasonYearId),
          eq(teams.demo, false),
          eq(teams.status, 'registered'),
        ),
      )
}

/**
 * Closes the competitions of a new installation that no administrator has saved and that have no teams, and
 * resets the fees and places of the demo in those.
 */
async function resetDemoCompetitions(tx: Db): Promise<void> {
  const hasTeams = exists(
    tx.select({ one: sql`1` }).from(teams).where(eq(teams.competitionId, competitions.id)),
  )
  const slugs = baseCompetitions.map(({ slug }) => slug)
  await tx
    .update(competitions)
    .set({ active: false })
    .where(and(inArray(competitions.slug, slugs), eq(competitions.version, 1), not(hasTeams)))
  for (const [slug, { fee, limited }] of Object.entries(demoCompetitions)) {
    const isUnchanged = and(eq(competitions.slug, slug), eq(competitions.version, 1))
    await tx
      .update(competitions)
      .set({ fee: 0 })
      .where(and(isUnchanged, eq(competitions.fee, fee)))
    if (limited)
      await tx
        .update(competitions)
        .set({ maxTeams: null })
        .where(and(isUnchanged, eq(competitions.maxTeams, demoPlaces)))
  }
}

/**
 * Removes the season of the demo when nothing else belongs to it. Else it stays, no longer marked as demo.
 * Returns the names of those that stay.
 */
async function removeDemoSeasons(tx: Db): Promise<Localized[]> {
  const isUsed = sql`(exists (select from ${teams} where ${teams.seasonYearId} = ${seasonYears.id})
    or exists (select from ${payments} where ${payments.seasonYearId} = ${seasonYears.id})
    or exists (select from ${events} where ${events.seasonYearId} = ${seasonYears.id})
    or exists (select from ${seasons} where ${seasons.seasonYearId} = ${seasonYears.id})
    or exists (select from ${seasonMoves} where ${seasonYears.id} in (${seasonMoves.fromId}, ${seasonMoves.toId})))`
  await tx
    .delete(seasonYears)
    .where(and(eq(seasonYears.demo, true), eq(seasonYears.active, false), not(isUsed)))
  return tx
    .update(seasonYears)
    .set({ demo: false })
    .where(eq(seasonYears.demo, true))
    .returning({ en: seasonYears.nameEn, ar: seasonYears.nameAr })
}

/** Takes back the published results of the demo events, because their scores change. */
async function takeBackDemoResults(tx: Db): Promise<void> {
  const demoEvents = await tx
    .select({ id: events.id })
    .from(events)
    .where(eq(events.demo, true))
    .orderBy(asc(events.id))
  for (const { id } of demoEvents)
    await withdrawWithScoreLogAndCertificates(tx, id, { userId: null, name: 'system' })
}

/**
 * The number of removed rows, and the names of the demo events and seasons that stay, because other records
 * belong to them.
 */
type RemovedDemoContent = { removedRows: number; keptEvents: Localized[]; keptSeasons: Localized[] }

/**
 * Removes all demo content and its images in one transaction. A demo event with scores that are not demo
 * content stays, without its demo scores and no longer marked as demo, and its published results are taken
 * back. Changed texts and contacts stay, too. Returns the number of removed rows, without dependent ones, and
 * the demo events and seasons that stay. A second call removes nothing.
 */
export async function removeDemoContentAndFiles({
  db,
  files,
}: {
  db: Db
  files: FileStore
}): Promise<RemovedDemoContent> {
  const unusedFiles: StoredFile[] = []
  const removed = await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLockIds.demoContent})`)
    let removedRows = 0
    const countRows = (rows: readonly unknown[]) => {
      removedRows += rows.length
    }
    const realEntries = tx
      .select({ one: sql`1` })
      .from(scoreEntries)
      .where(and(eq(scoreEntries.eventId, events.id), eq(scoreEntries.demo, false)))
    await takeBackDemoResults(tx)
    await logRemovalOfDemoAttempts(tx)
    const removedEvents = await tx
      .delete(events)
      .where(and(eq(events.demo, true), not(exists(realEntries))))
      .returning({ id: events.id, cover: events.coverImage, banner: events.bannerImage })
    countRows(removedEvents)
    for (const { id, cover, banner } of removedEvents) {
      await appendEventPurgeToScoreLog(tx, id, null)
      for (const name of [cover, banner, banner && getSmallImageName(banner)])
        if (name) unusedFiles.push({ folder: 'events', name })
    }
    countRows(
      await tx.delete(scoreEntries).where(eq(scoreEntries.demo, true)).returning({ id: scoreEntries.id }),
    )
    const keptEvents = await tx
      .update(events)
      .set({
        demo: false,
        entryCount: sql`(select count(*) from score_entries where event_id = ${events.id})`,
      })
      .where(eq(events.demo, true))
      .returning({ en: events.titleEn, ar: events.titleAr })

    await removeDemoPayments(tx)
    const demoTeams = tx.select({ id: teams.id }).from(teams).where(eq(teams.demo, true))
    await tx.delete(payments).where(inArray(payments.teamId, demoTeams))
    const people = await tx
      .delete(teamPeople)
      .where(inArray(teamPeople.teamId, demoTeams))
      .returning({ photo: teamPeople.picture })
    for (const { photo } of people) if (photo) unusedFiles.push({ folder: 'private', name: photo })
    await appendAwardRemovalsToScoreLogs(
      tx,
      await tx.delete(awards).where(inArray(awards.teamId, demoTeams)).returning(),
    )
    for (const { table, folder, file } of demoTables) {
      const rows = await tx
        .delete(table)
        .where(eq(table.demo, true))
        .returning({ file: sql<string | null>`${file ?? null}` })
      countRows(rows)
      // the flag of an organizer is a path
      for (const row of rows)
        if (folder && row.file) unusedFiles.push({ folder, name: row.file.split('/').at(-1) ?? '' })
    }
    await tx.update(regions).set({ email: null }).where(eq(regions.email, demoRegionEmailSql))
    if (removedRows > 0) await resetDemoCompetitions(tx)
    const keptSeasons = await removeDemoSeasons(tx)
    unusedFiles.push(...(await clearSettings(tx, removedRows > 0)))
    return { removedRows, keptEvents, keptSeasons }
  })
  // the content is gone: a file that stays is deleted with other files that nothing uses
  await Promise.allSettled(unusedFiles.map(({ folder, name }) => files.remove(folder, name)))
  return removed
}

/** Describes on the terminal what was removed and what stays. */
export const formatRemovedDemoContent = ({
  removedRows,
  keptEvents,
  keptSeasons,
}: RemovedDemoContent): string => {
  const listNames = (records: readonly Localized[]) => records.map(({ en, ar }) => `  ${en || ar}`)
  return [
    `The demo content was removed: ${removedRows} rows. Texts and contacts that you changed stay.`,
    ...(keptEvents.length > 0
      ? [
          'These demo events stay, because they have scores of your own. Delete them in the back office if you do not need them:',
          ...listNames(keptEvents),
        ]
      : []),
    ...(keptSeasons.length > 0
      ? [
          'These demo seasons stay, because they are active or have records of your own:',
          ...listNames(keptSeasons),
        ]
      : []),
  ].join('\n')
}
