import { Alert } from '@mantine/core'
import { ApiError } from '#web/shared/api/call.ts'
import type { useTranslation } from '#web/shared/texts.ts'

/** Returns the message for an error: that of the server, that the server is offline, or `fallback` ('Unknown Error'). */
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
