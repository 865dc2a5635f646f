import { mail as ar } from '#i18n/ar/mail.ts'
import { mail as en } from '#i18n/en/mail.ts'
import { languages } from '#i18n/languages.ts'
import type { ResetMail } from './password-reset.ts'

const texts = { en, ar }
const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escaped[sign] ?? sign)
const fill = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''))

/** The mail with the link for a new password. Names stand between isolates, so that they do not turn the sentence around. */
export const writeResetMail: ResetMail = (lang, { name, link, minutes }) => {
  const words = texts[lang]
  const greeting = fill(words.greeting, { name: name ? `\u2068${name}\u2069` : '' }).trim()
  const validity = fill(words.reset.validity, { minutes })
  const text = [greeting, words.reset.why, link, validity, words.reset.notYou, words.signature].join('\n\n')
  const { dir } = languages[lang]
  const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`
  const button = `<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;border-radius:12px;background:#0b8f70;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(words.reset.button)}</a>`
  const html = `<!doctype html><html lang="${lang}" dir="${dir}"><body style="margin:0;padding:32px 16px;background:#fbfaf6;color:#0b1220;font:16px/1.6 system-ui,sans-serif"><div style="max-width:520px;margin:0 auto">${paragraph(escapeHtml(greeting))}${paragraph(escapeHtml(words.reset.why))}${paragraph(button)}${paragraph(`<span dir="ltr" style="word-break:break-all">${escapeHtml(link)}</span>`)}${paragraph(escapeHtml(validity))}${paragraph(escapeHtml(words.reset.notYou))}${paragraph(escapeHtml(words.signature))}</div></body></html>`
  return { subject: words.reset.subject, text, html }
}
