import type { CertificateSigner } from '../event/certificate.schema.ts'
import { defaultEmailsPerMinute, type PausableEmailClass } from './email-queue.ts'
import type { Localized } from './localized.ts'

/** The settings of the site. Links are absolute (https) or paths on this site; null means not set. */
export type Settings = {
  title: Localized
  description: Localized
  counters: { players: string; sessions: string; countries: string; downloads: string }
  contact: { phone: string; email: string; address: Localized }
  story: { video: string | null; poster: string | null; title: Localized; text: Localized }
  simulator: { win: string | null; mac: string | null; version: string }
  organizerLink: string
  features: { registration: boolean; payment: boolean; simulator: boolean }
}

/**
 * How sessions end, whether the back office needs a second factor and accepts sign-in links, and whether the
 * published calls that change users or export people ask for a confirmed session.
 */
export type SessionSettings = {
  idleDays: number
  adminIdleHours: number
  requireSecondFactor: boolean
  allowAdminSignInLinks: boolean
  confirmPublishedUserChanges: boolean
  confirmPublishedExports: boolean
}
export const defaultSessionSettings: SessionSettings = {
  idleDays: 30,
  adminIdleHours: 12,
  requireSecondFactor: false,
  allowAdminSignInLinks: false,
  confirmPublishedUserChanges: false,
  confirmPublishedExports: false,
}

/**
 * How the site presents itself. `logo` is a path on this site, `accentColor` has the form `#rrggbb`; null
 * stands for the standard logo and colours. `tagline` is the line below the name in the footer, `about` the
 * introduction of the page about the olympiad; empty texts stand for the standard ones.
 */
export type Brand = {
  name: Localized
  logo: string | null
  accentColor: string | null
  tagline: Localized
  about: Localized
}
export const defaultBrand: Brand = {
  name: { en: 'Botola', ar: 'بطولة' },
  logo: null,
  accentColor: null,
  tagline: { en: '', ar: '' },
  about: { en: '', ar: '' },
}

/** The standard accent colour, for places without style sheets. */
export const standardAccentColor = '#0b8f70'

/**
 * Who issues receipts: the legal name (the site's name when it is empty), the VAT registration number (empty
 * for none), and the VAT rate in percent that fees include (null when no VAT is charged). A receipt keeps the
 * values of the day of the payment.
 */
export type ReceiptIssuer = { name: Localized; vatNumber: string; vatPercent: number | null }
export const defaultReceiptIssuer: ReceiptIssuer = {
  name: { en: '', ar: '' },
  vatNumber: '',
  vatPercent: null,
}

/**
 * Who signs certificates. `signature` and `seal` are paths on this site; empty texts and null leave a part of
 * the certificate out.
 */
export const defaultCertificateSigner: CertificateSigner = {
  name: { en: '', ar: '' },
  title: { en: '', ar: '' },
  signature: null,
  seal: null,
}

/**
 * The pages about privacy and terms, and whom people ask about their data. Empty texts stand for the standard
 * ones (`i18n/en/legal.ts`), an empty address for that of the contact. `isReviewed`: the organizers have read
 * both texts.
 */
export type LegalSettings = {
  privacy: Localized
  terms: Localized
  dataOfficer: { name: string; email: string }
  isReviewed: boolean
}
export const defaultLegalSettings: LegalSettings = {
  privacy: { en: '', ar: '' },
  terms: { en: '', ar: '' },
  dataOfficer: { name: '', email: '' },
  isReviewed: false,
}
/** The pages about privacy and terms as visitors read them. */
export type LegalPages = Omit<LegalSettings, 'isReviewed'>

/** How emails are sent: how many each process of the server sends in a minute, and which classes are paused. */
export type EmailSendingSettings = {
  emailsPerMinute: number
  pausedEmailClasses: PausableEmailClass[]
}
export const defaultEmailSendingSettings: EmailSendingSettings = {
  emailsPerMinute: defaultEmailsPerMinute,
  pausedEmailClasses: [],
}

/** While `isOn`, the site can be read but not changed, and its pages show `message`. */
export type ReadOnlyMode = { isOn: boolean; message: Localized }
export const defaultReadOnlyMode: ReadOnlyMode = { isOn: false, message: { en: '', ar: '' } }

/**
 * All settings. Those of sessions are not public. `showCounters` is false when the home page has no counters.
 * `timeZone` is the IANA name of the time zone in which times are shown and typed. `phoneCountry` is the
 * country (ISO 3166) that phone fields choose at first. `eventListRegion` is the slug of the region whose
 * events Home and Events list, null for all regions. `scoreLogEmail` is the address that gets the head of the
 * score log at each publication of results; empty for none. `publishFullNamesOfMinors` tells whether published
 * replies have the full names of minors.
 */
export type AdminSettings = Settings &
  EmailSendingSettings & {
    sessions: SessionSettings
    timeZone: string
    brand: Brand
    showCounters: boolean
    eventListRegion: string | null
    phoneCountry: string
    receiptIssuer: ReceiptIssuer
    certificateSigner: CertificateSigner
    legal: LegalSettings
    scoreLogEmail: string
    publishFullNamesOfMinors: boolean
    readOnlyMode: ReadOnlyMode
  }

/** The country of phone fields until an administrator chooses another one (specification, section 9). */
export const defaultPhoneCountry = 'EG'

/** The settings as the back office edits them; `version` counts the saves. */
export type SettingsRecord = AdminSettings & { version: number; updatedAt: string }
