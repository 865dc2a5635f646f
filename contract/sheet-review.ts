import type { reviewSheetRequest, sheetReview, sheetReviewsResponse } from './sheet-review.schema.ts'
import type { z } from './z.ts'

/** The states of a sheet that needs a second judge or a decision: it counts once it is confirmed. */
export const sheetReviewStatuses = ['waiting', 'confirmed', 'rejected'] as const
export type SheetReviewStatus = (typeof sheetReviewStatuses)[number]
export const sheetDecisions = ['confirm', 'reject'] as const
/** Maximum number of characters of a reason. */
export const sheetReviewLimits = { reason: 500 } as const

/** A score sheet that needs the confirmation of a second judge, or the decision of a head judge or an organizer. */
export type SheetReview = z.infer<typeof sheetReview>
/** The decision of a second judge, a head judge or an organizer about a sheet. */
export type ReviewSheetRequest = z.infer<typeof reviewSheetRequest>
/** Whether the sheets of an event need a second judge, and the sheets that wait or were rejected. */
export type SheetReviews = Omit<z.infer<typeof sheetReviewsResponse>, 'success'>
