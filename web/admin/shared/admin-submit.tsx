import { Alert } from '@mantine/core'
import { useEffect } from 'react'
import { ApiError } from '#web/shared/api/call.ts'
import { useSubmit } from '#web/shared/forms/use-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'

/**
 * Adds the messages of the back office to `useSubmit`. After a failure, the first invalid field of the open
 * dialog or of the page has the focus.
 */
export const useSubmitWithErrorFocus = () => {
  const { t } = useTranslation()
  const submission = useSubmit({ offline: t('admin.form.offline'), unknown: t('messages.unknownError') })
  const { failure } = submission
  useEffect(() => {
    if (!failure) return
    const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1)
    const field = (dialog ?? document).querySelector('[aria-invalid="true"]')
    if (field instanceof HTMLElement) field.focus()
  }, [failure])
  return submission
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
