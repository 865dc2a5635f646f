/** Titles and descriptions for search engines and shared links. */
export const seo = {
  home: {
    title: 'World-class robotics competitions',
    description: 'World-class robotics competitions and STEM education for students in the kingdom: events, live rankings, the simulator.',
  },
  events: {
    title: 'Events and organizers',
    description: 'This season’s robotics events, and the organizers on every continent.',
  },
  event: {
    description: '{{title}}: dates, how to play, rules and the live ranking.',
    sharePicture: 'Share picture of {{title}} with its dates and results',
  },
  challenges: {
    title: 'Challenges',
    description: 'Dynamic missions, customization, leaderboards and progressive rewards: how the challenges work.',
  },
  about: { title: 'About', description: 'Who runs the national robotics olympiad, and why.' },
  support: { title: 'Support', description: 'Your regional contact and a form to report an issue.' },
  contact: { title: 'Contact us', description: 'Phone, email and a form to contact the organizers of the olympiad.' },
} as const
