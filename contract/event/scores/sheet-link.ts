import { toWesternDigits } from '#contract/accounts/identity.ts'
import { listLatinTextsFromArabicLayout } from '#contract/event/judging/judge-code.ts'
import { cleanText } from '#contract/platform/text.ts'

/** The team and the round that a printed score sheet is for. */
export type PrintedSheet = { teamId: string; round: number }

/**
 * Returns the path that opens the form for a printed score sheet. The QR code of the sheet has its full
 * address.
 */
export const buildAdminSheetFormPath = (eventId: string, { teamId, round }: PrintedSheet): string =>
  `/admin/events/${eventId}/scores?sheet=${teamId}.${round}`

/**
 * Reads the sheet from an address that `buildAdminSheetFormPath` made, also when a scanner typed it through an Arabic
 * keyboard. Returns undefined for another text and for a sheet of another event.
 */
export const parsePrintedSheetAddress = (eventId: string, address: string): PrintedSheet | undefined => {
  const typed = cleanText(address, 'code')
  for (const text of [typed, ...listLatinTextsFromArabicLayout(typed)]) {
    const path = toWesternDigits(text).replace(/^https?:\/\/[^/]+/, '')
    const [, id, teamId, round] =
      /^\/admin\/events\/([\w-]+)\/scores\/?\?sheet=([\w-]+)\.(\d{1,3})$/.exec(path) ?? []
    if (id === eventId && teamId) return { teamId, round: Number(round) }
  }
  return undefined
}
