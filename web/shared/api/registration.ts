import { paths } from '#contract/paths.ts'
import type { Registration } from '#contract/registration.ts'
import type { ApiCall } from './call.ts'

/** Creates the call with which visitors register. */
export const createRegistrationApi = (call: ApiCall) => ({
  /**
   * Registers an account; `website` is the honeypot; `next` is the path to which the confirmation link leads. `confirm` in the result says that the link in an e-mail has to be opened first. Throws
   * `form-incomplete`, `bad-input` (fields as in `Registration`, such as `guardian.name`), `password-mismatch`, `account-exists`, `registration-closed`,
   * `too-many`.
   */
  register: async ({
    website,
    ...registration
  }: Registration & { confirm: string; website?: string; next?: string }): Promise<{ message: string; confirm: boolean }> => {
    const json = { ...registration, ...(website ? { website } : {}) }
    const { msg, confirm } = await call<{ msg: string; confirm: boolean }>(paths.register, { method: 'POST', json })
    return { message: msg, confirm }
  },
})
