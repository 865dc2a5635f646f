import { defaultEventListRegion } from '#contract/event/event.ts'
import {
  type AdminSettings,
  defaultBrand,
  defaultCertificateSigner,
  defaultEmailSendingSettings,
  defaultLegalSettings,
  defaultPhoneCountry,
  defaultReadOnlyMode,
  defaultReceiptIssuer,
  defaultSessionSettings,
} from '#contract/platform/settings.ts'
import { defaultTimeZone } from '#contract/platform/time-zone.ts'

/** Settings of a new installation. */
export const defaultSettings: AdminSettings = {
  title: { en: 'Botola: world-class robotics competitions', ar: 'بطولة: مسابقات روبوت بمستوى عالمي' },
  description: {
    en: 'World-class robotics competitions and STEM education for students in the kingdom.',
    ar: 'مسابقات روبوت بمستوى عالمي وتعليم في العلوم والتقنية والهندسة والرياضيات لطلاب المملكة وطالباتها.',
  },
  counters: { players: '20906', sessions: '500K+', countries: '10+', downloads: '30K+' },
  contact: { phone: '', email: '', address: { en: '', ar: '' } },
  story: {
    video: null,
    poster: null,
    title: { en: 'From the first line of code to the world stage', ar: 'من أول سطر برمجي إلى منصة العالم' },
    text: {
      en: 'Students design, build and program robots, and compete with the best of their age group.',
      ar: 'يصمّم الطلاب الروبوتات ويبنونها ويبرمجونها، ويتنافسون مع أفضل أقرانهم.',
    },
  },
  simulator: { win: null, mac: null, version: '' },
  organizerLink: 'https://wro-association.org/',
  features: { registration: true, payment: true, simulator: true },
  sessions: defaultSessionSettings,
  timeZone: defaultTimeZone,
  brand: defaultBrand,
  showCounters: true,
  eventListRegion: defaultEventListRegion,
  phoneCountry: defaultPhoneCountry,
  receiptIssuer: defaultReceiptIssuer,
  certificateSigner: defaultCertificateSigner,
  scoreLogEmail: '',
  publishFullNamesOfMinors: false,
  legal: defaultLegalSettings,
  ...defaultEmailSendingSettings,
  readOnlyMode: defaultReadOnlyMode,
}
