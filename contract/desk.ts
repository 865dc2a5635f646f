/** Somebody who asked for the simulator. `country` is a slug, `phone` E.164, `createdAt` ISO 8601. */
export type Registrant = {
  id: string
  name: string
  email: string
  phone: string
  country: string
  platform: 'win' | 'mac'
  userType: 'student' | 'coach'
  createdAt: string
}

export const messageStates = ['new', 'answered', 'closed'] as const
export type MessageState = (typeof messageStates)[number]

/** What somebody wrote on the support or contact page. `region` is a region's id, null for none. */
export type DeskMessage = {
  id: string
  kind: 'issue' | 'contact'
  name: string
  email: string
  phone: string
  region: string | null
  body: string
  lang: 'en' | 'ar'
  state: MessageState
  createdAt: string
}
