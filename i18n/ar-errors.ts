import { errors } from './ar/errors.ts'

/** Arabic of the errors in the server's replies. Pages show the texts of the replies. */
export const arErrors = { errors } as const
