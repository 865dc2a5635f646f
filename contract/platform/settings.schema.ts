import { toWesternDigits } from '../accounts/identity.ts'
import { certificateSigner } from '../event/certificate.schema.ts'
import { findLowContrastScheme, isHexColor } from './accent-color.ts'
import { nullIfBlank } from './crud.schema.ts'
import { defineCalls } from './define-calls.ts'
import { emailsPerMinuteLimits, pausableEmailClasses } from './email-queue.ts'
import { fieldLabels } from './field-labels.ts'
import {
  codeField,
  emailOrEmptyField,
  localizedText,
  multilineTextField,
  nameField,
  rawTextField,
  singleLineField,
  uncheckedLinkField,
  urlField,
} from './fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
  messageOnlyResponse,
} from './response.schema.ts'
import { settingsLimits as limits } from './settings-limits.ts'
import { isTimeZone } from './time-zone.ts'
import { z } from './z.ts'

/** A path on this site or a URL; null or empty for none. */
const pathOrUrlField = z.preprocess(
  nullIfBlank,
  z.union([uncheckedLinkField(limits.link).regex(/^\/(?![/\\])[^\s\\]*$/), urlField(limits.link)]).nullable(),
)
/**
 * A path on this site, or null for none. The browser shows no videos and images of other sites
 * (Content-Security-Policy).
 */
const mediaField = z.preprocess(
  nullIfBlank,
  uncheckedLinkField(limits.link)
    .refine((value) => /^\/(?![/\\])[^\s\\]*$/.test(value), { params: { code: 'external-media' } })
    .nullable(),
)
/** Texts of one line in both languages. */
const optionalLine = (max: number) => z.object({ en: singleLineField(max), ar: singleLineField(max) })
const optionalName = (max: number) => z.object({ en: nameField(max), ar: nameField(max) })
const requiredName = (max: number) => z.object({ en: nameField(max).min(1), ar: nameField(max).min(1) })
const optionalText = (max: number) => z.object({ en: multilineTextField(max), ar: multilineTextField(max) })
const requiredText = (max: number) =>
  z.object({ en: multilineTextField(max).min(1), ar: multilineTextField(max).min(1) })

const accentColorField = z.preprocess(
  nullIfBlank,
  codeField(7)
    .toLowerCase()
    .superRefine((value, context) => {
      const code = isHexColor(value)
        ? { light: 'low-contrast-light', dark: 'low-contrast-dark', none: null }[
            findLowContrastScheme(value) ?? 'none'
          ]
        : 'bad-format'
      if (code) context.addIssue({ code: 'custom', params: { code } })
    })
    .nullable(),
)

const sessionSettings = z.object({
  idleDays: z
    .number()
    .int()
    .min(1)
    .max(limits.idleDays)
    .describe('days without use after which sessions of students and coaches end'),
  adminIdleHours: z
    .number()
    .int()
    .min(1)
    .max(limits.adminIdleHours)
    .describe('hours without use after which sessions of the back office end'),
  requireSecondFactor: z.boolean().describe('users of the back office need a second factor'),
  allowAdminSignInLinks: z.boolean().describe('sign-in links work for users of the back office, too'),
  confirmPublishedUserChanges: z
    .boolean()
    .describe('the published calls that change users ask for a confirmed session, as the back office does'),
  confirmPublishedExports: z
    .boolean()
    .describe('the published calls that export people ask for a confirmed session, as the back office does'),
})

const vatNumberField = codeField(limits.vatNumber)
  .overwrite((value) => toWesternDigits(value).toUpperCase())
  .refine((value) => /^([A-Z0-9]{8,20})?$/.test(value), { params: { code: 'bad-format' } })
const receiptIssuer = z.object({
  name: optionalName(limits.issuerName).describe(
    "the legal name on receipts; the site's name when it is empty",
  ),
  vatNumber: vatNumberField.describe(
    'the VAT registration number: 8 to 20 letters and digits, empty for none',
  ),
  vatPercent: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('the VAT rate that fees include, in percent; null when no VAT is charged'),
})
receiptIssuer.register(fieldLabels, { catalogue: 'settings', names: { name: 'issuerName' } })

const dataOfficer = z.object({
  name: nameField(limits.officerName),
  email: emailOrEmptyField(limits.email),
})
dataOfficer.register(fieldLabels, {
  catalogue: 'settings',
  names: { name: 'officerName', email: 'officerEmail' },
})
const legalSettings = z.object({
  privacy: optionalText(limits.legalText).describe(
    'the text of the page about privacy; the standard text when it is empty',
  ),
  terms: optionalText(limits.legalText).describe(
    'the text of the page about terms; the standard text when it is empty',
  ),
  dataOfficer: dataOfficer.describe('whom people ask about their data'),
  isReviewed: z.boolean().describe('the organizers have read both texts'),
})
/** A number in Arabic digits is stored in the digits that its link needs. */
const phoneField = codeField(limits.phone).overwrite(toWesternDigits)

/** A part of the settings that other calls change; a client may send back what it has read. */
const ignoredField = z.unknown().optional().describe('ignored')

/**
 * The settings page sends all settings. `version` is the one that was read. Without `sessions`, `timeZone`,
 * `brand`, `showCounters`, `receiptIssuer`, `certificateSigner`, `legal`, `scoreLogEmail`,
 * `publishFullNamesOfMinors`, `emailsPerMinute`, `pausedEmailClasses` or the files of `story` these stay; the logo,
 * the signature and the seal have calls of their own; changing `sessions`, `scoreLogEmail`,
 * `publishFullNamesOfMinors`, `timeZone`, `emailsPerMinute` or `pausedEmailClasses` needs `administration`,
 * `receiptIssuer` or `features.payment` needs `finance`.
 */
export const saveSettingsRequest = z.object({
  version: z.coerce.number().int().min(1).max(2_000_000_000).optional(),
  title: requiredText(limits.title),
  description: requiredText(limits.description),
  counters: z.object({
    players: singleLineField(limits.counter),
    sessions: singleLineField(limits.counter),
    countries: singleLineField(limits.counter),
    downloads: singleLineField(limits.counter),
  }),
  contact: z.object({
    phone: phoneField,
    email: emailOrEmptyField(limits.email),
    address: optionalText(limits.address),
  }),
  story: z.object({
    video: mediaField.optional(),
    poster: mediaField.optional(),
    title: optionalText(limits.title),
    text: optionalText(limits.storyText),
  }),
  simulator: z.object({
    win: pathOrUrlField,
    mac: pathOrUrlField,
    version: singleLineField(limits.simulatorVersion),
  }),
  organizerLink: urlField(limits.link),
  features: z.object({ registration: z.boolean(), payment: z.boolean(), simulator: z.boolean() }),
  sessions: sessionSettings
    .partial({
      allowAdminSignInLinks: true,
      confirmPublishedUserChanges: true,
      confirmPublishedExports: true,
    })
    .optional(),
  brand: z
    .object({
      name: requiredName(limits.siteName),
      logo: ignoredField,
      accentColor: accentColorField.describe(
        '#rrggbb with a contrast of 4.5 in both colour schemes; null for the standard colours',
      ),
      tagline: optionalText(limits.tagline),
      about: optionalText(limits.description),
    })
    .optional(),
  showCounters: z.boolean().optional(),
  timeZone: rawTextField(60)
    .refine(isTimeZone, { params: { code: 'unknown-value' } })
    .describe('the IANA name of a time zone; stays without one')
    .optional(),
  eventListRegion: rawTextField(limits.regionSlug)
    .nullable()
    .describe(
      'the slug of the region whose events Home and Events list; null for all regions; stays without one',
    )
    .optional(),
  phoneCountry: rawTextField(2)
    .regex(/^[A-Z]{2}$/)
    .describe('ISO 3166: the country that phone fields choose at first; stays without one')
    .optional(),
  receiptIssuer: receiptIssuer.optional(),
  certificateSigner: z
    .object({
      name: optionalName(limits.signerText),
      title: optionalLine(limits.signerText),
      signature: ignoredField,
      seal: ignoredField,
    })
    .optional()
    .describe('who signs certificates; empty for none'),
  legal: legalSettings.optional(),
  scoreLogEmail: emailOrEmptyField(limits.email)
    .describe('gets the head of the score log at each publication of results; stays without one')
    .optional(),
  publishFullNamesOfMinors: z
    .boolean()
    .describe('published replies have the full names of minors; pages never have them; stays without one')
    .optional(),
  emailsPerMinute: z
    .number()
    .int()
    .min(emailsPerMinuteLimits.min)
    .max(emailsPerMinuteLimits.max)
    .describe('how many emails each process of the server sends in a minute; stays without one')
    .optional(),
  pausedEmailClasses: z
    .array(z.enum(pausableEmailClasses))
    .max(pausableEmailClasses.length)
    .describe('the classes of emails that wait until they are resumed; stays without one')
    .optional(),
  readOnlyMode: ignoredField,
  updatedAt: ignoredField,
})
saveSettingsRequest.register(fieldLabels, {
  catalogue: 'settings',
  names: { title: 'siteTitle', description: 'siteDescription', sessions: 'security' },
})
saveSettingsRequest.shape.counters.register(fieldLabels, { catalogue: 'settings' })
saveSettingsRequest.shape.story.register(fieldLabels, {
  catalogue: 'settings',
  names: { title: 'storyTitle' },
})
saveSettingsRequest.shape.features.register(fieldLabels, {
  catalogue: 'settings',
  names: { simulator: 'simulatorSwitch' },
})
saveSettingsRequest.shape.brand.register(fieldLabels, { catalogue: 'settings', names: { name: 'siteName' } })
saveSettingsRequest.shape.certificateSigner.register(fieldLabels, {
  catalogue: 'settings',
  names: { name: 'signerName', title: 'signerTitle' },
})

/** The mode in which the site can be read but not changed. */
const readOnlyMode = z.object({ isOn: z.boolean(), message: localizedText })
/** The message is needed to switch the mode on; it stays without one. */
export const setReadOnlyModeRequest = z.object({
  isOn: z.boolean(),
  message: requiredText(limits.readOnlyMessage)
    .describe('what pages and errors tell visitors while the mode is on')
    .optional(),
})
setReadOnlyModeRequest.register(fieldLabels, {
  catalogue: 'settings',
  names: { isOn: 'readOnlyMode', message: 'readOnlyMessage' },
})

const settingsRecord = z
  .object({
    title: localizedText,
    description: localizedText,
    counters: z.object({
      players: z.string(),
      sessions: z.string(),
      countries: z.string(),
      downloads: z.string(),
    }),
    contact: z.object({ phone: z.string(), email: z.string(), address: localizedText }),
    story: z.object({
      video: z.string().nullable(),
      poster: z.string().nullable(),
      title: localizedText,
      text: localizedText,
    }),
    simulator: z.object({ win: z.string().nullable(), mac: z.string().nullable(), version: z.string() }),
    organizerLink: z.string(),
    features: z.object({ registration: z.boolean(), payment: z.boolean(), simulator: z.boolean() }),
    sessions: sessionSettings,
    brand: z.object({
      name: localizedText,
      logo: z.string().nullable(),
      accentColor: z.string().nullable(),
      tagline: localizedText,
      about: localizedText,
    }),
    showCounters: z.boolean(),
    timeZone: z.string(),
    eventListRegion: z.string().nullable(),
    phoneCountry: z.string(),
    receiptIssuer: z.object({
      name: localizedText,
      vatNumber: z.string(),
      vatPercent: z.number().nullable(),
    }),
    certificateSigner,
    legal: z.object({
      privacy: localizedText,
      terms: localizedText,
      dataOfficer: z.object({ name: z.string(), email: z.string() }),
      isReviewed: z.boolean(),
    }),
    scoreLogEmail: z.string(),
    publishFullNamesOfMinors: z.boolean(),
    emailsPerMinute: z.number(),
    pausedEmailClasses: z.array(z.enum(pausableEmailClasses)),
    readOnlyMode,
    version: z.number(),
    updatedAt: z.string(),
  })
  .meta({ id: 'AdminSettings' })

const adminSettingsResponse = createSuccessResponseSchema({ settings: settingsRecord })
const savedSettingsResponse = createMessageAndDataResponseSchema({ settings: settingsRecord })
const legalPagesResponse = createSuccessResponseSchema({
  legalPages: z.object({
    privacy: localizedText,
    terms: localizedText,
    dataOfficer: z.object({ name: z.string(), email: z.string() }),
  }),
})

/** The calls about settings. */
export const settingsCalls = {
  ...defineCalls(
    { tag: 'settings', audience: 'visitor' },
    {
      'GET /api/legalPages': {
        summary: 'The pages about privacy and terms, and the data protection officer',
        response: legalPagesResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'settings', audience: 'admin', permission: 'none', regions: 'same' },
    {
      'GET /api/admin/read-only-mode': {
        summary: 'Whether the site is read-only, and the message for visitors',
        response: createSuccessResponseSchema({ readOnlyMode }),
      },
    },
  ),
  ...defineCalls(
    { tag: 'settings', audience: 'admin', permission: 'administration' },
    {
      'PUT /api/admin/read-only-mode': {
        changesData: false,
        summary: 'Make the whole site read-only, or no longer',
        body: setReadOnlyModeRequest,
        response: messageOnlyResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'settings', audience: 'admin', permission: 'content' },
    {
      'GET /api/admin/settings': {
        summary: 'The settings',
        regions: 'same',
        response: adminSettingsResponse,
      },
      'PUT /api/admin/settings': {
        summary: 'Replace the settings',
        conditionalChecks: [
          {
            when: 'to change those of sessions or the address of the score log',
            permission: 'administration',
            confirmation: true,
          },
          {
            when: 'to change the time zone, the names of minors in published replies, or how emails are sent',
            permission: 'administration',
          },
          { when: 'to change the issuer of receipts or the switch of payments', permission: 'finance' },
        ],
        body: saveSettingsRequest,
        response: savedSettingsResponse,
      },
    },
  ),
}
