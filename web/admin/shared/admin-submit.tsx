import { Alert } from '@mantine/core'
import { useEffect } from 'react'
import { ApiError } from '#web/shared/api/call.ts'
import { type SubmitFailure, useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

/**
 * Adds the messages of the back office to `useSubmitRunner`. After a failure, the first invalid field of the open
 * dialog or of the page has the focus.
 */
export const useSubmitWithInvalidFieldFocus = () => {
  const { t } = useTranslation()
  const submission = useSubmitRunner({
    offline: t('admin.form.offline'),
    unknown: t('messages.unknownError'),
  })
  const { failure } = submission
  useEffect(() => {
    if (!failure) return
    const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1)
    const field = (dialog ?? document).querySelector('[aria-invalid="true"]')
    if (field instanceof HTMLElement) field.focus()
  }, [failure])
  return submission
}

type ToastOptions<Stored> = {
  /** Returns the record that somebody else saved since it was read, which the caller shows in place of a message. */
  readStored?: (error: ApiError) => Stored
  /** Returns whether the caller shows the failure itself, beside a field. */
  isShownByField?: (failure: SubmitFailure) => boolean
}

/**
 * Sends one change at a time and ignores others while it runs. Shows the message of the response or of the
 * failure; `errors` are the errors by field. `save` resolves to the failure.
 */
export const useSubmitWithToasts = <Stored = never>({
  readStored,
  isShownByField,
}: ToastOptions<Stored> = {}) => {
  const { submitting, failure, submit, clear } = useSubmitWithInvalidFieldFocus()
  const isStale = (code: string) => code === 'stale-version' && readStored !== undefined
  const save = async (send: () => Promise<{ msg?: string } | undefined>, onSuccess?: () => unknown) => {
    const failed = await submit(async () => {
      const reply = await send()
      if (reply?.msg) toast.success(reply.msg)
      await onSuccess?.()
    })
    if (failed && !isStale(failed.code) && !isShownByField?.(failed)) toast.error(failed.message)
    return failed
  }
  const stored = failure?.error && isStale(failure.code) ? readStored?.(failure.error) : undefined
  return { saving: submitting, errors: failure?.fields ?? {}, stored, save, clear }
}

/**
 * Returns the message for an error: that of the server, that the server is offline, or `fallback` ('Unknown
 * Error').
 */
export const getErrorMessage = (
  t: ReturnType<typeof useTranslation>['t'],
  error: unknown,
  fallback: string = t('messages.unknownError'),
): string => {
  if (!(error instanceof ApiError)) return fallback
  return error.code === 'offline' ? t('session.offline') : error.message || fallback
}

/** Shows why an action failed, and announces it to screen readers. Renders nothing without a message. */
export function ErrorAlert({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <Alert color="red" role="alert">
      {message}
    </Alert>
  )
}
