import { idField, lineField } from './fields.schema.ts'
import { erasureDecisions, reasonLength } from './own-data.ts'
import { z } from './z.ts'

/** The organizers' decision about a person's request for erasure; also an erasure that was asked for by letter. */
export const erasureDecisionRequest = z.object({
  id: idField,
  decision: z.enum(erasureDecisions),
  reason: lineField(reasonLength).min(1),
})
