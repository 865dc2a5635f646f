import { maskNationalId } from '#contract/rules/identity.ts'
import type { FieldEncryption } from './encryption.ts'

/** Decrypts a national ID and masks it for display. Returns `•••` when it cannot be decrypted, and null when there is none. */
export const decryptAndMaskNationalId = (
  encryption: Pick<FieldEncryption, 'decrypt'>,
  encrypted: string | null,
  column: 'users.national_id' | 'team_people.national_id',
  rowId: string,
): string | null => {
  if (encrypted === null) return null
  try {
    return maskNationalId(encryption.decrypt(encrypted, column, rowId))
  } catch {
    return '•••'
  }
}
