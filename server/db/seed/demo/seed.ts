import { eq, isNull, sql } from 'drizzle-orm'
import type { Localized } from '#contract/localized.ts'
import type { Db } from '#server/db/open.ts'
import { faqs as faqTable, partners as partnerTable, settings } from '#server/db/schema/content.ts'
import { events } from '#server/db/schema/events.ts'
import { continents, organizers as organizerTable, regions } from '#server/db/schema/geography.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { FileStore } from '#server/lib/files.ts'
import { demoFaqs, demoPartners, demoStory } from './content.ts'
import { type DemoFile, getStoredName, getStoredPath, readDemoFiles, storeDemoFiles } from './demo-files.ts'
import { upcomingDemoEvents } from './events-coming.ts'
import { liveDemoEvents } from './events-live.ts'
import { pastDemoEvents } from './events-past.ts'
import { demoOrganizers } from './organizers.ts'
import { createDemoPlayers } from './players.ts'
import { createDemoEntries, insertDemoEntries, insertDemoPlayers, insertDemoTeams } from './seed-scores.ts'
import type { DemoEvent } from './types.ts'

/** Advisory lock of the one process that puts the demo in or takes it out. */
export const demoLock = 7_012_026_004
const DAY = 24 * 60 * 60 * 1000
export const demoEvents: readonly DemoEvent[] = [...liveDemoEvents, ...upcomingDemoEvents, ...pastDemoEvents]

/** The contact that the demo gives a region without one. */
export const demoRegionEmail = sql`${regions.slug} || '@botola.example'`
export const demoContact = {
  phone: '+966110000000',
  email: 'hello@botola.example',
  address: { en: 'Riyadh, Saudi Arabia', ar: 'الرياض، المملكة العربية السعودية' },
}

const dates: Localized<Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Riyadh' }),
  ar: new Intl.DateTimeFormat('ar-SA-u-ca-gregory-nu-latn', { dateStyle: 'long', timeZone: 'Asia/Riyadh' }),
}

/** First and last moment of an event: nine in the morning of its first day and nine in the evening of its last, Riyadh time. */
function getEventDates(event: DemoEvent, now: Date): { start: Date; end: Date } {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const start = midnight + event.startsInDays * DAY + 6 * 60 * 60 * 1000
  return { start: new Date(start), end: new Date(start + (event.lengthDays - 1) * DAY + DAY / 2) }
}

async function insertEvents(tx: Db, found: ReadonlyMap<string, DemoFile>, now: Date) {
  const places = new Map((await tx.select({ id: regions.id, slug: regions.slug }).from(regions)).map(({ id, slug }) => [slug, id]))
  const rows = await tx
    .insert(events)
    .values(
      demoEvents.map((event) => {
        const { start, end } = getEventDates(event, now)
        const when = (lang: 'en' | 'ar') => `${dates[lang].format(start)} – ${dates[lang].format(end)}\n${event.schedule[lang]}`
        return {
          slug: event.slug,
          titleEn: event.title.en,
          titleAr: event.title.ar,
          descriptionEn: event.description.en,
          descriptionAr: event.description.ar,
          startDate: start,
          endDate: end,
          eventCode: event.eventCode,
          missionType: event.missionType,
          datesInfoEn: when('en'),
          datesInfoAr: when('ar'),
          howToPlayEn: event.howToPlay.en,
          howToPlayAr: event.howToPlay.ar,
          rulesEn: event.rules.en,
          rulesAr: event.rules.ar,
          tags: [...event.tags],
          coverImage: getStoredName(found, `cover-${event.art}.webp`),
          bannerImage: getStoredName(found, `banner-${event.art}.webp`),
          regionId: (event.region && places.get(event.region)) || null,
          trending: event.trending,
          live: event.live,
          demo: true,
        }
      }),
    )
    .onConflictDoNothing()
    .returning({ id: events.id, slug: events.slug })
  return new Map(rows.map(({ id, slug }) => [slug, id]))
}

async function insertContent(tx: Db, found: ReadonlyMap<string, DemoFile>): Promise<void> {
  const homes = new Map((await tx.select({ id: continents.id, slug: continents.slug }).from(continents)).map(({ id, slug }) => [slug, id]))
  const rows = demoOrganizers.flatMap(({ continent, country, name, link, active }, position) => {
    const continentId = homes.get(continent)
    const flag = getStoredPath(found, `flag-${country.toLowerCase()}.webp`)
    return continentId
      ? { continentId, nameEn: name.en, nameAr: name.ar, link, flag, country: country.toLowerCase(), active, position, demo: true }
      : []
  })
  if (rows.length > 0) await tx.insert(organizerTable).values(rows)
  await tx
    .insert(partnerTable)
    .values(demoPartners.map(({ file, name, link }, position) => ({ name, link, image: getStoredName(found, file), position, demo: true })))
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
    .set({ email: sql`${demoRegionEmail}` })
    .where(isNull(regions.email))
}

/** Fills what nobody has set yet: story video and contact. */
async function fillSettings(tx: Db, found: ReadonlyMap<string, DemoFile>): Promise<void> {
  for (const row of await tx.select().from(settings).for('update')) {
    const value = structuredClone(row.value)
    if (!value.story.video)
      value.story = { ...demoStory, video: getStoredPath(found, demoStory.video), poster: getStoredPath(found, demoStory.poster) }
    if (!value.contact.email && !value.contact.phone) value.contact = demoContact
    await tx.update(settings).set({ value }).where(eq(settings.siteName, row.siteName))
  }
}

/**
 * Puts the demo in: events with pictures, players, teams and scores, organizers, partners, FAQs, contacts and the story video, all rows marked as demo.
 * `root` is the package's folder. Does nothing where demo events are there already; slugs and e-mails that are taken stay their owners'.
 * True when it was put in.
 */
export async function seedDemo({
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
}): Promise<boolean> {
  const begun = performance.now()
  const found = await readDemoFiles(root)
  const done = await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${demoLock})`)
    const [there] = await tx.select({ id: events.id }).from(events).where(eq(events.demo, true)).limit(1)
    if (there) return null
    await storeDemoFiles(files, found.values())
    const ids = await insertEvents(tx, found, now)
    await insertContent(tx, found)
    await fillSettings(tx, found)
    const players = await insertDemoPlayers(tx)
    const teams = await insertDemoTeams(tx, createDemoPlayers(300))
    const made = demoEvents.flatMap((event, i) => {
      const id = ids.get(event.slug)
      if (!id || event.play.entries === 0) return []
      const { start, end } = getEventDates(event, now)
      const until = Math.min(end.getTime(), now.getTime())
      return createDemoEntries(id, event, event.play.by === 'team' ? teams : players, start.getTime(), until, 100 + i)
    })
    return { events: ids.size, entries: await insertDemoEntries(tx, made) }
  })
  if (done) log.info(`demo content: ${done.events} events, ${done.entries} scores in ${Math.round(performance.now() - begun)} ms`)
  return done !== null
}
