import { common } from './ar/common.ts'
import { event } from './ar/event.ts'
import { formErrors } from './ar/form-errors.ts'
import { download, home } from './ar/home.ts'
import { messages } from './ar/messages.ts'
import { pages, seo } from './ar/pages.ts'
import { payment } from './ar/payment.ts'
import { scores } from './ar/scores.ts'
import { session } from './ar/session.ts'
import type { Catalogue } from './catalogue.ts'
import type { en } from './en.ts'

/** Arabic of the public site and of the server's replies. The back office adds `ar-admin.ts`. */
export const ar: Catalogue<typeof en> = {
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
}
