import 'i18next'
import type { en } from './en.ts'
import type { enAccount } from './en-account.ts'
import type { enAdmin } from './en-admin.ts'
import type { enCertificates } from './en-certificates.ts'
import type { enGuardian } from './en-guardian.ts'
import type { enJudge } from './en-judge.ts'
import type { enMatches } from './en-matches.ts'
import type { enReplies } from './en-replies.ts'
import type { enSeasonPages } from './en-season-pages.ts'
import type { enSignInProvider } from './en-sign-in-provider.ts'
import type { enTeams } from './en-teams.ts'

/** A text without `{{site}}`, which the pages fill with the name of the site. */
type WithoutSite<Text extends string> = Text extends `${infer Before}{{site}}${infer After}`
  ? `${Before}${WithoutSite<After>}`
  : Text
type Texts<T> = { [K in keyof T]: T[K] extends string ? WithoutSite<T[K]> : Texts<T[K]> }

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: Texts<
        typeof en &
          typeof enAccount &
          typeof enAdmin &
          typeof enCertificates &
          typeof enReplies &
          typeof enGuardian &
          typeof enSeasonPages &
          typeof enSignInProvider &
          typeof enJudge &
          typeof enMatches &
          typeof enTeams
      >
    }
  }
}
