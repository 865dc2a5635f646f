/** Texts of the pages to which the sign-in provider and its invitations lead. */
export const signInProvider = {
  cancelled: 'The sign-in with {{provider}} was cancelled.',
  refused: '{{provider}} refused the sign-in. Please try again.',
  lost: 'This sign-in didn’t begin in this window, or it has expired. Please start again.',
  failedTitle: 'Not signed in',
  linking: 'Linking your account…',
  linked: 'Your account is linked. From now on, you can sign in with {{provider}}.',
  notLinkedTitle: 'Not linked',
  toProfile: 'Back to your profile',
  confirming: 'Confirming that it’s you…',
  confirmed: 'Confirmed. You can close this window.',
  notConfirmedTitle: 'Not confirmed',
  closeWindow: 'Close this window and try again.',
  invitationTitle: 'Link your account',
  invitationIntro:
    'Sign in to {{provider}} once, and it will be linked to your back-office account. From then on, you sign in with {{provider}}.',
  invitationAccount: 'The account that is linked: {{name}}, {{email}}. Continue only if it’s yours.',
  invitationSubmit: 'Continue to {{provider}}',
  noInvitation: 'Open this page from the link in our email. An administrator can send you a new one.',
  notSetUp: 'No sign-in provider is set up on this site.',
} as const
