import { useCallback, useEffect, useRef, useState } from 'react'
import type { CompetitionWithPlaces } from '#contract/event/competition.schema.ts'
import type { AccountTeam, TeamDraft } from '#contract/people/teams/team.schema.ts'
import { listenForSignOutAndClearDrafts, storedDrafts } from '#web/shared/accounts/session/stored-drafts.ts'
import { accountTeamApi } from '#web/shared/api/account-teams.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { canRegisterTeam } from '#web/shared/event/competitions/format-competition.ts'
import { session } from '#web/shared/session.ts'
import {
  createEmptyTeamValues,
  fitBlankPeopleToLimits,
  parseAndRepairTeamDraft,
  type TeamValues,
  toTeamFormValues,
} from './form-values.ts'

/**
 * The initial values of a form. `unsent`: the server does not have them. `restored`: they come from a draft
 * that was saved `at`.
 */
type InitialForm = { values: TeamValues; unsent: boolean; restored?: { at?: number; pictures: boolean } }

type NewTeam = {
  draftId: string
  /** The server's copy. */
  record: TeamDraft | undefined
  userId: string
  /** A competition that was chosen before the form was opened. */
  slug: string | null
  competitions: CompetitionWithPlaces[]
}

const withCompetition = (values: TeamValues, competition: CompetitionWithPlaces): TeamValues => ({
  ...values,
  competitionId: competition.id,
  coaches: fitBlankPeopleToLimits(values.coaches, competition.minCoaches, competition.maxCoaches),
  members: fitBlankPeopleToLimits(values.members, competition.minMembers, competition.maxMembers),
})

/**
 * Creates the form of a new registration from the unsent draft of this tab, else from the server's draft,
 * else empty.
 */
export const restoreOrCreateTeamForm = ({
  draftId,
  record,
  userId,
  slug,
  competitions,
}: NewTeam): InitialForm => {
  const inTab = storedDrafts.read(draftId, userId)
  const unsent = inTab !== undefined && !inTab.isOnServer
  const text = unsent ? inTab.data : (record?.data ?? inTab?.data)
  const found = text === undefined ? undefined : parseAndRepairTeamDraft(text)
  if (found) {
    const at = unsent ? inTab.at : record ? Date.parse(record.updatedAt) : inTab?.at
    return {
      values: found.values,
      unsent,
      restored: { ...(at === undefined ? {} : { at }), pictures: found.pictures },
    }
  }
  const free = competitions.filter(canRegisterTeam)
  const chosen =
    free.find((competition) => competition.slug === slug) ?? (free.length === 1 ? free[0] : undefined)
  return {
    values: chosen ? withCompetition(createEmptyTeamValues(), chosen) : createEmptyTeamValues(),
    unsent: false,
  }
}

/**
 * Creates the form of a registered team, with the unsaved changes of this tab. Saving them uses the version
 * that they were based on.
 */
export const restoreOrCreateTeamEditForm = (
  team: AccountTeam,
  userId: string,
): InitialForm & { version: number } => {
  const inTab = storedDrafts.read(`edit:${team.id}`, userId)
  const found = inTab && parseAndRepairTeamDraft(inTab.data, team)
  if (!found) return { values: toTeamFormValues(team), unsent: false, version: team.version }
  return {
    values: found.values,
    unsent: true,
    restored: { at: inTab.at, pictures: found.pictures },
    version: inTab.version ?? team.version,
  }
}

type UseTeamFormAutosaveOptions = {
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

/**
 * Saves a form automatically: in this tab immediately, on the server after a delay. `finish` stops that and
 * deletes both copies.
 */
export const useTeamFormAutosave = ({
  name,
  userId,
  draftId,
  version,
  data,
  touched,
  onSignedOutElsewhere,
}: UseTeamFormAutosaveOptions) => {
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
    const made = createServerDraftAutosave({
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
      listenForSignOutAndClearDrafts(() => {
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

/**
 * Asserts that the user of a form is still signed in. Another tab may have signed in another user, who must
 * not get the data of the form. Throws the error of an ended session.
 */
export const assertSameUserSignedIn = (userId: string): void => {
  if (session.getUser()?.id !== userId) throw new ApiError(401, 'other-account', '')
}

/** The state of a draft; `at` is in milliseconds since 1970. */
export type DraftState =
  | { kind: 'idle' }
  | { kind: 'pending' }
  | { kind: 'saved'; at: number }
  | { kind: 'offline' }
  | { kind: 'session-ended' }
  | { kind: 'failed'; text: string }

type Options = {
  /** Saves the draft on the server. `leaving` is true while the page unloads. */
  send: (data: string, leaving: boolean) => Promise<void>
  onState: (state: DraftState) => void
  now?: () => number
}

/** Milliseconds from the last change to the request, and from a failed request to the next. */
export const autosaveDelays = { change: 1200, retry: 8000 } as const

/**
 * Saves a draft on the server a moment after each change, one request at a time; a change during a request is
 * saved after it. Without a connection it tries again; after the end of the session it waits for `resume`.
 */
export const createServerDraftAutosave = ({ send, onState, now = Date.now }: Options) => {
  let current: string | undefined
  let saved: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving = false
  let stopped = false
  let sessionEnded = false
  let request: Promise<void> = Promise.resolve()

  const plan = (pause: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void start(), pause)
  }
  const run = async (): Promise<void> => {
    clearTimeout(timer)
    if (saving || stopped || sessionEnded || current === undefined || current === saved) return
    const data = current
    saving = true
    let retry: number | undefined
    try {
      await send(data, false)
      saved = data
      if (current !== data) retry = autosaveDelays.change
      if (!stopped) onState(current === data ? { kind: 'saved', at: now() } : { kind: 'pending' })
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined
      const temporary = !refusal || refusal.status === 0 || refusal.status === 429 || refusal.status >= 500
      if (refusal?.status === 401) sessionEnded = true
      else if (temporary) retry = autosaveDelays.retry
      if (!stopped)
        onState(
          refusal?.status === 401
            ? { kind: 'session-ended' }
            : temporary
              ? { kind: 'offline' }
              : {
                  kind: 'failed',
                  text: [refusal?.message, ...Object.values(refusal?.fields ?? {})].filter(Boolean).join(' '),
                },
        )
    }
    saving = false
    if (retry !== undefined && !stopped) plan(retry)
  }

  const start = () => {
    if (!saving) request = run()
    return request
  }

  return {
    /** Takes the current content of the form. */
    change: (data: string) => {
      if (stopped || data === current) return
      current = data
      if (sessionEnded) return
      onState({ kind: 'pending' })
      plan(autosaveDelays.change)
    },
    /** Sends a pending change immediately, for example when the connection returns. */
    flush: () => start(),
    /** Continues after a new sign-in. */
    resume: () => {
      sessionEnded = false
      return start()
    },
    /** Sends an unsaved change while the page unloads, without waiting for the reply. */
    leave: () => {
      if (stopped || sessionEnded || current === undefined || current === saved) return
      void send(current, true).then(
        () => {},
        () => {},
      )
    },
    /**
     * Stops sending. Resolves after a running request, so that the request cannot restore a draft that is
     * deleted next.
     */
    stop: (): Promise<void> => {
      stopped = true
      clearTimeout(timer)
      return request
    },
  }
}
type DraftAutosave = ReturnType<typeof createServerDraftAutosave>
