import { useRef, useState } from 'react'
import { ApiError } from '#web/shared/api/call.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** Messages by the name of their field. */
export type FieldErrors = Record<string, string>

/** Why a submit failed. `invalid`: the page itself found the mistakes and sent nothing. */
export type SubmitFailure = {
  kind: 'invalid' | 'offline' | 'session-ended' | 'refused'
  code: string
  message: string
  fields: FieldErrors
  /** The error that the server returned, with its details. */
  error?: ApiError | undefined
}

/** `leaving` keeps the form busy until the next page replaces it, or until the user comes back from that page. */
type Work = () => Promise<unknown | 'leaving'>

type Options = {
  /** The call needs a session: status 401 means that it has ended. */
  needsSession?: boolean
  /** The message when there is no connection. */
  offline?: string
  /** The message of a failure that has none. */
  unknown?: string
}

/**
 * Runs the submit of a form, or of a single button: it ignores a second submit while one is running, and
 * keeps the reason of a failure until the next try. What was typed stays, because nothing here touches it.
 */
export const useSubmitRunner = ({ needsSession = false, offline, unknown }: Options = {}) => {
  const { t } = useTranslation()
  const running = useRef(false)
  const last = useRef<Work>(undefined)
  const [submitting, setSubmitting] = useState(false)
  const [failure, setFailure] = useState<SubmitFailure>()

  const failureOf = (error: unknown): SubmitFailure => {
    const otherwise = unknown ?? t('messages.loadFailed')
    if (!(error instanceof ApiError))
      return { kind: 'refused', code: 'unexpected', message: otherwise, fields: {} }
    const { code, fields } = error
    if (code === 'offline')
      return { kind: 'offline', code, message: offline ?? t('session.offline'), fields, error }
    const kind = needsSession && error.status === 401 ? 'session-ended' : 'refused'
    return { kind, code, message: error.message || otherwise, fields, error }
  }

  /** Resolves to the failure, or to undefined when the work is done or another submit is running. */
  const submit = async (work: Work): Promise<SubmitFailure | undefined> => {
    if (running.current) return undefined
    running.current = true
    last.current = work
    setSubmitting(true)
    setFailure(undefined)
    const end = () => {
      running.current = false
      setSubmitting(false)
    }
    let failed: SubmitFailure | undefined
    try {
      if ((await work()) === 'leaving') {
        // a browser that goes back shows this page as it was left
        window.addEventListener('pageshow', end, { once: true })
        return undefined
      }
    } catch (error) {
      failed = failureOf(error)
      setFailure(failed)
    }
    end()
    return failed
  }

  return {
    submitting,
    failure,
    submit,
    /** Shows what is wrong without sending anything. */
    reject: (message: string, fields: FieldErrors = {}) =>
      setFailure({ kind: 'invalid', code: 'form-incomplete', message, fields }),
    /** Runs the last submit again, as after a new sign-in. */
    retry: () => {
      if (last.current) void submit(last.current)
    },
    clear: () => setFailure(undefined),
  }
}
export type Submission = ReturnType<typeof useSubmitRunner>
