import type { Lang } from '#contract/platform/localized.ts'
import {
  buildPeopleBadgeDocument,
  buildTeamBadgeDocument,
  type PrintedPeopleBadges,
  type PrintedTeamBadges,
} from './badges.ts'
import { buildCertificateDocument, type PrintedCertificates } from './certificates.ts'
import type { PrintDocument } from './document.ts'
import { buildScheduleDocument, type PrintedSchedule } from './schedule.ts'
import { buildScoreSheetDocument, type PrintedScoreSheets } from './score-sheets.ts'

/** What is printed, as it was read. */
export type PrintContent =
  | ({ of: 'certificates' } & PrintedCertificates)
  | ({ of: 'scoreSheets' } & PrintedScoreSheets)
  | ({ of: 'teamBadges' } & PrintedTeamBadges)
  | ({ of: 'peopleBadges' } & PrintedPeopleBadges)
  | ({ of: 'schedule' } & PrintedSchedule)

/** Writes in words what is printed, in a language. */
export const buildPrintDocument = (content: PrintContent, lang: Lang): PrintDocument => {
  switch (content.of) {
    case 'certificates':
      return buildCertificateDocument(content, lang)
    case 'scoreSheets':
      return buildScoreSheetDocument(content, lang)
    case 'teamBadges':
      return buildTeamBadgeDocument(content, lang)
    case 'peopleBadges':
      return buildPeopleBadgeDocument(content, lang)
    case 'schedule':
      return buildScheduleDocument(content, lang)
  }
}
