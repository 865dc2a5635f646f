// Events, organizers, partners and FAQs are inserted directly, because their services work in transactions of
// their own and add each record to the audit log.

import { eq, isNull, sql } from 'drizzle-orm'
import { defaultEventListRegion } from '#contract/event/event.ts'
import { formatCodeInGroups } from '#contract/event/judging/judge-code.ts'
import type { Localized } from '#contract/platform/localized.ts'
import { msPerHour } from '#contract/platform/time.ts'
import { addDays, defaultTimeZone, toDateInTimeZone, toInstant } from '#contract/platform/time-zone.ts'
import { publishWithScoreLogAndCertificates } from '#server/event/results/publish.ts'
import { lockAndAppendScoreLog, toEventScoreLogChange, toLoggedFreeze } from '#server/event/scores/service.ts'
import { advisoryLockIds } from '#server/platform/db/advisory-lock-ids.ts'
import { hasDemoContent } from '#server/platform/db/demo-content.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  continents,
  faqs as faqTable,
  organizers as organizerTable,
  partners as partnerTable,
  regions,
  settings,
} from '#server/platform/db/schema/content.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { rankingFreezes } from '#server/platform/db/schema/frozen-rankings.ts'
import { messages } from '#server/platform/db/schema/messages.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { FileStore } from '#server/platform/lib/files.ts'
import { demoContact, demoFaqs, demoOrganizers, demoPartners, demoPromoVideo } from './content.ts'
import {
  type DemoFile,
  getDemoFileStoredName,
  getDemoFileUrlPath,
  insertMissingDemoSimulatorFileRows,
  loadDemoFilesByName,
  storeAllOrNoDemoFiles,
} from './demo-files.ts'
import { currentDemoEvents, type DemoEvent } from './events-current.ts'
import { pastDemoEvents } from './events-past.ts'
import { insertDemoJudgingAndGetJudgeCode, insertDemoProtestsAndDeadline } from './judging.ts'
import { insertDemoMatchesWithScoreLog } from './matches.ts'
import { demoMessages, insertDemoAnnouncementsWithRecipients } from './messages.ts'
import { insertDemoPanelWithScoreLog } from './panel.ts'
import { generateDemoPlayers, insertDemoPlayersAsUsers } from './players.ts'
import { insertAndCountDemoScoresRulesAndLog } from './scores.ts'
import { openCompetitionsWithDemoTeams } from './teams.ts'

/** The past demo event whose results are final, with certificates. */
const finalDemoEventSlug = 'warehouse-sprint'

/**
 * The current demo event with which an administrator can try a final: judging, freeze, reveal, publication
 * and certificates.
 */
const currentFinalDemoEventSlug = 'desert-rally'

const demoEvents = [...currentDemoEvents, ...pastDemoEvents]

/** The email address that the demo sets for a region without one. */
export const demoRegionEmailSql = sql`${regions.slug} || '@botola.example'`
const dateFormats: Localized<Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  ar: new Intl.DateTimeFormat('ar-SA-u-ca-gregory-nu-latn', { dateStyle: 'long', timeZone: 'UTC' }),
}

/** Returns the first and the last day of an event as calendar dates. */
function getEventDates(event: DemoEvent, now: Date): { startDate: string; endDate: string } {
  const startDate = addDays(toDateInTimeZone(now, defaultTimeZone), event.startsInDays)
  return { startDate, endDate: addDays(startDate, event.lengthDays - 1) }
}

async function insertEvents(tx: Db, demoFiles: ReadonlyMap<string, DemoFile>, now: Date) {
  const regionIds = new Map(
    (await tx.select({ id: regions.id, slug: regions.slug }).from(regions)).map(({ id, slug }) => [slug, id]),
  )
  const rows = await tx
    .insert(events)
    .values(
      demoEvents.map((event) => {
        const { startDate, endDate } = getEventDates(event, now)
        const formatDay = (date: string, lang: 'en' | 'ar') => dateFormats[lang].format(Date.parse(date))
        const when = (lang: 'en' | 'ar') =>
          `${formatDay(startDate, lang)} – ${formatDay(endDate, lang)}\n${event.schedule[lang]}`
        return {
          slug: event.slug,
          titleEn: event.title.en,
          titleAr: event.title.ar,
          descriptionEn: event.description.en,
          descriptionAr: event.description.ar,
          startDate,
          endDate,
          eventCode: event.eventCode,
          missionType: event.missionType,
          hasChosenLevel: true,
          datesInfoEn: when('en'),
          datesInfoAr: when('ar'),
          howToPlayEn: event.howToPlay.en,
          howToPlayAr: event.howToPlay.ar,
          rulesEn: event.rules.en,
          rulesAr: event.rules.ar,
          tags: [...event.tags],
          coverImage: getDemoFileStoredName(demoFiles, `cover-${event.art}.webp`),
          bannerImage: getDemoFileStoredName(demoFiles, `banner-${event.art}.webp`),
          regionId: (event.region && regionIds.get(event.region)) || null,
          trending: event.trending,
          demo: true,
        }
      }),
    )
    .onConflictDoNothing()
    .returning({ id: events.id, slug: events.slug })
  return new Map(rows.map(({ id, slug }) => [slug, id]))
}

async function insertContent(tx: Db, demoFiles: ReadonlyMap<string, DemoFile>): Promise<void> {
  const continentIds = new Map(
    (await tx.select({ id: continents.id, slug: continents.slug }).from(continents)).map(({ id, slug }) => [
      slug,
      id,
    ]),
  )
  const rows = demoOrganizers.flatMap(({ continent, country, name, link, active }, position) => {
    const continentId = continentIds.get(continent)
    const flag = getDemoFileUrlPath(demoFiles, `flag-${country.toLowerCase()}.webp`)
    return continentId
      ? {
          continentId,
          nameEn: name.en,
          nameAr: name.ar,
          link,
          flag,
          country: country.toLowerCase(),
          active,
          position,
          demo: true,
        }
      : []
  })
  if (rows.length > 0) await tx.insert(organizerTable).values(rows)
  await tx.insert(partnerTable).values(
    demoPartners.map(({ file, name, link }, position) => ({
      name,
      link,
      image: getDemoFileStoredName(demoFiles, file),
      position,
      demo: true,
    })),
  )
  await tx.insert(faqTable).values(
    demoFaqs.map(({ question, answer }, position) => ({
      questionEn: question.en,
      questionAr: question.ar,
      answerEn: answer.en,
      answerAr: answer.ar,
      position,
      demo: true,
    })),
  )
  await tx
    .update(regions)
    .set({ email: sql`${demoRegionEmailSql}` })
    .where(isNull(regions.email))
}

/**
 * Sets the promo video and the contact where they are empty, and lists the events of all regions unless an
 * administrator has chosen another region.
 */
async function fillSettings(tx: Db, demoFiles: ReadonlyMap<string, DemoFile>): Promise<void> {
  for (const row of await tx.select().from(settings).for('update')) {
    const value = structuredClone(row.value)
    if (!value.story.video)
      value.story = {
        ...demoPromoVideo,
        video: getDemoFileUrlPath(demoFiles, demoPromoVideo.video),
        poster: getDemoFileUrlPath(demoFiles, demoPromoVideo.poster),
      }
    if (!value.contact.email && !value.contact.phone) value.contact = demoContact
    if (value.eventListRegion === undefined || value.eventListRegion === defaultEventListRegion)
      value.eventListRegion = null
    await tx.update(settings).set({ value }).where(eq(settings.siteName, row.siteName))
  }
}

/** Code with which a judge of the demo signs in; null when its event could not be added. */
type DemoContent = { judgeCode: string | null }

/** Describes the code of the demo judge on the terminal. */
export const formatDemoJudgeCodeLine = (code: string): string =>
  `Judge of the demo event Desert Rally: code ${formatCodeInGroups(code)} for /judge/ (can be revoked in the back office)`

/**
 * Adds the demo content: events with images, players, teams with payments and scores, season records,
 * messages, announcements, simulator files, organizers, partners, FAQs, contacts and the promo video. All
 * rows are marked as demo. Existing slugs and email addresses are not changed. `root` is the folder of the
 * package. Returns null, and does nothing, when there are demo events.
 */
export async function seedDemoContentIfMissing({
  db,
  files,
  log,
  root,
  now = new Date(),
}: {
  db: Db
  files: FileStore
  log: { info: (text: string) => void }
  root: string
  now?: Date
}): Promise<DemoContent | null> {
  const startedAt = performance.now()
  const demoFiles = await loadDemoFilesByName(root)
  const added = await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLockIds.demoContent})`)
    if (await hasDemoContent(tx)) return null
    const ids = await insertEvents(tx, demoFiles, now)
    await insertContent(tx, demoFiles)
    await fillSettings(tx, demoFiles)
    await insertMissingDemoSimulatorFileRows(tx, demoFiles)
    await tx.insert(messages).values(
      demoMessages.map(({ hoursAgo, ...row }) => ({
        ...row,
        demo: true,
        createdAt: new Date(now.getTime() - hoursAgo * msPerHour),
      })),
    )
    const players = await insertDemoPlayersAsUsers(tx)
    const teams = await openCompetitionsWithDemoTeams(tx, generateDemoPlayers(300), now)
    await insertDemoAnnouncementsWithRecipients(tx, now)
    const currentFinal = demoEvents.find(({ slug }) => slug === currentFinalDemoEventSlug)
    const currentFinalId = currentFinal && ids.get(currentFinal.slug)
    let entryCount = 0
    for (const [i, event] of demoEvents.entries()) {
      const eventId = ids.get(event.slug)
      if (!eventId || event.play.entries === 0) continue
      const { startDate, endDate } = getEventDates(event, now)
      const times = {
        from: toInstant(`${startDate} 09:00`, defaultTimeZone).getTime(),
        until: Math.min(toInstant(`${endDate} 21:00`, defaultTimeZone).getTime(), now.getTime()),
      }
      const participants = event.play.by === 'team' ? teams : players
      const { play } = event
      const shown = { eventId, participants, count: play.entries, ...times }
      if (play.scoring === 'panel') entryCount += await insertDemoPanelWithScoreLog(tx, shown)
      else if (play.scoring === 'matches') entryCount += await insertDemoMatchesWithScoreLog(tx, shown)
      else
        entryCount += await insertAndCountDemoScoresRulesAndLog(tx, {
          eventId,
          play,
          participants,
          seed: 100 + i,
          ...times,
        })
    }
    const judgeCode = currentFinalId ? await insertDemoJudgingAndGetJudgeCode(tx, currentFinalId, now) : null
    const publication = { publishedAt: now, actor: { userId: null, name: 'system' } }
    const finalEventId = ids.get(finalDemoEventSlug)
    if (finalEventId)
      await publishWithScoreLogAndCertificates(tx, finalEventId, { ...publication, status: 'final' })
    if (currentFinalId) {
      await insertDemoProtestsAndDeadline(tx, currentFinalId, now)
      await publishWithScoreLogAndCertificates(tx, currentFinalId, {
        ...publication,
        status: 'provisional',
      })
      const freezeAt = toInstant(`${getEventDates(currentFinal, now).endDate} 18:00`, defaultTimeZone)
      const [freeze] = await tx
        .insert(rankingFreezes)
        .values({ eventId: currentFinalId, freezeAt })
        .returning()
      await lockAndAppendScoreLog(
        tx,
        { eventId: currentFinalId, kind: 'plan-freeze', actorId: null, source: 'system' },
        freeze ? [toEventScoreLogChange(null, toLoggedFreeze(freeze))] : [],
      )
    }
    // at the end: an error before leaves no files
    await storeAllOrNoDemoFiles(files, demoFiles.values())
    return { eventCount: ids.size, entryCount, judgeCode }
  })
  if (added)
    log.info(
      `demo content: ${added.eventCount} events, ${added.entryCount} scores in ${Math.round(performance.now() - startedAt)} ms`,
    )
  return added && { judgeCode: added.judgeCode }
}
