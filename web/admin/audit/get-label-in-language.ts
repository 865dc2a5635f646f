import { type AuditEntity, getAuditEntityTraits } from '#contract/audit.ts'
import type { Language } from '#i18n/languages.ts'

/** Returns the part of a label that is in a language; the whole label when it has no two parts. */
export const getLabelInLanguage = (entity: AuditEntity, label: string, language: Language): string => {
  const [en, ar, ...others] = label.split(' · ')
  if (!getAuditEntityTraits(entity).hasLocalizedLabel || !en || !ar || others.length > 0) return label
  return language === 'ar' ? ar : en
}
