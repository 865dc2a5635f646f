/**
 * Returns the address of an account if its owner has confirmed it, else null. Only a confirmed address proves that scores of guests, messages and downloads belong to
 * an account.
 */
export const getConfirmedEmail = ({ email, emailConfirmedAt }: { email: string; emailConfirmedAt: Date | null }): string | null =>
  emailConfirmedAt ? email : null
