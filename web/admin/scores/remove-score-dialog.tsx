import { useState } from 'react'
import type { RuleSet } from '#contract/rule-set.schema.ts'
import { MatchChangesWithConfirmation, shouldConfirmMatchChanges } from '#web/admin/matches/match-preview.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { useLoadedValue } from '#web/admin/shared/use-loaded-value.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'

type Props = {
  eventId: string
  ruleSet: RuleSet | null
  entryId: string
  /** The attempt that is deleted; without it the entry is. */
  attemptId?: string
  text: string
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}

/**
 * Asks before an attempt or an entry is deleted. In an event with matches it shows which matches and ranks
 * would change.
 */
export function RemoveScoreDialog({
  eventId,
  ruleSet,
  entryId,
  attemptId,
  text,
  busy,
  onClose,
  onConfirm,
}: Props) {
  const { t } = useTranslation()
  const [isAccepted, setIsAccepted] = useState(false)
  const hasMatches = ruleSet?.matches !== undefined
  const loaded = useLoadedValue(async () => {
    if (!hasMatches) return undefined
    const [matches, preview] = await Promise.all([
      adminApi.matches.get(eventId),
      adminApi.matches.previewRemoval(eventId, { entryId, ...(attemptId ? { attemptId } : {}) }),
    ])
    return { matches, preview }
  }, `${entryId} ${attemptId}`)
  return (
    <AdminConfirmDialog
      title={t('messages.confirmDelete')}
      text={text}
      action={t('adminScores.remove')}
      busy={busy}
      isBlocked={hasMatches && (!loaded || (shouldConfirmMatchChanges(loaded.preview) && !isAccepted))}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {loaded ? (
        <MatchChangesWithConfirmation {...loaded} isAccepted={isAccepted} onAccept={setIsAccepted} />
      ) : null}
    </AdminConfirmDialog>
  )
}
