/** Who asks for the simulator. `country` is a slug (`egypt`, `saudi-arabia`), `phone` as it was typed. */
export type DownloadRequest = {
  name: string
  email: string
  phone: string
  country: string
  platform: 'win' | 'mac'
  userType: 'student' | 'coach'
}

/** A reported issue. `regionId` names the region whose contact gets it; null for none. */
export type IssueReport = { firstName: string; lastName: string; email: string; message: string; regionId: string | null }

/** What the contact form sends. */
export type ContactNote = { name: string; email: string; phone: string; message: string }

/** Limits of what visitors send, in characters. */
export const messageLimits = { name: 100, email: 320, phone: 40, country: 80, message: 6000 } as const
