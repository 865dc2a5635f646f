import type {
  adminProtest,
  adminProtestResponse,
  answerProtestRequest,
  createPaperProtestRequest,
  createProtestRequest,
  entryWithProtests,
  protest,
  protestSettings,
} from './protest.schema.ts'
import type { z } from './z.ts'

/** The states of a protest. A team can withdraw an open protest; organizers accept or reject it. */
export const protestStates = ['open', 'accepted', 'rejected', 'withdrawn'] as const
export type ProtestState = (typeof protestStates)[number]
/** The states that an answer of an organizer can set. */
export const protestDecisions = ['accepted', 'rejected'] as const
export type ProtestDecision = (typeof protestDecisions)[number]

/** Limits of texts in characters. */
export const protestLimits = { reason: 2000, answer: 2000 } as const

/** A request to review a result, with its answer, as the team sees it. */
export type Protest = z.infer<typeof protest>
/** An entry of an account or of its teams, as visitors see it, with its protests. */
export type EntryWithProtests = z.infer<typeof entryWithProtests>
/** A protest as organizers see it. */
export type AdminProtest = z.infer<typeof adminProtest>
/** A protest with the result that it is about and the changes of that result. */
export type AdminProtestDetails = Omit<z.infer<typeof adminProtestResponse>, 'success'>
/** Until when an event accepts protests, and how many are open. */
export type ProtestSettings = z.infer<typeof protestSettings>
export type CreateProtestRequest = z.infer<typeof createProtestRequest>
export type CreatePaperProtestRequest = z.infer<typeof createPaperProtestRequest>
export type AnswerProtestRequest = z.infer<typeof answerProtestRequest>
