import { generate } from 'otplib'

const generateCode = (secret: string, seconds: number) =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + seconds })

/**
 * Generates the code that an authenticator app shows now. It stays valid for at least 30 s, because the
 * server accepts the previous code too.
 */
export const generateCurrentCode = (secret: string) => generateCode(secret, 0)

/**
 * Generates the code that an authenticator app shows next. The server accepts it now, after the current code
 * was used.
 */
export const generateNextCode = (secret: string) => generateCode(secret, 30)
