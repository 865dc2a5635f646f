import { paths } from '#contract/paths.ts'
import { registrationToWire } from '#contract/published/registration.ts'
import type { Registration } from '#contract/registration.ts'
import type { ApiCall } from './call.ts'

export const registrationCalls = (call: ApiCall) => ({
  /**
   * Registers an account; `trap` is the value of the field that people do not see. `confirm` says that a mail tells how to go on. Refused fields are named as in
   * `Registration` (`guardian.name` …). Throws `form-incomplete`, `bad-input`, `password-mismatch`, `account-exists`, `registration-closed`, `too-many`.
   */
  register: async (who: Registration & { confirm: string; trap?: string }): Promise<{ message: string; confirm: boolean }> => {
    const { msg, confirm } = await call<{ msg: string; confirm: boolean }>(paths.register, {
      method: 'POST',
      json: registrationToWire(who),
    })
    return { message: msg, confirm }
  },
})
