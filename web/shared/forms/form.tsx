import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef } from 'react'
import { cleanText } from '#contract/platform/text.ts'
import { logo } from '#contract/site/logo.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import styles from './field.module.css'
import type { SubmitFailure } from './use-submit.ts'

/**
 * Returns the cleaned text of a field, empty when the form has no such field. Passwords are read from the data of
 * the form, because they are never cleaned.
 */
export type FormText = (name: string) => string

type FormProps = {
  children: ReactNode
  failure?: SubmitFailure | undefined
  /** Replaces the message of the failure. */
  message?: string | undefined
  /** Shown beside the message: what the user can do. */
  action?: ReactNode
  className?: string | undefined
  ref?: RefObject<HTMLFormElement | null>
  onSubmit: (text: FormText, data: FormData) => void
}

/**
 * A form that the page itself checks and sends. A failure moves the focus to the first invalid field, or its
 * message into view. Before hydration a submit is a POST: nothing that was typed ever gets into an address.
 */
export function Form({ children, failure, message, action, className, ref, onSubmit }: FormProps) {
  const { t } = useTranslation()
  const own = useRef<HTMLFormElement>(null)
  const form = ref ?? own
  useEffect(() => {
    if (!failure || failure.kind === 'session-ended') return
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (invalid) invalid.focus()
    else form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' })
  }, [failure, form])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React passes the submit of a dialog on to the form that opened it
    event.stopPropagation()
    const data = new FormData(event.currentTarget)
    onSubmit((name) => cleanText(String(data.get(name) ?? ''), 'lines'), data)
  }
  return (
    <form
      ref={form}
      method="post"
      noValidate
      className={className ? `${styles.form} ${className}` : styles.form}
      onSubmit={submit}
    >
      <FormError failure={failure} message={message} action={action} />
      <noscript>
        <p className={styles.formError}>{t('needsScript')}</p>
      </noscript>
      {children}
    </form>
  )
}

/**
 * Shows why a submit failed and announces it to screen readers. Shows nothing when the session has ended, because
 * the sign-in dialog opens then.
 */
export function FormError({ failure, message, action }: Pick<FormProps, 'failure' | 'message' | 'action'>) {
  const text = message ?? (failure?.kind === 'session-ended' ? undefined : failure?.message)
  return (
    <div role="alert" className={styles.alert}>
      {text ? (
        <div className={styles.formError}>
          <p>{text}</p>
          {action}
        </div>
      ) : null}
    </div>
  )
}

type SubmitButtonProps = {
  submitting: boolean
  /** False while the page does not have yet what it sends, such as the token of a link. */
  isReady?: boolean
  children: ReactNode
  submittingText?: string
  className?: string | undefined
  id?: string
}

/** Shows the submit button of a form, with a spinner while the form is sent. */
export function SubmitButton({
  submitting,
  isReady = true,
  children,
  submittingText,
  className,
  id,
}: SubmitButtonProps) {
  return (
    <button
      type="submit"
      id={id}
      className={className ?? page.button}
      disabled={!isReady}
      aria-disabled={submitting}
    >
      {submitting ? (
        <svg className={styles.spinner} viewBox={logo.viewBox} aria-hidden="true">
          <path d={logo.badge} fill="currentColor" />
        </svg>
      ) : null}
      {submitting ? (submittingText ?? children) : children}
    </button>
  )
}
