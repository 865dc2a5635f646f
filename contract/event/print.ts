/** The documents of an event that are printed. */
export const printedDocuments = ['certificates', 'scoreSheets', 'badges', 'schedule'] as const
export type PrintedDocument = (typeof printedDocuments)[number]

/** How many pages of paper a page shows at most, and how many a PDF file has at most. */
export const printLimits = { pagesShown: 50, pagesOfFile: 500 } as const

/** Whom certificates are chosen by: `participants` are players, members, and teams without members. */
export const certificateHolders = ['participants', 'coaches', 'judges'] as const
export type CertificateHolders = (typeof certificateHolders)[number]

/** The score sheets of a document: one for each run of the schedule, or a blank one for each round. */
export const scoreSheetKinds = ['scheduled', 'blank'] as const

/** The sizes of badges, and how many of a size are on a page of A4. */
export const badgeSizes = ['large', 'small'] as const
export type BadgeSize = (typeof badgeSizes)[number]
export const badgesPerPage = { large: 4, small: 10 } as const satisfies Record<BadgeSize, number>

/** The order of a printed schedule: a page for each table, or a list of the teams. */
export const scheduleOrders = ['table', 'team'] as const

/** Returns which pages of a document are read; `from` counts from 0. */
export type GetPageRange = (pageCount: number) => { from: number; count: number }

/** Returns how many parts of `printLimits.pagesShown` pages a document has; at least one. */
export const countPrintParts = (pageCount: number): number =>
  Math.max(1, Math.ceil(pageCount / printLimits.pagesShown))

/** Chooses the pages of a part, which counts from 1; those of the last part where there are fewer. */
export const createPartRangeGetter =
  (part: number): GetPageRange =>
  (pageCount) => ({
    from: (Math.min(part, countPrintParts(pageCount)) - 1) * printLimits.pagesShown,
    count: printLimits.pagesShown,
  })
