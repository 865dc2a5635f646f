import { mail as ar } from '#i18n/ar/mail.ts'
import { mail as en } from '#i18n/en/mail.ts'
import { buildEmailHtml, buildGreeting, buildParagraph, escapeHtml, fillPlaceholders, isolateText } from '#server/http/email-html.ts'
import type { RenderAnnouncement } from './render.ts'

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

/** Renders the mail of an announcement: greeting, text, why the recipient gets it, the link to unsubscribe from news, name of the site. */
export const renderAnnouncement: RenderAnnouncement = ({ subject, body, kind, langs, name, siteNames, unsubscribeUrl }) => {
  const sections = langs.map((lang) => {
    const address = unsubscribeUrl.replace('#', `?lang=${lang}#`)
    const { greeting, announcement } = texts[lang]
    const site = siteNames[lang]
    const hello = buildGreeting(greeting, name)
    const reason = fillPlaceholders(announcement[kind], { site })
    const paragraphs = body[lang].split(/\n{2,}/).map((paragraph) => buildParagraph(paragraph.split('\n').map(toHtmlLine).join('<br>')))
    const link =
      kind === 'news' ? ` <a href="${escapeHtml(address || '#')}" style="color:#0a7a60">${escapeHtml(announcement.unsubscribe)}</a>` : ''
    const footer = `<p style="margin:24px 0 0;font-size:14px;color:#4b5563">${escapeHtml(reason)}${link}</p>`
    return {
      lang,
      text: [hello, body[lang], site, `-- \n${reason}${kind === 'news' ? `\n${announcement.unsubscribe}: ${address}` : ''}`].join('\n\n'),
      content: `${buildParagraph(escapeHtml(hello))}${paragraphs.join('')}${buildParagraph(escapeHtml(site))}${footer}`,
    }
  })
  return {
    subject: langs.map((lang) => (langs.length > 1 ? isolateText(subject[lang]) : subject[lang])).join(' | '),
    text: sections.map(({ text }) => text).join('\n\n* * *\n\n'),
    html: buildEmailHtml(sections),
  }
}
