import type { Lang, Localized } from '#contract/platform/localized.ts'
import { emails as ar } from '#i18n/ar/emails.ts'
import { emails as en } from '#i18n/en/emails.ts'
import { type EmailKind, emailClassByTemplate } from './email-classes.ts'

const texts = { en, ar }

const isEmailKind = (kind: string): kind is EmailKind => Object.hasOwn(emailClassByTemplate, kind)

/**
 * Describes a kind of email by its subject, with dots for the values that it has in an email. Returns null for a
 * kind that this version does not have.
 */
export const describeEmailKind = (kind: string, siteName: Localized, lang: Lang): string | null => {
  if (!isEmailKind(kind)) return null
  const { kinds, templates } = texts[lang]
  if (kind in kinds) return kinds[kind as keyof typeof kinds]
  const { subject } = templates[kind as keyof typeof templates]
  return subject.replace(/\{\{(\w+)\}\}/g, (_placeholder, name) => (name === 'site' ? siteName[lang] : '…'))
}
