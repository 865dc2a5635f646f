/** The routes of the specification's section 2, as it writes them; `any other path` is the not-found page. */
export const specificationRoutes: readonly string[] = [
  ...[
    '/',
    '/events',
    '/events/{id}',
    '/events/{slug}/',
    '/challenges/',
    '/about',
    '/support/',
    '/contact-us/',
    '/admin/auth/signin/',
  ],
  '/admin/dashboard',
  ...['users', 'events', 'faqs', 'partners'].flatMap((kind) => [
    `/admin/${kind}/`,
    `/admin/${kind}/new`,
    `/admin/${kind}/{id}/edit`,
  ]),
  ...['/admin/teams', '/admin/teams/new', '/admin/team/{id}/edit', '/admin/team/{id}/view'],
  ...[
    '/admin/team/{teamId}/coach/{coachId}/edit',
    '/admin/team/{teamId}/member/{memberId}/edit',
    '/payment/telr?team_id={id}',
  ],
]

/**
 * The texts of sections 5 and 8, and of the not-found page, letter by letter, by their keys in the catalogue.
 */
export const specificationMessages = {
  loadFailed: 'Something went wrong',
  organizerInactive: 'Server is not Available',
  signInFailed: 'Sign in failed',
  downloadIncomplete: 'Please fill in all fields...',
  loginIncomplete: 'Please fill in all fields, Email or Password is Empty!',
  formIncomplete: 'Please fill form carefully!',
  passwordMismatch: 'Password is not Matched',
  unknownError: 'Unknown Error',
  signOutFailed: 'Something went Wrong Try Again Later',
  confirmDelete: 'Are you sure want to delete?',
  deleteFailed: 'Something went Wrong',
  pageNotFound: 'Page Not Found',
  backHome: 'Go back to homepage',
  signedIn: 'Sign in Suucessfully!',
  signedOut: 'Sign out Suucessfully!',
  saved: 'Saved Successfully!',
  updated: 'Update Successfully!',
  statusUpdated: 'Status is Updated Successfully!',
  teamDeleted: 'Team Delete Successfully!',
} as const
