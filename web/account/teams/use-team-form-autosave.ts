import { useCallback, useEffect, useRef, useState } from 'react'
import { accountTeamApi } from '#web/shared/api/account-team-api.ts'
import { onSignOutInOtherTab, storedDrafts } from '#web/shared/session/stored-drafts.ts'
import { assertSameUserSignedIn } from './assert-same-user-signed-in.ts'
import { createDraftAutosave, type DraftAutosave, type DraftState } from './draft-autosave.ts'

type Options = {
  /** The key of the copy in this tab. */
  name: string
  /** The owner of the draft. */
  userId: string
  /** The id of the server's copy. Without an id only this tab has a copy. */
  draftId?: string | undefined
  /** The version of the team that is changed. */
  version?: number | undefined
  /** The serialized form, and whether it was changed. */
  data: string
  touched: boolean
  onSignedOutElsewhere: () => void
}

/** Saves a form automatically: in this tab immediately, on the server after a delay. `finish` stops that and deletes both copies. */
export const useTeamFormAutosave = ({ name, userId, draftId, version, data, touched, onSignedOutElsewhere }: Options) => {
  const [state, setState] = useState<DraftState>({ kind: 'idle' })
  const autosave = useRef<DraftAutosave>(undefined)
  const finished = useRef(false)
  const latest = useRef(data)
  latest.current = data

  const copy = useCallback(
    (kept: boolean) =>
      storedDrafts.save(name, {
        userId,
        data: latest.current,
        isOnServer: kept,
        at: Date.now(),
        ...(version === undefined ? {} : { version }),
      }),
    [name, userId, version],
  )
  const copyNow = useRef(copy)
  copyNow.current = copy

  useEffect(() => {
    if (draftId === undefined) return
    const made = createDraftAutosave({
      send: async (text, leaving) => {
        assertSameUserSignedIn(userId)
        await accountTeamApi.saveDraft(draftId, text, leaving)
      },
      onState: (next) => {
        setState(next)
        if (next.kind === 'saved') copyNow.current(true)
      },
    })
    autosave.current = made
    const online = () => void made.flush()
    const hidden = () => {
      if (document.visibilityState === 'hidden') void made.flush()
    }
    const leave = () => made.leave()
    window.addEventListener('online', online)
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('online', online)
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', leave)
      if (!finished.current) made.leave()
      void made.stop()
    }
  }, [draftId, userId])

  useEffect(() => {
    if (!touched || finished.current) return
    copyNow.current(false)
    autosave.current?.change(data)
  }, [data, touched])

  const elsewhere = useRef(onSignedOutElsewhere)
  elsewhere.current = onSignedOutElsewhere
  useEffect(
    () =>
      onSignOutInOtherTab(() => {
        finished.current = true
        elsewhere.current()
      }),
    [],
  )

  return {
    state,
    resume: () => void autosave.current?.resume(),
    /** Sends unsaved changes immediately. */
    flush: () => void autosave.current?.flush(),
    finish: async () => {
      finished.current = true
      storedDrafts.remove(name)
      await autosave.current?.stop()
      // a draft that cannot be deleted now is deleted by the next visit of the drafts
      if (draftId !== undefined) await accountTeamApi.removeDraft(draftId).catch(() => {})
    },
  }
}
