import 'i18next'
import type { en } from './en.ts'
import type { enAccount } from './en-account.ts'
import type { enAdmin } from './en-admin.ts'
import type { enTeams } from './en-teams.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en & typeof enAccount & typeof enAdmin & typeof enTeams }
  }
}
