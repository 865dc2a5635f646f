import { and, eq, exists, inArray, not, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { faqs, partners, settings } from '#server/db/schema/content.ts'
import { downloads } from '#server/db/schema/downloads.ts'
import { events } from '#server/db/schema/events.ts'
import { organizers, regions } from '#server/db/schema/geography.ts'
import { payments } from '#server/db/schema/payments.ts'
import { scoreEntries } from '#server/db/schema/scores.ts'
import { teamPeople, teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type FileStore, getUploadPath, type UploadFolder } from '#server/lib/files.ts'
import { defaultSettings } from '../base-content.ts'
import { demoStory } from './content.ts'
import { demoContact, demoLock, demoRegionEmail } from './seed.ts'

type Stored = { folder: UploadFolder; name: string }

/** What of the settings is still the demo's goes back to how a new installation has it. Gives the files that no settings name any more. */
async function clearSettings(tx: Db): Promise<Stored[]> {
  const prefix = getUploadPath('site', 'demo-')
  const freed: Stored[] = []
  for (const row of await tx.select().from(settings).for('update')) {
    const value = structuredClone(row.value)
    for (const key of ['video', 'poster'] as const) {
      const link = value.story[key]
      if (!link?.startsWith(prefix)) continue
      freed.push({ folder: 'site', name: link.slice(getUploadPath('site', '').length) })
      value.story[key] = null
    }
    if (value.story.title.en === demoStory.title.en) value.story.title = defaultSettings.story.title
    if (value.story.text.en === demoStory.text.en) value.story.text = defaultSettings.story.text
    if (value.contact.email === demoContact.email) value.contact = defaultSettings.contact
    await tx.update(settings).set({ value }).where(eq(settings.siteName, row.siteName))
  }
  return freed
}

/**
 * Takes out everything that is marked as demo, with its pictures, in one transaction. What people made stays: a demo event in which somebody has
 * entered scores of their own loses the mark instead (its demo scores go), and texts and contacts that were changed are left as they are.
 * Gives the number of rows that went, without those that hung on them. Call again: nothing is left to do.
 */
export async function removeDemo({ db, files }: { db: Db; files: FileStore }): Promise<number> {
  const freed: Stored[] = []
  const count = await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${demoLock})`)
    let gone = 0
    const counted = (rows: readonly unknown[]) => {
      gone += rows.length
    }
    const own = tx
      .select({ one: sql`1` })
      .from(scoreEntries)
      .where(and(eq(scoreEntries.eventId, events.id), eq(scoreEntries.demo, false)))
    const removed = await tx
      .delete(events)
      .where(and(eq(events.demo, true), not(exists(own))))
      .returning({ cover: events.coverImage, banner: events.bannerImage })
    counted(removed)
    for (const { cover, banner } of removed) for (const name of [cover, banner]) if (name) freed.push({ folder: 'events', name })
    counted(await tx.delete(scoreEntries).where(eq(scoreEntries.demo, true)).returning({ id: scoreEntries.id }))
    await tx
      .update(events)
      .set({ demo: false, entryCount: sql`(select count(*) from score_entries where event_id = ${events.id})` })
      .where(eq(events.demo, true))

    const demoTeams = tx.select({ id: teams.id }).from(teams).where(eq(teams.demo, true))
    await tx.delete(payments).where(inArray(payments.teamId, demoTeams))
    const people = await tx.delete(teamPeople).where(inArray(teamPeople.teamId, demoTeams)).returning({ photo: teamPeople.picture })
    for (const { photo } of people) if (photo) freed.push({ folder: 'private', name: photo })
    const removedTeams = await tx.delete(teams).where(eq(teams.demo, true)).returning({ image: teams.image })
    counted(removedTeams)
    for (const { image } of removedTeams) if (image) freed.push({ folder: 'teams', name: image })
    const removedUsers = await tx.delete(users).where(eq(users.demo, true)).returning({ avatar: users.avatar })
    counted(removedUsers)
    for (const { avatar } of removedUsers) if (avatar) freed.push({ folder: 'users', name: avatar })
    counted(await tx.delete(downloads).where(eq(downloads.demo, true)).returning({ id: downloads.id }))
    counted(await tx.delete(faqs).where(eq(faqs.demo, true)).returning({ id: faqs.id }))
    const logos = await tx.delete(partners).where(eq(partners.demo, true)).returning({ name: partners.image })
    counted(logos)
    freed.push(...logos.map(({ name }) => ({ folder: 'partners' as const, name })))
    const flags = await tx.delete(organizers).where(eq(organizers.demo, true)).returning({ flag: organizers.flag })
    counted(flags)
    for (const { flag } of flags) {
      const name = flag?.split('/').at(-1)
      if (name) freed.push({ folder: 'organizers', name })
    }
    await tx.update(regions).set({ email: null }).where(eq(regions.email, demoRegionEmail))
    freed.push(...(await clearSettings(tx)))
    return gone
  })
  await Promise.all(freed.map(({ folder, name }) => files.remove(folder, name)))
  return count
}
