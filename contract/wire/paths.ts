/** The published paths, one spelling each. A feature's schemas and mappings stand beside in `<feature>.schema.ts` and `<feature>.ts`. */
export const paths = {
  events: '/api/events',
  event: (idOrSlug: string) => `/api/v1/events/${encodeURIComponent(idOrSlug)}`,
  scores: (event: string) => `/api/v1/events/scores/${encodeURIComponent(event)}`,
  adminEvents: '/api/admin/events',
  signIn: '/api/adduser',
  signInSecondFactor: '/api/adduser/second-factor',
  sessionUser: '/api/getuser',
  confirmToken: '/api/loginseason',
  signOut: '/api/signout',
  forgotPassword: '/api/password/forgot',
  resetPassword: '/api/password/reset',
  secondFactor: '/api/account/second-factor',
} as const
