/**
 * The messages in the server's replies that the specification does not name. Pages show the texts of the
 * replies.
 */
export const replies = {
  downloadStarts: 'Thank you! Your download is starting.',
  downloadFollows: 'Thank you! We’ll email you as soon as the simulator is available.',
  uploadCancelled: 'The upload was cancelled.',
  replySent: 'Your reply is on its way.',
  messageSent: 'Thank you! We’ve received your message.',
  emailConfirmed: 'Thank you! Your email address is confirmed.',
  registrationDeclined: 'The registration was deleted. No account was created with your address.',
  confirmationDeclined: 'The link no longer works, and your address wasn’t confirmed.',
  providerInvitationEmailed: 'The invitation is on its way.',
  confirmationEmailed: 'We’ve emailed you a link. Open it to confirm your address.',
  confirmationSent: 'If an account is awaiting confirmation, a new link is on its way.',
  registered: 'You’re registered. You can sign in now.',
  registeredConfirm: 'Thank you! Check your inbox for the next step.',
  emailChanging: 'Saved. Your new address takes effect once you open the link we sent to it.',
  announcementQueued: 'The announcement is being sent.',
  announcementScheduled: 'The announcement is scheduled.',
  announcementCanceled: 'The announcement is a draft again and won’t be sent.',
  announcementUnsentCancelled: 'The emails that weren’t sent yet are cancelled.',
  emailsPaused: 'These emails now wait until you resume them.',
  emailsResumed: 'These emails are being sent again.',
  emailsQueuedAgain: 'Failed emails are being tried once more.',
  testEmailSent: 'The test email is on its way to you, once in each language.',
  newsSubscribed: 'You’ll get our news by email.',
  guardianConfirmed: 'Thank you. Your consent is recorded.',
  guardianRefused: 'Your answer is recorded.',
  guardianLinkSentAgain: 'We’ve emailed you a new link. Please look in your inbox.',
  guardianEmailed: 'The link has been sent.',
  coachInvited: 'The invitation has been sent.',
  invitationWithdrawn: 'The invitation was withdrawn.',
  teamTakenOver: 'The team is now yours.',
  importUndone: 'The import was undone.',
  printFileStarted: 'The PDF file is being made.',
  printFileStartedWithEmail: 'The PDF file is being made. You get an email when it is ready.',
  printFileDeleted: 'The PDF file is deleted.',
  taskCancelled: 'The task is being cancelled.',
  newsUnsubscribed: 'You’ve unsubscribed. You won’t get any more news from us.',
  protestSent: 'Your protest was sent to the organizers.',
  protestWithdrawn: 'Your protest was withdrawn.',
  erasureAsked: 'We’ve received your request.',
  erasureWithdrawn: 'Your request has been withdrawn. Nothing changes.',
  erasureRefused: 'The request was declined, and the person has been told why.',
} as const

/** Texts of an announcement about slots of a schedule that were moved. */
export const scheduleAnnouncement = {
  subject: 'New times: {{event}}',
  body: 'The times of the runs of {{event}} have changed: what was planned for {{before}} now starts at {{after}}, and all later runs move by the same amount of time.\n\nThe current schedule is on the page of the event and on the page of your team.',
} as const
