import type { Lang } from '#contract/platform/localized.ts'
import { adminJudging as adminJudgingAr } from '#i18n/ar/admin-judging.ts'
import { adminMatchRules as adminMatchRulesAr } from '#i18n/ar/admin-match-rules.ts'
import { adminRuleSets as adminRuleSetsAr } from '#i18n/ar/admin-rule-sets.ts'
import { certificates as certificatesAr } from '#i18n/ar/certificates.ts'
import { scoreSheet as scoreSheetAr } from '#i18n/ar/judging.ts'
import { matches as matchesAr } from '#i18n/ar/matches.ts'
import { createI18nFromCatalogue } from '#i18n/create-i18n.ts'
import { adminJudging } from '#i18n/en/admin-judging.ts'
import { adminMatchRules } from '#i18n/en/admin-match-rules.ts'
import { adminRuleSets } from '#i18n/en/admin-rule-sets.ts'
import { certificates } from '#i18n/en/certificates.ts'
import { scoreSheet } from '#i18n/en/judging.ts'
import { matches } from '#i18n/en/matches.ts'

/**
 * A document for a template of the folder `templates`. Its texts are in their final form: a template adds
 * none, and reads names as data. `pages` has the data of each page of paper, and `data` what they share. A text
 * with the name `qr` becomes a QR code. `drawings` are SVG documents, and `images` PNG or WebP files in Base64, by the
 * names that the template uses.
 */
export type PrintDocument = {
  template: 'badges' | 'certificates' | 'schedule' | 'score-sheets'
  lang: Lang
  title: string
  data: Readonly<Record<string, unknown>>
  pages: readonly unknown[]
  drawings: Readonly<Record<string, string>>
  images: Readonly<Record<string, string>>
}

/** Colours of the paper documents, as the pages have them in the light scheme. */
export const printColors = {
  ink: '#0b1220',
  link: '#136651',
  sun: '#f5a524',
  frame: '#af7923',
} as const

/** Draws an SVG document from its elements. */
export const buildSvgDocument = (viewBox: string, elements: string, size = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" ${size}>${elements}</svg>`

/** The texts of printed documents. */
export const printTranslators = {
  en: createI18nFromCatalogue('en', {
    adminJudging,
    adminMatchRules,
    adminRuleSets,
    certificates,
    matches,
    scoreSheet,
  }),
  ar: createI18nFromCatalogue('ar', {
    adminJudging: adminJudgingAr,
    adminMatchRules: adminMatchRulesAr,
    adminRuleSets: adminRuleSetsAr,
    certificates: certificatesAr,
    matches: matchesAr,
    scoreSheet: scoreSheetAr,
  }),
}
