import type { UserEdit } from '#contract/user.ts'

const required = ['firstName', 'email', 'phone'] as const

/** Which of first name, e-mail and phone are missing (specification, section 5): 'Please fill form carefully!' shows and nothing is saved. */
export const missingUserFields = (user: Pick<UserEdit, (typeof required)[number]>): (typeof required)[number][] =>
  required.filter((field) => user[field].trim() === '')
