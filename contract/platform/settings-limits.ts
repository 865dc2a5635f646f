/** Limits of texts in characters. */
export const settingsLimits = {
  siteName: 40,
  tagline: 200,
  title: 200,
  description: 1000,
  counter: 20,
  phone: 40,
  email: 320,
  address: 500,
  storyText: 2000,
  link: 2000,
  simulatorVersion: 40,
  regionSlug: 200,
  legalText: 30_000,
  officerName: 200,
  issuerName: 200,
  signerText: 120,
  vatNumber: 20,
  readOnlyMessage: 300,
  /** Largest values of the idle times. */
  idleDays: 365,
  adminIdleHours: 720,
} as const
