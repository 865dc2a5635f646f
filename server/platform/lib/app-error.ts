/** The HTTP status of each error code. The messages are in i18n under `errors`. */
const httpStatusByErrorCode = {
  'bad-input': 400,
  'bad-json': 400,
  'bad-form': 400,
  'bad-picture': 422,
  'too-many-pixels': 422,
  'animation-too-large': 422,
  'bad-file': 422,
  'form-incomplete': 400,
  'login-incomplete': 400,
  'download-incomplete': 400,
  'password-mismatch': 400,
  'sign-in-failed': 401,
  'phone-shared': 401,
  'no-token': 401,
  'bad-token': 401,
  'no-key': 401,
  'bad-key': 401,
  'bad-judge-code': 401,
  'judge-revoked': 401,
  'judge-not-assigned': 409,
  'judge-recused': 409,
  'judging-closed': 409,
  'rules-changed': 409,
  'sheet-conflict': 409,
  'own-sheet': 409,
  'head-judge-only': 403,
  'sheet-decided': 409,
  'sheets-waiting': 409,
  'second-factor-required': 401,
  'second-factor-failed': 401,
  'passkey-failed': 401,
  'passkey-last': 409,
  'passkey-limit': 409,
  'ticket-spent': 400,
  'provider-not-set-up': 422,
  'provider-away': 503,
  'provider-failed': 401,
  'provider-unlinked': 403,
  'provider-linked': 409,
  'provider-wrong-role': 403,
  'provider-no-second-factor': 403,
  'account-inactive': 403,
  'wrong-role': 403,
  'no-permission': 403,
  'not-for-regions': 403,
  confirmation_required: 403,
  'second-factor-setup-required': 403,
  'email-unconfirmed': 403,
  'registration-closed': 403,
  'account-exists': 409,
  'own-account': 409,
  'last-admin': 409,
  'not-found': 404,
  'no-such-page': 404,
  'no-teams-of-season': 404,
  'no-such-team-of-season': 404,
  'no-simulator': 404,
  conflict: 409,
  'has-teams': 409,
  'has-organizers': 409,
  'judge-assigned': 409,
  'has-payments': 409,
  'team-paid': 409,
  'team-competes': 409,
  'season-in-use': 409,
  'not-open': 409,
  'no-places': 409,
  'stale-version': 409,
  'too-large': 413,
  'picture-too-large': 413,
  'file-too-large': 413,
  'upload-offset': 409,
  'upload-busy': 409,
  'wrong-type': 415,
  'wrong-password': 422,
  'password-required': 422,
  'import-rejected': 422,
  'imported-before': 409,
  'outside-event-days': 409,
  'schedule-exists': 409,
  'draw-first': 409,
  'scores-from-event': 409,
  'ranking-frozen': 409,
  'draw-frozen': 409,
  'withdrawal-frozen': 409,
  'results-frozen': 409,
  'results-final': 409,
  'results-not-final': 409,
  'reveal-running': 409,
  'already-advanced': 409,
  'advanced-again': 409,
  'protests-closed': 409,
  'protest-exists': 409,
  'protest-not-open': 409,
  'event-closed': 409,
  'sheets-unreadable': 409,
  'import-undone': 409,
  'import-changed': 409,
  'import-paid': 409,
  'print-outdated': 409,
  'too-many-print-files': 409,
  'task-cancelled': 409,
  'task-ended': 409,
  'task-interrupted': 409,
  'print-empty': 409,
  'print-too-long': 409,
  'revert-impossible': 409,
  'revert-changed': 409,
  'revert-deleted': 409,
  'revert-invalid': 409,
  'no-mail': 422,
  'mail-not-set-up': 422,
  'payment-not-set-up': 422,
  'payment-not-needed': 409,
  'payment-under-way': 409,
  'payment-undecided': 409,
  'guardian-refused': 409,
  'replace-refused-only': 409,
  'refund-refused': 422,
  'refund-open': 409,
  'bad-advice': 403,
  'gateway-away': 503,
  'gateway-refused': 502,
  'too-many': 429,
  unexpected: 500,
  overloaded: 503,
  'database-away': 503,
  'files-away': 503,
  'read-only': 503,
} as const

export type ErrorCode = keyof typeof httpStatusByErrorCode

/** Why a field is invalid. The messages are in i18n under `fieldErrors`; `values` are their placeholders. */
export type FieldProblem = {
  field: string
  code:
    | 'required'
    | 'too-long'
    | 'too-many-words'
    | 'too-many-matches'
    | 'too-short'
    | 'too-small'
    | 'too-large'
    | 'too-deep'
    | 'wrong-type'
    | 'bad-format'
    | 'bad-date'
    | 'bad-number'
    | 'bad-time'
    | 'unknown-value'
    | 'bad-characters'
    | 'has-link'
    | 'taken'
    | 'judge-recused'
    | 'judges-already'
    | 'judge-revoked'
    | 'other-judge'
    | 'not-drawn'
    | 'winner-required'
    | 'replay-required'
    | 'has-results'
    | 'not-found'
    | 'final-event'
    | 'bad-picture'
    | 'too-many-pixels'
    | 'animation-too-large'
    | 'picture-too-large'
    | 'file-too-large'
    | 'bad-file'
    | 'external-media'
    | 'low-contrast-light'
    | 'low-contrast-dark'
    | 'unexpected-field'
    | 'wrong-password'
    | 'common-password'
    | 'personal-password'
    | 'too-few'
    | 'too-many'
    | 'below-age'
    | 'above-age'
    | 'fits-elementary'
    | 'fits-elementary-junior'
    | 'fits-junior'
    | 'fits-junior-senior'
    | 'fits-senior'
    | 'twice'
    | 'in-other-team'
    | 'in-own-team'
    | 'not-accepted'
    | 'id-not-accepted'
    | 'owner-only'
    | 'administration-only'
    | 'other-region'
    | 'not-in-regions'
    | 'not-with-administration'
    | 'finance-only'
    | 'results-only'
    | 'no-people'
    | 'unpaid-teams'
    | 'consent'
    | 'future'
    | 'below-others'
    | 'not-imported'
    | 'refund-first'
    | 'bad-national-id'
    | 'other-birth-date'
    | 'other-gender'
    | 'too-young'
    | 'too-old'
    | 'consent-required'
    | 'consent-outdated'
    | 'set-already'
    | 'slot-exists'
    | 'match-slot-exists'
    | 'no-such-match'
    | 'not-in-match'
    | 'no-such-round'
    | 'team-busy'
    | 'team-withdrawn'
    | 'table-busy'
    | 'not-later'
    | 'before-now'
    | 'no-later-slots'
    | 'bad-team-number'
    | 'several-teams'
    | 'other-team'
    | 'other-number'
    | 'no-such-team'
    | 'not-of-team'
    | 'name-of-team'
    | 'guests-closed'
    | 'several-guests'
    | 'other-team-name'
    | 'not-name-of-team'
    | 'other-competition'
    | 'several-entries'
    | 'sheets-of-judge'
  values?: Record<string, string | number>
}

/**
 * An error that users may see. `server/platform/http/errors.ts` converts it to a reply. `details` are sent unchanged:
 * they must not contain personal data or internals.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldProblem[]
  readonly details: Record<string, unknown> | undefined

  constructor(
    code: ErrorCode,
    fields: FieldProblem[] = [],
    details?: Record<string, unknown>,
    options?: ErrorOptions,
  ) {
    super(code, options)
    this.code = code
    this.fields = fields
    this.details = details
  }

  get status(): number {
    return httpStatusByErrorCode[this.code]
  }
}

/**
 * Throws `stale-version` with the current record in its details when `version` is not the stored one. An edit
 * without a version is always accepted.
 */
export const assertVersionNotStale = async (
  version: number | undefined,
  stored: { version: number },
  current: () => unknown | Promise<unknown>,
): Promise<void> => {
  if (version !== undefined && version !== stored.version)
    throw new AppError('stale-version', [], { current: await current() })
}
