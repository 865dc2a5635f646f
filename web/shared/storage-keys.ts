/** The keys of `localStorage` (specification, section 4). */
export const storageKeys = {
  lang: 'lang',
  accessToken: 'access_token',
  stebToken: 'steb_token',
  userData: 'user_data',
  registrationUser: 'registration_user',
  teamsRegistration: 'teams_registration',
  accountData: 'account_data',
  ordersData: 'orders_data',
  partners: 'partners',
  faqs: 'faqs',
  settings: 'settings',
  theme: 'theme',
  arabicHint: 'arabic_hint',
  registrationSecret: 'registration_secret',
  myTeam: 'my_team',
  hasSignedOut: 'has_signed_out',
} as const
