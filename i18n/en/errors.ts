import { formErrors } from './form-errors.ts'

/** The same for a form and for its field. */
const tooManyPixels =
  'This picture has {{megapixels}} megapixels. A JPG that is not progressive can have {{jpeg}}, any other picture {{other}}. Please choose a smaller one.'
const animationTooLarge =
  'This animation is too large. It can have {{frames}} frames, with {{animation}} megapixels together. Please choose a smaller one.'

/** Errors of calls, by `code`. */
export const errors = {
  'bad-input': 'Some of the data is not valid.',
  'bad-json': 'The request is not valid JSON.',
  'bad-form': 'The form arrived incomplete. Please send it again.',
  'bad-picture': 'This file isn’t a valid picture. Please choose a JPG, PNG, GIF or WebP.',
  'too-many-pixels': tooManyPixels,
  'animation-too-large': animationTooLarge,
  'bad-file': 'This file doesn’t have the expected type.',
  'form-incomplete': 'Please fill form carefully!',
  'login-incomplete': 'Please fill in all fields, Email or Password is Empty!',
  'download-incomplete': 'Please fill in all fields...',
  'password-mismatch': 'Password is not Matched',
  'sign-in-failed': 'These sign-in details are incorrect.',
  'phone-shared':
    'Several accounts use this phone number. Please sign in with your email address or national ID.',
  'no-token': 'Please sign in first.',
  'bad-token': 'Your session has ended. Please sign in again.',
  'no-key': 'This request needs the event’s API key in the X-Api-Key header.',
  'bad-key': 'This API key isn’t valid for this event, or it was revoked.',
  'bad-judge-code': 'This judge code isn’t valid. Check the code, or ask the organizers for a new one.',
  'judge-revoked': 'Your judge code is no longer valid. Ask the organizers for a new one.',
  'judge-not-assigned': 'You’re not assigned to this team’s table or day.',
  'judge-recused':
    'You’re excluded from this team because of a conflict of interest. Ask a head judge or the organizers.',
  'judging-closed': 'Judging for this event is closed.',
  'rules-changed': 'The scoring rules have changed since this sheet was filled in.',
  'sheet-conflict': 'Another result has been recorded for this team in this round.',
  'head-judge-only': 'Only a head judge or the organizers can do this.',
  'own-sheet': 'You sent this sheet, so another judge has to confirm it.',
  'sheet-decided': 'This sheet has already been confirmed or rejected.',
  'sheets-waiting': 'Some sheets are waiting for a second judge or a decision. Confirm or reject them first.',
  'second-factor-required': 'Please enter the code from your authenticator app.',
  'second-factor-failed': 'This code is incorrect or has already been used.',
  'passkey-failed': 'This passkey was not accepted. Please try again, or enter a code.',
  'passkey-last':
    'This passkey is your only second step. Add another one or an authenticator app first, or turn two-step verification off.',
  'passkey-limit': 'An account can have {{limit}} passkeys. Remove one first.',
  'ticket-spent': 'This link has expired or has already been used. Please request a new one.',
  'provider-not-set-up': 'No sign-in provider is set up on this site.',
  'provider-away':
    'The sign-in provider isn’t answering. Please try again later, or sign in with your password.',
  'provider-failed':
    'The sign-in with the provider couldn’t be completed: it expired, was already used, or began in another browser. Please start again.',
  'provider-unlinked':
    'Your account at the sign-in provider isn’t linked to an account here. Sign in with your password and link it in your profile, or ask an administrator for an invitation.',
  'provider-linked': 'This account at the sign-in provider is already linked to an account here.',
  'provider-wrong-role': 'Only accounts of the back office sign in with the sign-in provider.',
  'provider-no-second-factor':
    'The second factor of the sign-in provider is missing or doesn’t count for this account yet. Please enter a code or use a passkey instead.',
  'account-inactive': 'Your account is not active. Please ask an administrator to activate it.',
  'wrong-role': 'Your account isn’t allowed to do this.',
  'not-for-regions':
    'Your account is limited to regions, and this is only available for all regions together. Ask an administrator without a limit.',
  'no-permission': 'You don’t have permission to do this. Ask an administrator for access.',
  confirmation_required: 'Please confirm your identity with your password or a code.',
  'second-factor-setup-required':
    'The back office requires two-step verification. Please set it up in your profile first.',
  'email-unconfirmed': 'Please confirm your email address first: open the link in the email we sent you.',
  'registration-closed': 'Registration is currently closed.',
  'account-exists':
    'An account with this email address or national ID already exists. Sign in, or contact the organizers.',
  'own-account': 'You can’t do this to your own account.',
  'last-admin': 'This is the last administrator who can sign in.',
  'not-found': 'This record does not exist.',
  'no-such-page': 'Nothing was found at this address.',
  'no-simulator': 'The simulator is not available for this system yet',
  conflict: 'This conflicts with existing data.',
  'has-teams': 'Teams belong to this competition. Deleted teams count until they are deleted permanently.',
  'judge-assigned': 'This person has a valid code for an event that isn’t over. Revoke it there first.',
  'has-organizers':
    'Organizers belong to this continent. Deleted organizers count until they are deleted permanently.',
  'no-teams-of-season': 'No team of season {{season}} in {{competition}}.',
  'no-such-team-of-season': 'No team number {{teamNo}} of season {{season}} in {{competition}}.',
  'season-in-use': 'This season is active, or teams, events, payments or season records belong to it.',
  'has-payments':
    'This team has payments, which must be kept for accounting. Its people and pictures are removed 30 days after deletion.',
  'team-paid':
    'The fee of this team is paid, or a payment for it is being checked. To withdraw it, reload the page and send a request to the organizers.',
  'team-competes':
    'An event of this competition has begun, or the team has a result. To withdraw it, write to the organizers.',
  'not-open': 'Registration for this competition is closed.',
  'no-places': 'This competition is full.',
  'stale-version': 'Someone else changed this record in the meantime.',
  'too-large': 'This is too large to send.',
  'picture-too-large': 'This picture is larger than 10 MB. Please choose a smaller one.',
  'file-too-large': 'This file is too large.',
  'upload-offset': 'The upload continues at another position.',
  'upload-busy': 'This upload is being checked. Please wait a moment.',
  'wrong-type': 'This content type isn’t supported.',
  'wrong-password': 'The password is incorrect.',
  'password-required': 'Enter the password of this account to confirm the address.',
  'import-rejected': 'Nothing was imported: some rows have errors.',
  'imported-before': 'This file was imported before. Confirm that you want to import it again.',
  'schedule-exists': 'This event already has a schedule. Confirm that you want to replace it.',
  'draw-first': 'The matches aren’t drawn yet. Draw them first.',
  'outside-event-days': 'The time is outside the days of the event: {{days}}. Confirm that you want it.',
  'scores-from-event':
    'These scores come from the team’s attempts in an event with scoring rules. Correct the attempts there.',
  'ranking-frozen': 'The ranking is frozen. You can change the scoring rules after the freeze ends.',
  'draw-frozen': 'The ranking is frozen. You can draw the matches after the freeze ends.',
  'withdrawal-frozen':
    'The ranking is frozen. You can withdraw a team, or take a withdrawal back, after the freeze ends.',
  'results-frozen': 'The ranking is frozen. End the freeze before you publish or withdraw results.',
  'results-final': 'The results of this event are final. Withdraw them to change them.',
  'results-not-final': 'Teams advance from final results only. Publish the results as final first.',
  'reveal-running': 'The ranking is being revealed. End the reveal first.',
  'already-advanced': 'These teams have advanced already. Nothing would change.',
  'advanced-again': 'Some of these teams have advanced again since. Undo the later advancement first.',
  'protests-closed': 'The deadline for protests has passed.',
  'protest-exists': 'There’s already an open protest about this. Withdraw it first, or wait for the reply.',
  'protest-not-open': 'This protest was already answered or withdrawn.',
  'event-closed': 'This event ended with these scoring rules. They can no longer be changed.',
  'sheets-unreadable':
    'Some recorded attempts don’t fit these rules ({{reason}}). Correct or remove them first, or change the rules.',
  'import-undone': 'This import has already been undone.',
  'import-changed':
    'This import can’t be undone: some of its records have since been changed, used or deleted ({{reason}}). Delete the others one by one.',
  'import-paid': 'This import can’t be undone: there are payments for some of its teams ({{reason}}).',
  'print-outdated':
    'Someone in this file was erased, or its results changed, while it was being made. Please create it again.',
  'too-many-print-files': 'You have 20 PDF files already. Delete one under Tasks first.',
  'task-cancelled': 'This was cancelled. Nothing of it was stored.',
  'task-ended': 'This task has already ended.',
  'task-interrupted':
    'The server stopped while this was running. Nothing of it was stored; please start it again.',
  'print-empty': 'There’s nothing to print for this selection.',
  'print-too-long':
    'A PDF file has at most 500 pages. Please choose less, for example one competition, table or region.',
  'revert-impossible': 'This change can’t be reverted.',
  'revert-changed': 'This change can’t be reverted: some of its fields have since been changed again.',
  'revert-deleted': 'This change can’t be reverted: the record is deleted.',
  'revert-invalid': 'This change can’t be reverted: an earlier value is no longer valid.',
  'no-mail': 'This site can’t send email yet. Please ask the organizers for a new password.',
  'mail-not-set-up':
    'This site can’t send email yet. The operator of the server has to set up the mail server first.',
  'payment-not-set-up': 'Online payment isn’t set up. Please ask the organizers how to pay.',
  'payment-not-needed': 'There’s nothing to pay for this team.',
  'payment-undecided':
    'A payment for this team has arrived, and the organizers are deciding about it. Please don’t pay again.',
  'guardian-refused':
    'The guardian of a member declined. Replace or remove this member before you pay, or talk to the guardian.',
  'replace-refused-only':
    'Registration is closed. Only members whose guardian declined can be replaced or removed now.',
  'payment-under-way': 'This payment is being processed. Please try again in a moment.',
  'refund-refused': 'The payment provider declined the refund: {{reason}}',
  'refund-open':
    'An earlier refund of this payment has no answer. Find out whether the payment provider returned the money, then record or discard it.',
  'bad-advice': 'This notification isn’t signed by the payment provider.',
  'gateway-away':
    'The payment provider can’t be reached right now. You haven’t been charged; please try again in a moment.',
  'gateway-refused': 'The payment provider rejected this order ({{reason}}). Please tell the organizers.',
  'too-many': 'Too many attempts. Please wait a moment and try again.',
  unexpected:
    'Something went wrong on our side. If it happens again, contact us and mention this number: {{requestId}}',
  overloaded: 'The site is very busy. Please try again in a moment.',
  'database-away': 'The site’s data can’t be reached right now. Please try again in a moment.',
  'read-only': 'The site is read-only at the moment, so nothing was changed. {{message}}',
  'files-away': 'The site’s files can’t be reached right now. Please try again in a moment.',
} as const

/** Why one field was refused, by `code`. */
export const fieldErrors = {
  ...formErrors,
  'too-long': 'This is too long (at most {{limit}}).',
  'too-many-words': 'Please use at most {{limit}} words.',
  'too-small': 'This is too small (at least {{limit}}).',
  'too-large': 'This is too large (at most {{limit}}).',
  'wrong-type': 'This value has the wrong type.',
  'bad-format': 'This format is not valid.',
  'bad-date': 'This date doesn’t exist or can’t be read. Write it as 31/12/2026 or 2026-12-31.',
  'bad-number':
    'This number is ambiguous. Leave out thousands separators and use a decimal point, for example 1000 or 1000.5.',
  'bad-time':
    'This time is ambiguous. Enter seconds without thousands separators (1075.5), or minutes and seconds (17:55.5).',
  'unknown-value': 'This is not one of the available options.',
  'too-deep': 'This is nested too deeply.',
  'has-link':
    'A name can’t contain a link or an email address. Remove {{part}}, or write a space after its dot or colon.',
  'bad-characters': 'This contains a character that isn’t allowed: {{character}}.',
  'not-drawn': 'This team isn’t in the draw of the matches.',
  'winner-required': 'A match of a knockout needs a winner. Enter what decided it.',
  'replay-required':
    'This match of a knockout is drawn, so it is played again. Enter the result of the replay.',
  'has-results': 'This can no longer be changed because the event has results.',
  'judges-already': '{{name}} is already a judge of this event.',
  'judge-recused': 'This judge is excluded from this team because of a conflict of interest.',
  'judge-revoked': 'The code of this judge was revoked.',
  'other-judge': 'Another judge filled in this sheet. Only that judge can send it.',
  taken: 'This is already taken.',
  'final-event': 'The results of this event are final. Choose another event.',
  'not-found': 'This does not exist.',
  'bad-picture': 'This isn’t a JPG, PNG, GIF or WebP picture. Export pictures of an iPhone (HEIC) as JPG.',
  'too-many-pixels': tooManyPixels,
  'animation-too-large': animationTooLarge,
  'picture-too-large': 'This picture is larger than 10 MB.',
  'file-too-large':
    'This file is larger than {{limit}} MB. Split it into several files, each with the header line.',
  'bad-file': 'This file doesn’t have the expected type ({{limit}}), or it is damaged.',
  'low-contrast-light':
    'Text in this colour is hard to read on a light background. Please choose a darker one.',
  'low-contrast-dark':
    'Text in this colour is hard to read on a dark background. Please choose a lighter one.',
  'external-media':
    'Videos and pictures from other sites can’t be shown. Please upload the file under Media.',
  'unexpected-field': 'This field isn’t expected here.',
  'unexpected-field_meant': 'This field isn’t expected here. Its name is {{meant}}.',
  'unexpected-field_known': 'This field isn’t expected here. Accepted: {{known}}.',
  'wrong-password': 'The password is incorrect.',
  'common-password':
    'This is one of the most common passwords. Choose another one, for example several words in a row.',
  'personal-password': 'A name or email address is too easy to guess. Choose another password.',
  'too-few': 'Too few (at least {{limit}}).',
  'too-many': 'Too many (at most {{limit}}).',
  'below-age': 'Too young for this competition (at least {{limit}} in the season’s year).',
  'above-age': 'Too old for this competition (at most {{limit}} in the season’s year).',
  'fits-elementary': 'This age doesn’t fit the team’s level. Matching level: Elementary.',
  'fits-elementary-junior': 'This age doesn’t fit the team’s level. Matching levels: Elementary or Junior.',
  'fits-junior': 'This age doesn’t fit the team’s level. Matching level: Junior.',
  'fits-junior-senior': 'This age doesn’t fit the team’s level. Matching levels: Junior or Senior.',
  'fits-senior': 'This age doesn’t fit the team’s level. Matching level: Senior.',
  twice: 'This appears twice in the form.',
  'unpaid-teams':
    'You have {{limit}} unpaid teams in this competition. Pay for one of them before registering another.',
  'not-accepted':
    'The list of members can’t be accepted. Check the national IDs, and that each member is in only one team of this competition. The organizers have been notified.',
  'id-not-accepted': 'This national ID can’t be saved. Check the digits. The organizers have been notified.',
  'other-region': 'Your account is limited to regions. Choose one of them.',
  'not-in-regions':
    'This announcement reaches only the regions of its author. This choice is outside of them.',
  'not-with-administration': 'An account with the permission “Administration” can’t be limited to regions.',
  'administration-only': 'You need the permission “Administration” to change this.',
  'finance-only': 'You need the permission “Finance” to change this.',
  'results-only': 'You need the permission “Results” to change this once there are scores.',
  'no-people':
    'Nobody to print a badge for. Add teams with people or judges to this event, or choose other people.',
  'owner-only':
    'Only the account that registered the team, or the organizers, can change its coaches and their email addresses.',
  'in-own-team':
    'This person is in your team {{team}} of this competition. A person can be in one team only.',
  'in-other-team': 'This person is in another team of this competition.',
  consent: 'A guardian’s consent is required.',
  future: 'This date is in the future.',
  'below-others': 'The maximum is below the minimum.',
  'not-imported': 'Administrators can’t be imported. Create them one by one.',
  'refund-first': 'This team has paid online. To mark it as unpaid, refund that payment.',
  'bad-national-id': 'This isn’t a valid Saudi ID, Iqama or Egyptian national ID. Please check the digits.',
  'other-birth-date': 'This doesn’t match the date of birth in the national ID.',
  'other-gender': 'This doesn’t match the gender in the national ID.',
  'too-young': 'Please check the year: this is too recent.',
  'too-old': 'Please check the year: this is too long ago.',
  'consent-required': 'The guardian’s consent is required.',
  'consent-outdated': 'The text has changed. Please read it again and agree to it.',
  'set-already': 'This is already set. Only the organizers can change it.',
  'slot-exists': 'Team {{team}} already has a slot in round {{round}}: {{time}}.',
  'match-slot-exists': 'Match {{round}} already has a slot: {{time}}.',
  'too-many-matches':
    'These teams would play {{matches}} matches. An event has at most {{limit}}: choose fewer teams, or change the rules.',
  'no-such-match': 'This event doesn’t have this match. The last one is match {{limit}}.',
  'not-in-match': 'This team doesn’t play match {{round}}.',
  'no-such-round': 'The rules of this event don’t have this round. The last one is round {{limit}}.',
  'team-withdrawn': 'This team has withdrawn from the event. Undo the withdrawal first.',
  'team-busy': 'Team {{team}} already has a slot at this time: {{time}}.',
  'table-busy': 'Table {{table}} is already taken at this time: {{time}}.',
  'not-later': 'This must be later than {{time}}.',
  'before-now': 'The first of these slots would start in the past: {{time}}.',
  'no-later-slots': 'No slot starts after this time.',
  'bad-team-number':
    'This isn’t a team number: a spreadsheet has changed it. Write it without decimals and separators, for example 7.',
  'several-teams':
    'Several teams fit: {{teams}}. Write what tells them apart: the number, the name or the competition.',
  'other-team': 'The number is that of {{team}}, but the name is that of {{other}}.',
  'other-number': 'No team has this number here. The name is that of {{other}}.',
  'no-such-team': 'No team fits this. Check the number and the name, or add the team first.',
  'not-of-team': 'This isn’t the address of a member or coach of {{team}}.',
  'name-of-team':
    'This is also the name of {{team}}. If it’s this team, write the number of the team. A player’s name names no team.',
  'guests-closed':
    'This participant is new, and the event has teams. Write the number of the team, or let the event accept participants without a team.',
  'several-guests':
    'Several participants without a team have this number or name in different spellings. See “Participants without a team” in the scores of the event.',
  'other-team-name': 'The same number appears with another name of a team: {{name}}.',
  'not-name-of-team': 'The number is that of {{team}}, which has another name.',
  'other-competition':
    'The same participant appears with another competition: {{name}}. Add the teams to the event, or write numbers that differ.',
  'several-entries': 'Several participants have these names. Write the email address, too.',
  'sheets-of-judge':
    'The team and this participant both have a score sheet of the same judge in a round of a panel. Delete one of the two first.',
} as const
