import { ApiError } from '#web/shared/api/call.ts'
import type { useTranslation } from '#web/shared/texts.ts'

/** What went wrong, for people: what the server says, that it cannot be reached, or `otherwise` ('Unknown Error'). */
export const getErrorMessage = (
  t: ReturnType<typeof useTranslation>['t'],
  error: unknown,
  otherwise: string = t('messages.unknownError'),
): string => {
  if (!(error instanceof ApiError)) return otherwise
  return error.code === 'offline' ? t('session.offline') : error.message || otherwise
}
