import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/shared/api/call.ts'
import { useTranslation } from '#web/shared/texts.ts'

type Errors = Record<string, string>

/**
 * The state of a plain form of somebody who is signed in: a second submit while one is under way is ignored, and what was typed survives every failure. `refuse` says what
 * is wrong before anything is sent; `send` does the work. When the session has ended, `again` is there: what to do once somebody has signed in again.
 */
export const useSend = (form: RefObject<HTMLFormElement | null>) => {
  const { t } = useTranslation()
  const busy = useRef(false)
  const [sending, setSending] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<{ text: string; code: string }>()
  const [again, setAgain] = useState<{ go: () => void }>()
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem, form])

  const refuse = (text: string, found: Errors, code = 'refused') => {
    setErrors(found)
    setProblem({ text, code })
  }
  const send = async (work: () => Promise<void>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setSending(true)
    setErrors({})
    setProblem(undefined)
    setAgain(undefined)
    try {
      await work()
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined
      if (refusal?.status === 401) setAgain({ go: () => void send(work) })
      else
        refuse(
          refusal?.code === 'offline' ? t('account.dataPage.offline') : refusal?.message || t('messages.loadFailed'),
          refusal?.fields ?? {},
          refusal?.code,
        )
    } finally {
      busy.current = false
      setSending(false)
    }
  }
  return { sending, errors, problem, again, send, refuse, forget: () => setAgain(undefined) }
}
