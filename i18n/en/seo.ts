/** Titles and descriptions for search engines and shared links. */
export const seo = {
  home: {
    title: 'World-class robotics competitions',
    description: 'World-class robotics competitions and STEM education for students in the kingdom: events, live rankings, the simulator.',
  },
  events: {
    title: 'Events and organizers',
    description: 'Robotics events of the season, and the organizers of the competition in every continent.',
  },
  event: { description: '{{title}}: dates, how to play, rules and the live ranking.' },
  challenges: {
    title: 'Challenges',
    description: 'Dynamic missions, customization, leaderboards and progressive rewards: how the challenges work.',
  },
  about: { title: 'About', description: 'Who stands behind the national robotics olympiad and what it is for.' },
  support: { title: 'Support', description: 'The contact of your region, and a form to report an issue.' },
  contact: { title: 'Contact us', description: 'Phone, e-mail and a form to write to the organizers of the olympiad.' },
} as const
