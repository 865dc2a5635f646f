import { timingSafeEqual } from 'node:crypto'
import type { FieldEncryption } from './encryption.ts'

const hour = 3600

/** Links that show one private file for a while, to whoever got the link from a call that may show it: an `<img>` sends no token. */
export type SignedLinks = {
  /** The query of such a link: works for one to two hours, and is the same within an hour, so that a browser may keep what it shows. */
  createQuery: (name: string) => string
  /** Whether the link was made here for this file and still works. */
  isValid: (name: string, until: string, signature: string) => boolean
}

/** `now` gives seconds since 1970. */
export const createSignedLinks = (
  encryption: Pick<FieldEncryption, 'keyedHash'>,
  now = () => Math.floor(Date.now() / 1000),
): SignedLinks => {
  const sign = (name: string, until: string) => encryption.keyedHash(`link:${name}:${until}`)
  return {
    createQuery: (name) => {
      const until = String((Math.floor(now() / hour) + 2) * hour)
      return new URLSearchParams({ until, signature: sign(name, until) }).toString()
    },
    isValid: (name, until, signature) => {
      const [right, given] = [Buffer.from(sign(name, until)), Buffer.from(signature)]
      return /^\d{1,12}$/.test(until) && Number(until) > now() && right.length === given.length && timingSafeEqual(right, given)
    },
  }
}
