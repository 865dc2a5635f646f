import { data } from 'react-router'
import { ApiError } from './api/call.ts'

/** The data of an error response that a loader throws; the error page shows the message. */
export type ErrorResponseData = { message: string }

/**
 * Waits for a call that a page cannot do without; an `ApiError` becomes an error response with the same
 * status.
 */
export const awaitOrThrowErrorResponse = async <T>(promise: Promise<T>): Promise<T> => {
  try {
    return await promise
  } catch (error) {
    if (error instanceof ApiError)
      throw data({ message: error.message } satisfies ErrorResponseData, { status: error.status || 503 })
    throw error
  }
}
