import { maskNationalId } from '#contract/rules/mask.ts'
import type { Seal } from './seal.ts'

/** A sealed national ID as people see it, masked. One that was sealed under another key shows that there is one, and nothing of it. */
export const shownNationalId = (seal: Pick<Seal, 'open'>, sealed: string | null): string | null => {
  if (sealed === null) return null
  try {
    return maskNationalId(seal.open(sealed))
  } catch {
    return '•••'
  }
}
