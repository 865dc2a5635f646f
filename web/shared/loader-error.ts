import { data } from 'react-router'
import { ApiError } from './api/call.ts'

/** What a page shows instead when a call of its loader was refused: the status of the refusal, and its words. */
export type ErrorResponseData = { message: string }

/** For the one call without which a page makes no sense: its refusal becomes the page's own status. */
export const awaitOrThrowResponse = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof ApiError) throw data({ message: error.message } satisfies ErrorResponseData, { status: error.status || 503 })
    throw error
  }
}
