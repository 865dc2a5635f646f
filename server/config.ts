import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'

const namedRanges = new Set(['loopback', 'linklocal', 'uniquelocal'])
const offValues = new Set(['off', 'false', 'no', '0'])

/**
 * Returns true for an address, a network in CIDR notation or a named range, but not for a network of all
 * addresses (`/0`).
 */
const isProxy = (text: string): boolean => {
  if (namedRanges.has(text)) return true
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
  )
}

/**
 * Parses `TRUST_PROXY`. Returns false for `off`, the list of proxies whose `X-Forwarded-For` is trusted, or
 * undefined for an invalid text.
 */
const parseTrustedProxies = (text: string): false | string[] | undefined => {
  const value = text.trim().toLowerCase()
  if (offValues.has(value)) return false
  const proxies = value.split(',').map((each) => each.trim())
  return proxies.every(isProxy) ? proxies : undefined
}

const emptyToUndefined = (value: unknown) => (value === '' ? undefined : value)
const optionalText = () => z.preprocess(emptyToUndefined, z.string().trim().optional())
const optionalUrl = () => z.preprocess(emptyToUndefined, z.url().optional())

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** Returns true for https, and for http on this machine, such as a provider for trials. */
const isSafeProviderUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  )
}

/** An invalid setting. `message` is a sentence that names the environment variable. */
export class ConfigError extends Error {}

const minSecretKeyLength = 32

/**
 * Returns the keys of a list without empty entries. Throws a `ConfigError`, which begins with `source` and
 * ends with `hint`, for a key that is too short.
 */
export const trimAndValidateSecretKeys = (list: readonly string[], source: string, hint = ''): string[] => {
  const keys = list.map((key) => key.trim()).filter((key) => key !== '')
  if (keys.some((key) => key.length < minSecretKeyLength))
    throw new ConfigError(
      `${source} cannot be used: each key must have at least ${minSecretKeyLength} characters${hint}.`,
    )
  return keys
}

/** A whole number within limits. Unlike other settings, it is no secret: the message names what was typed. */
const wholeNumber = (least: number, most: number, otherwise: number) =>
  z.preprocess(
    emptyToUndefined,
    z
      .string()
      .default(String(otherwise))
      .transform((text, context) => {
        const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN
        if (number >= least && number <= most) return number
        context.addIssue(`"${text}" is not a whole number from ${least} to ${most}`)
        return z.NEVER
      }),
  )

/** The least and greatest numbers of the five fields of cron. */
const cronLimits = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const

/** Returns true for five fields of numbers, ranges, steps and lists. */
const isCronExpression = (text: string): boolean => {
  const fields = text.split(/\s+/)
  return (
    fields.length === cronLimits.length &&
    cronLimits.every(([least, most], index) =>
      (fields[index] ?? '').split(',').every((part) => {
        const [, all, first, last, step] =
          /^(?:(\*)|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part) ?? []
        if (all === undefined && first === undefined) return false
        const numbers = [first, last].flatMap((number) => (number === undefined ? [] : [Number(number)]))
        return (
          numbers.every((number) => number >= least && number <= most) &&
          Number(last ?? most) >= Number(first ?? least) &&
          step !== '0'
        )
      }),
    )
  )
}

/**
 * The environment variables of a process, all with safe defaults. `.env.example` and docs/operations.md
 * describe them.
 */
const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535, 3000),
  HOST: z.preprocess(emptyToUndefined, z.string().default('127.0.0.1')),
  SITE_URL: optionalUrl(),
  SITE_NAME: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .regex(/^[a-z0-9_-]{1,40}$/)
      .default('botola'),
  ),
  DATA_DIR: z.preprocess(emptyToUndefined, z.string().default('data')),
  PG_BIN: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .transform((folder) => resolve(folder))
      .optional(),
  ),
  DATABASE_URL: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
      .optional(),
  ),
  MIGRATION_DATABASE_URL: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
      .optional(),
  ),
  DATABASE_READ_URL: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
      .optional(),
  ),
  STORAGE_URL: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .regex(/^s3:\/\//, 'must start with s3://')
      .optional(),
  ),
  BACKUP_URL: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .trim()
      .regex(/^(s3:\/\/|(?![a-z0-9+]+:\/\/))/i, 'must be a folder or start with s3://')
      .transform((place) => (place.startsWith('s3://') ? place : resolve(place)))
      .optional(),
  ),
  BACKUP_CRON: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .trim()
      .default('37 2 * * *')
      .refine(
        isCronExpression,
        'must be five fields as for cron: minute, hour, day of the month, month, day of the week (37 2 * * *)',
      ),
  ),
  BACKUP_KEEP: wholeNumber(1, 10_000, 14),
  SLOW_QUERY_MS: wholeNumber(0, 3_600_000, 1000),
  STOP_DELAY_SECONDS: wholeNumber(0, 300, 0),
  MAX_UPLOAD_MB: wholeNumber(1, 100_000, 2048),
  SMTP_URL: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
      .optional(),
  ),
  MAIL_FROM: z.preprocess(emptyToUndefined, z.string().default('Botola <no-reply@localhost>')),
  ADMIN_EMAIL: z.preprocess(emptyToUndefined, z.email().default('admin@botola.local')),
  ADMIN_PASSWORD: z.preprocess(emptyToUndefined, z.string().min(8).max(200).optional()),
  DEMO: z.preprocess(emptyToUndefined, z.stringbool().optional()),
  SECRET_KEY: z.preprocess(
    emptyToUndefined,
    z.string().min(minSecretKeyLength, `must have at least ${minSecretKeyLength} characters`).optional(),
  ),
  SECRET_KEY_OLD: z.string().default(''),
  TELR_URL: z.preprocess(emptyToUndefined, z.url().default('https://secure.telr.com')),
  TELR_STORE: optionalText(),
  TELR_AUTH_KEY: optionalText(),
  TELR_REMOTE_KEY: optionalText(),
  TELR_ADVICE_SECRET: optionalText(),
  TELR_TEST: z.preprocess(emptyToUndefined, z.stringbool().optional()),
  OIDC_ISSUER: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .trim()
      .refine(isSafeProviderUrl, 'must be an address with https:// (http:// only on this machine)')
      .optional(),
  ),
  OIDC_CLIENT_ID: optionalText(),
  OIDC_CLIENT_SECRET: optionalText(),
  OIDC_NAME: optionalText(),
  OIDC_SECOND_FACTOR: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .default('mfa')
      .transform((text) => (offValues.has(text.trim().toLowerCase()) ? [] : splitList(text))),
  ),
  METRICS_TOKEN: optionalText(),
  LOG_LEVEL: z.preprocess(
    emptyToUndefined,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  TRUST_PROXY: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .default('off')
      .transform((text, context) => {
        const proxies = parseTrustedProxies(text)
        if (proxies !== undefined) return proxies
        context.addIssue(
          `"${text}" does not say which proxies are yours; list their addresses or networks (10.0.0.5,10.1.0.0/16) or loopback, linklocal, uniquelocal, or set off`,
        )
        return z.NEVER
      }),
  ),
})

export type Config = Omit<
  z.infer<typeof environmentSchema>,
  'SITE_URL' | 'DATA_DIR' | 'SECRET_KEY_OLD' | 'OIDC_NAME'
> & {
  SITE_URL: string
  /** The name of the sign-in provider in the pages; empty without a provider. */
  OIDC_NAME: string
  DATA_DIR: string
  /** Keys that decrypt only. */
  SECRET_KEY_OLD: string[]
  dev: boolean
}

/** Parses the environment variables. Throws a `ConfigError` that names the first invalid one. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const result = environmentSchema.safeParse(env)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new ConfigError(`The setting ${String(issue?.path[0])} cannot be used: ${issue?.message}.`)
  }
  const settings = result.data
  if (settings.DATABASE_URL && !settings.SECRET_KEY)
    throw new ConfigError('With DATABASE_URL the setting SECRET_KEY is required (at least 32 characters).')
  if (settings.MIGRATION_DATABASE_URL && !settings.DATABASE_URL)
    throw new ConfigError(
      'With MIGRATION_DATABASE_URL the setting DATABASE_URL is required: the same database for the role of the application.',
    )
  if (settings.TELR_STORE && settings.TELR_TEST === undefined)
    throw new ConfigError(
      'With TELR_STORE the setting TELR_TEST is required: off takes real money, on creates test orders, which never pay for a team.',
    )
  if (settings.OIDC_ISSUER && !(settings.OIDC_CLIENT_ID && settings.OIDC_CLIENT_SECRET))
    throw new ConfigError(
      'With OIDC_ISSUER the settings OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are required: the provider gives both to a registered client.',
    )
  const host = settings.HOST.includes(':')
    ? `[${settings.HOST}]`
    : settings.HOST === '0.0.0.0'
      ? 'localhost'
      : settings.HOST
  return {
    ...settings,
    DATA_DIR: resolve(settings.DATA_DIR),
    OIDC_NAME: settings.OIDC_ISSUER ? (settings.OIDC_NAME ?? new URL(settings.OIDC_ISSUER).hostname) : '',
    SECRET_KEY_OLD: trimAndValidateSecretKeys(
      settings.SECRET_KEY_OLD.split(','),
      'The setting SECRET_KEY_OLD',
      ' (a key that contains a comma belongs in the file secret-key-old in DATA_DIR)',
    ),
    SITE_URL: (settings.SITE_URL ?? `http://${host}:${settings.PORT}`).replace(/\/+$/, ''),
    dev: env.DEV === '1',
  }
}
