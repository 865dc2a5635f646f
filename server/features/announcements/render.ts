import type { AnnouncementFields } from '#contract/announcement.ts'
import type { Lang, Localized } from '#contract/localized.ts'
import type { Mail } from '#server/lib/mail.ts'

/**
 * What the mail of an announcement needs: its texts, the languages in which one recipient gets it, the recipient's name (empty if unknown), the names of the site,
 * and the page on which the recipient unsubscribes. News name that page; in a preview it is empty.
 */
export type AnnouncementMailValues = Pick<AnnouncementFields, 'subject' | 'body' | 'kind'> & {
  langs: readonly Lang[]
  name: string
  siteNames: Localized
  unsubscribeUrl: string
}
/** Renders the mail of an announcement. */
export type RenderAnnouncement = (values: AnnouncementMailValues) => Required<Pick<Mail, 'subject' | 'text' | 'html'>>
