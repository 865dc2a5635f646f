import type { OwnScore } from '#contract/own-data.ts'
import type { WireOwnScore } from './own-data.schema.ts'
import { fromPublishedScore, toPublishedScore } from './score.ts'

export const ownScoreToWire = ({ event, row, of }: OwnScore): WireOwnScore => ({
  event: { _id: event.id, slug: event.slug, title_en: event.title.en, title_ar: event.title.ar },
  score: toPublishedScore(row),
  totalScores: of,
})

export const ownScoreFromWire = ({ event, score, totalScores }: WireOwnScore): OwnScore => ({
  event: { id: event._id, slug: event.slug, title: { en: event.title_en, ar: event.title_ar } },
  row: fromPublishedScore(score),
  of: totalScores,
})
