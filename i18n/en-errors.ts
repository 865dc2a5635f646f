import { errors } from './en/errors.ts'

/** English of the errors in the server's replies. Pages show the texts of the replies. */
export const enErrors = { errors } as const
