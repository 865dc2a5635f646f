import { maskNationalId } from '#contract/rules/mask.ts'
import type { FieldEncryption } from './encryption.ts'

/** A sealed national ID as people see it, masked. One that was sealed under another key shows that there is one, and nothing of it. */
export const decryptAndMaskNationalId = (encryption: Pick<FieldEncryption, 'decrypt'>, sealed: string | null): string | null => {
  if (sealed === null) return null
  try {
    return maskNationalId(encryption.decrypt(sealed))
  } catch {
    return '•••'
  }
}
