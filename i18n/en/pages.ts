/** Texts of the other public pages. */
export const pages = {
  events: {
    title: 'Events',
    text: 'The season’s events, and the organizers all over the world.',
    organizers: 'Organizers',
    organizersText: 'Choose a continent and open the organizer of your country.',
    global: 'Global',
    tabs: 'Continents',
    inactive: 'Not active',
    newTab: 'opens in a new tab',
    none: 'There are no organizers here yet.',
  },
  challenges: {
    title: 'Challenges that make engineers',
    text: 'Every challenge is a world of its own: read the mission, build the idea, run the robot, and go again.',
    tags: ['Action-packed', 'Mind-bending', 'Collection'],
    pause: 'Stop the movement',
    play: 'Start the movement',
    stage: 'Stage 1',
    stageTitle: 'Learn the field',
    stageText:
      'In the first stage everybody plays the same missions in the simulator. You may try as often as you like; your best run counts.',
    features: {
      missions: {
        title: 'Dynamic Missions',
        text: 'The field changes from round to round. A program that only remembers loses; one that looks wins.',
      },
      customization: {
        title: 'Customization',
        text: 'Choose sensors, wheels and grippers for each mission, and write the code that makes them a robot.',
      },
      leaderboards: {
        title: 'Leaderboards',
        text: 'Every run counts at once. See where you, your team and your school stand while the event is live.',
      },
      rewards: {
        title: 'Progressive Rewards',
        text: 'Gold, Silver and Bronze are the last step. Before them, each mission you master opens the next.',
      },
    },
    cta: 'Get the simulator',
  },
  about: {
    title: 'About the olympiad',
    lead: 'Botola brings world-class robotics competitions and STEM education to students in the kingdom.',
    parts: {
      what: {
        title: 'What we do',
        text: 'Teams of students build and program robots for missions that change every season. They learn mechanics, electronics, programming and, most of all, to solve a problem together.',
      },
      who: {
        title: 'Who takes part',
        text: 'Students from primary school onwards, with their coaches and schools. Nobody needs to own a robot to begin: the simulator is a free download.',
      },
      how: {
        title: 'How we judge',
        text: 'The highest total score leads; when two are equal, the shorter time decides. Every attempt is kept and can be looked up in the ranking.',
      },
      safe: {
        title: 'How we protect children',
        text: 'Most of our players are minors. Public rankings name players, teams and schools, and never show phone numbers, full e-mail addresses or identity numbers.',
      },
    },
    cta: 'See the events',
  },
  support: {
    title: 'Support',
    text: 'We help you, wherever you are.',
    regionTitle: 'Contact in your region',
    region: 'Region',
    country: 'Country',
    noContact: 'This region has no contact of its own yet. Please use the form.',
    reportTitle: 'Report an Issue',
    reportText: 'Tell us what happened and what you expected.',
    firstName: 'First Name',
    lastName: 'Last Name',
    email: 'Email',
    message: 'Message',
    words: '{{used}}/{{limit}} Words',
    tooLong: 'Please use at most {{limit}} words.',
    submit: 'Submit',
    sending: 'Sending',
    again: 'Write another message',
    offline: 'The server cannot be reached. What you typed is still here: please try again in a moment.',
  },
  contact: {
    title: 'Contact us',
    text: 'Questions, ideas, partnerships: write to us.',
    name: 'Name',
    phone: 'Phone',
    optional: 'optional',
    direct: 'Reach us directly',
    address: 'Address',
    noDirect: 'Please use the form: it reaches us fastest.',
  },
} as const
