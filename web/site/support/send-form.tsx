import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/shared/api/call.ts'
import styles from '#web/shared/forms/field.module.css'
import { Trap } from '#web/shared/forms/field.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import own from './support.module.css'

type Errors = Record<string, string>
type Props = {
  /** Refusals by field before anything is sent. */
  check: (text: (name: string) => string) => Errors
  send: (text: (name: string) => string) => Promise<{ message: string }>
  children: (errors: Errors) => ReactNode
}

/** A form that writes to the organizers. What was typed stays until it has arrived. */
export function SendForm({ check, send, children }: Props) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef<HTMLDivElement>(null)
  const busy = useRef(false)
  const [sending, setSending] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<{ text: string }>()
  const [done, setDone] = useState<string>()
  useEffect(() => {
    if (!problem) return
    const faulty = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (faulty) faulty.focus()
    else form.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  // the button that had the focus is gone: whoever hears the page goes on where the answer stands
  useEffect(() => {
    if (done !== undefined) sent.current?.focus()
  }, [done])

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy.current) return
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const found = check(text)
    setErrors(found)
    if (Object.keys(found).length > 0) return setProblem({ text: t('messages.formIncomplete') })
    setProblem(undefined)
    busy.current = true
    setSending(true)
    try {
      setDone((await send(text)).message)
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined
      setErrors(refusal?.fields ?? {})
      setProblem({ text: refusal?.code === 'offline' ? t('pages.support.offline') : refusal?.message || t('messages.loadFailed') })
    }
    busy.current = false
    setSending(false)
  }

  if (done !== undefined)
    return (
      <div ref={sent} className={page.empty} role="status" tabIndex={-1}>
        <p className={own.done}>{done}</p>
        <button type="button" className={page.ghost} onClick={() => setDone(undefined)}>
          {t('pages.support.again')}
        </button>
      </div>
    )
  return (
    <form ref={form} method="post" noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <div role="alert">{problem ? <p className={styles.problem}>{problem.text}</p> : null}</div>
      {children(errors)}
      <Trap />
      <div>
        <button type="submit" className={page.button} aria-disabled={sending}>
          {sending ? t('pages.support.sending') : t('pages.support.submit')}
        </button>
      </div>
    </form>
  )
}
