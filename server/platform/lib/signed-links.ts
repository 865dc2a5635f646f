import { timingSafeEqual } from 'node:crypto'
import { secondsPerHour } from '#contract/platform/time.ts'
import type { FieldEncryption } from './encryption.ts'

/**
 * Temporary links to private files. An `<img>` sends no token, so a call that may show the file returns such
 * a link.
 */
export type SignedLinks = {
  /**
   * Creates the query of a link, which is valid for one to two hours. It is the same within an hour, so that
   * the browser can cache the file.
   */
  createQuery: (name: string) => string
  /** Returns true when the link was created for this file and has not expired. */
  isValid: (name: string, until: string, signature: string) => boolean
}

/** Creates the signer of links. `now` returns seconds since 1970. */
export const createExpiringLinkSignerAndVerifier = (
  encryption: Pick<FieldEncryption, 'keyedHash' | 'listKeyedHashes'>,
  now = () => Math.floor(Date.now() / 1000),
): SignedLinks => {
  const buildText = (name: string, until: string) => `link:${name}:${until}`
  return {
    createQuery: (name) => {
      const until = String((Math.floor(now() / secondsPerHour) + 2) * secondsPerHour)
      return new URLSearchParams({
        until,
        signature: encryption.keyedHash(buildText(name, until)),
      }).toString()
    },
    isValid: (name, until, signature) => {
      if (!/^\d{1,12}$/.test(until) || Number(until) <= now()) return false
      const given = Buffer.from(signature)
      return encryption.listKeyedHashes(buildText(name, until)).some((hash) => {
        const expected = Buffer.from(hash)
        return expected.length === given.length && timingSafeEqual(expected, given)
      })
    },
  }
}
