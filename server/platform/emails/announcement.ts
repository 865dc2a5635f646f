import type { Localized } from '#contract/platform/localized.ts'
import type { AnnouncementFields } from '#contract/site/announcement.ts'
import { emails as ar } from '#i18n/ar/emails.ts'
import { emails as en } from '#i18n/en/emails.ts'
import {
  buildEmail,
  buildGreetingText,
  type EmailLanguage,
  escapeHtml,
  fillPlaceholdersUnescaped,
  listEmailLanguages,
  type RenderedEmail,
  wrapHtmlInParagraph,
} from './html.ts'

const texts = { en, ar }
const linkPattern = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]،؛؟]/g

/** Escapes a line and turns its web addresses into links. */
const toHtmlLine = (line: string): string => {
  const parts = line.split(linkPattern)
  const links = line.match(linkPattern) ?? []
  return parts
    .map((part, at) => {
      const link = links[at]
      const anchor = link
        ? `<a href="${escapeHtml(link)}" style="color:#0a7a60;word-break:break-all" dir="ltr">${escapeHtml(link)}</a>`
        : ''
      return `${escapeHtml(part)}${anchor}`
    })
    .join('')
}

/**
 * What the email of an announcement needs: its texts, the recipient's name (empty if unknown), the names of
 * the site, and the page on which the recipient unsubscribes. News name that page; in a preview it is empty.
 */
export type AnnouncementValues = Pick<AnnouncementFields, 'subject' | 'body' | 'kind'> & {
  name: string
  siteNames: Localized
  unsubscribeUrl: string
}

/**
 * Renders an announcement: greeting, text, name of the site, why the recipient gets it, the link to
 * unsubscribe from news.
 */
export const renderAnnouncement = (
  { subject, body, kind, name, siteNames, unsubscribeUrl }: AnnouncementValues,
  language: EmailLanguage,
): RenderedEmail =>
  buildEmail(
    listEmailLanguages(language).map((lang) => {
      const address = unsubscribeUrl.replace('#', `?lang=${lang}#`)
      const { greeting, announcement } = texts[lang]
      const site = siteNames[lang]
      const hello = buildGreetingText(greeting, name, lang)
      const reason = fillPlaceholdersUnescaped(announcement[kind], { site })
      const paragraphs = body[lang]
        .split(/\n{2,}/)
        .map((paragraph) => wrapHtmlInParagraph(paragraph.split('\n').map(toHtmlLine).join('<br>')))
      const link =
        kind === 'news'
          ? ` <a href="${escapeHtml(address || '#')}" style="color:#0a7a60">${escapeHtml(announcement.unsubscribe)}</a>`
          : ''
      const footer = `<p style="margin:24px 0 0;font-size:14px;color:#4b5563">${escapeHtml(reason)}${link}</p>`
      return {
        lang,
        subject: subject[lang],
        text: [
          hello,
          body[lang],
          site,
          `-- \n${reason}${kind === 'news' ? `\n${announcement.unsubscribe}: ${address}` : ''}`,
        ].join('\n\n'),
        content: `${wrapHtmlInParagraph(escapeHtml(hello))}${paragraphs.join('')}${wrapHtmlInParagraph(escapeHtml(site))}${footer}`,
      }
    }),
  )
