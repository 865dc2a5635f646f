/** Texts of the other public pages. */
export const pages = {
  events: {
    title: 'Events',
    text: 'This season’s events and organizers around the world.',
    upcoming: 'Upcoming events',
    past: 'Past events',
    search: 'Search events',
    noUpcoming: 'No upcoming events yet. Check back soon.',
    calendar: 'Calendar of all upcoming events',
    noMatch: 'No upcoming event matches your search.',
    organizers: 'Organizers',
    organizersText: 'Choose a continent, then go to the organizer in your country.',
    global: 'Global',
    tabs: 'Continents',
    inactive: 'Inactive',
    newTab: 'opens in a new tab',
    none: 'No organizers here yet.',
  },
  challenges: {
    title: 'Challenges that make engineers',
    text: 'Every challenge is a world of its own: read the mission, build your idea, run the robot and try again.',
    tags: ['Action-packed', 'Mind-bending', 'Collection'],
    pause: 'Pause',
    play: 'Play',
    stage: 'Stage 1',
    stageTitle: 'Get to know the field',
    stageText:
      'In the first stage, everyone plays the same missions in the simulator. Try as often as you like; your best run counts.',
    features: {
      missions: {
        title: 'Dynamic Missions',
        text: 'The field changes every round. Programs that only memorize lose; programs that sense their surroundings win.',
      },
      customization: {
        title: 'Customization',
        text: 'Choose sensors, wheels and grippers for each mission, and write the code that turns them into a robot.',
      },
      leaderboards: {
        title: 'Leaderboards',
        text: 'Every run counts immediately. See where you, your team and your school rank while the event is live.',
      },
      rewards: {
        title: 'Progressive Rewards',
        text: 'Gold, silver and bronze are the final step. Along the way, each mission you master unlocks the next.',
      },
    },
    cta: 'Get the simulator',
  },
  about: {
    title: 'About the olympiad',
    lead: '{{site}} brings world-class robotics competitions and STEM education to students in the kingdom.',
    parts: {
      what: {
        title: 'What we do',
        text: 'Teams of students build and program robots for missions that change every season. They learn mechanics, electronics and programming and, most of all, how to solve problems together.',
      },
      who: {
        title: 'Who takes part',
        text: 'Students from primary school onwards, with their coaches and schools. You don’t need a robot to start: the simulator is a free download.',
      },
      how: {
        title: 'How we judge',
        text: 'Each event states how it is scored. Unless it says otherwise, the highest total leads and the shorter time breaks ties. Every attempt is recorded and can be viewed in the ranking.',
      },
      safe: {
        title: 'How we protect children',
        text: 'Most of our players are minors. Public rankings show teams, schools and players, minors by first name and an initial only, and never phone numbers, full email addresses or national IDs.',
      },
    },
    cta: 'View events',
  },
  support: {
    title: 'Support',
    text: 'We’re here to help, wherever you are.',
    regionTitle: 'Contact in your region',
    region: 'Region',
    country: 'Country',
    noContact: 'This region has no contact yet. Please use the form.',
    reportTitle: 'Report an Issue',
    reportText: 'Tell us what happened and what you expected.',
    firstName: 'First Name',
    lastName: 'Last Name',
    email: 'Email',
    message: 'Message',
    words: '{{used}}/{{limit}} Words',
    tooLong: 'Please use at most {{limit}} words.',
    submit: 'Submit',
    sending: 'Sending…',
    reference: 'Your report number is {{reference}}.',
    copy: 'We’ve emailed you a copy.',
    again: 'Send another message',
    offline: 'Can’t reach the server. Your input is still here. Please try again in a moment.',
  },
  unsubscribe: {
    title: 'News by email',
    intro: 'Don’t want our news any more? You’ll still get emails about your own registration.',
    submit: 'Unsubscribe',
    subscribe: 'Subscribe again',
    noLink:
      'Open this page from the link in our email. If you have an account, you can also change this under “My data”.',
  },
  contact: {
    title: 'Contact us',
    text: 'Questions, ideas or partnerships: write to us.',
    name: 'Name',
    phone: 'Phone',
    optional: 'optional',
    direct: 'Reach us directly',
    address: 'Address',
    noDirect: 'Please use the form; it’s the fastest way to reach us.',
  },
  legal: {
    privacyTitle: 'Privacy',
    privacyIntro: 'Which personal data this site stores, and what you can do about it.',
    termsTitle: 'Terms',
    termsIntro: 'The rules for accounts, teams, fees and results.',
    officerTitle: 'Data protection officer',
    officerText: 'Write to us about your data, or if you disagree with how we use it:',
    officerForm: 'Use the contact form',
  },
} as const

/** Titles and descriptions for search engines and shared links. */
export const seo = {
  home: {
    title: 'World-class robotics competitions',
    description:
      'World-class robotics competitions and STEM education for students in the kingdom: events, live rankings, the simulator.',
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
    description:
      'Dynamic missions, customization, leaderboards and progressive rewards: how the challenges work.',
  },
  about: { title: 'About', description: 'Who runs the national robotics olympiad, and why.' },
  support: { title: 'Support', description: 'Your regional contact and a form to report an issue.' },
  contact: {
    title: 'Contact us',
    description: 'Phone, email and a form to contact the organizers of the olympiad.',
  },
} as const
