import { common } from './en/common.ts'
import { event } from './en/event.ts'
import { formErrors } from './en/form-errors.ts'
import { download, home } from './en/home.ts'
import { messages } from './en/messages.ts'
import { pages, seo } from './en/pages.ts'
import { payment } from './en/payment.ts'
import { scores } from './en/scores.ts'
import { session } from './en/session.ts'

/**
 * English of the public site and of the server's replies, except its errors. The back office adds
 * `en-admin.ts`.
 */
export const en = {
  ...common,
  download,
  event,
  fieldErrors: formErrors,
  home,
  messages,
  pages,
  payment,
  scores,
  seo,
  session,
} as const
