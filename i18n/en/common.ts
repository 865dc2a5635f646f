/** Words that stand all over the site. */
export const common = {
  name: 'Botola',
  nav: {
    main: 'Main',
    footer: 'Footer',
    home: 'Home',
    events: 'Events',
    challenges: 'Challenges',
    about: 'About',
    support: 'Support',
    signIn: 'Sign in',
    account: 'My account',
    admin: 'Back office',
    menu: 'Menu',
    close: 'Close',
    skip: 'Skip to content',
  },
  language: { switch: 'العربية', label: 'Language' },
  theme: { label: 'Theme', light: 'Light', dark: 'Dark', auto: 'Auto' },
  retry: 'Try again',
  loading: 'Loading',
  missionType: { '0': 'Elementory', '1': 'Junior', '2': 'Senior', '3': 'Adult', '4': 'Pro' },
} as const
