import { type ReactNode, useState } from 'react'
import type {
  AdminMatches,
  MatchChanges,
  PreviewScoreChangeRequest,
} from '#contract/event/matches/match.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { getEventScoringTraits } from '#contract/event/scoring/scoring-kinds.ts'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { useLoadedValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { MatchChangesWithConfirmation, shouldConfirmMatchChanges } from './match-preview.tsx'

/**
 * Tells whether a change of scores can change which teams play later matches, so that the changes are shown
 * before it is saved.
 */
export const canScoreChangeAffectMatches = (ruleSet: RuleSet | null): boolean =>
  getEventScoringTraits(ruleSet).areTeamsDrawn

type LoadedChanges = { matches: AdminMatches; preview: MatchChanges }

const loadMatchChanges = async (
  eventId: string,
  change: PreviewScoreChangeRequest,
): Promise<LoadedChanges> => {
  const [{ matches }, { preview }] = await Promise.all([
    callApi('GET /api/admin/events/:eventId/matches', { params: { eventId } }),
    callApi('POST /api/admin/events/:eventId/matches/score-changes/preview', {
      params: { eventId },
      json: change,
    }),
  ])
  return { matches, preview }
}

type Props = {
  /** The event whose scores change, null for a change without an event. */
  eventId: string | null
  change: PreviewScoreChangeRequest
  title: string
  text: string
  action: string
  color?: string
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}

/**
 * Asks before scores are deleted or restored. In an event with matches it shows which matches and ranks would
 * change.
 */
export function ConfirmScoreRemovalOrRestoreDialog({ eventId, change, ...dialog }: Props) {
  const [isAccepted, setIsAccepted] = useState(false)
  const loaded = useLoadedValueWithErrorToast(async () => {
    const { ruleSet } =
      eventId === null
        ? { ruleSet: null }
        : await callApi('GET /api/admin/events/:eventId/rule-set', { params: { eventId } })
    const hasPreview = eventId !== null && canScoreChangeAffectMatches(ruleSet)
    return { changes: hasPreview ? await loadMatchChanges(eventId, change) : undefined }
  }, JSON.stringify(change))
  const changes = loaded?.changes
  return (
    <AdminConfirmDialog
      {...dialog}
      isBlocked={
        !loaded || (changes !== undefined && shouldConfirmMatchChanges(changes.preview) && !isAccepted)
      }
    >
      {changes ? (
        <MatchChangesWithConfirmation {...changes} isAccepted={isAccepted} onAccept={setIsAccepted} />
      ) : null}
    </AdminConfirmDialog>
  )
}

/**
 * Returns `checkChange`, which tells whether a change of scores can be saved now, and `confirmation`, which
 * the form shows below its fields. In an event with matches, the first call for a change that affects later
 * matches returns false, and `confirmation` lists what would change. The next call returns true, or waits for
 * the checkbox if a played match would have other sides.
 */
export const useInlineMatchChangesConfirmation = (
  eventId: string,
  ruleSet: RuleSet | null,
): { checkChange: (change: PreviewScoreChangeRequest) => Promise<boolean>; confirmation: ReactNode } => {
  const [shown, setShown] = useState<LoadedChanges & { key: string }>()
  const [isAccepted, setIsAccepted] = useState(false)
  const checkChange = async (change: PreviewScoreChangeRequest) => {
    if (!canScoreChangeAffectMatches(ruleSet)) return true
    const key = JSON.stringify(change)
    if (shown?.key === key) return isAccepted || !shouldConfirmMatchChanges(shown.preview)
    // a change that is refused says so when it is saved
    const loaded = await loadMatchChanges(eventId, change).catch(() => undefined)
    const isShown = loaded && loaded.preview.changedMatches.length + loaded.preview.problems.length > 0
    setShown(isShown ? { ...loaded, key } : undefined)
    setIsAccepted(false)
    return !isShown
  }
  const confirmation = shown ? (
    <MatchChangesWithConfirmation {...shown} isAccepted={isAccepted} onAccept={setIsAccepted} />
  ) : null
  return { checkChange, confirmation }
}
